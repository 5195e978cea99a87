"""Mails about the schedule: each is put into the outbox once for each contact person."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime

from django.db.models import Exists, OuterRef

from bakeoff.rulebook.participation.notices import REMINDER_DAYS, Notice, notices_due
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.conversions import team_state
from bakeoff_site.campaigns.mails import notice_mail
from bakeoff_site.campaigns.models import Campaign, Team
from bakeoff_site.campaigns.selectors.teams import TeamProgress, progress_of, teams_of
from bakeoff_site.mail.selectors import known_keys
from bakeoff_site.mail.services.outbox import put_once


def put_due_notices(now: datetime, *, reminder_days: Sequence[int] = REMINDER_DAYS) -> int:
    """Has sent what is due and was not put before; how many mails."""
    due = {
        notice_key(notice, state.team, user): (notice, state, user) for notice, state, user in _due(now, reminder_days)
    }
    new = due.keys() - known_keys(due)
    return sum(put_once(notice_mail(*due[key]), key=key) is not None for key in due if key in new)


def notice_key(notice: Notice, team: Team, user: User) -> str:
    """What is reported to whom. The start or end is part of it: a deadline that was moved is reported again."""
    about = notice.when.astimezone(UTC).isoformat()
    return f"notice {team.pk} {user.pk} {notice.kind} {about} {notice.days} {notice.phase.id}"


def _due(now: datetime, reminder_days: Sequence[int]) -> Iterator[tuple[Notice, TeamProgress, User]]:
    takes_part = Team.objects.filter(campaign=OuterRef("pk"), withdrawn_at=None)
    for campaign in Campaign.objects.filter(Exists(takes_part), archived_at=None):
        for team in teams_of(campaign).filter(withdrawn_at=None):
            state = progress_of(team, now)
            for notice in notices_due(campaign.rules, team_state(team), now, reminder_days=reminder_days):
                yield from ((notice, state, member.user) for member in state.contacts if member.user.is_active)
