"""The organisers' own pages as someone may read them."""

from __future__ import annotations

from django.db.models import QuerySet

from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.campaigns.permissions import CampaignRole
from bakeoff_site.pages.models import CampaignPage, Logo

OVERVIEW = "overview"
"""The page that is shown on the first page of the campaign itself."""


def pages_for(role: CampaignRole) -> QuerySet[CampaignPage]:
    """The pages that someone may read, in the order of the organisers."""
    pages = role.campaign.pages.select_related("changed_by")
    return pages if role.is_organiser else pages.filter(published=True)


def logo_of(campaign: Campaign) -> Logo | None:
    return Logo.objects.filter(campaign=campaign).first()
