"""Who may read and write the organisers' own pages. Pure: what someone is has been looked up before."""

from __future__ import annotations

from bakeoff_site.campaigns.permissions import CampaignRole
from bakeoff_site.pages.models import CampaignPage


def may_read(role: CampaignRole, page: CampaignPage) -> bool:
    """Published pages are for everyone who has the address of the campaign, the others for organisers."""
    return page.published or role.is_organiser
