"""Pages of organisers: tasks followed and exported; judges blocked or excluded."""

from __future__ import annotations

from collections.abc import Iterator

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone

from bakeoff.data.judgments import Judgment
from bakeoff.formats.judgments import interchange, interchange_table
from bakeoff_site.campaigns.permissions import CampaignRole
from bakeoff_site.campaigns.views.access import carry_out, organiser_page, person
from bakeoff_site.core.http.addresses import post_only
from bakeoff_site.judging.forms import JudgeForm, OpeningForm
from bakeoff_site.judging.models import Judge, Task
from bakeoff_site.judging.selectors.judgments import judgments_of
from bakeoff_site.judging.selectors.live import live_view
from bakeoff_site.judging.services.judges import block_judge, exclude_judge, include_judge


@organiser_page
def live(request: HttpRequest, role: CampaignRole, task_slug: str) -> HttpResponse:
    """How a task goes: progress, the ranking so far, judges."""
    task = _task(role, task_slug)
    context = {
        "campaign": role.campaign,
        "role": role,
        "task": task,
        "live": live_view(task, now=timezone.now()),
        "opening": OpeningForm(initial={"opening": task.opening}),
    }
    return render(request, "judging/organise/live.html", context)


@organiser_page
def export(request: HttpRequest, role: CampaignRole, task_slug: str) -> StreamingHttpResponse:
    """The judgments of a task in the interchange form; with `?all`, also those that do not count."""
    task = _task(role, task_slug)
    lines = interchange.lines_of(_judgments(task, request))
    return _download(lines, f"{role.campaign.slug}-{task.slug}.jsonl", "application/jsonl")


@organiser_page
def export_table(request: HttpRequest, role: CampaignRole, task_slug: str) -> StreamingHttpResponse:
    """The same judgments as a table."""
    task = _task(role, task_slug)
    lines = interchange_table.lines_of(_judgments(task, request))
    return _download(lines, f"{role.campaign.slug}-{task.slug}.csv", "text/csv")


def _judgments(task: Task, request: HttpRequest) -> Iterator[Judgment]:
    counted = "all" not in request.GET
    for each in task.evaluations.select_related("task__campaign"):
        yield from judgments_of(each, counted=counted)


def _download(lines: Iterator[str], name: str, kind: str) -> StreamingHttpResponse:
    response = StreamingHttpResponse(lines, content_type=f"{kind}; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


@post_only
@organiser_page
def judge(request: HttpRequest, role: CampaignRole, task_slug: str, judge_id: int) -> HttpResponse:
    """Blocks a judge, leaves their judgments out of results, or counts them again."""
    task = _task(role, task_slug)
    subject = get_object_or_404(Judge.objects.select_related("task__campaign", "user"), task=task, pk=judge_id)
    form = JudgeForm(request.POST)
    address = reverse("judging:live", args=[role.campaign.slug, task.slug])
    if not form.is_valid():
        messages.error(request, "Choose what to do with the judge, and say why.")
        return redirect(address)
    reason, now, by = form.cleaned_data["reason"], timezone.now(), person(role)
    acts = {
        "block": (lambda: block_judge(subject, reason=reason, by=by, now=now), "The judge is blocked and reads why."),
        "exclude": (
            lambda: exclude_judge(subject, reason=reason, by=by, now=now),
            "Judgments of this judge are left out of the results.",
        ),
        "include": (lambda: include_judge(subject, by=by), "Judgments of this judge count again."),
    }
    act, done = acts[form.cleaned_data["act"]]
    return carry_out(request, act, done=done, then=address)


def _task(role: CampaignRole, task_slug: str) -> Task:
    return get_object_or_404(role.campaign.judging_tasks.select_related("campaign"), slug=task_slug)
