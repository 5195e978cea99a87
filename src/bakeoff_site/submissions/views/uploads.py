"""The page by which packages are submitted, and the addresses by which its script sends large ones in pieces."""

from __future__ import annotations

from collections.abc import Iterator
from uuid import UUID

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.request import UnreadablePostError
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from bakeoff.rulebook.submission.offers import offers
from bakeoff.submissions.packages.entries import StatedInput
from bakeoff_site.campaigns.conversions import team_state
from bakeoff_site.campaigns.models import Team
from bakeoff_site.campaigns.permissions import CampaignRole
from bakeoff_site.campaigns.views.access import person, require, team_page
from bakeoff_site.core.http.addresses import post_only
from bakeoff_site.core.refusals import RefusedError
from bakeoff_site.core.storage.disk_space import DiskFullError
from bakeoff_site.core.storage.uploads import arrived_at, takes_file
from bakeoff_site.submissions.forms import PackageForm, StartUploadForm
from bakeoff_site.submissions.models import Submission, Upload
from bakeoff_site.submissions.permissions import may_submit
from bakeoff_site.submissions.selectors.quotas import room_of
from bakeoff_site.submissions.services import (
    WrongOffsetError,
    announce_upload,
    append_chunk,
    finish_upload,
    receive_submission,
)

_PIECE = 1 << 16


def receipt_address(submission: Submission) -> str:
    arguments = [submission.campaign.slug, submission.team_id, submission.number]
    return reverse("results:receipt", args=arguments)


@takes_file
@team_page
def submit(request: HttpRequest, role: CampaignRole, team: Team) -> HttpResponse:
    answer = may_submit(role, team)
    sent = (request.POST, request.FILES) if request.method == "POST" else ()
    form = PackageForm(role.campaign, *sent)
    if request.method == "POST":
        require(answer)
        if form.is_valid():
            said = form.cleaned_data
            file, package = said["file"], said["package"]
            stated = StatedInput(said.get("input") or None, tuple(said.get("released_runs", ())))
            try:
                submission = receive_submission(
                    team,
                    name=file.name,
                    chunks=file.chunks(),
                    package=package,
                    stated=stated,
                    by=person(role),
                    arrived_at=arrived_at(request),
                )
            except RefusedError as refusal:
                form.add_error("file", str(refusal))
            else:
                return redirect(receipt_address(submission))
    context = {
        "campaign": role.campaign,
        "role": role,
        "team": team,
        "answer": answer,
        "form": form,
        "room": room_of(team),
        "offers": offers(role.campaign.rules, timezone.now(), team_state(team)),
    }
    return render(request, "submissions/submit.html", context)


@post_only
@team_page
def start(request: HttpRequest, role: CampaignRole, team: Team) -> HttpResponse:
    """Announces a file; answers where its pieces go."""
    require(may_submit(role, team))
    form = StartUploadForm(request.POST)
    if not form.is_valid():
        return _refused("Expected a name and a size of the file.")
    said = form.cleaned_data
    try:
        stated = StatedInput(said["input"] or None, tuple(said["released_runs"].splitlines()))
        upload = announce_upload(
            team, name=said["name"], size=said["size"], package=said["package"], stated=stated, by=person(role)
        )
    except RefusedError as refusal:
        return _refused(str(refusal), status=_status(refusal))
    return _progress(upload, status=201)


@takes_file
@require_http_methods(["GET", "HEAD", "POST"])
@team_page
def piece(request: HttpRequest, role: CampaignRole, team: Team, upload_id: UUID) -> HttpResponse:
    """How far a file is; takes the next bytes of it from the offset that the header `Upload-Offset` names."""
    require(may_submit(role, team))
    upload = get_object_or_404(team.uploads.select_related("campaign"), pk=upload_id)
    if request.method != "POST":
        return _progress(upload)
    offset = request.headers.get("Upload-Offset", "")
    if not (offset.isascii() and offset.isdecimal()) or len(offset) > 18:
        return _refused("Expected the header Upload-Offset: the number of bytes that are here already.")
    try:
        upload = append_chunk(upload, offset=int(offset), chunks=_body(request), arrived_at=arrived_at(request))
    except WrongOffsetError as error:
        return _refused(str(error), status=409, received=error.expected)
    except RefusedError as refusal:
        return _refused(str(refusal), status=_status(refusal))
    except UnreadablePostError:
        return _refused("The connection was lost. The bytes that arrived are saved.")
    return _progress(upload)


@post_only
@team_page
def finish(_: HttpRequest, role: CampaignRole, team: Team, upload_id: UUID) -> HttpResponse:
    """Makes a complete file a submission; answers where its receipt is."""
    require(may_submit(role, team))
    upload = get_object_or_404(team.uploads.all(), pk=upload_id)
    try:
        submission = finish_upload(upload)
    except RefusedError as refusal:
        return _refused(str(refusal), status=_status(refusal))
    return JsonResponse({"number": submission.number, "receipt": receipt_address(submission)}, status=201)


def _body(request: HttpRequest) -> Iterator[bytes]:
    while chunk := request.read(_PIECE):
        yield chunk


def _progress(upload: Upload, *, status: int = 200) -> JsonResponse:
    arguments = [upload.campaign.slug, upload.team_id, upload.pk]
    return JsonResponse(
        {
            "received": upload.received,
            "size": upload.size,
            "piece": reverse("submissions:piece", args=arguments),
            "finish": reverse("submissions:finish", args=arguments),
        },
        status=status,
    )


def _status(refusal: RefusedError) -> int:
    return 507 if isinstance(refusal, DiskFullError) else 400


def _refused(message: str, *, status: int = 400, **more: object) -> JsonResponse:
    return JsonResponse({"message": message, **more}, status=status)
