"""Who judged what so far, how long it takes and what it costs: computed by the science from collected judgments."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from bakeoff.human_eval.analyses.live_figures import LiveFigures, live_figures
from bakeoff.rulebook import schedule
from bakeoff_site.judging.choices import ScreenState
from bakeoff_site.judging.conversions.judgments import judge_name
from bakeoff_site.judging.models import Evaluation, Judge, Screen, Task
from bakeoff_site.judging.selectors.collected import collected


@dataclass(frozen=True, slots=True, kw_only=True)
class EvaluationFigures:
    """An evaluation and how it goes."""

    evaluation: Evaluation
    figures: LiveFigures
    held: int
    """Screens that judges have in front of them."""
    planned: int | None
    """Judgments that there would be now if they came evenly over the phase; None where no phase is for it."""
    expected_end: datetime | None
    """When all will be judged at the pace of the last week."""
    longest_seconds: float | None
    cost: float | None
    """So far; None where the task says nothing about pay."""

    @property
    def answered(self) -> int:
        """Never more than are needed: judges may be given more where others were left out."""
        return min(self.figures.answered, self.evaluation.units)

    @property
    def share(self) -> float:
        return self.answered / self.evaluation.units if self.evaluation.units else 1.0

    @property
    def percent(self) -> str:
        return f"{100 * self.share:.1f}%"

    @property
    def planned_percent(self) -> str:
        return f"{100 * (self.planned or 0) / max(1, self.evaluation.units):.1f}%"

    @property
    def ahead(self) -> int | None:
        """Judgments more than the plan expects; negative: fewer."""
        return None if self.planned is None else self.answered - self.planned

    @property
    def behind(self) -> int:
        """Judgments fewer than the plan expects."""
        return max(0, -(self.ahead or 0))

    @property
    def hours(self) -> float:
        """That judges spent."""
        return self.figures.seconds / 3600

    @property
    def longest_minutes(self) -> str:
        """After which a screen does not count for times."""
        return "" if self.longest_seconds is None else f"{self.longest_seconds / 60:g}"


def figures_of(task: Task, *, judges: tuple[Judge, ...], now: datetime) -> tuple[EvaluationFigures, ...]:
    """All evaluations of a task. Blocked judges do not count, as their items are judged again."""
    evaluations = tuple(task.evaluations.select_related("task__campaign"))
    held = _held(task)
    blocked = frozenset(judge_name(each.pk) for each in judges if each.blocked_at is not None)
    return tuple(_figures(each, blocked, held.get(each.pk, 0), now) for each in evaluations)


def _held(task: Task) -> dict[int, int]:
    found: dict[int, int] = {}
    for pk in Screen.objects.filter(evaluation__task=task, state=ScreenState.HELD).values_list("evaluation", flat=True):
        found[pk] = found.get(pk, 0) + 1
    return found


def _figures(evaluation: Evaluation, blocked: frozenset[str], held: int, now: datetime) -> EvaluationFigures:
    found = collected(evaluation)
    longest = found.analysis.longest_seconds
    with found.lock:
        figures = live_figures(found.own.answers.heads, without=blocked, longest_seconds=longest, now=now)
    days = figures.days_left(evaluation.units)
    pay = evaluation.task.hourly_pay
    return EvaluationFigures(
        evaluation=evaluation,
        figures=figures,
        held=held,
        planned=_planned(evaluation, now),
        expected_end=now + timedelta(days=days) if days and days < _LONG else None,
        longest_seconds=longest,
        cost=None if pay is None else figures.cost(float(pay)),
    )


_LONG = 3650
"""Days that nobody waits for."""


def _planned(evaluation: Evaluation, now: datetime) -> int | None:
    openings = {"judge", f"judge:{evaluation.code}"}
    rules = evaluation.task.campaign.rules
    for period in schedule(rules):
        if not openings.isdisjoint(period.phase.opens):
            if now < period.start or period.end <= period.start:
                return 0
            return round(evaluation.units * min(1.0, (now - period.start) / (period.end - period.start)))
    return None


def moment_of(seconds: float) -> datetime | None:
    """A time of the figures; None where it is not known."""
    return datetime.fromtimestamp(seconds, UTC) if seconds else None
