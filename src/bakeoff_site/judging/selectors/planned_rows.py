"""What an evaluation of a plan comes to: systems, segments, screens, time, power, and what organisers should know."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property

from bakeoff.data.judgments import Judgment as KnownAnswer
from bakeoff.evaluation.live_tournaments import expected_design
from bakeoff.human_eval import PlannedPower, Workload, expected_workload, planned_power, time_in_words, total_hours
from bakeoff.human_eval.designs.constituents.reused_answers import CarriedAnswers
from bakeoff.human_eval.designs.given_answers import unplanned_answers
from bakeoff.human_eval.designs.gold_items import unplanned_gold
from bakeoff.human_eval.designs.stored_designs import PlannedEvaluation
from bakeoff.reports import power_chart, power_note, power_sentences, reused_answers_sentence
from bakeoff.reports.charts.shapes import Drawing
from bakeoff.rulebook.schema.human import HumanEvaluation
from bakeoff_site.judging.conversions.rules import RuleDifference, rule_differences
from bakeoff_site.judging.selectors.constituents import ChosenParts

_LEVEL = 0.05


@dataclass(frozen=True, kw_only=True)
class PlannedRow:
    """An evaluation in numbers."""

    planned: PlannedEvaluation
    work: Workload
    left_out: Mapping[str, str]
    """Systems that are not judged, with the reason."""
    parts: Sequence[ChosenParts]
    """The parts of sentences that are judged, and why others are not; none where complete segments are judged."""
    reused: CarriedAnswers | None
    """The answers of other evaluations that hold here; None where none were taken over."""
    in_rulebook: HumanEvaluation | None
    """None: the rulebook does not have it."""
    remarks: tuple[str, ...]

    @property
    def code(self) -> str:
        return self.planned.rules.id

    @property
    def title(self) -> str:
        return self.planned.rules.label

    @property
    def systems(self) -> int:
        return len({system for pool in self.planned.design.pools for system in pool.systems})

    @property
    def segments(self) -> int:
        pools = self.planned.design.pools
        return len({pool.item(number) for pool in pools for number in range(len(pool.segments))})

    @property
    def time(self) -> str:
        return time_in_words(self.work.hours)

    @property
    def units(self) -> int:
        """Judgments that it needs."""
        return self.work.judgments

    @property
    def differences(self) -> tuple[RuleDifference, ...]:
        return rule_differences(self.in_rulebook, self.planned.rules)

    @cached_property
    def power(self) -> PlannedPower | None:
        rules = self.planned.rules
        level = _LEVEL if rules.comparison is None else rules.comparison.level
        return planned_power(expected_design(self.planned), ties=rules.ties, level=level)

    @property
    def chart(self) -> Drawing | None:
        return None if self.power is None else power_chart(self.power)

    @property
    def reused_words(self) -> str:
        return "" if self.reused is None else reused_answers_sentence(self.reused)

    @property
    def power_sentences(self) -> tuple[str, ...]:
        return () if self.power is None else power_sentences(self.power)

    @property
    def power_note(self) -> str:
        return "" if self.power is None else power_note(self.power)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanTotals:
    """What all evaluations of a task come to together."""

    judgments: int
    screens: int
    hours: float | None
    hours_each: float | None
    """For each of the judges, where their number is known."""
    judges: int | None
    cost: float | None
    currency: str

    @property
    def time(self) -> str:
        return time_in_words(self.hours)

    @property
    def time_each(self) -> str:
        return time_in_words(self.hours_each)


def planned_row(
    planned: PlannedEvaluation,
    *,
    in_rulebook: HumanEvaluation | None,
    planned_with: Collection[str],
    left_out: Mapping[str, str],
    parts: Sequence[ChosenParts],
    reused: CarriedAnswers | None,
    seconds: float | None,
    gold: Sequence[KnownAnswer],
) -> PlannedRow:
    """The numbers of an evaluation; `planned_with` are the evaluations of the task."""
    rules = planned.rules
    return PlannedRow(
        planned=planned,
        work=expected_workload(expected_design(planned), seconds=seconds, judges=rules.judge_count),
        left_out=left_out,
        parts=parts,
        reused=reused,
        in_rulebook=in_rulebook,
        remarks=tuple(_remarks(planned, planned_with, gold)),
    )


def plan_totals(rows: Sequence[PlannedRow], *, hourly_pay: Decimal | None, currency: str) -> PlanTotals:
    """The sums of a task. Its judges are those of the evaluation that has most."""
    hours = total_hours(row.work for row in rows)
    judges = max((row.planned.rules.judge_count or 0 for row in rows), default=0) or None
    return PlanTotals(
        judgments=sum(row.work.judgments for row in rows),
        screens=sum(row.work.screens for row in rows),
        hours=hours,
        hours_each=None if hours is None or judges is None else hours / judges,
        judges=judges,
        cost=None if hours is None or hourly_pay is None else hours * float(hourly_pay),
        currency=currency,
    )


def _remarks(planned: PlannedEvaluation, planned_with: Collection[str], gold: Sequence[KnownAnswer]) -> Iterator[str]:
    """What looks like a mistake but stops nobody."""
    rules, design = planned.rules, planned.design
    if rules.gold and not design.gold_items:
        yield "There are no gold items, because no known answers were given."
    if left := unplanned_gold(design, planned.gold):
        yield f"{left:,} of {len(gold):,} known answers are about segments or systems that are not judged."
    if left := unplanned_answers(design.pools, planned.given):
        yield f"{left:,} of {len(planned.given):,} outputs with marked errors are not judged."
    if "reference" in planned.protocol.visible and not any(each.texts.references for each in planned.texts):
        yield "Judges see no reference, because the test set has none."
    for other in (*rules.mixed_with, *filter(None, [rules.after])):
        if other not in planned_with:
            yield f"The rulebook has it judged with {other}, which is not in this task."
