"""The log of consequential acts of a campaign."""

from __future__ import annotations

from django.db.models import Q, QuerySet

from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.core.models import AuditEvent


def log_of(campaign: Campaign, *, act: str = "", text: str = "") -> QuerySet[AuditEvent]:
    """The acts, newest first: of a kind (`team.withdraw`), with a text in the subject or the actor's name."""
    events = campaign.events.select_related("actor")
    if act:
        events = events.filter(act=act)
    if text:
        events = events.filter(
            Q(subject__icontains=text) | Q(actor__name__icontains=text) | Q(actor__email__icontains=text)
        )
    return events


def acts_of(campaign: Campaign) -> list[str]:
    """The kinds of acts that the log holds."""
    return sorted(campaign.events.order_by().values_list("act", flat=True).distinct())
