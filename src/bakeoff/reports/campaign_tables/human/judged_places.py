"""What human evaluations, the places where they were held and their systems are called in tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bakeoff.human_eval.analyses.joined_directions import DIRECTION_MARK
from bakeoff.reports.campaign_results.human import HumanResults
from bakeoff.reports.campaign_results.results import CampaignResults
from bakeoff.reports.table import Marked
from bakeoff.rulebook.schema.base import KEPT
from bakeoff.rulebook.schema.human import HumanEvaluation
from bakeoff.rulebook.titles import title_of

SECTION = "Human evaluation"
GRADED = frozenset({"fluency", "adequacy", "meaning", "dialog"})
"""Protocols that grade each output on a short scale, several of them as a rule on the same outputs."""
Place = tuple[str, str]
"""Language pair and test set."""


def pair_title(results: CampaignResults, language_pair: str) -> str:
    """The title of a language pair, or of all directions into one language."""
    known = results.rulebook.language_pairs
    if language_pair in known:
        return known[language_pair].label
    codes = language_pair.split("+")
    into = [pair for pair in known.values() if pair.id in codes or pair.target_code == language_pair]
    return f"all into {into[0].label.rpartition('–')[2]}" if into else language_pair


def test_set_title(results: CampaignResults, test_set: str) -> str:
    """The title of a test set."""
    return title_of(test_set, results.rulebook.test_sets)


def place_title(results: CampaignResults, language_pair: str, test_set: str) -> str:
    """Language pair and test set in words."""
    return f"{pair_title(results, language_pair)}, {test_set_title(results, test_set)}"


def caption(results: CampaignResults, title: str, language_pair: str, test_set: str) -> str:
    """The title of an evaluation with its place, whose language pair is left out where the title names it."""
    pair = pair_title(results, language_pair)
    place = (*(() if pair in title else (pair,)), test_set_title(results, test_set))
    return f"{title}: {', '.join(place)}"


def places_of(results: CampaignResults, human: Iterable[HumanResults]) -> tuple[Place, ...]:
    """Where evaluations were held, in the order of the rulebook: by language pair, and in it by test set."""
    found = {(each.language_pair, each.test_set) for each in human}
    pairs, test_sets = list(results.rulebook.language_pairs), list(results.rulebook.test_sets)

    def order(place: Place) -> tuple[int, int, Place]:
        pair, test_set = place
        return (
            pairs.index(pair) if pair in pairs else len(pairs),
            test_sets.index(test_set) if test_set in test_sets else len(test_sets),
            place,
        )

    return tuple(sorted(found, key=order))


def evaluations_of(human: Iterable[HumanResults]) -> tuple[str, ...]:
    """The ids of evaluations, in the order in which they come."""
    return tuple(dict.fromkeys(each.evaluation for each in human))


def held_at(human: Iterable[HumanResults], place: Place) -> tuple[HumanResults, ...]:
    """Those at a place."""
    return tuple(each for each in human if (each.language_pair, each.test_set) == place)


def rules_of(results: CampaignResults, human: HumanResults) -> HumanEvaluation:
    """The rules of an evaluation: as they were when it was planned, else the rulebook's."""
    known = results.rulebook.human.get(human.evaluation)
    if known is not None and not human.rules:
        return known
    return HumanEvaluation.model_validate(
        {"id": human.evaluation, "protocol": human.protocol, **human.rules}, context=KEPT
    )


def is_mixed(human: HumanResults) -> bool:
    """Whether systems of several directions are judged together."""
    return any(DIRECTION_MARK in each.system for each in human.ranking.systems)


def named_system(human: HumanResults, system: str, *, bold: bool = False, sign: str = "") -> Marked:
    """A system as tables name it: where directions are judged together, the source language is lowered after it."""
    direction, mark, name = system.partition(DIRECTION_MARK)
    if not is_mixed(human) or not mark:
        return Marked(system, sign=sign, bold=bold)
    return Marked(name, index=direction.partition("-")[0], sign=sign, bold=bold)


def is_reference(human: HumanResults, system: str) -> bool:
    """Whether a name is that of a human translation."""
    return system in human.systems and human.systems[system].is_reference


def ranked_by_name(results: CampaignResults, systems: Sequence[str]) -> tuple[str, ...]:
    """Systems as they are, best first; or by name where the rulebook says so."""
    by_name = results.rulebook.report.order == "name"
    return tuple(sorted(systems, key=str.casefold)) if by_name else tuple(systems)
