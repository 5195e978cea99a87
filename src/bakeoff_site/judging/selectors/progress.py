"""How far tasks have come: judgments against the plan."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Q

from bakeoff.rulebook.release.visibility import Answer
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.judging.choices import ScreenState
from bakeoff_site.judging.models import Evaluation, Judge, Task
from bakeoff_site.judging.permissions import is_open


@dataclass(frozen=True, slots=True, kw_only=True)
class EvaluationProgress:
    """An evaluation and how much of it is judged."""

    evaluation: Evaluation
    answered: int
    """Screens that count and are no controls."""
    controls: int
    """Repeats, gold and attention items that were answered."""
    held: int

    @property
    def share(self) -> float:
        return min(1.0, self.answered / self.evaluation.units) if self.evaluation.units else 1.0

    @property
    def percent(self) -> str:
        return f"{100 * self.share:.1f}%"


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskProgress:
    """A task with its evaluations and judges."""

    task: Task
    evaluations: tuple[EvaluationProgress, ...]

    @property
    def answered(self) -> int:
        return sum(each.answered for each in self.evaluations)

    @property
    def units(self) -> int:
        return sum(each.evaluation.units for each in self.evaluations)

    @property
    def percent(self) -> str:
        return f"{100 * min(1.0, self.answered / self.units):.1f}%" if self.units else "100.0%"

    @property
    def contents(self) -> str:
        """The titles of its evaluations; empty where they say no more than its own."""
        titles = ", ".join(each.evaluation.title for each in self.evaluations)
        return "" if titles == self.task.title else titles


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedTask:
    """A task in the list of organisers."""

    progress: TaskProgress
    judges: int
    """Who have started."""
    is_open: Answer


def listed_tasks(campaign: Campaign, *, now: datetime) -> tuple[ListedTask, ...]:
    """All tasks of a campaign, those that are open first, in three queries whatever their number."""
    started = Judge.objects.filter(task__campaign=campaign).exclude(started_at=None)
    judges = dict(started.values_list("task").annotate(Count("pk")))
    rows = [
        ListedTask(
            progress=each,
            judges=judges.get(each.task.pk, 0),
            is_open=is_open(campaign, each.task, codes=[one.evaluation.code for one in each.evaluations], now=now),
        )
        for each in progress_of_tasks(campaign)
    ]
    return tuple(sorted(rows, key=lambda row: not row.is_open.allowed))


def progress_of_tasks(campaign: Campaign) -> tuple[TaskProgress, ...]:
    """All tasks of a campaign and how far they are, in two queries whatever their number."""
    counted = Q(screens__judge__blocked_at=None, screens__qualification_try=None)
    ordinary = Q(screens__control="") & counted
    answered = Q(screens__state=ScreenState.ANSWERED)
    rows = (
        Evaluation.objects.filter(task__campaign=campaign)
        .select_related("task")
        .annotate(
            answered_count=Count("screens", filter=ordinary & answered),
            control_count=Count("screens", filter=~Q(screens__control="") & counted & answered),
            held_count=Count("screens", filter=Q(screens__state=ScreenState.HELD, screens__qualification_try=None)),
        )
        .order_by("task", "pk")
    )
    by_task: dict[Task, list[EvaluationProgress]] = {}
    for row in rows:
        by_task.setdefault(row.task, []).append(
            EvaluationProgress(
                evaluation=row, answered=row.answered_count, controls=row.control_count, held=row.held_count
            )
        )
    return tuple(TaskProgress(task=task, evaluations=tuple(each)) for task, each in by_task.items())


def progress_of(task: Task) -> TaskProgress:
    """One task and how far it is."""
    return next(each for each in progress_of_tasks(task.campaign) if each.task.pk == task.pk)
