"""Messages that were sent, what became of their mails, and who would get a new one."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, QuerySet

from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.campaigns.selectors.teams import progress_of, teams_of
from bakeoff_site.mail.models import Mail
from bakeoff_site.team_messages.choices import Audience
from bakeoff_site.team_messages.conversions import Recipient, recipients_among
from bakeoff_site.team_messages.models import TeamMessage


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """Which teams a message goes to."""

    audience: Audience
    step: str = ""
    teams: Collection[int] = ()
    """The keys of teams that were chosen one by one."""


@dataclass(frozen=True, slots=True)
class Delivery:
    """How many mails of a message were sent, wait, and failed."""

    sent: int
    waiting: int
    failed: int


def recipients_of(campaign: Campaign, selection: Selection, now: datetime) -> list[Recipient]:
    """Who gets a message now. Teams that withdrew never do."""
    states = [progress_of(team, now) for team in teams_of(campaign).filter(withdrawn_at=None)]
    if selection.audience == Audience.MISSING_STEP:
        states = [state for state in states if any(row.state.step == selection.step for row in state.missing)]
    elif selection.audience == Audience.CHOSEN:
        states = [state for state in states if state.team.pk in selection.teams]
    return recipients_among(states)


def messages_of(campaign: Campaign) -> QuerySet[TeamMessage]:
    """The messages of a campaign, newest first, with the number of their teams."""
    return campaign.messages.select_related("sent_by").annotate(team_count=Count("teams")).order_by("-pk")


def mails_of(message: TeamMessage) -> QuerySet[Mail]:
    """The mails of a message, by address."""
    return Mail.objects.filter(key__startswith=message.key).order_by("to", "pk")


def delivery_of(message: TeamMessage) -> Delivery:
    """What became of the mails of a message."""
    mails = list(mails_of(message).only("sent_at", "error", "given_up_at"))
    sent = sum(mail.sent_at is not None for mail in mails)
    failed = sum(mail.sent_at is None and bool(mail.error) for mail in mails)
    return Delivery(sent, len(mails) - sent - failed, failed)
