"""Pages of judges who judge offline: take screens along, upload the answers, give back what is left."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone

from bakeoff_site.accounts.access import costly_page
from bakeoff_site.campaigns.permissions import CampaignRole
from bakeoff_site.campaigns.selectors import role_of
from bakeoff_site.campaigns.views.access import campaign_page, carry_out, organiser_page, person, require
from bakeoff_site.core.http.addresses import post_only
from bakeoff_site.core.refusals import RefusedError
from bakeoff_site.core.storage.uploads import takes_file
from bakeoff_site.judging.forms import AnswersForm, EditedFileForm, TakeForm
from bakeoff_site.judging.models import Judge, OfflineFile
from bakeoff_site.judging.selectors.offline_files import ends_at, known_offline_files, offline_days, own_offline_files
from bakeoff_site.judging.selectors.tasks import OwnTask
from bakeoff_site.judging.services.offline.answers import (
    AnswersRefusedError,
    ChangedElsewhereError,
    IncompleteFileError,
    upload_answers,
)
from bakeoff_site.judging.services.offline.edit_files import EDIT_FORMATS, edit_file, edit_file_name, upload_edits
from bakeoff_site.judging.services.offline.files import MOST_SCREENS, give_back_file, make_offline_file
from bakeoff_site.judging.services.offline.pages import offline_page
from bakeoff_site.judging.views.access import own_or_refused, task_of


@campaign_page
def own_files(request: HttpRequest, role: CampaignRole, task_slug: str) -> HttpResponse:
    """Files that somebody took along, with a form to take more and one to upload answers."""
    if role.user is None:
        return redirect_to_login(request.get_full_path())
    own = own_or_refused(role, task_slug)
    judge = _at_work(own)
    if judge is None:
        return _to_task(own)
    return _page(request, own, judge, take=TakeForm(), answers=AnswersForm())


@post_only
@campaign_page
def take(request: HttpRequest, role: CampaignRole, task_slug: str) -> HttpResponse:
    """Deals screens to somebody in a file."""
    if role.user is None:
        return redirect_to_login(request.get_full_path())
    own = own_or_refused(role, task_slug)
    require(own.may)
    judge = _at_work(own)
    if judge is None:
        return _to_task(own)
    form = TakeForm(request.POST)
    if form.is_valid():
        try:
            make_offline_file(judge, screens=form.cleaned_data["screens"], now=timezone.now())
        except RefusedError as refusal:
            form.add_error(None, str(refusal))
        else:
            messages.success(request, "Your offline file is ready. Download it and open it in a browser.")
            return redirect("judging:offline", role.campaign.slug, task_slug)
    return _page(request, own, judge, take=form, answers=AnswersForm(), status=400)


@takes_file
@costly_page
@post_only
@campaign_page
def upload(request: HttpRequest, role: CampaignRole, task_slug: str) -> HttpResponse:
    """Takes answers that were given offline; also when judging is over, as then they are kept and marked."""
    if role.user is None:
        return redirect_to_login(request.get_full_path())
    own = own_or_refused(role, task_slug)
    judge = _at_work(own)
    if judge is None:
        return _to_task(own)
    form = AnswersForm(request.POST, request.FILES, asks_which="replaces" in request.POST)
    found: dict[str, Any] = {}
    if form.is_valid():
        given = form.cleaned_data
        try:
            found["uploaded"] = upload_answers(
                own.task,
                person(role),
                given["file"].read(),
                partly=given["partly"],
                replaces=given.get("replaces"),
                now=timezone.now(),
            )
        except AnswersRefusedError as refusal:
            found["mistakes"] = refusal.mistakes
        except IncompleteFileError as refusal:
            found["asked"] = refusal
        except ChangedElsewhereError as refusal:
            found["asked"] = refusal
            form = AnswersForm(asks_which=True, initial={"partly": given["partly"]})
        except RefusedError as refusal:
            found["mistakes"] = (str(refusal),)
    is_done = "uploaded" in found
    return _page(
        request,
        own,
        judge,
        take=TakeForm(),
        answers=AnswersForm() if is_done else form,
        status=200 if is_done else 400,
        **found,
    )


@costly_page
@login_required
def download(request: HttpRequest, key: UUID) -> HttpResponseBase:
    """The file itself."""
    file = _own_file(request, key)
    task = file.judge.task
    address = reverse("judging:offline", args=[task.campaign.slug, task.slug])
    response = HttpResponse(offline_page(file, upload_address=request.build_absolute_uri(address)))
    name = f"{task.campaign.slug}-{task.slug}-offline-{file.pk}.html"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


@costly_page
@login_required
def download_edits(request: HttpRequest, key: UUID, format: str) -> HttpResponseBase:
    """The file as a tool of translators reads it."""
    file = _own_file(request, key)
    if format not in EDIT_FORMATS:
        raise Http404("There is no such format.")
    try:
        content = edit_file(file, format)
    except RefusedError as refusal:
        messages.error(request, str(refusal))
        return _to_files(file)
    name = edit_file_name(file, format)
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(content, content_type="application/octet-stream", headers=headers)


@takes_file
@costly_page
@post_only
@login_required
def upload_edited(request: HttpRequest, key: UUID) -> HttpResponse:
    """Takes what a translator made of a file in their own tool."""
    file = _own_file(request, key)
    task = file.judge.task
    role = role_of(request.user, task.campaign)
    own = own_or_refused(role, task.slug)
    form = EditedFileForm(request.POST, request.FILES, key=file.key, asks_which=f"{file.key}-replaces" in request.POST)
    found: dict[str, Any] = {"edits": {file.key: form}}
    if form.is_valid():
        given = form.cleaned_data
        try:
            found["uploaded"] = upload_edits(
                file,
                person(role),
                given["file"].name,
                given["file"].chunks(),
                partly=given["partly"],
                replaces=given.get("replaces"),
                now=timezone.now(),
            )
        except AnswersRefusedError as refusal:
            found["mistakes"] = refusal.mistakes
        except IncompleteFileError as refusal:
            found["asked"] = refusal
        except ChangedElsewhereError as refusal:
            found["asked"] = refusal
            found["edits"] = {
                file.key: EditedFileForm(key=file.key, asks_which=True, initial={"partly": given["partly"]})
            }
        except RefusedError as refusal:
            found["mistakes"] = (str(refusal),)
    is_done = "uploaded" in found
    if is_done:
        del found["edits"]
    file.judge.task = own.task
    return _page(
        request, own, file.judge, take=TakeForm(), answers=AnswersForm(), status=200 if is_done else 400, **found
    )


@post_only
@login_required
def give_back(request: HttpRequest, key: UUID) -> HttpResponse:
    """Gives back the screens of a file that have no answer."""
    file = _own_file(request, key)
    task = file.judge.task
    return carry_out(
        request,
        lambda: give_back_file(file, now=timezone.now()),
        done="The screens without an answer are given back. Other judges get them.",
        then=reverse("judging:offline", args=[task.campaign.slug, task.slug]),
    )


@post_only
@organiser_page
def take_back(request: HttpRequest, role: CampaignRole, task_slug: str, key: UUID) -> HttpResponse:
    """An organiser gives the screens of a judge's file that have no answer to others."""
    task, now = task_of(role, task_slug), timezone.now()
    file = get_object_or_404(known_offline_files(), key=key, judge__task=task)
    return carry_out(
        request,
        lambda: give_back_file(file, now=now, by=person(role)),
        done=f"The screens without an answer are taken back from {file.judge.name}. Other judges get them.",
        then=reverse("judging:judges", args=[role.campaign.slug, task.slug]),
    )


