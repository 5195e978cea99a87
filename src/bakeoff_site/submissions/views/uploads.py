"""The page by which files are added to drafts, and the addresses by which its script sends them in pieces."""

from __future__ import annotations

from collections.abc import Iterator
from uuid import UUID

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.request import UnreadablePostError
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from bakeoff.submissions.packages.entries import StatedInput
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Team
from bakeoff_site.campaigns.permissions import CampaignRole
from bakeoff_site.campaigns.views.access import person, require, team_page
from bakeoff_site.core.http.addresses import post_only
from bakeoff_site.core.refusals import RefusedError
from bakeoff_site.core.storage.disk_space import DiskFullError
from bakeoff_site.core.storage.uploads import arrived_at, takes_file
from bakeoff_site.submissions.forms import PackageForm, StartUploadForm
from bakeoff_site.submissions.models import Upload
from bakeoff_site.submissions.permissions import may_see_drafts, may_submit
from bakeoff_site.submissions.selectors.quotas import room_of
from bakeoff_site.submissions.selectors.submissions import meant_for
from bakeoff_site.submissions.selectors.submit_page import submit_page
from bakeoff_site.submissions.services import WrongOffsetError, announce_upload, append_chunk
from bakeoff_site.submissions.services.drafts import add_draft_file, finish_as_draft

_PIECE = 1 << 16


@takes_file
@team_page
def submit(request: HttpRequest, role: CampaignRole, team: Team) -> HttpResponse:
    """What can be submitted, and the drafts of the team; takes files where scripts are off."""
    answer = may_submit(role, team)
    sent = (request.POST, request.FILES) if request.method == "POST" else ()
    form = PackageForm(role.campaign, *sent)
    if request.method == "POST":
        require(answer)
        if form.is_valid() and _take(form, team, person(role)):
            return redirect(reverse("submissions:submit", args=[team.campaign.slug, team.pk]) + "#files")
    page = submit_page(team, timezone.now(), with_drafts=may_see_drafts(role, team).allowed)
    context = {
        "campaign": role.campaign,
        "role": role,
        "team": team,
        "answer": answer,
        "form": form,
        "meant_for": meant_for(role, page.findings, team.pk),
        "room": room_of(team),
        "most_bytes": settings.MAX_UPLOAD_BYTES,
        "home": f"{request.scheme}://{request.get_host()}",
        "page": page,
    }
    return render(request, "submissions/submit.html", context)


def _take(form: PackageForm, team: Team, user: User) -> bool:
    """Takes the files of a form into drafts; whether all were taken."""
    said = form.cleaned_data
    stated = StatedInput(said.get("input") or None, tuple(said.get("released_runs", ())))
    for file in said["file"]:
        try:
            add_draft_file(team, name=file.name, chunks=file.chunks(), package=said["package"], stated=stated, by=user)
        except RefusedError as refusal:
            form.add_error("file", f"{file.name}: {refusal}" if len(said["file"]) > 1 else str(refusal))
    return form.is_valid()


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
    """Takes a complete file into a draft, which is then checked; asked again, the same one."""
    require(may_submit(role, team))
    try:
        draft = finish_as_draft(team, upload_id)
    except RefusedError as refusal:
        return _refused(str(refusal), status=_status(refusal))
    return JsonResponse({"draft": draft.pk}, status=201)


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
