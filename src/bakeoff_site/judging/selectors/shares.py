"""What teams owe of tasks, and what their members have judged of it: counted in the database, computed by the science.

Screens of judges who are blocked or left out of the results do not count, nor answers that came too late.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, Exists, F, OuterRef, Q, Sum

from bakeoff.evaluation.live_tournaments import expected_design
from bakeoff.human_eval.designs.owed_shares import TeamShare, Unit, Work, parse_owed, shares_of_task
from bakeoff.human_eval.designs.screens.dealer import Dealer
from bakeoff_site.campaigns.conversions import joins_judging
from bakeoff_site.campaigns.models import Campaign, Team, TeamMember
from bakeoff_site.core.caches import ComputedCache
from bakeoff_site.judging.choices import ScreenState
from bakeoff_site.judging.models import Evaluation, Judge, Judgment, Screen, ShareWaiver, Task
from bakeoff_site.judging.permissions import judging_end
from bakeoff_site.judging.selectors.contents import content_of

COUNTS = Q(blocked_at=None, excluded_at=None)
"""Judges whose screens count."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShareRow:
    """The share of a team in a task."""

    task: Task
    team: Team
    share: TeamShare
    waiver: ShareWaiver | None
    due: datetime | None
    """When its members can judge no longer; None where the schedule does not say."""
    members: int
    judging: int
    """Members who have answered something."""
    left_out: int
    """Answered screens of members whose judgments do not count."""

    @property
    def is_complete(self) -> bool:
        return self.waiver is not None or self.share.is_complete

    @property
    def percent(self) -> str:
        return f"{100 * self.share.progress:.1f}%"

    def is_overdue(self, now: datetime) -> bool:
        return not self.is_complete and self.due is not None and self.due <= now


@dataclass(frozen=True, slots=True)
class _Done:
    """What judges of a team did in an evaluation."""

    work: Work
    judges: frozenset[int]
    left_out: int


def shares_of(task: Task) -> tuple[ShareRow, ...]:
    """The shares of all teams in a task, those that are furthest behind first."""
    return shares_in(task.campaign, [task])


def shares_in(
    campaign: Campaign, tasks: Sequence[Task] | None = None, *, teams: Sequence[Team] | None = None
) -> tuple[ShareRow, ...]:
    """The shares of teams in tasks of a campaign, those furthest behind first, in a fixed number of queries.

    Without `tasks`, in all of them. `teams` are those to show: an even share depends on how many there are in all.
    """
    asked = list(campaign.judging_tasks.all() if tasks is None else tasks)
    evaluations: dict[int, list[Evaluation]] = defaultdict(list)
    for each in Evaluation.objects.filter(task__in=asked):
        evaluations[each.task_id].append(each)
    owing = [task for task in asked if _owes(task, evaluations[task.pk])]
    if not owing:
        return ()
    joined = [team for team in campaign.teams.prefetch_related("consents", "extensions") if joins_judging(team)]
    done = _work(owing, evaluations)
    waivers = {(each.task_id, each.team_id): each for each in ShareWaiver.objects.filter(task__in=owing)}
    members = dict(TeamMember.objects.filter(team__in=joined).values_list("team").annotate(Count("pk")))
    shown = None if teams is None else {team.pk for team in teams}
    rows = []
    for task in owing:
        task.campaign = campaign
        own = evaluations[task.pk]
        for team, share in _computed(task, own, joined, done):
            if shown is not None and team.pk not in shown:
                continue
            parts = [done[team.pk, each.pk] for each in own if (team.pk, each.pk) in done]
            extensions = {each.phase: each.until for each in team.extensions.all()}
            rows.append(
                ShareRow(
                    task=task,
                    team=team,
                    share=share,
                    waiver=waivers.get((task.pk, team.pk)),
                    due=judging_end(campaign, [each.code for each in own], extensions),
                    members=members.get(team.pk, 0),
                    judging=len(frozenset().union(*(part.judges for part in parts))),
                    left_out=sum(part.left_out for part in parts),
                )
            )
    return tuple(sorted(rows, key=lambda row: (row.is_complete, row.share.progress, row.team.name)))


