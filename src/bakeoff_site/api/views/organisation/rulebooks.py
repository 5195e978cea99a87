"""Rulebooks: read, checked, changed."""

from __future__ import annotations

from typing import Any

from django.utils import timezone
from ninja import Router

from bakeoff.rulebook import parse_rulebook
from bakeoff_site.api.authentication import TokenRequest, organise, oversee, public
from bakeoff_site.api.pagination import Limit, Offset, page_of
from bakeoff_site.api.schemas.organisation.published_scores import (
    PublishedScoresIn,
    PublishedScoresOut,
    published_scores_out,
)
from bakeoff_site.api.schemas.organisation.rulebooks import (
    ChangedOut,
    EarlierRulebookOut,
    PlannedChangeOut,
    RulebookChangeIn,
    RulebookIn,
    RulebookOut,
    RulebookTextOut,
    change_out,
    earlier_out,
    planned_out,
)
from bakeoff_site.api.schemas.shared import Page
from bakeoff_site.api.views.access import organiser_of, role_in
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.campaigns.selectors.published_scores import published_entries
from bakeoff_site.campaigns.selectors.rulebook_changes import earlier_rulebook, earlier_rulebooks, planned_change
from bakeoff_site.campaigns.services.campaigns import change_rulebook, version_of
from bakeoff_site.campaigns.services.published_scores import publish_scores, remove_published_scores

router = Router(tags=["rulebooks"])
_RULEBOOK = "/campaigns/{slug}/rulebook"
_PUBLISHED = "/campaigns/{slug}/published-scores"


@router.get(_RULEBOOK, response=RulebookOut, auth=public, summary="The rules of a campaign, as data")
def show_rulebook(request: TokenRequest, slug: str) -> RulebookOut:
    return RulebookOut(content=role_in(request, slug).campaign.rulebook_content)


@router.get(
    f"{_RULEBOOK}/text",
    response=RulebookTextOut,
    auth=oversee,
    summary="The text of the rulebook and its version (organisers)",
)
def show_rulebook_text(request: TokenRequest, slug: str) -> RulebookTextOut:
    text = organiser_of(request, slug).campaign.rulebook_text
    return RulebookTextOut(text=text, version=version_of(text))


@router.post(
    f"{_RULEBOOK}/check",
    response=PlannedChangeOut,
    auth=oversee,
    summary="What another rulebook would change, and what speaks against it (organisers)",
    description="Nothing is changed. A rulebook with mistakes is refused with all of them.",
)
def check_rulebook(request: TokenRequest, slug: str, body: RulebookIn) -> PlannedChangeOut:
    campaign = organiser_of(request, slug).campaign
    planned = planned_change(campaign, parse_rulebook(body.rulebook), timezone.now())
    return planned_out(planned, version_of(campaign.rulebook_text))


@router.put(
    _RULEBOOK,
    response=ChangedOut,
    auth=organise,
    summary="Change the rulebook, from a version of it (organisers)",
)
def replace_rulebook(request: TokenRequest, slug: str, body: RulebookChangeIn) -> ChangedOut:
    campaign = organiser_of(request, slug).campaign
    changes = change_rulebook(
        campaign, body.rulebook, actor=request.auth.person, version=body.version, ends_phases=body.ends_phases
    )
    return ChangedOut(version=version_of(body.rulebook), changes=[change_out(change) for change in changes])


@router.get(
    f"{_RULEBOOK}/versions",
    response=Page[EarlierRulebookOut],
    auth=oversee,
    summary="Rulebooks that were replaced, the latest first (organisers)",
)
def list_earlier_rulebooks(request: TokenRequest, slug: str, limit: Limit, offset: Offset) -> dict[str, Any]:
    return page_of(request, earlier_rulebooks(organiser_of(request, slug).campaign), limit, offset, earlier_out)


@router.get(
    f"{_RULEBOOK}/versions/{{number}}",
    response=RulebookTextOut,
    auth=oversee,
    summary="The text of a rulebook that was replaced (organisers)",
)
def show_earlier_rulebook(request: TokenRequest, slug: str, number: int) -> RulebookTextOut:
    earlier = earlier_rulebook(organiser_of(request, slug).campaign, number)
    return RulebookTextOut(text=earlier.text, version=version_of(earlier.text))


@router.get(
    _PUBLISHED,
    response=Page[PublishedScoresOut],
    auth=public,
    summary="Published scores of entered systems, as the rulebook gives them",
)
def list_published_scores(request: TokenRequest, slug: str, limit: Limit, offset: Offset) -> dict[str, Any]:
    return page_of(request, published_entries(role_in(request, slug).campaign), limit, offset, published_scores_out)


@router.post(
    _PUBLISHED,
    response={201: PublishedScoresOut},
    auth=organise,
    summary="Add published scores of a system to the rulebook (organisers)",
    description="For a system whose output is not available. Metrics, ranges and decimals are checked.",
)
def add_published_scores(request: TokenRequest, slug: str, body: PublishedScoresIn) -> PublishedScoresOut:
    campaign = organiser_of(request, slug).campaign
    publish_scores(campaign, body.dict(), by=request.auth.person)
    return published_scores_out(published_entries(Campaign.objects.get(pk=campaign.pk))[-1])


@router.delete(
    f"{_PUBLISHED}/{{entry}}",
    response={204: None},
    auth=organise,
    summary="Remove published scores from the rulebook (organisers)",
)
def delete_published_scores(request: TokenRequest, slug: str, entry: str) -> None:
    remove_published_scores(organiser_of(request, slug).campaign, entry, by=request.auth.person)
