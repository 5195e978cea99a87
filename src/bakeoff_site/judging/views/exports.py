"""The judgments of a task as files, at any moment."""

from __future__ import annotations

from collections.abc import Iterator

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import redirect

from bakeoff.data.judgments import Judgment
from bakeoff.formats.judgments import interchange, interchange_table
from bakeoff_site.campaigns.permissions import CampaignRole
from bakeoff_site.campaigns.views.access import organiser_page
from bakeoff_site.core.refusals import RefusedError
from bakeoff_site.judging.models import Task
from bakeoff_site.judging.selectors.exported_forms import exported_file
from bakeoff_site.judging.selectors.judgments import judgments_of
from bakeoff_site.judging.views.access import task_of


@organiser_page
def export(request: HttpRequest, role: CampaignRole, task_slug: str) -> StreamingHttpResponse:
    """The judgments of a task in the interchange form; with `?all`, also those that do not count."""
    task = task_of(role, task_slug)
    lines = interchange.lines_of(_judgments(task, request))
    return _download(lines, f"{role.campaign.slug}-{task.slug}.jsonl", "application/jsonl")


@organiser_page
def export_table(request: HttpRequest, role: CampaignRole, task_slug: str) -> StreamingHttpResponse:
    """The same judgments as a table."""
    task = task_of(role, task_slug)
    lines = interchange_table.lines_of(_judgments(task, request))
    return _download(lines, f"{role.campaign.slug}-{task.slug}.csv", "text/csv")


@organiser_page
def export_form(request: HttpRequest, role: CampaignRole, task_slug: str, code: str, form: str) -> HttpResponse:
    """The judgments of an evaluation as another tool writes them; refused where it has no form for them."""
    task = task_of(role, task_slug)
    try:
        file = exported_file(task, code, form, counted="all" not in request.GET)
    except RefusedError as refusal:
        messages.error(request, str(refusal))
        refused: HttpResponse = redirect("judging:live", role.campaign.slug, task.slug)
        return refused
    response = HttpResponse(file.content, content_type=f"{file.content_type}; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{file.name}"'
    return response


def _judgments(task: Task, request: HttpRequest) -> Iterator[Judgment]:
    counted = "all" not in request.GET
    for each in task.evaluations.select_related("task__campaign"):
        yield from judgments_of(each, counted=counted)


def _download(lines: Iterator[str], name: str, kind: str) -> StreamingHttpResponse:
    response = StreamingHttpResponse(lines, content_type=f"{kind}; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
