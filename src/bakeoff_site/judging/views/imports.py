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
from bakeoff_site.core.storage.uploads import takes_file
from bakeoff_site.judging.forms import ImportForm
from bakeoff_site.judging.models import JudgmentImport
from bakeoff_site.judging.selectors.imports import imports_of
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
    form = ImportForm(task, request.POST or None, request.FILES or None)
    checked, refused = _checked(form) if request.method == "POST" and form.is_valid() else (None, None)
    context = {
        "campaign": role.campaign,
        "role": role,
        "task": task,
        "form": form,
        "checked": checked,
        "refused": refused,
        "rows": imports_of(task),
    }
    return render(request, "judging/organise/imports.html", context, status=422 if refused else None)


def _checked(form: ImportForm) -> tuple[CheckedImport | None, ImportRefusedError | None]:
    given = form.cleaned_data
    batches = given["batches"]
    try:
        return (
            check_import(
                given["evaluation"],
                given["file"].name,
                given["file"].read(),
                batches=batches.read() if batches else b"",
            ),
            None,
        )
    except ImportRefusedError as refusal:
        return None, refusal


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
