"""Pages of organisers who follow a task: how it goes, and judges whom they block or leave out."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone

from bakeoff_site.campaigns.permissions import CampaignRole
from bakeoff_site.campaigns.views.access import carry_out, organiser_page, person
from bakeoff_site.core.http.chart_files import svg_file
from bakeoff_site.judging.forms import JudgeForm, JudgesForm, OpeningForm
from bakeoff_site.judging.models import Judge, Task
from bakeoff_site.judging.selectors.collected import is_ready
from bakeoff_site.judging.selectors.exported_forms import forms_of
from bakeoff_site.judging.selectors.judge_comparisons import judge_view
from bakeoff_site.judging.selectors.judge_rows import find_judges
from bakeoff_site.judging.selectors.live import live_chart, live_view
from bakeoff_site.judging.services.analyses import refresh_analyses
from bakeoff_site.judging.services.judges import block_judge, exclude_judge, include_judge, readmit_judge
from bakeoff_site.judging.views.access import task_of


@organiser_page
def live(request: HttpRequest, role: CampaignRole, task_slug: str) -> HttpResponse:
    """How a task goes: progress, the ranking so far, coverage, time and cost, judges.

    A process that has to read very many judgments first sends the page without figures, which then asks for them.
    """
    task = task_of(role, task_slug)
    now = timezone.now()
    context = {
        "campaign": role.campaign,
        "role": role,
        "task": task,
        "opening": OpeningForm(initial={"opening": task.opening}),
        "is_paused": "paused" in request.GET,
        "forms": forms_of(task),
    }
    if "wait" in request.GET or is_ready(task):
        refresh_analyses(task, now=now)
        view = live_view(task, now=now)
        looked_for = JudgesForm(request.GET)
        context |= {"live": view, "found": find_judges(view.judges, **looked_for.choices())}
    return render(request, "judging/organise/live.html", context)


@organiser_page
def figure(_request: HttpRequest, role: CampaignRole, task_slug: str, code: str, name: str) -> HttpResponse:
    """A chart of the live view as a file."""
    task = task_of(role, task_slug)
    return svg_file(live_chart(task, code, name, now=timezone.now()), f"{role.campaign.slug}-{task.slug}-{code}")


@organiser_page
def judge(request: HttpRequest, role: CampaignRole, task_slug: str, judge_id: int) -> HttpResponse:
    """A judge with the rankings with and without them; blocks them, leaves them out, or lets them count again."""
    task = task_of(role, task_slug)
    subject = get_object_or_404(Judge.objects.select_related("user"), task=task, pk=judge_id)
    subject.task = task
    now = timezone.now()
    if request.method == "POST":
        return _decide(request, role, subject)
    refresh_analyses(task, now=now)
    refresh_analyses(task, now=now, turned=subject.pk)
    context = {"campaign": role.campaign, "role": role, "task": task, "view": judge_view(subject, now=now)}
    return render(request, "judging/organise/judge.html", context)


def _decide(request: HttpRequest, role: CampaignRole, subject: Judge) -> HttpResponse:
    task: Task = subject.task
    form = JudgeForm(request.POST)
    if not form.is_valid():
        messages.error(request, "Choose what to do with the judge, and say why.")
        return redirect("judging:judge", role.campaign.slug, task.slug, subject.pk)
    reason, now, by = form.cleaned_data["reason"], timezone.now(), person(role)
    acts = {
        "block": (lambda: block_judge(subject, reason=reason, by=by, now=now), "The judge is blocked and reads why."),
        "exclude": (
            lambda: exclude_judge(subject, reason=reason, by=by, now=now),
            "Judgments of this judge are left out of the results.",
        ),
        "include": (lambda: include_judge(subject, reason=reason, by=by), "Judgments of this judge count again."),
        "readmit": (
            lambda: readmit_judge(subject, reason=reason, by=by, now=now),
            "The judge can judge again, and their judgments count.",
        ),
    }
    act, done = acts[form.cleaned_data["act"]]
    address = reverse("judging:judge", args=[role.campaign.slug, task.slug, subject.pk])
    return carry_out(request, act, done=done, then=address)
