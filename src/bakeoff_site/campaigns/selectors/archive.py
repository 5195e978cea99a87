"""Archived and deleted campaigns."""

from __future__ import annotations

from django.db.models import QuerySet

from bakeoff_site.campaigns.models import Campaign, DeletedCampaign
from bakeoff_site.core.models import AuditEvent
from bakeoff_site.core.selectors import events_like


def reasons_to_keep(campaign: Campaign) -> tuple[str, ...]:
    """Why a campaign cannot be deleted: what teams have sent. Nothing where nobody has submitted."""
    counts = {
        "submitted packages": campaign.submissions.exclude(team=None).count(),
        "uploads on their way": campaign.uploads.filter(submission=None).count(),
        "teams with system descriptions": campaign.teams.exclude(descriptions=None).distinct().count(),
        "proposed corrections": campaign.corrections.exclude(team=None).count(),
    }
    return tuple(f"{what}: {count}" for what, count in counts.items() if count)


def deleted_campaigns() -> QuerySet[DeletedCampaign]:
    """Newest first."""
    return DeletedCampaign.objects.select_related("deleted_by")


def log_of_deleted(deleted: DeletedCampaign, *, act: str = "", text: str = "") -> QuerySet[AuditEvent]:
    """The acts in a campaign that is gone, newest first."""
    return events_like(deleted.events.all(), act=act, text=text)
