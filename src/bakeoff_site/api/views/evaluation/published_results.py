"""Published results for programs: versions, tables, files; and for organisers, publishing them."""

from __future__ import annotations

from typing import Any

from django.http import FileResponse, Http404, HttpResponse
from django.utils import timezone
from ninja import Router

from bakeoff_site.api.authentication import TokenRequest, organise, oversee, shown
from bakeoff_site.api.bodies import FILE_ANSWER
from bakeoff_site.api.pagination import Limit, Offset, page_of
from bakeoff_site.api.schemas.evaluation.published_results import (
    PrepareIn,
    PublicationPlanOut,
    PublishedTableOut,
    PublishedVersionOut,
    PublishIn,
    YearsOnSetOut,
    publication_plan_out,
    published_table_out,
    published_version_out,
    years_on_set_out,
)
from bakeoff_site.api.schemas.shared import Page
from bakeoff_site.api.views.access import organiser_of, role_in
from bakeoff_site.campaigns.permissions import CampaignRole
from bakeoff_site.publication.choices import PublishedFor
from bakeoff_site.publication.models import ResultsVersion
from bakeoff_site.publication.selectors.versions import VersionView, plans_of, version_for, versions_for
from bakeoff_site.publication.selectors.years import years_for
from bakeoff_site.publication.services import discard_version, prepare_version, publish_version
from bakeoff_site.publication.views.published import file_of, handed_out, rendered_table

router = Router(tags=["results"])


@router.get(
    "/campaigns/{slug}/published",
    response=Page[PublishedVersionOut],
    auth=shown,
    summary="Published versions of the results that you can see, newest first, with their corrections",
)
def list_published_versions(request: TokenRequest, slug: str, limit: Limit, offset: Offset) -> dict[str, Any]:
    return page_of(request, versions_for(role_in(request, slug), timezone.now()), limit, offset, published_version_out)


@router.get(
    "/campaigns/{slug}/published/{int:number}/tables",
    response=Page[PublishedTableOut],
    auth=shown,
    summary="The tables of a published version",
)
def list_published_tables(
    request: TokenRequest, slug: str, number: int, limit: Limit, offset: Offset
) -> dict[str, Any]:
    view = _version(role_in(request, slug), number)
    return page_of(request, list(view.version.tables), limit, offset, published_table_out)


@router.get(
    "/campaigns/{slug}/published/{int:number}/tables/{table}/{format}",
    auth=shown,
    summary="A table of a published version as csv, tsv, json, md or tex",
    openapi_extra=FILE_ANSWER,
)
def fetch_published_table(request: TokenRequest, slug: str, number: int, table: str, format: str) -> HttpResponse:
    role = role_in(request, slug)
    return rendered_table(role, _version(role, number), table, format)


@router.get(
    "/campaigns/{slug}/published/{int:number}/files/{kind}",
    auth=shown,
    summary="The release package, the report or all tables of a published version, as a zip file",
    openapi_extra=FILE_ANSWER,
)
def fetch_published_file(request: TokenRequest, slug: str, number: int, kind: str) -> FileResponse:
    return handed_out(file_of(_version(role_in(request, slug), number), kind))


@router.get(
    "/campaigns/{slug}/years",
    response=Page[YearsOnSetOut],
    auth=shown,
    summary="The best systems of earlier years and of this one on the same test sets, as far as you can see them",
)
def list_years(request: TokenRequest, slug: str, limit: Limit, offset: Offset) -> dict[str, Any]:
    return page_of(request, years_for(role_in(request, slug), timezone.now()), limit, offset, years_on_set_out)


@router.get(
    "/campaigns/{slug}/publication",
    response=list[PublicationPlanOut],
    auth=oversee,
    summary="How far the publication of results is, for participants and for everybody (organisers)",
)
def show_publication(request: TokenRequest, slug: str) -> list[PublicationPlanOut]:
    return [publication_plan_out(plan) for plan in plans_of(organiser_of(request, slug).campaign)]


@router.post(
    "/campaigns/{slug}/publication/{audience}/prepare",
    response=PublicationPlanOut,
    auth=organise,
    summary="Have the next version of the results prepared, to look at (organisers)",
)
def prepare_results(request: TokenRequest, slug: str, audience: PublishedFor, body: PrepareIn) -> PublicationPlanOut:
    role = organiser_of(request, slug)
    prepare_version(role.campaign, audience, licence=body.licence, by=request.auth.person)
    return _plan(role, audience)


@router.post(
    "/campaigns/{slug}/publication/{audience}/publish",
    response=PublicationPlanOut,
    auth=organise,
    summary="Publish the prepared version; a reason where numbers have changed (organisers)",
)
def publish_results(request: TokenRequest, slug: str, audience: PublishedFor, body: PublishIn) -> PublicationPlanOut:
    role = organiser_of(request, slug)
    publish_version(_coming(role, audience), reason=body.reason, by=request.auth.person)
    return _plan(role, audience)


@router.post(
    "/campaigns/{slug}/publication/{audience}/discard",
    response={204: None},
    auth=organise,
    summary="Discard the prepared version (organisers)",
)
def discard_results(request: TokenRequest, slug: str, audience: PublishedFor) -> None:
    discard_version(_coming(organiser_of(request, slug), audience), by=request.auth.person)


def _version(role: CampaignRole, number: int) -> VersionView:
    view = version_for(role, str(number), timezone.now())
    if view is None:
        raise Http404
    return view


def _coming(role: CampaignRole, audience: PublishedFor) -> ResultsVersion:
    rows = role.campaign.results_versions.filter(audience=audience, published_at=None)
    version = rows.select_related("campaign").first()
    if version is None:
        raise Http404
    return version


def _plan(role: CampaignRole, audience: PublishedFor) -> PublicationPlanOut:
    return next(publication_plan_out(plan) for plan in plans_of(role.campaign) if plan.audience == audience)
