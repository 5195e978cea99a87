"""Runs of an ASR track are released as input of another track."""

from __future__ import annotations

from typing import Any

from django.shortcuts import get_object_or_404
from django.utils import timezone
from ninja import Router

from bakeoff_site.api.authentication import TokenRequest, organise, oversee
from bakeoff_site.api.pagination import Limit, Offset, page_of
from bakeoff_site.api.schemas.organisation.data import DataFileOut, data_file_out
from bakeoff_site.api.schemas.organisation.released_runs import ReleasableRunOut, ReleaseIn, releasable_run_out
from bakeoff_site.api.schemas.shared import Page
from bakeoff_site.api.views.access import organiser_of
from bakeoff_site.campaigns.conversions import viewers_of
from bakeoff_site.datasets.selectors.offers import answer_for
from bakeoff_site.submissions.models import Run
from bakeoff_site.submissions.selectors.inputs import releasable_runs
from bakeoff_site.submissions.services.released_runs import release_run

router = Router(tags=["data"])


@router.get(
    "/campaigns/{slug}/released-runs",
    response=Page[ReleasableRunOut],
    auth=oversee,
    summary="Runs that can be released as input, and what they are released as (organisers)",
)
def list_releasable_runs(request: TokenRequest, slug: str, limit: Limit, offset: Offset) -> dict[str, Any]:
    rows = releasable_runs(organiser_of(request, slug).campaign)
    return page_of(request, rows, limit, offset, releasable_run_out)


@router.post(
    "/campaigns/{slug}/released-runs",
    response={201: list[DataFileOut]},
    auth=organise,
    summary="Release a run as input, under a name that teams get to see (organisers)",
)
def add_released_run(request: TokenRequest, slug: str, body: ReleaseIn) -> list[DataFileOut]:
    role = organiser_of(request, slug)
    runs = Run.objects.filter(board__campaign=role.campaign).select_related("board__campaign")
    files = release_run(get_object_or_404(runs, pk=body.run), label=body.label, by=request.auth.person)
    return [data_file_out(file, answer_for(file, viewers_of(role), timezone.now())) for file in files]
