"""Pages before and between screens: one's tasks, what to read and agree to first, and the way to the next screen."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone

from bakeoff.human_eval.designs.screens.events import Finished, NothingNow
from bakeoff.rulebook.schema.conduct import ReadingLanguage
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.permissions import CampaignRole
from bakeoff_site.campaigns.views.access import require
from bakeoff_site.core.http.addresses import post_only
from bakeoff_site.core.refusals import RefusedError
from bakeoff_site.judging.forms import StartForm
from bakeoff_site.judging.models import Screen
from bakeoff_site.judging.selectors.instructions import (
    consent_of,
    examples_of,
    has_examples,
    instructions_of,
    language_for,
)
from bakeoff_site.judging.selectors.offline_files import offline_days
from bakeoff_site.judging.selectors.own_work import work_of
from bakeoff_site.judging.selectors.qualification import demand_of, own_qualification
from bakeoff_site.judging.selectors.screens import first_reviewed
from bakeoff_site.judging.selectors.tasks import OwnTask, judge_at_work, own_tasks
from bakeoff_site.judging.selectors.times import minutes_at_work
from bakeoff_site.judging.services.dealing import next_screen, screens_to_come
from bakeoff_site.judging.services.judges import choose_language, start_judging
from bakeoff_site.judging.services.qualification import QualificationEnded
from bakeoff_site.judging.views.access import judge_page
from bakeoff_site.judging.views.guests import guest_keys


def own_tasks_page(request: HttpRequest) -> HttpResponse:
    """Everything that somebody judges or may judge; guests judge one thing."""
    if not isinstance(request.user, User):
        return redirect("crowds:home") if guest_keys(request) else redirect_to_login(request.get_full_path())
    rows = [work_of(each, to_come=screens_to_come) for each in own_tasks(request.user, now=timezone.now())]
    return render(request, "judging/tasks.html", {"rows": rows})


@judge_page
def task(request: HttpRequest, role: CampaignRole, own: OwnTask) -> HttpResponse:
    """What a task is about; who has not started yet reads the instructions, agrees and chooses."""
    if own.guest is not None:
        return redirect("crowds:judge", own.guest.pk)
    wanted = request.GET.get("language", "") or ("" if own.judge is None else own.judge.language)
    form = StartForm(own, request.POST if request.method == "POST" else None, initial={"language": wanted})
    if request.method == "POST":
        require(own.may)
        if form.is_valid():
            try:
                start_judging(role, own.task, now=timezone.now(), **form.choices())
            except RefusedError as refusal:
                form.add_error(None, str(refusal))
            else:
                return redirect("judging:next", slug=role.campaign.slug, task_slug=own.task.slug)
    context = {"role": role, "campaign": role.campaign, "own": own, "form": form, **_to_read(own, wanted)}
    return render(request, "judging/task.html", context)


def _to_read(own: OwnTask, wanted: str) -> dict[str, Any]:
    """What somebody reads on the page of a task, and what they have done so far."""
    demand = demand_of(own.task)
    judge = own.judge
    return {
        "texts": instructions_of(own.task, wanted=wanted),
        "consent": consent_of(own.task, wanted=wanted),
        "read_in": ReadingLanguage(language_for(own.task, wanted)),
        "examples": len(examples_of(own.task)),
        "offline": judge is not None and bool(offline_days(own.task)),
        "demand": demand,
        "qualification": None if judge is None or demand is None else own_qualification(judge, demand),
        "minutes": None if judge is None else minutes_at_work(judge),
    }


@post_only
@judge_page
def language(request: HttpRequest, role: CampaignRole, own: OwnTask) -> HttpResponse:
    """Somebody chooses the language that they read instructions in."""
    wanted = language_for(own.task, request.POST.get("language", ""))
    if own.judge is not None:
        choose_language(own.judge, wanted)
    if request.headers.get("Accept") == "application/json":
        return JsonResponse({"language": wanted})
    address = reverse("judging:task", args=[role.campaign.slug, own.task.slug])
    return redirect(f"{address}?{urlencode({'language': wanted})}")


def next_one(request: HttpRequest, slug: str, task_slug: str) -> HttpResponseBase:
    """Goes to the screen that somebody is to answer; who judges already gets there in few queries."""
    now = timezone.now()
    judge = judge_at_work(request.user, slug, task_slug, now=now) if isinstance(request.user, User) else None
    if judge is not None and judge.tutorial_at is None and has_examples(judge.task):
        return redirect("judging:tutorial", slug=slug, task_slug=task_slug, number=1)
    screen = None if judge is None else next_screen(judge, now=now)
    if isinstance(screen, QualificationEnded):
        return redirect("judging:qualification", slug=slug, task_slug=task_slug)
    if isinstance(screen, Screen):
        return redirect("judging:screen", key=screen.key)
    return _next_or_why_not(request, slug=slug, task_slug=task_slug)


@judge_page
def _next_or_why_not(request: HttpRequest, role: CampaignRole, own: OwnTask) -> HttpResponse:
    """Goes to the screen that somebody is to answer, or says why there is none."""
    task_slug = own.task.slug
    if own.guest is not None:
        return redirect("crowds:next", own.guest.pk)
    if not own.may.allowed or own.judge is None or not own.has_started:
        return redirect("judging:task", slug=role.campaign.slug, task_slug=task_slug)
    screen = next_screen(own.judge, now=timezone.now())
    if isinstance(screen, QualificationEnded):
        return redirect("judging:qualification", slug=role.campaign.slug, task_slug=task_slug)
    if isinstance(screen, NothingNow | Finished):
        context = {"role": role, "campaign": role.campaign, "own": own, "nothing": screen}
        context["is_finished"] = isinstance(screen, Finished)
        context["first"] = first_reviewed(own.judge)
        return render(request, "judging/nothing.html", context)
    return redirect("judging:screen", key=screen.key)
