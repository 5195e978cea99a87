"""How a human evaluation goes: coverage, times, cost and judges."""

from __future__ import annotations

from datetime import datetime

from ninja import Schema

from bakeoff.human_eval.analyses.judging_pace import Pace, PaceUnit
from bakeoff_site.api.schemas.evaluation.judging_plans import ReusedAnswersOut, reused_answers_out
from bakeoff_site.judging.selectors.judge_rows import JudgeRow, JudgesFound
from bakeoff_site.judging.selectors.live import EvaluationLive, LiveView


class CoverageOut(Schema):
    name: str
    """A system by its name, or while the task is open by its label; a judge by their label in exports."""
    judgments: dict[str, int]
    """By language pair, without repeats, gold and attention items."""


class TimesOut(Schema):
    screens: int
    too_long: int
    """Screens that took longer than the rulebook counts; they are left out."""
    median_seconds: float | None
    lower_seconds: float | None
    """A quarter of the screens took less."""
    upper_seconds: float | None
    """A quarter of the screens took more."""


class PacePointOut(Schema):
    start: datetime
    judgments: int
    total: int
    """Until the end of this hour, day or week."""


class PaceOut(Schema):
    unit: PaceUnit
    """What is counted together: short tasks are by hour, very long ones by week."""
    points: list[PacePointOut]


class EvaluationLiveOut(Schema):
    code: str
    title: str
    answered: int
    needed: int
    planned: int | None
    """Judgments that there would be by now if they came evenly over the phase; null without a phase."""
    expected_end: datetime | None
    """At the pace of the last week."""
    pace: PaceOut | None
    """When judgments came, in the campaign's time zone; null where none came."""
    charts: list[str]
    """Names of its charts, which can be fetched as SVG files."""
    systems: list[CoverageOut]
    judges: list[CoverageOut]
    times: TimesOut
    hours: float
    """That judges spent, without screens that took too long."""
    cost: float | None
    """Of these hours; null where the task says nothing about pay."""
    reused: ReusedAnswersOut | None
    """The answers of other evaluations that were taken over when it was planned; null where none were."""


class LiveAgreementOut(Schema):
    evaluation: str
    """Its title; empty where they judged one only."""
    value: float
    """With all others who answered the same: 1 is complete agreement, 0 what chance gives."""
    low: float | None
    """Ends of the interval; null where there is none."""
    high: float | None
    answers: int
    """That others gave, too."""


class LiveJudgeOut(Schema):
    judge: str
    """The label that exports call them by."""
    answered: int
    controls: int
    last_sent: datetime | None
    is_blocked: bool
    is_excluded: bool
    reasons: list[str]
    """Rules about quality that they fail."""
    agreement: list[LiveAgreementOut]
    is_active: bool
    """Whether they did something in the last minutes."""
    is_behind: bool
    """Whether they started and have not judged for days, while the task is open."""
    needs_attention: bool


class LiveOut(Schema):
    is_open: bool
    currency: str
    evaluations: list[EvaluationLiveOut]
    judges: list[LiveJudgeOut]
    """Those that were asked for."""
    judge_counts: dict[str, int]
    """How many there are of each kind, whichever were asked for."""


def live_out(live: LiveView, found: JudgesFound, *, currency: str) -> LiveOut:
    return LiveOut(
        is_open=live.is_open.allowed,
        currency=currency,
        evaluations=[_evaluation_out(each) for each in live.evaluations],
        judges=[_judge_out(each) for each in found.rows],
        judge_counts={each.value: each.count for each in found.choices},
    )


def _evaluation_out(live: EvaluationLive) -> EvaluationLiveOut:
    progress, figures = live.progress, live.progress.figures
    timing = figures.timing
    lower, median, upper = (None, None, None) if timing.quantiles is None else timing.quantiles[1:4]
    pairs = figures.language_pairs

    def coverage(name: str, counts: tuple[int, ...]) -> CoverageOut:
        return CoverageOut(name=name, judgments=dict(zip(pairs, counts, strict=True)))

    return EvaluationLiveOut(
        code=live.evaluation.code,
        title=live.evaluation.title,
        answered=progress.answered,
        needed=live.evaluation.units,
        planned=progress.planned,
        expected_end=progress.expected_end,
        pace=_pace_out(figures.pace),
        charts=[chart.name for chart in live.charts],
        systems=[coverage(row.name, tuple(cell.count for cell in row.cells)) for row in live.systems],
        judges=[coverage(name, each.judgments) for name, each in figures.judges.items()],
        times=TimesOut(
            screens=timing.screens,
            too_long=timing.too_long,
            median_seconds=median,
            lower_seconds=lower,
            upper_seconds=upper,
        ),
        hours=progress.hours,
        cost=progress.cost,
        reused=None if live.reused is None else reused_answers_out(live.reused),
    )


def _pace_out(pace: Pace | None) -> PaceOut | None:
    if pace is None:
        return None
    points = [PacePointOut(start=each.start, judgments=each.judgments, total=each.total) for each in pace.points]
    return PaceOut(unit=pace.unit, points=points)


def _judge_out(row: JudgeRow) -> LiveJudgeOut:
    return LiveJudgeOut(
        judge=row.judge.label,
        answered=row.answered,
        controls=row.controls,
        last_sent=row.last_sent,
        is_blocked=row.judge.blocked_at is not None,
        is_excluded=row.judge.excluded_at is not None,
        reasons=list(row.reasons),
        agreement=[
            LiveAgreementOut(
                evaluation=each.title,
                value=each.value,
                low=each.low,
                high=each.high,
                answers=each.answers,
            )
            for each in row.agreements
        ],
        is_active=row.is_active,
        is_behind=row.is_quiet,
        needs_attention=row.needs_attention,
    )
