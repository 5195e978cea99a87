"""How a human evaluation goes: coverage, times, cost and judges."""

from __future__ import annotations

from datetime import datetime

from ninja import Schema

from bakeoff_site.judging.selectors.live import EvaluationLive, JudgeRow, LiveView


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


class EvaluationLiveOut(Schema):
    code: str
    title: str
    answered: int
    needed: int
    planned: int | None
    """Judgments that there would be by now if they came evenly over the phase; null without a phase."""
    expected_end: datetime | None
    """At the pace of the last week."""
    systems: list[CoverageOut]
    judges: list[CoverageOut]
    times: TimesOut
    hours: float
    """That judges spent, without screens that took too long."""
    cost: float | None
    """Of these hours; null where the task says nothing about pay."""


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


class LiveOut(Schema):
    is_open: bool
    currency: str
    evaluations: list[EvaluationLiveOut]
    judges: list[LiveJudgeOut]


def live_out(live: LiveView, *, currency: str) -> LiveOut:
    return LiveOut(
        is_open=live.is_open.allowed,
        currency=currency,
        evaluations=[_evaluation_out(each) for each in live.evaluations],
        judges=[_judge_out(each) for each in live.judges],
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
    )


def _judge_out(row: JudgeRow) -> LiveJudgeOut:
    return LiveJudgeOut(
        judge=row.judge.label,
        answered=row.answered,
        controls=row.controls,
        last_sent=row.last_sent,
        is_blocked=row.judge.blocked_at is not None,
        is_excluded=row.judge.excluded_at is not None,
        reasons=list(row.reasons),
    )
