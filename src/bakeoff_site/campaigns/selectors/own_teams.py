"""The teams of one person over all campaigns."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import AnonymousUser

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign, Team
from bakeoff_site.campaigns.selectors.teams import StepRow, TeamProgress, progress_of, with_steps


@dataclass(frozen=True, slots=True)
class OwnTeam:
    """A team of someone, and what it should do next."""

    progress: TeamProgress

    @property
    def team(self) -> Team:
        return self.progress.team

    @property
    def campaign(self) -> Campaign:
        return self.team.campaign

    @property
    def is_over(self) -> bool:
        """Whether nothing is asked of the team any more."""
        return self.team.withdrawn_at is not None or self.campaign.archived_at is not None

    @property
    def next_step(self) -> StepRow | None:
        """The step to do next: the one with the earliest deadline."""
        missing = [] if self.is_over else list(self.progress.missing)
        return min(missing, key=_due_seconds, default=None)


def takes_part(user: User | AnonymousUser) -> bool:
    """Whether someone is in a team of any campaign. Who is signed in was looked up together with it."""
    if not isinstance(user, User):
        return False
    known: bool | None = getattr(user, "is_in_teams", None)
    return user.team_memberships.exists() if known is None else known


def judges(user: User | AnonymousUser) -> bool:
    """Whether someone judges or is invited to judge a task. Who is signed in was looked up together with it."""
    if not isinstance(user, User):
        return False
    known: bool | None = getattr(user, "is_judging", None)
    return user.judging.exists() if known is None else known


def own_teams(user: User, now: datetime) -> tuple[OwnTeam, ...]:
    """All teams of someone: first those that have something to do, the most urgent first."""
    teams = with_steps(Team.objects.filter(members__user=user)).select_related("campaign")
    rows = [OwnTeam(progress_of(team, now)) for team in teams]
    return tuple(sorted(rows, key=_urgency))


def _urgency(row: OwnTeam) -> tuple[bool, bool, float, str, str]:
    step = row.next_step
    due = _due_seconds(step) if step is not None else float("inf")
    return row.is_over, step is None, due, row.campaign.title, row.team.name


def _due_seconds(row: StepRow) -> float:
    """A step without a deadline comes after all that have one."""
    return row.state.due.timestamp() if row.state.due is not None else float("inf")
