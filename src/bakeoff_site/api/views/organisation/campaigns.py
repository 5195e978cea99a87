"""Campaigns: found, read, created."""

from __future__ import annotations

from typing import Annotated, Any

from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.utils import timezone
from ninja import Query, Router

from bakeoff.rulebook import events_after, rulebook_names, start_on
from bakeoff.rulebook.drafts.models import model_from, shipped_model
from bakeoff_site.api.authentication import TokenRequest, organise, oversee, public
from bakeoff_site.api.pagination import Limit, Offset, page_of
from bakeoff_site.api.schemas.organisation.campaigns import (
    CampaignOut,
    CampaignRow,
    ListingIn,
    NewCampaign,
    ScheduleOut,
    campaign_out,
    campaign_row,
    event_out,
    phase_out,
)
from bakeoff_site.api.schemas.organisation.dashboard import DashboardOut, dashboard_out
from bakeoff_site.api.schemas.organisation.plans import DuplicateIn, PlanIn, drafted_text
from bakeoff_site.api.schemas.shared import Page
from bakeoff_site.api.views.access import organiser_of, role_in
from bakeoff_site.campaigns.permissions import may_create_campaigns
from bakeoff_site.campaigns.selectors.campaigns import participants_for, schedule_at
from bakeoff_site.campaigns.selectors.dashboard import dashboard_of
from bakeoff_site.campaigns.services.campaigns import create_campaign, set_listed
from bakeoff_site.datasets.services.copies import duplicate_campaign
from bakeoff_site.home.selectors.cards import cards_for

router = Router(tags=["campaigns"])
_FOR_ADMINISTRATORS = "Campaigns are created by administrators of this site. Ask one to create yours."


@router.get("/campaigns", response=Page[CampaignRow], auth=public, summary="Campaigns that you may find")
def list_campaigns(
    request: TokenRequest,
    limit: Limit,
    offset: Offset,
    *,
    archived: Annotated[bool, Query(description="Archived campaigns instead of open ones.")] = False,
) -> dict[str, Any]:
    now = timezone.now()
    cards = cards_for(request.auth.user, now, archived=archived)
    return page_of(request, cards, limit, offset, lambda card: campaign_row(card, now))


@router.post(
    "/campaigns",
    response={201: CampaignOut},
    auth=organise,
    summary="Create a campaign from the text of its rulebook",
    description="With `start` all dates move together. A schedule in the past is refused without `confirm_past`.",
)
def add_campaign(request: TokenRequest, body: NewCampaign) -> CampaignOut:
    if not may_create_campaigns(request.auth.user):
        raise PermissionDenied(_FOR_ADMINISTRATORS)
    text = start_on(body.rulebook, body.start) if body.start else body.rulebook
    return campaign_out(create_campaign(text, creator=request.auth.person, confirm_past=body.confirm_past), None)


@router.post(
    "/rulebooks/{name}/campaigns",
    response={201: CampaignOut},
    auth=organise,
    summary="Create a campaign in the manner of a rulebook that comes with Bakeoff, with new dates",
    description="What is not given is as in the model; its organiser, website and contact are removed.",
)
def add_campaign_from_model(request: TokenRequest, name: str, body: PlanIn) -> CampaignOut:
    if not may_create_campaigns(request.auth.user):
        raise PermissionDenied(_FOR_ADMINISTRATORS)
    if name not in rulebook_names():
        raise Http404
    text = drafted_text(shipped_model(name), body)
    return campaign_out(create_campaign(text, creator=request.auth.person, confirm_past=body.confirm_past), None)


@router.post(
    "/campaigns/{slug}/duplicates",
    response={201: CampaignOut},
    auth=organise,
    summary="Create a campaign with the rules of this one and new dates (organisers)",
    description="Teams, submissions and results are never copied.",
)
def add_duplicate(request: TokenRequest, slug: str, body: DuplicateIn) -> CampaignOut:
    source = organiser_of(request, slug, works_when_archived=True).campaign
    text = drafted_text(model_from(source.rulebook_text, name=source.slug), body)
    made = duplicate_campaign(
        source,
        text,
        by=request.auth.person,
        confirm_past=body.confirm_past,
        copy_people=body.copy_people,
        copy_files=body.copy_files,
    )
    return campaign_out(made, None)


@router.get("/campaigns/{slug}", response=CampaignOut, auth=public, summary="A campaign")
def show_campaign(request: TokenRequest, slug: str) -> CampaignOut:
    role = role_in(request, slug)
    return campaign_out(role.campaign, participants_for(role, timezone.now()))


@router.get("/campaigns/{slug}/schedule", response=ScheduleOut, auth=public, summary="Its phases, and which are open")
def show_schedule(request: TokenRequest, slug: str) -> ScheduleOut:
    campaign, now = role_in(request, slug).campaign, timezone.now()
    return ScheduleOut(
        now=now,
        phases=[phase_out(phase) for phase in schedule_at(campaign, now)],
        next=[event_out(event) for event in events_after(campaign.rules, now)],
    )


@router.get(
    "/campaigns/{slug}/dashboard",
    response=DashboardOut,
    auth=oversee,
    summary="Registrations, steps, submissions, jobs, what is due next, at a glance (organisers)",
)
def show_dashboard(request: TokenRequest, slug: str) -> DashboardOut:
    return dashboard_out(dashboard_of(organiser_of(request, slug).campaign, timezone.now()))


@router.put(
    "/campaigns/{slug}/listing",
    response=CampaignOut,
    auth=organise,
    summary="Say whether everyone finds the campaign in the list (organisers)",
)
def change_listing(request: TokenRequest, slug: str, body: ListingIn) -> CampaignOut:
    role = organiser_of(request, slug)
    set_listed(role.campaign, actor=request.auth.person, listed=body.listed)
    role.campaign.refresh_from_db()
    return campaign_out(role.campaign, participants_for(role, timezone.now()))
