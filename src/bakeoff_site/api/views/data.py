"""Files of a campaign: listed, fetched, added by organisers."""

from __future__ import annotations

from typing import Annotated, Any

from django.http import FileResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from ninja import Query, Router

from bakeoff_site.api.authentication import TokenRequest, organise, shown
from bakeoff_site.api.bodies import FILE_ANSWER, FILE_BODY, pieces_of
from bakeoff_site.api.pagination import Limit, Offset, page_of
from bakeoff_site.api.schemas.data import DataFileOut, data_file_out
from bakeoff_site.api.schemas.shared import Page
from bakeoff_site.api.views.access import organiser_of, standing_in
from bakeoff_site.campaigns.conversions import viewers_of
from bakeoff_site.datasets.selectors.offers import answer_for, offers_for
from bakeoff_site.datasets.services import add_data_file
from bakeoff_site.datasets.views.fetching import handed_out

router = Router(tags=["data"])


@router.get(
    "/campaigns/{slug}/data",
    response=Page[DataFileOut],
    auth=shown,
    summary="Files that you are handed at some time, and whether you may fetch them now",
)
def list_data(request: TokenRequest, slug: str, limit: Limit, offset: Offset) -> dict[str, Any]:
    groups = offers_for(standing_in(request, slug), timezone.now())
    files = [offer for group in groups for offer in group.offers if offer.data_file is not None]
    return page_of(request, files, limit, offset, lambda offer: data_file_out(offer.data_file, offer.answer))


@router.post(
    "/campaigns/{slug}/data",
    response={201: DataFileOut},
    auth=organise,
    summary="Add a file, or replace the one in its place (organisers)",
    description="The body is the file itself. When references change, the runs on the test set are scored anew.",
    openapi_extra=FILE_BODY,
)
def add_data(
    request: TokenRequest,
    slug: str,
    *,
    kind: str,
    name: Annotated[str, Query(description="What the file is called when it is handed out.")],
    test_set: str = "",
    language_pair: str = "",
    number: int = 1,
    note: str = "",
) -> DataFileOut:
    standing = organiser_of(request, slug)
    added = add_data_file(
        standing.campaign,
        kind=kind,
        name=name,
        chunks=pieces_of(request),
        test_set=test_set,
        language_pair=language_pair,
        number=number,
        note=note,
        by=request.auth.person,
    )
    return data_file_out(added, answer_for(added, viewers_of(standing), timezone.now()))


@router.get(
    "/campaigns/{slug}/data/{int:file_id}/content",
    auth=shown,
    summary="A file itself; that you fetched it is noted",
    openapi_extra=FILE_ANSWER,
)
def fetch_data(request: TokenRequest, slug: str, file_id: int) -> FileResponse:
    standing = standing_in(request, slug)
    data_file = get_object_or_404(standing.campaign.data_files.all(), pk=file_id)
    data_file.campaign = standing.campaign  # whose rules are read already
    return handed_out(standing, data_file, answer_for(data_file, viewers_of(standing), timezone.now()))
