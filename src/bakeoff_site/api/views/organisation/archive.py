"""Campaigns are archived and deleted."""

from __future__ import annotations

from typing import Annotated, Any

from django.core.exceptions import PermissionDenied
from django.shortcuts import get_object_or_404
from django.utils import timezone
from ninja import Query, Router

from bakeoff_site.api.authentication import TokenRequest, organise, oversee
from bakeoff_site.api.pagination import Limit, Offset, page_of
from bakeoff_site.api.schemas.organisation.campaigns import (
    ArchiveIn,
    CampaignOut,
    DeletedCampaignOut,
    DeletionIn,
    campaign_out,
    deleted_out,
)
from bakeoff_site.api.schemas.organisation.log import ActOut, act_out
from bakeoff_site.api.schemas.shared import Page
from bakeoff_site.api.views.access import organiser_of
from bakeoff_site.campaigns.permissions import may_create_campaigns, may_delete_campaigns
from bakeoff_site.campaigns.selectors.archive import deleted_campaigns, log_of_deleted
from bakeoff_site.campaigns.selectors.campaigns import participants_for
from bakeoff_site.campaigns.services.archive import delete_campaign, set_archived
from bakeoff_site.campaigns.views.access import require

router = Router(tags=["archive"])


@router.put(
    "/campaigns/{slug}/archive",
    response=CampaignOut,
    auth=organise,
    summary="Archive a campaign, or take it out of the archive (organisers)",
    description="Nothing in an archived campaign can be changed, and its jobs and mails wait.",
)
def change_archive(request: TokenRequest, slug: str, body: ArchiveIn) -> CampaignOut:
    role = organiser_of(request, slug, works_when_archived=True)
    set_archived(role.campaign, actor=request.auth.person, archived=body.archived)
    role.campaign.refresh_from_db()
    return campaign_out(role.campaign, participants_for(role, timezone.now()))


@router.post(
    "/campaigns/{slug}/delete",
    response=DeletedCampaignOut,
    auth=organise,
    summary="Delete a campaign in which nobody has submitted (administrators)",
    description="The log of the campaign is kept.",
)
def remove_campaign(request: TokenRequest, slug: str, body: DeletionIn) -> DeletedCampaignOut:
    role = organiser_of(request, slug, works_when_archived=True)
    require(may_delete_campaigns(request.auth.user))
    return deleted_out(delete_campaign(role.campaign, actor=request.auth.person, title=body.title))


@router.get(
    "/deleted-campaigns",
    response=Page[DeletedCampaignOut],
    auth=oversee,
    summary="Deleted campaigns, newest first (administrators)",
)
def list_deleted(request: TokenRequest, limit: Limit, offset: Offset) -> dict[str, Any]:
    _require_administrator(request)
    return page_of(request, deleted_campaigns(), limit, offset, deleted_out)


@router.get(
    "/deleted-campaigns/{deleted_id}/log",
    response=Page[ActOut],
    auth=oversee,
    summary="Who did what in a deleted campaign, newest first (administrators)",
)
def list_acts_of_deleted(
    request: TokenRequest,
    deleted_id: int,
    limit: Limit,
    offset: Offset,
    *,
    act: Annotated[str, Query(description="Only acts of this kind, such as team.withdraw.")] = "",
    text: Annotated[str, Query(description="In the subject or the name of the person.")] = "",
) -> dict[str, Any]:
    _require_administrator(request)
    deleted = get_object_or_404(deleted_campaigns(), pk=deleted_id)
    return page_of(request, log_of_deleted(deleted, act=act, text=text), limit, offset, act_out)


def _require_administrator(request: TokenRequest) -> None:
    if not may_create_campaigns(request.auth.user):
        raise PermissionDenied("Deleted campaigns are for administrators of this site.")
