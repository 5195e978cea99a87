"""Pages of organisers: judgments that were made elsewhere."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone

from bakeoff_site.accounts.access import costly_page
from bakeoff_site.campaigns.forms.administration import ReasonForm
from bakeoff_site.campaigns.permissions import CampaignRole
from bakeoff_site.campaigns.views.access import carry_out, organiser_page, person
from bakeoff_site.core.http.addresses import post_only
from bakeoff_site.core.refusals import RefusedError
from bakeoff_site.core.storage.uploads import takes_file
from bakeoff_site.judging.forms import EarlierEditsForm, ImportForm
from bakeoff_site.judging.models import JudgmentImport
from bakeoff_site.judging.selectors.imports import imports_of
from bakeoff_site.judging.selectors.post_edits import has_post_edits
from bakeoff_site.judging.services.earlier_post_edits import EditedOutput, check_earlier
from bakeoff_site.judging.services.imports import (
    CheckedImport,
    ImportRefusedError,
    check_import,
    import_judgments,
    withdraw_import,
)
from bakeoff_site.judging.views.access import task_of


@takes_file
@costly_page
@organiser_page
def imports(request: HttpRequest, role: CampaignRole, task_slug: str) -> HttpResponse:
    """Files that were imported; another is checked first, then imported as it was looked at."""
    task = task_of(role, task_slug)
    if request.method == "POST" and (token := request.POST.get("checked")):
        return carry_out(
            request,
            lambda: import_judgments(task, token, by=person(role), now=timezone.now()),
            done="The judgments are imported and count in the results.",
            then=reverse("judging:imports", args=[role.campaign.slug, task.slug]),
        )
    given = (request.POST, request.FILES) if request.method == "POST" else ()
    is_earlier = "earlier" in request.POST
    form = ImportForm(task, *(() if is_earlier else given))
    earlier = EarlierEditsForm(task, *(given if is_earlier else ()))
    checked, refused = _checked(earlier if is_earlier else form)
    context = {
        "campaign": role.campaign,
        "role": role,
        "task": task,
        "form": form,
        "earlier": earlier if has_post_edits(task) else None,
        "checked": checked,
        "refused": refused,
        "rows": imports_of(task),
    }
    return render(request, "judging/organise/imports.html", context, status=422 if refused else None)


def _checked(form: ImportForm | EarlierEditsForm) -> tuple[CheckedImport | None, ImportRefusedError | None]:
    if not form.is_bound or not form.is_valid():
        return None, None
    given = form.cleaned_data
    evaluation, file = given["evaluation"], given["file"]
    try:
        if isinstance(form, EarlierEditsForm):
            edited = given["output"]
            output = edited and EditedOutput(file_name=edited.name, chunks=edited.chunks(), system=given["system"])
            return check_earlier(evaluation, file.name, file.chunks(), output=output or None), None
        batches = given["batches"]
        chunks = batches.chunks() if batches else None
        return check_import(evaluation, file.name, file.chunks(), batches=chunks), None
    except ImportRefusedError as refusal:
        return None, refusal
    except RefusedError as refusal:
        form.add_error(None, str(refusal))
        return None, None


@post_only
@organiser_page
def withdraw(request: HttpRequest, role: CampaignRole, task_slug: str, import_id: int) -> HttpResponse:
    """Leaves the judgments of a file out of results."""
    task = task_of(role, task_slug)
    imported = get_object_or_404(JudgmentImport, evaluation__task=task, pk=import_id)
    imported.evaluation.task = task
    form = ReasonForm(request.POST)
    then = reverse("judging:imports", args=[role.campaign.slug, task.slug])
    if not form.is_valid():
        messages.error(request, "Say why the judgments are withdrawn.")
        return redirect(then)
    return carry_out(
        request,
        lambda: withdraw_import(imported, reason=form.cleaned_data["reason"], by=person(role), now=timezone.now()),
        done=f"The judgments of {imported.file_name} no longer count.",
        then=then,
    )