def _own_file(request: HttpRequest, key: UUID) -> OfflineFile:
    return get_object_or_404(known_offline_files(), key=key, judge__user=request.user)


def _to_files(file: OfflineFile) -> HttpResponse:
    return redirect("judging:offline", file.judge.task.campaign.slug, file.judge.task.slug)


def _at_work(own: OwnTask) -> Judge | None:
    """Somebody who has started; None where the task has nothing to do with them, or with offline files."""
    judge = own.judge
    if judge is None or not own.has_started:
        return None
    judge.task = own.task
    return judge if offline_days(own.task) or judge.offline_files.exists() else None


def _to_task(own: OwnTask) -> HttpResponse:
    return redirect("judging:task", own.task.campaign.slug, own.task.slug)


def _page(
    request: HttpRequest,
    own: OwnTask,
    judge: Judge,
    *,
    take: TakeForm,
    answers: AnswersForm,
    status: int = 200,
    **found: Any,
) -> HttpResponse:
    now = timezone.now()
    task = own.task
    files = own_offline_files(judge)
    edits = found.pop("edits", {})
    context = {
        "own": own,
        "campaign": task.campaign,
        "take": take,
        "answers": answers,
        "files": [(each, each.is_open(now)) for each in files],
        "edit_files": [
            (each, edits.get(each.file.key) or EditedFileForm(key=each.file.key))
            for each in files
            if each.is_edited and each.file.given_back_at is None
        ],
        "edit_formats": EDIT_FORMATS.items(),
        "days": offline_days(task),
        "until": ends_at(task, now=now),
        "most": MOST_SCREENS,
        **found,
    }
    return render(request, "judging/offline.html", context, status=status)
