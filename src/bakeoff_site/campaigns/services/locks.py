"""A campaign is held while something in it changes."""

from __future__ import annotations

from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.campaigns.permissions import may_change
from bakeoff_site.core.refusals import RefusedError


def lock_open_campaign(campaign_id: int) -> Campaign:
    """The campaign as it is now; nobody else changes, archives or deletes it until the transaction ends.

    Refused where someone archived or deleted it meanwhile. Call it before any other row is locked: all rows that are
    written speak of the campaign, and who holds another one would wait for it.
    """
    campaign = Campaign.objects.select_for_update().filter(pk=campaign_id).first()
    if campaign is None:
        raise RefusedError("The campaign was deleted meanwhile, so nothing was saved. Ask its organisers.")
    answer = may_change(campaign)
    if not answer.allowed:
        raise RefusedError(answer.sentence)
    return campaign
