"""What organisers still have to do for human evaluation, over several campaigns in a fixed number of queries."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, Exists, OuterRef

from bakeoff.rulebook import schedule
from bakeoff_site.campaigns.choices import MembershipRole
from bakeoff_site.campaigns.models import Campaign, Membership
from bakeoff_site.judging.choices import ScreenState
from bakeoff_site.judging.models import Judge, Screen, Task
from bakeoff_site.judging.permissions import is_open, judging_end
from bakeoff_site.judging.screens.registry import has_screen


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskDuties:
    """An open task, how far it is, and who is behind."""

    task: Task
    end: datetime | None
    """When judging ends; None where the schedule does not say."""
    answered: int
    needed: int
    """Both are counted where the end is near; 0 elsewhere."""


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgingDuties:
    """What a campaign needs of its organisers."""

    unplanned_since: datetime | None = None
    """When judging starts or started, where no task is planned for it."""
    idle_judges: int = 0
    """Invited judges of an open task who have not started."""
    tasks: tuple[TaskDuties, ...] = ()
    """Those that are open."""


def judging_duties(campaigns: Sequence[Campaign], *, now: datetime, ahead: timedelta) -> Mapping[int, JudgingDuties]:
    """By campaign; `ahead` is how long before judging starts a task should be planned."""
    judged = [campaign for campaign in campaigns if campaign.rules.human]
    if not judged:
        return {}
    tasks: dict[int, list[Task]] = {campaign.pk: [] for campaign in judged}
    for task in Task.objects.filter(campaign__in=judged).prefetch_related("evaluations"):
        tasks[task.campaign_id].append(task)
    opened = {each: [task for task in tasks[each.pk] if _is_open(each, task, now)] for each in judged}
    busy = [campaign for campaign, own in opened.items() if own]
    ends = {task: _end(campaign, task) for campaign, own in opened.items() for task in own}
    near = [task for task, end in ends.items() if end is not None and end - now <= ahead]
    idle, answered = _idle_judges(busy), _answered(near)
    return {
        campaign.pk: JudgingDuties(
            unplanned_since=None if tasks[campaign.pk] else _start(campaign, now, ahead),
            idle_judges=idle[campaign.pk],
            tasks=tuple(
                TaskDuties(
                    task=task,
                    end=ends[task],
                    answered=answered[task.pk],
                    needed=sum(each.units for each in task.evaluations.all()) if task in near else 0,
                )
                for task in own
            ),
        )
        for campaign, own in opened.items()
    }


def _end(campaign: Campaign, task: Task) -> datetime | None:
    return judging_end(campaign, [each.code for each in task.evaluations.all()])


def _answered(tasks: Sequence[Task]) -> Counter[int]:
    """Screens that count and are no controls, by task."""
    if not tasks:
        return Counter()
    rows = Screen.objects.filter(
        evaluation__task__in=tasks, state=ScreenState.ANSWERED, control="", judge__blocked_at=None
    )
    return Counter(dict(rows.order_by().values_list("evaluation__task").annotate(Count("pk"))))


def _is_open(campaign: Campaign, task: Task, now: datetime) -> bool:
    return is_open(campaign, task, codes=[each.code for each in task.evaluations.all()], now=now).allowed


def _start(campaign: Campaign, now: datetime, ahead: timedelta) -> datetime | None:
    """When a phase starts, soon or now, in which people judge by a protocol that has a screen."""
    codes = [code for code, each in campaign.rules.human.items() if has_screen(each.protocol)]
    openings = _openings(codes)
    starts = [
        period.start
        for period in schedule(campaign.rules)
        if not openings.isdisjoint(period.phase.opens) and period.start - ahead <= now < period.end
    ]
    return min(starts, default=None)


def _openings(codes: Collection[str]) -> frozenset[str]:
    return frozenset({f"judge:{code}" for code in codes} | ({"judge"} if codes else set()))


def _idle_judges(campaigns: Sequence[Campaign]) -> Counter[int]:
    if not campaigns:
        return Counter()
    started = Judge.objects.filter(user=OuterRef("user"), task__campaign=OuterRef("campaign"), started_at__isnull=False)
    invited = Membership.objects.filter(~Exists(started), campaign__in=campaigns, role=MembershipRole.JUDGE)
    joined = Judge.objects.filter(task__campaign__in=campaigns, started_at=None, blocked_at=None, user__isnull=False)
    rows = set(invited.values_list("campaign", "user")) | set(joined.values_list("task__campaign", "user"))
    return Counter(campaign for campaign, _ in rows)
