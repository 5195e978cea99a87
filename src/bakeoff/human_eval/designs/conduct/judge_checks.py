"""Rules about judges on the judgments of a planned evaluation: who fails which, and how a qualification ended."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from bakeoff.data.judgments import Judgment
from bakeoff.human_eval.analyses.counted_judgments import latest_answers
from bakeoff.human_eval.analyses.options import HumanAnalysis, analysis_by_rules
from bakeoff.human_eval.analyses.shared_judgments import for_each_system
from bakeoff.human_eval.designs.gold_items import gold_as_asked
from bakeoff.human_eval.designs.stored_designs import PlannedEvaluation
from bakeoff.human_eval.protocols.observations import Grades, Preferences
from bakeoff.human_eval.quality import GoldRule, Reason, exclude_judges, gold_answers, parse_rule


@dataclass(frozen=True, slots=True, kw_only=True)
class TryResult:
    """How many answers of a try were right."""

    right: int
    answers: int
    """Whose right answer is known."""

    def passes(self, share: float) -> bool:
        """Whether the share of right answers is high enough; nothing answered shows nothing."""
        return self.answers > 0 and self.right >= share * self.answers


def failing_judges(
    planned: PlannedEvaluation, judgments: Sequence[Judgment], expressions: Sequence[str]
) -> dict[str, tuple[Reason, ...]]:
    """The judges who fail one of these rules, with every rule that they fail.

    A rule about gold is left out where no answer is known. Rules that compare judges with each other say nothing of
    judgments of one judge alone.
    """
    given = latest_answers(each for each in judgments if each.systems)
    if not given or not expressions:
        return {}
    return _failing(planned, _answers(planned, given), _key(planned, given), expressions)


def failing_judges_of(
    planned: PlannedEvaluation, answers: Grades | Preferences, expressions: Sequence[str]
) -> dict[str, tuple[Reason, ...]]:
    """The same of answers that were read already: those that count, as systems are ranked by them."""
    if not expressions:
        return {}
    return _failing(planned, answers, _key(planned, _planned_gold(planned)), expressions)


def analysis_with_gold(planned: PlannedEvaluation) -> HumanAnalysis:
    """How the rules have a planned evaluation analysed, with each judge's share of right answers to its gold items."""
    analysis, key = analysis_by_rules(planned.rules), _key(planned, _planned_gold(planned))
    if key is None:
        return analysis
    qualification = planned.rules.qualification
    tolerance = 0.0 if qualification is None else qualification.tolerance
    return replace(analysis, gold=GoldRule(key=key, tolerance=tolerance))


def _failing(
    planned: PlannedEvaluation,
    answers: Grades | Preferences,
    key: Grades | Preferences | None,
    expressions: Sequence[str],
) -> dict[str, tuple[Reason, ...]]:
    higher = planned.protocol.is_better_higher(_score(planned))
    known = [each for each in expressions if key is not None or each.partition(":")[0] != "gold"]
    rules = [parse_rule(each, key=key, higher_is_better=higher) for each in known]
    return exclude_judges(answers, rules).excluded


def _planned_gold(planned: PlannedEvaluation) -> Iterator[Judgment]:
    """The gold items of the design, as judgments that nobody has answered."""
    design, kind = planned.design, planned.protocol.kind
    for gold in design.gold_items:
        language_pair, test_set, document, segment = design.pools[gold.pool].item(gold.segment)
        yield Judgment(
            id="",
            protocol=design.protocol,
            kind=kind,
            judge="",
            language_pair=language_pair,
            test_set=test_set,
            document=document,
            segment=segment,
            systems=gold.systems,
            answer=None,
            control="gold",
        )


def try_result(planned: PlannedEvaluation, judgments: Sequence[Judgment], *, tolerance: float = 0.0) -> TryResult:
    """How one judge answered gold items."""
    found = gold_by_judge(planned, judgments, tolerance=tolerance).values()
    return TryResult(right=sum(each.right for each in found), answers=sum(each.answers for each in found))


def gold_by_judge(
    planned: PlannedEvaluation, judgments: Sequence[Judgment], *, tolerance: float = 0.0
) -> dict[str, TryResult]:
    """How each judge answered gold items; who answered none whose right answer is known is not in it."""
    given = latest_answers(judgments)
    key = _key(planned, given)
    if key is None:
        return {}
    found = gold_answers(_answers(planned, given), key, tolerance=tolerance)
    return {judge: TryResult(right=each.right, answers=each.answers) for judge, each in found.items()}


def trust_needed(expressions: Sequence[str]) -> float | None:
    """The share of right answers to gold items below which rules distrust a judge; None: no rule looks at gold.

    >>> trust_needed(["speed:least_seconds=2", "gold:least_share=0.8,fewest=5"])
    0.8
    """
    bounds = [options for name, _, options in (each.partition(":") for each in expressions) if name == "gold"]
    given = [dict(option.split("=") for option in each.split(",") if option) for each in bounds]
    return max((float(each.get("least_share", GoldRule.least_share)) for each in given), default=None)


def _score(planned: PlannedEvaluation) -> str:
    return analysis_by_rules(planned.rules).score_of(planned.protocol)


def _key(planned: PlannedEvaluation, judgments: Iterable[Judgment]) -> Grades | Preferences | None:
    """The right answers of the gold items that were asked."""
    asked = gold_as_asked(planned.gold, judgments)
    return _answers(planned, asked) if asked else None


def _answers(planned: PlannedEvaluation, judgments: Sequence[Judgment]) -> Grades | Preferences:
    protocol = planned.protocol
    compared = protocol.preferences(judgments, of="systems")
    # Systems that share an output share its grades.
    answers = protocol.grades_behind(_score(planned), for_each_system(judgments)) if compared is None else compared
    assert answers is not None  # rules look at grades and comparisons, and every protocol with a screen has these
    return answers
