"""Who is behind with judging: members of teams that owe more, and invited judges who stopped or never started."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, Max, Q

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.choices import MembershipRole
from bakeoff_site.campaigns.models import Membership, TeamMember
from bakeoff_site.judging.choices import ScreenState
from bakeoff_site.judging.models import Judge, Task
from bakeoff_site.judging.permissions import judging_end
from bakeoff_site.judging.selectors.progress import progress_of
from bakeoff_site.judging.selectors.shares import ShareRow, shares_of

IDLE = timedelta(days=3)
"""An invited judge who has answered nothing for so long is behind, while something is left to judge."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BehindJudge:
    """Somebody who should judge more."""

    user: User
    share: ShareRow | None
    """That of their team; None for judges who were invited by name."""
    answered: int
    last_sent: datetime | None
    due: datetime | None
    is_contact: bool = False
    """Whether they are a contact person of the team."""

    @property
    def reason(self) -> str:
        """Why they are behind, for organisers."""
        if self.share is not None:
            return f"{self.share.team.name} has judged {self.share.share.sentence}"
        if self.last_sent is None:
            return "has not answered anything yet"
        return f"has answered nothing for {IDLE.days} days"


def judges_behind(task: Task, *, now: datetime) -> tuple[BehindJudge, ...]:
    """Everyone who is behind in a task, members of teams first. Who is blocked cannot do more."""
    judges = {
        judge.user_id or 0: judge
        for judge in Judge.objects.filter(task=task, user__isnull=False)
        .select_related("user")
        .annotate(
            answered=Count("screens", filter=Q(screens__state=ScreenState.ANSWERED)), last=Max("screens__dealt_at")
        )
    }
    behind = [row for row in shares_of(task) if not row.is_complete]
    found = {each.user.pk: each for each in _of_teams(behind, judges)}
    progress = progress_of(task)
    if progress.answered < progress.units:
        found |= {each.user.pk: each for each in _invited(task, judges, now) if each.user.pk not in found}
    return tuple(each for each in found.values() if (judge := judges.get(each.user.pk)) is None or not judge.blocked_at)


def _of_teams(rows: Sequence[ShareRow], judges: Mapping[int, Judge]) -> Iterator[BehindJudge]:
    by_team = {row.team.pk: row for row in rows}
    members = TeamMember.objects.filter(team__in=by_team, user__is_active=True).select_related("user")
    for member in members.order_by("team__name", "user__name", "pk"):
        row, judge = by_team[member.team_id], judges.get(member.user_id)
        if judge is None or judge.team_id in (None, member.team_id):
            yield _behind(member.user, judge, due=row.due, share=row, is_contact=member.is_contact)


def _invited(task: Task, judges: Mapping[int, Judge], now: datetime) -> Iterator[BehindJudge]:
    due = judging_end(task.campaign, [each.code for each in task.evaluations.all()])
    invited = Membership.objects.filter(campaign=task.campaign, role=MembershipRole.JUDGE, user__is_active=True)
    people = {each.user_id: each.user for each in invited.select_related("user").order_by("user__name", "pk")}
    for judge in judges.values():
        # Where everyone may judge, people who came by themselves are free to stop.
        user = judge.user
        if judge.team_id is None and user and user.is_active and (judge.started_at is None or not task.open_to_all):
            people.setdefault(user.pk, user)
    for key, user in people.items():
        own = judges.get(key)
        row = _behind(user, own, due=due)
        if (own is None or own.team_id is None) and (row.last_sent is None or row.last_sent < now - IDLE):
            yield row


def _behind(
    user: User, judge: Judge | None, *, due: datetime | None, share: ShareRow | None = None, is_contact: bool = False
) -> BehindJudge:
    return BehindJudge(
        user=user,
        share=share,
        answered=0 if judge is None else judge.answered,  # type: ignore[attr-defined]
        last_sent=None if judge is None else judge.last,  # type: ignore[attr-defined]
        due=due,
        is_contact=is_contact,
    )
