"""The queue of a campaign, for organisers."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from bakeoff_site.campaigns.permissions import CampaignRole
from bakeoff_site.campaigns.views.access import carry_out, organiser_page, person
from bakeoff_site.core.http.addresses import post_only
from bakeoff_site.core.refusals import RefusedError
from bakeoff_site.scoring.forms import RescoringForm
from bakeoff_site.scoring.selectors.jobs import failed_job, queue_of
from bakeoff_site.scoring.services.rescoring import rescore
from bakeoff_site.scoring.services.retries import retry_job


@organiser_page
def jobs(request: HttpRequest, role: CampaignRole) -> HttpResponse:
    context = {
        "campaign": role.campaign,
        "role": role,
        "queue": queue_of(role.campaign),
        "form": RescoringForm(role.campaign),
    }
    return render(request, "scoring/jobs.html", context)


@post_only
@organiser_page
def retry(request: HttpRequest, role: CampaignRole, job_id: int) -> HttpResponse:
    job = failed_job(role.campaign, job_id)
    if job is None:
        raise Http404("There is no such job that failed.")
    return carry_out(
        request,
        lambda: retry_job(job, by=person(role)),
        done="It will be tried again.",
        then=reverse("scoring:jobs", args=[role.campaign.slug]),
    )


@post_only
@organiser_page
def rescore_runs(request: HttpRequest, role: CampaignRole) -> HttpResponse:
    """Has the runs of a board, or all, scored again."""
    form = RescoringForm(role.campaign, request.POST)
    if not form.is_valid():
        raise Http404("There is no such board.")
    try:
        count = rescore(role.campaign, board=form.cleaned_data["board"], by=person(role))
    except RefusedError as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, "1 run is scored again." if count == 1 else f"{count} runs are scored again.")
    return redirect("scoring:jobs", slug=role.campaign.slug)
