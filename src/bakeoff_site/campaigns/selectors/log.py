"""The log of consequential acts of a campaign."""

from __future__ import annotations

from django.db.models import QuerySet

from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.core.models import AuditEvent
from bakeoff_site.core.selectors import acts_in, events_like


def log_of(campaign: Campaign, *, act: str = "", text: str = "") -> QuerySet[AuditEvent]:
    """The acts, newest first: of a kind (`team.withdraw`), with a text in the subject or the actor's name."""
    return events_like(campaign.events.all(), act=act, text=text)


def acts_of(campaign: Campaign) -> list[str]:
    """The kinds of acts that the log holds."""
    return acts_in(campaign.events.all())
