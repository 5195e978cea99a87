"""Score files of metrics that are not computed here, for organisers."""

from __future__ import annotations

from django.contrib import messages
from django.http import FileResponse, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from bakeoff.errors import InputError
from bakeoff.evaluation import metric_title
from bakeoff_site.campaigns.permissions import CampaignRole
from bakeoff_site.campaigns.views.access import carry_out, organiser_page, person
from bakeoff_site.core.http.addresses import post_only
from bakeoff_site.core.refusals import RefusedError
from bakeoff_site.core.storage.files import path_of
from bakeoff_site.core.storage.uploads import takes_file
from bakeoff_site.scoring.forms import ScoreFileForm
from bakeoff_site.scoring.models import ScoreUpload
from bakeoff_site.scoring.selectors.score_files import outside_metrics
from bakeoff_site.scoring.services.score_files import upload_scores, withdraw_scores


@takes_file
@organiser_page
def score_files(request: HttpRequest, role: CampaignRole) -> HttpResponse:
    """What comes from outside, how far it is, and a form to upload a file."""
    metrics, fault = outside_metrics(role.campaign), None
    form = ScoreFileForm(
        metrics, request.POST or None, request.FILES or None, initial={"where": request.GET.get("where", "")}
    )
    if request.method == "POST" and form.is_valid():
        try:
            upload = _uploaded(form, role)
        except InputError as error:
            fault = error
        except RefusedError as refusal:
            form.add_error(None, str(refusal))
        else:
            systems = f"{upload.systems} system{'' if upload.systems == 1 else 's'}"
            title = metric_title(upload.metric)
            messages.success(request, f"{upload.name} is uploaded: {title} scores of {systems}.")
            return redirect("scoring:score-files", slug=role.campaign.slug)
    context = {"campaign": role.campaign, "role": role, "found": metrics, "form": form, "fault": fault}
    return render(request, "scoring/score_files.html", context)


@require_safe
@organiser_page
def download(_request: HttpRequest, role: CampaignRole, upload_id: int) -> FileResponse:
    """A version of a score file as it was uploaded."""
    upload = get_object_or_404(ScoreUpload.objects.filter(board__campaign=role.campaign), pk=upload_id)
    return score_file(upload)


@post_only
@organiser_page
def withdraw(request: HttpRequest, role: CampaignRole, upload_id: int) -> HttpResponse:
    uploads = ScoreUpload.objects.filter(board__campaign=role.campaign).select_related("board__campaign")
    upload = get_object_or_404(uploads, pk=upload_id)
    return carry_out(
        request,
        lambda: withdraw_scores(upload, by=person(role)),
        done=f"{upload.name} is withdrawn; its scores no longer count.",
        then=reverse("scoring:score-files", args=[role.campaign.slug]),
    )


def score_file(upload: ScoreUpload) -> FileResponse:
    """A score file, by a page or by a program."""
    response = FileResponse(
        path_of(upload.sha256).open("rb"),
        as_attachment=True,
        filename=upload.name,
        content_type="application/octet-stream",  # whatever it is, no browser shows it as a page of ours
    )
    response["X-Checksum-Sha256"] = upload.sha256
    return response


def _uploaded(form: ScoreFileForm, role: CampaignRole) -> ScoreUpload:
    chosen, said = form.chosen(), form.cleaned_data
    return upload_scores(
        chosen.board,
        metric=chosen.metric,
        name=said["file"].name,
        chunks=said["file"].chunks(),
        direction=said["direction"],
        by=person(role),
    )
