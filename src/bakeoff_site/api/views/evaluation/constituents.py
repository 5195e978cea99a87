"""Parts of sentences that can be judged: added, listed, and aligned again by organisers."""

from __future__ import annotations

from typing import Annotated, Any

from django.shortcuts import get_object_or_404
from django.utils import timezone
from ninja import Query, Router

from bakeoff_site.api.authentication import TokenRequest, organise, oversee
from bakeoff_site.api.bodies import FILE_BODY, pieces_of
from bakeoff_site.api.pagination import Limit, Offset, page_of
from bakeoff_site.api.schemas.evaluation.constituents import ConstituentSourceOut, constituent_source_out
from bakeoff_site.api.schemas.shared import Page
from bakeoff_site.api.views.access import organiser_of
from bakeoff_site.api.views.evaluation.imports import import_mistakes
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.core.names import PlainName
from bakeoff_site.judging.choices import PartsFrom
from bakeoff_site.judging.models import ConstituentSource
from bakeoff_site.judging.selectors.constituents import constituent_rows
from bakeoff_site.judging.services.constituents import add_constituents, align_again
from bakeoff_site.judging.services.imports import ImportRefusedError

router = Router(tags=["judging"])
_CONSTITUENTS = "/campaigns/{slug}/constituents"


@router.get(
    _CONSTITUENTS,
    response=Page[ConstituentSourceOut],
    auth=oversee,
    summary="Sources whose parts can be judged, and how far the alignment of their words is (organisers)",
)
def list_constituents(request: TokenRequest, slug: str, limit: Limit, offset: Offset) -> dict[str, Any]:
    rows = constituent_rows(organiser_of(request, slug).campaign)
    return page_of(request, rows, limit, offset, constituent_source_out)


@router.post(
    _CONSTITUENTS,
    response={201: ConstituentSourceOut},
    auth=organise,
    summary="Say which parts of a source can be judged, in place of what was said before (organisers)",
    description="The body is the file itself: parses in brackets, a line for each segment (`parts_from=parses`), or a "
    "table with the columns `segment` and `phrase`, and perhaps `document` and `start` (`list`). A tagger (`tags`) "
    "needs no file. Every mistake is a finding with its line, and then nothing changes. A worker then aligns the words "
    "of all systems.",
    openapi_extra=FILE_BODY,
)
def add_constituent_source(
    request: TokenRequest,
    slug: str,
    *,
    language_pair: str,
    test_set: str,
    parts_from: PartsFrom,
    name: Annotated[PlainName | None, Query(description="What the file is called; a tagger needs none.")] = None,
) -> ConstituentSourceOut:
    campaign = organiser_of(request, slug).campaign
    try:
        source = add_constituents(
            campaign,
            language_pair=language_pair,
            test_set=test_set,
            parts_from=parts_from,
            file_name=name or "",
            chunks=pieces_of(request),
            by=request.auth.person,
            now=timezone.now(),
        )
    except ImportRefusedError as refusal:
        raise import_mistakes(refusal) from None
    return _out(campaign, source)


@router.post(
    f"{_CONSTITUENTS}/{{int:source_id}}/align",
    response=ConstituentSourceOut,
    auth=organise,
    summary="Have the words of all systems aligned again, with those that came later (organisers)",
)
def align_constituents_again(request: TokenRequest, slug: str, source_id: int) -> ConstituentSourceOut:
    campaign = organiser_of(request, slug).campaign
    source = get_object_or_404(campaign.constituent_sources.all(), pk=source_id)
    source.campaign = campaign
    align_again(source, by=request.auth.person)
    return _out(campaign, source)


def _out(campaign: Campaign, source: ConstituentSource) -> ConstituentSourceOut:
    [row] = [each for each in constituent_rows(campaign) if each.source.pk == source.pk]
    return constituent_source_out(row)
