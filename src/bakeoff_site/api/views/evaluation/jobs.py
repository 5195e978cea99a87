"""The work of the server, for organisers."""

from __future__ import annotations

from typing import Any, Literal

from django.http import Http404
from django.shortcuts import get_object_or_404
from ninja import Router

from bakeoff_site.api.authentication import TokenRequest, organise, read
from bakeoff_site.api.pagination import Limit, Offset, page_of
from bakeoff_site.api.schemas.evaluation.jobs import JobOut, RescoringIn, RescoringOut, job_out
from bakeoff_site.api.schemas.shared import Page
from bakeoff_site.api.views.access import organiser_of
from bakeoff_site.jobs.selectors import jobs_of
from bakeoff_site.scoring.selectors.jobs import failed_job
from bakeoff_site.scoring.services.rescoring import rescore
from bakeoff_site.scoring.services.retries import retry_job

router = Router(tags=["jobs"])


@router.get("/campaigns/{slug}/jobs", response=Page[JobOut], auth=read, summary="The queue, newest first (organisers)")
def list_jobs(
    request: TokenRequest,
    slug: str,
    limit: Limit,
    offset: Offset,
    state: Literal["", "queued", "running", "done", "failed"] = "",
) -> dict[str, Any]:
    campaign = organiser_of(request, slug).campaign
    return page_of(request, jobs_of(campaign, state=state), limit, offset, job_out)


@router.post(
    "/campaigns/{slug}/jobs/{int:job_id}/retry",
    response=JobOut,
    auth=organise,
    summary="Try a job that failed once more (organisers)",
)
def try_again(request: TokenRequest, slug: str, job_id: int) -> JobOut:
    job = failed_job(organiser_of(request, slug).campaign, job_id)
    if job is None:
        raise Http404
    return job_out(retry_job(job, by=request.auth.person))


@router.post(
    "/campaigns/{slug}/jobs/rescore",
    response=RescoringOut,
    auth=organise,
    summary="Score the runs of a board again, or all (organisers)",
)
def rescore_runs(request: TokenRequest, slug: str, wanted: RescoringIn) -> RescoringOut:
    campaign = organiser_of(request, slug).campaign
    board = None if wanted.board is None else get_object_or_404(campaign.boards.all(), pk=wanted.board)
    return RescoringOut(runs=rescore(campaign, board=board, by=request.auth.person))
