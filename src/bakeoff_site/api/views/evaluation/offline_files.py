"""Judging offline: files with screens, and the answers that come back."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Any, Literal
from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from ninja import Query, Router

from bakeoff_site.api.authentication import TokenRequest, judge, organise
from bakeoff_site.api.bodies import FILE_ANSWER, FILE_BODY, pieces_of
from bakeoff_site.api.errors import NotValidError
from bakeoff_site.api.pagination import Limit, Offset, page_of
from bakeoff_site.api.schemas.evaluation.offline_files import (
    JudgesOfflineFileOut,
    OfflineFileIn,
    OfflineFileOut,
    UploadedAnswersOut,
    judges_offline_file_out,
    offline_file_out,
    uploaded_out,
)
from bakeoff_site.api.schemas.shared import Page
from bakeoff_site.api.views.access import organiser_of, role_in
from bakeoff_site.api.views.evaluation.judging import own_judging, started_judge
from bakeoff_site.campaigns.views.access import require
from bakeoff_site.core.finding_codes import FIELD
from bakeoff_site.core.names import PlainName
from bakeoff_site.judging.models import OfflineFile
from bakeoff_site.judging.selectors.offline_files import (
    known_offline_files,
    open_offline_files,
    own_offline_file,
    own_offline_files,
)
from bakeoff_site.judging.services.offline.answer_files import joined
from bakeoff_site.judging.services.offline.answers import AnswersRefusedError, IncompleteFileError, upload_answers
from bakeoff_site.judging.services.offline.edit_files import edit_file, upload_edits
from bakeoff_site.judging.services.offline.files import give_back_file, make_offline_file
from bakeoff_site.judging.services.offline.pages import offline_page
from bakeoff_site.judging.views.access import task_of

router = Router(tags=["judging"])
EditFormat = Literal["xliff-2.1", "xliff-1.2", "tmx", "bilingual-tsv"]
_TASK = "/campaigns/{slug}/judging/{slug:task}"
_FILES = "/campaigns/{slug}/judging-tasks/{slug:task}/offline-files"
_FILE = "/judging/offline-files/{uuid:key}"


@router.get(
    f"{_TASK}/offline-files",
    response=Page[OfflineFileOut],
    auth=judge,
    summary="Screens that you took along to judge offline",
)
def list_offline_files(request: TokenRequest, slug: str, task: str, limit: Limit, offset: Offset) -> dict[str, Any]:
    found = own_judging(role_in(request, slug), task)
    rows = () if found.judge is None else own_offline_files(found.judge)
    return page_of(request, rows, limit, offset, offline_file_out)


@router.post(
    f"{_TASK}/offline-files",
    response={201: OfflineFileOut},
    auth=judge,
    summary="Take screens along to judge offline",
    description="They are dealt as on the site and stay with you until the file ends. A task says whether it can be "
    "judged offline. Consent, tutorial and qualification come first.",
)
def add_offline_file(request: TokenRequest, slug: str, task: str, body: OfflineFileIn) -> OfflineFileOut:
    found = own_judging(role_in(request, slug), task)
    require(found.may)
    file = make_offline_file(started_judge(found), screens=body.screens, now=timezone.now())
    return offline_file_out(own_offline_file(file))


@router.get(
    _FILE,
    auth=judge,
    summary="An offline file: one HTML page with its screens, which loads nothing",
    openapi_extra=FILE_ANSWER,
)
def fetch_offline_file(request: TokenRequest, key: UUID) -> HttpResponse:
    file = _own_file(request, key)
    task = file.judge.task
    address = reverse("judging:offline", args=[task.campaign.slug, task.slug])
    page = offline_page(file, upload_address=request.build_absolute_uri(address))
    return HttpResponse(page, content_type="application/octet-stream")


@router.get(
    f"{_FILE}/edits",
    auth=judge,
    summary="Outputs to correct of an offline file, for tools of translators: XLIFF, TMX or a table",
    description="The targets are the outputs to correct, or what you made of them so far.",
    openapi_extra=FILE_ANSWER,
)
def fetch_edit_file(request: TokenRequest, key: UUID, format: EditFormat = "xliff-2.1") -> HttpResponse:
    return HttpResponse(edit_file(_own_file(request, key), format), content_type="application/octet-stream")


@router.post(
    f"{_FILE}/edits",
    response=UploadedAnswersOut,
    auth=judge,
    summary="Upload an offline file that a tool of translators edited; the same file counts once",
    description="Every segment with a target counts as edited. Refused as a whole where a source was changed or a "
    "segment is unknown or repeated, and, without `partly`, where segments lack a target.",
    openapi_extra=FILE_BODY,
)
def add_edit_file(
    request: TokenRequest,
    key: UUID,
    *,
    name: Annotated[PlainName, Query(description="What the file is called.")],
    partly: Annotated[bool, Query(description="Take what is complete although segments lack a target.")] = False,
    replaces: Annotated[
        bool | None, Query(description="Whether the file counts instead of what was changed elsewhere since.")
    ] = None,
) -> UploadedAnswersOut:
    file = _own_file(request, key)
    with _named_mistakes():
        uploaded = upload_edits(
            file,
            request.auth.person,
            name,
            pieces_of(request),
            partly=partly,
            replaces=replaces,
            now=timezone.now(),
        )
    return uploaded_out(uploaded)


@contextmanager
def _named_mistakes() -> Iterator[None]:
    """Each mistake of a file as a finding."""
    try:
        yield
    except AnswersRefusedError as refusal:
        findings = [FIELD.finding(found="a mistake", expected=each) for each in refusal.mistakes]
        raise NotValidError("The file of answers has mistakes; nothing was saved.", findings) from None
    except IncompleteFileError as refusal:
        findings = [FIELD.finding(found="nothing", expected=f"an answer to screen {each}") for each in refusal.missing]
        raise NotValidError(str(refusal), findings) from None


@router.post(
    f"{_FILE}/give-back",
    response=OfflineFileOut,
    auth=judge,
    summary="Give back the screens of an offline file that have no answer; others get them",
)
def give_offline_file_back(request: TokenRequest, key: UUID) -> OfflineFileOut:
    file = _own_file(request, key)
    give_back_file(file, now=timezone.now())
    return offline_file_out(own_offline_file(file))


@router.post(
    f"{_TASK}/offline-answers",
    response=UploadedAnswersOut,
    auth=judge,
    summary="Upload the answers that an offline file saved, each counted once however often it is sent",
    description="Refused as a whole where something in it is wrong, and, without `partly`, where screens have no "
    "answer. What comes late is kept and marked, as on the site.",
    openapi_extra=FILE_BODY,
)
def add_offline_answers(
    request: TokenRequest,
    slug: str,
    task: str,
    *,
    partly: Annotated[bool, Query(description="Take what is complete although screens have no answer.")] = False,
    replaces: Annotated[
        bool | None,
        Query(description="Whether answers of the file count instead of what was changed elsewhere since."),
    ] = None,
) -> UploadedAnswersOut:
    found = own_judging(role_in(request, slug), task)
    content = joined(pieces_of(request))
    with _named_mistakes():
        uploaded = upload_answers(
            found.task, request.auth.person, content, partly=partly, replaces=replaces, now=timezone.now()
        )
    return uploaded_out(uploaded)


@router.get(
    _FILES,
    response=Page[JudgesOfflineFileOut],
    auth=organise,
    summary="Offline files of judges to which answers are waited for (organisers)",
)
def list_open_offline_files(
    request: TokenRequest, slug: str, task: str, limit: Limit, offset: Offset
) -> dict[str, Any]:
    files = open_offline_files(task_of(organiser_of(request, slug), task), now=timezone.now())
    return page_of(request, files, limit, offset, judges_offline_file_out)


@router.post(
    f"{_FILES}/{{uuid:key}}/take-back",
    response=JudgesOfflineFileOut,
    auth=organise,
    summary="Take back the screens of a judge's offline file that have no answer; others get them (organisers)",
)
def take_offline_file_back(request: TokenRequest, slug: str, task: str, key: UUID) -> JudgesOfflineFileOut:
    found = task_of(organiser_of(request, slug), task)
    file = get_object_or_404(known_offline_files(), key=key, judge__task=found)
    give_back_file(file, now=timezone.now(), by=request.auth.person)
    return judges_offline_file_out(own_offline_file(file))


def _own_file(request: TokenRequest, key: UUID) -> OfflineFile:
    return get_object_or_404(known_offline_files(), key=key, judge__user=request.auth.person)
