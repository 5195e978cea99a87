"""Who judged what so far, how long it takes and what it costs: computed by the science from collected judgments."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from bakeoff.human_eval.analyses.live_figures import LiveFigures, live_figures
from bakeoff.reports.charts.shapes import Drawing
from bakeoff.reports.human.pace_charts import PlannedPace, pace_chart
from bakeoff_site.judging.choices import Opening, ScreenState
from bakeoff_site.judging.conversions.judgments import judge_name
from bakeoff_site.judging.models import Evaluation, Judge, Screen, Task
from bakeoff_site.judging.permissions import judging_period
from bakeoff_site.judging.selectors.collected import collected


@dataclass(frozen=True, slots=True, kw_only=True)
class EvaluationFigures:
    """An evaluation and how it goes."""

    evaluation: Evaluation
    figures: LiveFigures
    held_since: Mapping[int, datetime]
    """By judge, when they last did something on the screen that they have in front of them."""
    plan: PlannedPace | None
    """As judgments would come evenly over the phase; None where no phase with an end is for it."""
    planned: int | None
    """Judgments that there would be now by this plan."""
    expected_end: datetime | None
    """When all will be judged at the pace of the last week."""
    longest_seconds: float | None
    cost: float | None
    """So far; None where the task says nothing about pay."""

    @property
    def held(self) -> int:
        """Screens that judges have in front of them."""
        return len(self.held_since)

    @property
    def chart(self) -> Drawing | None:
        """Judgments over time; None where there is none."""
        pace = self.figures.pace
        return None if pace is None else pace_chart(pace, title=self.evaluation.title, plan=self.plan)

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
    return tuple(_figures(each, blocked, held.get(each.pk, {}), now) for each in evaluations)


def _held(task: Task) -> dict[int, dict[int, datetime]]:
    """For each evaluation the judges who have a screen in front of them; a lease starts again with whatever they do."""
    lease = timedelta(minutes=task.lease_minutes)
    found: dict[int, dict[int, datetime]] = {}
    rows = Screen.objects.filter(evaluation__task=task, state=ScreenState.HELD)
    for evaluation, judge, until in rows.values_list("evaluation", "judge", "lease_until"):
        found.setdefault(evaluation, {})[judge] = until - lease
    return found


def _figures(
    evaluation: Evaluation, blocked: frozenset[str], held: Mapping[int, datetime], now: datetime
) -> EvaluationFigures:
    found = collected(evaluation)
    longest = found.analysis.longest_seconds
    task = evaluation.task
    period = judging_period(task.campaign, [evaluation.code])
    plan = None if period is None else PlannedPace(start=period.start, end=period.end, judgments=evaluation.units)
    until = now if task.opening != Opening.CLOSED and (plan is None or now < plan.end) else None
    with found.lock:
        figures = live_figures(
            found.own.answers.heads,
            without=blocked,
            longest_seconds=longest,
            now=now,
            until=until,
            zone=task.campaign.rules.campaign.zone,
        )
    days = figures.days_left(evaluation.units)
    pay = task.hourly_pay
    return EvaluationFigures(
        evaluation=evaluation,
        figures=figures,
        held_since=held,
        plan=plan,
        planned=None if plan is None else round(plan.at(now)),
        expected_end=now + timedelta(days=days) if days and days < _LONG else None,
        longest_seconds=longest,
        cost=None if pay is None else figures.cost(float(pay)),
    )


_LONG = 3650
"""Days that nobody waits for."""


def moment_of(seconds: float) -> datetime | None:
    """A time of the figures; None where it is not known."""
    return datetime.fromtimestamp(seconds, UTC) if seconds else None