def owed_in_words(task: Task) -> str:
    """What each team owes by the rules or by the organisers, as it was written; empty: nothing."""
    said = [each.rules.get("owed", "") for each in task.evaluations.all()]
    return task.owed or " and ".join(dict.fromkeys(filter(None, said)))


def _owes(task: Task, evaluations: Iterable[Evaluation], *, unit: Unit | None = None) -> bool:
    """Whether teams owe something of a task, or something that is counted in a unit."""
    texts = [task.owed] if task.owed else [each.rules.get("owed", "") for each in evaluations]
    found = [owed for owed in map(parse_owed, texts) if owed is not None]
    return any(unit is None or owed.unit == unit for owed in found)


def _computed(
    task: Task, evaluations: Sequence[Evaluation], teams: Sequence[Team], done: Mapping[tuple[int, int], _Done]
) -> list[tuple[Team, TeamShare]]:
    by_key = {str(team.pk): team for team in teams}
    work = {
        key: {each.code: done[team.pk, each.pk].work for each in evaluations if (team.pk, each.pk) in done}
        for key, team in by_key.items()
    }
    owed = {each.code: each.rules.get("owed", "") for each in evaluations}
    shares = shares_of_task(owed, work, screens=planned_screens(task), instead=task.owed)
    return [(by_key[each.team], each) for each in shares]


_SCREENS: ComputedCache[Mapping[str, int]] = ComputedCache(most=64)


def planned_screens(task: Task) -> Mapping[str, int]:
    """How many screens each evaluation of a task needs, without controls."""

    def count() -> Mapping[str, int]:
        return {code: Dealer(expected_design(each)).screens for code, each in content_of(task).evaluations.items()}

    return _SCREENS.get(task.sha256, count)


def _work(tasks: Sequence[Task], evaluations: Mapping[int, Sequence[Evaluation]]) -> dict[tuple[int, int], _Done]:
    """By team and evaluation."""
    judges = dict(Judge.objects.filter(task__in=tasks).exclude(team=None).values_list("pk", "team"))
    counted = set(Judge.objects.filter(COUNTS, task__in=tasks).exclude(team=None).values_list("pk", flat=True))
    answered = (
        Screen.objects.filter(evaluation__task__in=tasks, judge__in=judges, state=ScreenState.ANSWERED)
        .filter(qualification_try=None)  # who qualifies has not judged anything yet
        .order_by()
        .values_list("judge", "evaluation")
        .annotate(Count("pk"))
    )
    timed = [task for task in tasks if _owes(task, evaluations[task.pk], unit="hours")]
    seconds = _seconds([each for task in timed for each in evaluations[task.pk]])
    found: dict[tuple[int, int], _Done] = {}
    for judge, evaluation, screens in answered:
        key = (judges[judge], evaluation)
        before = found.get(key, _Done(Work(), frozenset(), 0))
        if judge in counted:
            hours = seconds.get((judge, evaluation), timedelta()).total_seconds() / 3600
            work = Work(before.work.screens + screens, before.work.hours + hours)
            found[key] = _Done(work, before.judges | {judge}, before.left_out)
        else:
            found[key] = _Done(before.work, before.judges, before.left_out + screens)
    return found


def _seconds(evaluations: Sequence[Evaluation]) -> dict[tuple[int, int], timedelta]:
    """How long judges were at the screens of evaluations, without screens that took longer than the rules allow."""
    later = Judgment.objects.filter(screen=OuterRef("screen"), pk__gt=OuterRef("pk"))
    found: dict[tuple[int, int], timedelta] = {}
    for each in evaluations:
        rows = each.judgments.filter(~Exists(later), surplus=False, shown_at__isnull=False)
        if longest := each.rules.get("longest_minutes"):
            rows = rows.filter(sent_at__lte=F("shown_at") + timedelta(minutes=longest))
        taken = rows.order_by().values_list("judge").annotate(spent=Sum(F("sent_at") - F("shown_at")))
        found |= {(judge, each.pk): spent for judge, spent in taken}
    return found
