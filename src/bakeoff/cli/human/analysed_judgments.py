"""What counts besides the judgments given to `bakeoff human analyse`: other systems, gold, teams."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from bakeoff.cli.human.judgment_files import GivenJudgments, teams_of
from bakeoff.cli.interface.output import remark
from bakeoff.errors import InputError, Place

if TYPE_CHECKING:
    from bakeoff.data.judgments import Judgment
    from bakeoff.human_eval import HumanAnalysis
    from bakeoff.human_eval.designs.owed_shares import OwedShare
    from bakeoff.human_eval.protocols.contract import Settings
    from bakeoff.rulebook.schema.human import HumanEvaluation


def reused_answers(
    judgments: tuple[Judgment, ...], runs: Sequence[str], rulebook: HumanEvaluation | None
) -> tuple[Judgment, ...]:
    from bakeoff.formats import name_apart, read_runs
    from bakeoff.human_eval import reuse_answers

    if rulebook is not None and not rulebook.reuse:
        raise InputError(
            expected=f"no outputs, since {rulebook.id} does not let answers hold for identical ones (reuse)",
            found=", ".join(runs),
            remedy="Leave --run out.",
        )
    return reuse_answers(judgments, name_apart([run for path in runs for run in read_runs(path)]))


def reused_phrases(judgments: tuple[Judgment, ...], path: str) -> tuple[Judgment, ...]:
    """The judgments, each for all systems that have the same phrase for the same part; says what that saves."""
    from bakeoff.human_eval.designs.constituents.item_files import read_phrases
    from bakeoff.human_eval.designs.constituents.reused_answers import reuse_phrase_answers
    from bakeoff.reports import reused_answers_sentence

    reused = reuse_phrase_answers(judgments, read_phrases(path))
    remark(reused_answers_sentence(reused))
    return reused.judgments


def owed_by_teams(
    rulebook: HumanEvaluation | None, teams: Sequence[str], judgments: Sequence[Judgment]
) -> tuple[OwedShare, ...]:
    """What teams owe and have done."""
    team_of = teams_of(teams)
    if not team_of:
        return ()
    if rulebook is None:
        raise InputError(expected="a rulebook that says what teams owe", found="none", remedy="Give it by --rules.")

    from bakeoff.human_eval import shares_of_teams

    return shares_of_teams(rulebook, team_of, answered=judgments)


def with_judge_rules(
    analysis: HumanAnalysis, expressions: Sequence[str], given: GivenJudgments, gold: str | None
) -> HumanAnalysis:
    """The analysis with rules about judges, and the right answers from which the share of each judge is computed."""
    from bakeoff.human_eval.protocols.registry import find_protocol
    from bakeoff.human_eval.quality import GoldRule, parse_rule

    protocol = find_protocol(given.protocol or given.judgments[0].protocol, given.settings)
    score = analysis.score_of(protocol)
    key = None
    if gold is not None:
        known = _known_answers(gold, given.judgments, protocol.name, given.settings)
        compared = protocol.preferences(known, of="systems")
        key = protocol.grades_behind(score, known) if compared is None else compared
    rules = tuple(parse_rule(each, key=key, higher_is_better=protocol.is_better_higher(score)) for each in expressions)
    of_gold = next((each for each in rules if isinstance(each, GoldRule)), None)
    return replace(analysis, rules=rules, gold=of_gold or (None if key is None else GoldRule(key=key)))


def _known_answers(
    path: str, judgments: Sequence[Judgment], protocol: str, settings: Settings | None
) -> Sequence[Judgment]:
    """The right answers of the gold items that were asked."""
    from bakeoff.formats.judgments import read_judgments
    from bakeoff.human_eval.analyses.counted_judgments import check_judgments
    from bakeoff.human_eval.designs.gold_items import gold_as_asked

    known = [each for each in read_judgments(path) if each.protocol == protocol]
    if not known:
        raise InputError(place=Place(path), expected=f"right answers under {protocol}", found="none")
    check_judgments(known, protocol=protocol, settings=settings)
    asked = gold_as_asked(known, judgments)
    if not asked:
        remark(f"{path}: none of its questions was asked as a gold item.")
    return asked
