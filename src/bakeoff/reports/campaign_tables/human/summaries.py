"""All systems over all places by one kind of judgment (W08, tables 4 to 6), and yes and no (W08, table 52)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest

from bakeoff.human_eval.analyses.answer_shares import AnswerShares
from bakeoff.reports.campaign_results.human import HumanResults
from bakeoff.reports.campaign_results.results import CampaignResults
from bakeoff.reports.campaign_tables.human.judged_places import (
    SECTION,
    evaluations_of,
    held_at,
    is_mixed,
    pair_title,
    places_of,
    test_set_title,
)
from bakeoff.reports.campaign_tables.report_table import ReportTable, table_id
from bakeoff.reports.human.captions import score_name
from bakeoff.reports.table import Column, Marked, Section, Table, Value

_DECIDED = ("yes", "no")
"""Who was not sure decided nothing."""


def human_summaries(results: CampaignResults) -> Iterator[ReportTable]:
    """A table for each evaluation that was held in several places."""
    for evaluation in evaluations_of(results.human):
        own = tuple(human for human in results.human if human.evaluation == evaluation and not is_mixed(human))
        if len(own) > 1 and own[0].post_edits is None:
            yield ReportTable(
                id=table_id("human-summary", evaluation),
                name="human-summary",
                section=SECTION,
                table=human_summary_table(results, own),
            )


def human_summary_table(results: CampaignResults, human: tuple[HumanResults, ...]) -> Table:
    """A row for each system, a column for each place; the best of each place in bold."""
    places = places_of(results, human)
    scores = [
        {each.system: each.score for own in held_at(human, place) for each in own.ranking.systems} for place in places
    ]
    systems = sorted({system for own in scores for system in own}, key=str.casefold)
    first = human[0].result
    is_share = first.score in ("better", "better-or-equal", "wins", "yes")
    return Table(
        columns=(
            Column("system", title="System"),
            *(
                Column(
                    f"{pair} {test_set}",
                    title=test_set_title(results, test_set),
                    group=pair_title(results, pair),
                    digits=3 if is_share else 2,
                    notation="bare" if is_share else "plain",
                    best="highest" if first.higher_is_better else "lowest",
                    missing="",
                )
                for pair, test_set in places
            ),
        ),
        rows=tuple((system, *(own.get(system) for own in scores)) for system in systems),
        title=f"{human[0].title}: {score_name(first)} of each system by task",
        notes=("Empty where a system was not judged. Bold: the best system of a task.",),
    )


def acceptability(results: CampaignResults) -> Iterator[ReportTable]:
    """A table for each evaluation in which judges say yes or no."""
    judged = tuple(human for human in results.human if human.answers)
    for evaluation in evaluations_of(judged):
        own = tuple(human for human in judged if human.evaluation == evaluation)
        yield ReportTable(
            id=table_id("acceptability", evaluation),
            name="acceptability",
            section=SECTION,
            table=acceptability_table(results, own),
        )


def acceptability_table(results: CampaignResults, human: tuple[HumanResults, ...]) -> Table:
    """Language pairs below each other, the test sets of each side by side; the system with most yes in bold."""
    places = places_of(results, human)
    most = max(len([place for place in places if place[0] == pair]) for pair, _ in places)
    rows: list[tuple[Value, ...]] = []
    sections: list[Section] = []
    names: list[list[str]] = [[] for _ in range(most)]
    none: tuple[Value, ...] = (None, None, None)
    for pair in dict.fromkeys(pair for pair, _ in places):
        test_sets = _in_columns(results, [test_set for own, test_set in places if own == pair], most, names)
        lists = [_yes_and_no(held_at(human, (pair, test_set))) for test_set in test_sets]
        sections.append(Section(len(rows), pair_title(results, pair)))
        parts = zip_longest(*lists, fillvalue=none)
        rows += [tuple(cell for part in row for cell in part) for row in parts]
    columns: list[Column] = []
    for number in range(most):
        group = " or ".join(dict.fromkeys(filter(None, names[number])))
        columns += [
            Column(f"{group} {what}", title=title, group=group, missing="")
            for what, title in (("system", "System"), ("yes", "YES"), ("no", "NO"))
        ]
    counted = sum(own.answers for each in human for own in each.answers if not own.system)
    return Table(
        columns=tuple(columns),
        rows=tuple(rows),
        title=f"{human[0].title}: yes and no",
        sections=tuple(sections),
        sections_of="language pair",
        notes=(
            f"Shares of yes and no among both, of {counted:,} answers; those who were not sure are left out. Bold: the "
            "system with the highest share of yes.",
        ),
    )


def _in_columns(results: CampaignResults, test_sets: list[str], most: int, names: list[list[str]]) -> list[str]:
    """The test sets of a pair in the order of columns: one that all pairs have comes last, as its column is theirs."""
    ordered = sorted(test_sets, key=lambda each: _pairs_with(results, each))
    padded = [""] * (most - len(ordered)) + ordered
    for number, test_set in enumerate(padded):
        names[number].append(test_set_title(results, test_set) if test_set else "")
    return padded


def _pairs_with(results: CampaignResults, test_set: str) -> int:
    return len({human.language_pair for human in results.human if human.answers and human.test_set == test_set})


def _yes_and_no(human: tuple[HumanResults, ...]) -> list[tuple[Value, ...]]:
    shares: list[AnswerShares] = sorted(
        (each for own in human for each in own.answers if each.system), key=lambda each: each.system.casefold()
    )
    known = [(each, each.share("yes", among=_DECIDED), each.share("no", among=_DECIDED)) for each in shares]
    best = max((yes for _, yes, _ in known if yes is not None), default=None)
    return [
        (each.system, *(Marked(value, bold=yes is not None and yes == best) for value in (yes, no)))
        for each, yes, no in known
    ]
