"""The queue of a campaign, for organisers."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_POST

from bakeoff_site.campaigns.rules import Standing
from bakeoff_site.campaigns.views.access import carry_out, organiser_page, person
from bakeoff_site.scoring.selectors.jobs import failed_job, queue_of
from bakeoff_site.scoring.services.jobs import retry_job


@organiser_page
def jobs(request: HttpRequest, standing: Standing) -> HttpResponse:
    context = {"campaign": standing.campaign, "standing": standing, "queue": queue_of(standing.campaign)}
    return render(request, "scoring/jobs.html", context)


@require_POST
@organiser_page
def retry(request: HttpRequest, standing: Standing, job_id: int) -> HttpResponse:
    job = failed_job(standing.campaign, job_id)
    if job is None:
        raise Http404("There is no such job that failed.")
    return carry_out(
        request,
        lambda: retry_job(job, by=person(standing)),
        done="It will be tried again.",
        then=reverse("scoring:jobs", args=[standing.campaign.slug]),
    )
