"""Pages of workers: the entrance of a study, the way to the next screen, and the end with its code."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache

from bakeoff.human_eval.designs.conduct.crowd_links import Arrival, arrival_of, return_address
from bakeoff.human_eval.designs.screens.events import NothingNow
from bakeoff.rulebook.schema.conduct import ReadingLanguage
from bakeoff_site.accounts.throttling import address_of
from bakeoff_site.core.http.addresses import post_only
from bakeoff_site.core.refusals import RefusedError, TooOftenError
from bakeoff_site.crowds.forms import EntranceForm
from bakeoff_site.crowds.models import Study, Worker
from bakeoff_site.crowds.selectors.links import personal_link, study_of, worker_of
from bakeoff_site.crowds.services.entrance import KnownElsewhereError, enter, problem_with
from bakeoff_site.crowds.services.work import next_for, stop_waiting
from bakeoff_site.crowds.views.sessions import remember_worker, worker_here, worker_keys
from bakeoff_site.judging.models import Screen
from bakeoff_site.judging.selectors.instructions import consent_of, has_examples, instructions_of, language_for
from bakeoff_site.judging.selectors.qualification import demand_of, own_qualification
from bakeoff_site.judging.services.dealing import screens_left


@never_cache
def entrance(request: HttpRequest, token: str) -> HttpResponse:
    """What a study asks; the button lets a worker in. Looking at it binds nothing."""
    study = study_of(token)
    if study is None:
        return render(request, "crowds/unknown.html", status=404)
    arrival = arrival_of(study.crowd, request.GET.dict())
    known = None if arrival.problem else worker_here(request, study=study, worker_id=arrival.worker)
    if known is not None:
        return redirect("crowds:work", known.pk)
    form = EntranceForm(study, arrival, request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        return _start(request, study, arrival, form)
    return _entrance(request, study, arrival, form, problem=_problem(study, arrival))


def _start(request: HttpRequest, study: Study, arrival: Arrival, form: EntranceForm) -> HttpResponse:
    """Lets a worker in, or says why not."""
    try:
        worker = enter(
            study,
            arrival,
            **form.options(),
            keys=worker_keys(request),
            address=address_of(request),
            now=timezone.now(),
            language=language_for(study.task, request.GET.get("language", "")),
        )
    except TooOftenError as refusal:
        response = _entrance(request, study, arrival, form, problem=str(refusal), status=429)
        response["Retry-After"] = str(refusal.seconds)
        return response
    except RefusedError as refusal:
        is_final = isinstance(refusal, KnownElsewhereError)
        if not is_final:
            form.add_error(None, str(refusal))
        problem = str(refusal) if is_final else _problem(study, arrival)
        return _entrance(request, study, arrival, form, problem=problem, status=409)
    remember_worker(request, worker)
    return redirect("crowds:next", worker.judge_id) if worker.judge_id else redirect("crowds:work", worker.pk)


def _problem(study: Study, arrival: Arrival) -> str:
    """Why somebody cannot start; a preview shows no more than what is asked."""
    if arrival.is_preview:
        return ""
    return arrival.problem or problem_with(study, now=timezone.now())


def _entrance(
    request: HttpRequest, study: Study, arrival: Arrival, form: EntranceForm, *, problem: str, status: int = 200
) -> HttpResponse:
    wanted = request.GET.get("language", "")
    context = {
        "study": study,
        "campaign": study.task.campaign,
        "arrival": arrival,
        "form": form,
        "problem": problem,
        "texts": instructions_of(study.task, wanted=wanted),
        "consent": consent_of(study.task, wanted=wanted),
        "read_in": ReadingLanguage(language_for(study.task, wanted)),
        "demand": demand_of(study.task),
        "parameters": [(name, value) for name, value in request.GET.items() if name != "language"],
        "full_path": request.get_full_path(),
    }
    return render(request, "crowds/entrance.html", context, status=status)


@never_cache
def resume(request: HttpRequest, token: str) -> HttpResponse:
    """The personal link of a worker: this browser may act for them from now on."""
    worker = worker_of(token)
    if worker is None:
        return render(request, "crowds/unknown.html", status=404)
    remember_worker(request, worker)
    return redirect("crowds:work", worker.pk)


def home(request: HttpRequest) -> HttpResponse:
    """The study that this browser was in last."""
    return redirect("crowds:work", _here(request).pk)


def of_judge(request: HttpRequest, judge_id: int) -> HttpResponse:
    """The study in which somebody judges as this judge."""
    return redirect("crowds:work", _here(request, judge=judge_id).pk)


@never_cache
def next_one(request: HttpRequest, judge_id: int) -> HttpResponse:
    """Goes to the screen that a worker is to answer, or to the page that says what is the matter."""
    worker = _here(request, judge=judge_id)
    judge, campaign = worker.judge, worker.study.task.campaign
    if judge is not None and not worker.outcome and judge.tutorial_at is None and has_examples(judge.task):
        return redirect("judging:tutorial", slug=campaign.slug, task_slug=judge.task.slug, number=1)
    found = next_for(worker, now=timezone.now())
    if isinstance(found, Screen):
        return redirect("judging:screen", key=found.key)
    if isinstance(found, NothingNow):
        return render(request, "crowds/wait.html", {"worker": worker, "study": worker.study})
    return redirect("crowds:work", worker.pk)


@never_cache
def work(request: HttpRequest, worker_id: int) -> HttpResponse:
    """How far a worker is; in the end, the code and the way back to the platform."""
    worker = _here(request, pk=worker_id)
    study, judge = worker.study, worker.judge
    context: dict[str, Any] = {"worker": worker, "study": study, "campaign": study.task.campaign}
    if worker.outcome:
        code = study.codes[worker.outcome]
        back = return_address(
            study.crowd,
            code=code,
            worker=worker.worker_id,
            study=worker.platform_study,
            session=worker.session_id,
        )
        return render(request, "crowds/end.html", {**context, "code": code, "back": back})
    demand = demand_of(study.task)
    context |= {
        "texts": instructions_of(study.task, wanted="" if judge is None else judge.language),
        "left": None if judge is None else screens_left(judge),
        "qualification": None if judge is None or demand is None else own_qualification(judge, demand),
        "personal": personal_link(worker).address,
    }
    return render(request, "crowds/work.html", context)


@post_only
def stop(request: HttpRequest, worker_id: int) -> HttpResponse:
    """Ends the work of somebody for whom nothing is left at the moment."""
    worker = _here(request, pk=worker_id)
    stop_waiting(worker, now=timezone.now())
    return redirect("crowds:work", worker.pk)


def _here(request: HttpRequest, **which: object) -> Worker:
    found = worker_here(request, **which)
    if found is None:
        raise Http404("This browser has no such study. Open it from the platform again.")
    return found
