"""Files of a campaign: listed, fetched; added, replaced and removed by organisers."""

from __future__ import annotations

from typing import Annotated, Any

from django.http import FileResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from ninja import Query, Router

from bakeoff_site.api.authentication import TokenRequest, organise, oversee, shown
from bakeoff_site.api.bodies import FILE_ANSWER, FILE_BODY, pieces_of
from bakeoff_site.api.pagination import Limit, Offset, page_of
from bakeoff_site.api.schemas.organisation.data import (
    DataFileOut,
    DataVersionOut,
    DownloadOut,
    MissingDataOut,
    RemovalIn,
    data_file_out,
    data_version_out,
    download_out,
    missing_data_out,
)
from bakeoff_site.api.schemas.shared import Page
from bakeoff_site.api.views.access import organiser_of, role_in
from bakeoff_site.campaigns.conversions import viewers_of
from bakeoff_site.campaigns.permissions import CampaignRole
from bakeoff_site.campaigns.views.access import require
from bakeoff_site.core.names import PlainName
from bakeoff_site.datasets.conversions import slot_of
from bakeoff_site.datasets.models import DataFile
from bakeoff_site.datasets.permissions import may_remove
from bakeoff_site.datasets.selectors.offers import answer_for, offers_for
from bakeoff_site.datasets.selectors.overview import downloads_of, overview_of, versions_in
from bakeoff_site.datasets.services import add_data_file, remove_data_file
from bakeoff_site.datasets.views.downloads import handed_out

router = Router(tags=["data"])


@router.get(
    "/campaigns/{slug}/data",
    response=Page[DataFileOut],
    auth=shown,
    summary="Files that are or will be released to you, and whether you can download them now",
)
def list_data(request: TokenRequest, slug: str, limit: Limit, offset: Offset) -> dict[str, Any]:
    groups = offers_for(role_in(request, slug), timezone.now())
    files = [offer for group in groups for offer in group.offers if offer.data_file is not None]
    return page_of(request, files, limit, offset, lambda offer: data_file_out(offer.data_file, offer.answer))


@router.post(
    "/campaigns/{slug}/data",
    response={201: DataFileOut},
    auth=organise,
    summary="Add a file, or replace the one in its place (organisers)",
    description="The body is the file itself. One that replaces another needs a note that says why. When references "
    "change, the runs on the test set are scored again.",
    openapi_extra=FILE_BODY,
)
def add_data(
    request: TokenRequest,
    slug: str,
    *,
    kind: str,
    name: Annotated[PlainName, Query(description="Name of the file for downloads.")],
    test_set: str = "",
    language_pair: str = "",
    input: Annotated[str, Query(description="Of a source, what systems start from; empty: its only input.")] = "",
    number: int = 1,
    label: Annotated[
        PlainName,
        # The default is said here, too: without it, ninja would take the field for a required one.
        Query(default="", max_length=80, description="Of recognised speech, the name of the recogniser."),
    ] = "",
    note: str = "",
) -> DataFileOut:
    role = organiser_of(request, slug)
    added = add_data_file(
        role.campaign,
        kind=kind,
        name=name,
        chunks=pieces_of(request),
        test_set=test_set,
        language_pair=language_pair,
        input=input,
        number=number,
        label=label,
        note=note,
        by=request.auth.person,
    )
    return data_file_out(added, answer_for(added, viewers_of(role), timezone.now()))


@router.get(
    "/campaigns/{slug}/data/{int:file_id}/content",
    auth=shown,
    summary="A file itself; that you fetched it is noted",
    openapi_extra=FILE_ANSWER,
)
def fetch_data(request: TokenRequest, slug: str, file_id: int) -> FileResponse:
    role = role_in(request, slug)
    data_file = _file(role, file_id)
    return handed_out(role, data_file, answer_for(data_file, viewers_of(role), timezone.now()))


@router.get(
    "/campaigns/{slug}/data/{int:file_id}/versions",
    response=Page[DataVersionOut],
    auth=oversee,
    summary="The versions of a file, newest first (organisers)",
)
def list_versions(request: TokenRequest, slug: str, file_id: int, limit: Limit, offset: Offset) -> dict[str, Any]:
    role = organiser_of(request, slug)
    data_file = _file(role, file_id)
    versions = versions_in(role.campaign, slot_of(data_file), data_file.name).select_related("added_by")
    return page_of(request, versions, limit, offset, data_version_out)


@router.post(
    "/campaigns/{slug}/data/{int:file_id}/remove",
    response=DataVersionOut,
    auth=organise,
    summary="Take a file away, with the reason; it stays as an earlier version (organisers)",
)
def remove_data(request: TokenRequest, slug: str, file_id: int, body: RemovalIn) -> DataVersionOut:
    data_file = _file(organiser_of(request, slug), file_id)
    require(may_remove(data_file.kind, in_force=data_file.replaced_at is None))
    remove_data_file(data_file, reason=body.reason, by=request.auth.person)
    data_file.refresh_from_db()
    return data_version_out(data_file)


@router.get(
    "/campaigns/{slug}/missing-data",
    response=Page[MissingDataOut],
    auth=oversee,
    summary="Files that the rulebook needs and that are not there (organisers)",
)
def list_missing_data(request: TokenRequest, slug: str, limit: Limit, offset: Offset) -> dict[str, Any]:
    campaign = organiser_of(request, slug).campaign
    tables = overview_of(campaign, timezone.now()).tables
    missing = [each for table in tables for row in table.rows for each in row.missing]
    return page_of(request, missing, limit, offset, lambda each: missing_data_out(each, campaign.rules))


@router.get(
    "/campaigns/{slug}/downloads",
    response=Page[DownloadOut],
    auth=oversee,
    summary="Who fetched which file, newest first (organisers)",
)
def list_downloads(
    request: TokenRequest,
    slug: str,
    limit: Limit,
    offset: Offset,
    text: Annotated[str, Query(description="In the name of the file, the team or the person.")] = "",
) -> dict[str, Any]:
    downloads = downloads_of(organiser_of(request, slug).campaign, text=text)
    return page_of(request, downloads, limit, offset, download_out)


def _file(role: CampaignRole, file_id: int) -> DataFile:
    return get_object_or_404(role.campaign.data_files.all(), pk=file_id)
