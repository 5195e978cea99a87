"""The queue of a campaign, for organisers."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from bakeoff_site.campaigns.permissions import Standing
from bakeoff_site.campaigns.views.access import carry_out, organiser_page, person
from bakeoff_site.core.addresses import post_only
from bakeoff_site.core.refusals import RefusedError
from bakeoff_site.scoring.forms import AnewForm
from bakeoff_site.scoring.selectors.jobs import failed_job, queue_of
from bakeoff_site.scoring.services.jobs import retry_job
from bakeoff_site.scoring.services.rescoring import score_anew


@organiser_page
def jobs(request: HttpRequest, standing: Standing) -> HttpResponse:
    context = {
        "campaign": standing.campaign,
        "standing": standing,
        "queue": queue_of(standing.campaign),
        "form": AnewForm(standing.campaign),
    }
    return render(request, "scoring/jobs.html", context)


@post_only
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


@post_only
@organiser_page
def anew(request: HttpRequest, standing: Standing) -> HttpResponse:
    """Has the runs of a board, or all, scored anew."""
    form = AnewForm(standing.campaign, request.POST)
    if not form.is_valid():
        raise Http404("There is no such board.")
    try:
        count = score_anew(standing.campaign, board=form.cleaned_data["board"], by=person(standing))
    except RefusedError as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, "1 run is scored anew." if count == 1 else f"{count} runs are scored anew.")
    return redirect("scoring:jobs", slug=standing.campaign.slug)
