"""Judgments that were made elsewhere: checked, imported, listed and withdrawn by organisers."""

from __future__ import annotations

from typing import Annotated, Any

from django.shortcuts import get_object_or_404
from django.utils import timezone
from ninja import Query, Router

from bakeoff_site.api.authentication import TokenRequest, organise, oversee
from bakeoff_site.api.bodies import FILE_BODY, pieces_of
from bakeoff_site.api.errors import NotValidError
from bakeoff_site.api.pagination import Limit, Offset, page_of
from bakeoff_site.api.schemas.evaluation.imports import (
    BatchesOut,
    CheckedImportOut,
    ImportIn,
    ImportOut,
    WithdrawalIn,
    checked_out,
    import_out,
)
from bakeoff_site.api.schemas.shared import Page
from bakeoff_site.api.views.access import organiser_of
from bakeoff_site.core.finding_codes import INPUT
from bakeoff_site.core.names import PlainName
from bakeoff_site.judging.models import JudgmentImport, Task
from bakeoff_site.judging.selectors.imports import import_row, imports_of
from bakeoff_site.judging.services.earlier_post_edits import EditedOutput, check_earlier
from bakeoff_site.judging.services.imports import (
    ImportRefusedError,
    check_import,
    import_judgments,
    keep_batches,
    kept_batches,
    withdraw_import,
)
from bakeoff_site.judging.views.access import task_of

router = Router(tags=["judging"])
_IMPORTS = "/campaigns/{slug}/judging-tasks/{slug:task}/imports"


@router.get(
    _IMPORTS,
    response=Page[ImportOut],
    auth=oversee,
    summary="Files of judgments that were imported into a task, newest first (organisers)",
)
def list_imports(request: TokenRequest, slug: str, task: str, limit: Limit, offset: Offset) -> dict[str, Any]:
    return page_of(request, imports_of(_task(request, slug, task)), limit, offset, import_out)


@router.post(
    "/campaigns/{slug}/judging-tasks/{slug:task}/evaluations/{code}/imports/check",
    response=CheckedImportOut,
    auth=organise,
    summary="Check a file of judgments that were made elsewhere; nothing counts yet (organisers)",
    description="The body is the file itself, in any format of judgments; the format is recognised. Every mistake is a "
    "finding with its line. `batches` names those that results of Appraise belong to.",
    openapi_extra=FILE_BODY,
)
def check_imported_file(
    request: TokenRequest,
    slug: str,
    task: str,
    code: str,
    *,
    name: Annotated[PlainName, Query(description="What the file is called.")],
    batches: str = "",
) -> CheckedImportOut:
    evaluation = get_object_or_404(_task(request, slug, task).evaluations.select_related("task__campaign"), code=code)
    given = kept_batches(batches) if batches else None
    try:
        return checked_out(check_import(evaluation, name, pieces_of(request), batches=given))
    except ImportRefusedError as refusal:
        raise import_mistakes(refusal) from None


@router.post(
    "/campaigns/{slug}/judging-tasks/{slug:task}/evaluations/{code}/earlier-post-edits/check",
    response=CheckedImportOut,
    auth=organise,
    summary="Check post-edits of an earlier campaign; nothing counts yet (organisers)",
    description="The body is the file itself: judgments of post-editing, or a text; of a text, `output` names the file "
    "that was edited, as `batches` names those of Appraise. Imported, they are references for all systems, and the own "
    "post-edits of theirs.",
    openapi_extra=FILE_BODY,
)
def check_earlier_post_edits(
    request: TokenRequest,
    slug: str,
    task: str,
    code: str,
    *,
    name: Annotated[PlainName, Query(description="What the file is called.")],
    output: str = "",
    # The default is in `Query`: behind an annotation with a validator, django-ninja loses it.
    output_name: Annotated[PlainName, Query("output.txt", description="What the output is called.")],
    system: Annotated[str, Query(max_length=100, description="The system that was edited.")] = "",
) -> CheckedImportOut:
    evaluation = get_object_or_404(_task(request, slug, task).evaluations.select_related("task__campaign"), code=code)
    edited = EditedOutput(file_name=output_name, chunks=kept_batches(output), system=system) if output else None
    try:
        return checked_out(check_earlier(evaluation, name, pieces_of(request), output=edited))
    except ImportRefusedError as refusal:
        raise import_mistakes(refusal) from None


@router.post(
    "/campaigns/{slug}/judging-tasks/{slug:task}/imports/batches",
    response=BatchesOut,
    auth=organise,
    summary="Send batches of Appraise, or an output that was edited, to check another file with them (organisers)",
    description="The body is the file itself: the JSON that was put into Appraise, or the text.",
    openapi_extra=FILE_BODY,
)
def add_batches(request: TokenRequest, slug: str, task: str) -> BatchesOut:
    _task(request, slug, task)
    return BatchesOut(batches=keep_batches(pieces_of(request)))


@router.post(
    _IMPORTS,
    response={201: ImportOut},
    auth=organise,
    summary="Import judgments that were checked; the same file counts once (organisers)",
)
def add_import(request: TokenRequest, slug: str, task: str, body: ImportIn) -> ImportOut:
    found = _task(request, slug, task)
    imported = import_judgments(found, body.checked, by=request.auth.person, now=timezone.now())
    return import_out(import_row(imported))


@router.post(
    f"{_IMPORTS}/{{int:import_id}}/withdraw",
    response=ImportOut,
    auth=organise,
    summary="Withdraw imported judgments: they no longer count (organisers)",
)
def withdraw_imported_file(
    request: TokenRequest, slug: str, task: str, import_id: int, body: WithdrawalIn
) -> ImportOut:
    found = _task(request, slug, task)
    rows = JudgmentImport.objects.select_related("evaluation", "imported_by", "withdrawn_by")
    imported = get_object_or_404(rows, evaluation__task=found, pk=import_id)
    imported.evaluation.task = found
    withdraw_import(imported, reason=body.reason, by=request.auth.person, now=timezone.now())
    imported.refresh_from_db()
    return import_out(import_row(imported))


def _task(request: TokenRequest, slug: str, task: str) -> Task:
    return task_of(organiser_of(request, slug), task)


def import_mistakes(refusal: ImportRefusedError) -> NotValidError:
    """Each mistake of a file as a finding."""
    findings = [
        INPUT.finding(place=each.place, found=each.found, expected=each.expected, remedy=each.remedy)
        for each in refusal.found
    ]
    more = f" And {refusal.more:,} more." if refusal.more else ""
    return NotValidError(f"The file has mistakes, and nothing was imported. {refusal.mistakes[0]}{more}", findings)
