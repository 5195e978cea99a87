"""Mails about the schedule: each is sent to each contact person once."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef

from bakeoff.rulebook.notices import REMINDER_DAYS, Notice, notices_due
from bakeoff_site.campaigns.conversions import site_of
from bakeoff_site.campaigns.mails import notice_mail
from bakeoff_site.campaigns.models import Campaign, SentNotice, Team, TeamMember
from bakeoff_site.campaigns.selectors.teams import TeamState, team_states

_log = logging.getLogger("bakeoff.mail")
ABANDONED = timedelta(hours=1)
"""A mail that has been on its way for so long was being sent by a process that died."""


@dataclass(frozen=True, slots=True)
class Delivery:
    """What came of a round of mails."""

    sent: int = 0
    failed: int = 0


def send_due_notices(now: datetime, *, reminder_days: Sequence[int] = REMINDER_DAYS) -> Delivery:
    """Sends what is due and was not sent before. What fails is tried again in the next round."""
    SentNotice.objects.filter(sent_at=None, claimed_at__lt=now - ABANDONED).delete()
    outcomes = [_sent(*each, now) for each in _due(now, reminder_days)]
    return Delivery(outcomes.count(True), outcomes.count(False))


def _due(now: datetime, reminder_days: Sequence[int]) -> Iterator[tuple[Notice, TeamState, TeamMember]]:
    for campaign in Campaign.objects.filter(Exists(Team.objects.filter(campaign=OuterRef("pk"), withdrawn_at=None))):
        for state in team_states(campaign, now):
            if state.team.withdrawn_at is not None:
                continue
            for notice in notices_due(campaign.rules, site_of(state.team), now, reminder_days=reminder_days):
                yield from ((notice, state, member) for member in state.contacts if member.user.is_active)


def _sent(notice: Notice, state: TeamState, member: TeamMember, now: datetime) -> bool | None:
    """Whether the mail went out; None where it had before. Claimed first, so that two processes do not both send it."""
    claim, is_new = SentNotice.objects.get_or_create(
        team=state.team,
        user=member.user,
        kind=notice.kind,
        phase=notice.phase.id,
        about=notice.when,
        days=notice.days,
    )
    if not is_new:
        return None
    try:
        notice_mail(notice, state, member.user).send()
    except OSError:
        _log.exception("a mail about %s could not be sent to %s", notice.phase.id, member.user.email)
        claim.delete()
        return False
    SentNotice.objects.filter(pk=claim.pk).update(sent_at=now)
    return True
