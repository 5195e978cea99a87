"""Pages of organisers: studies of a task, their workers, and what becomes of the work."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone

from bakeoff.rulebook.schema.conduct import ReadingLanguage
from bakeoff_site.accounts.access import costly_page
from bakeoff_site.campaigns.permissions import CampaignRole
from bakeoff_site.campaigns.views.access import carry_out, organiser_page, person
from bakeoff_site.core.http.addresses import post_only
from bakeoff_site.core.http.table_files import table_file
from bakeoff_site.core.refusals import RefusedError
from bakeoff_site.crowds.choices import Outcome
from bakeoff_site.crowds.forms import RejectForm, StatusesForm, StudyForm
from bakeoff_site.crowds.models import Study, Worker
from bakeoff_site.crowds.selectors.links import address_for_platform
from bakeoff_site.crowds.selectors.pay_table import pay_table
from bakeoff_site.crowds.selectors.studies import needed_languages, studies_of
from bakeoff_site.crowds.selectors.workers import study_view
from bakeoff_site.crowds.services.reviews import TakenStatuses, include_work, reject_work, release_worker, take_statuses
from bakeoff_site.crowds.services.studies import close_study, make_study, reopen_study
from bakeoff_site.judging.views.access import task_of


@organiser_page
def studies(request: HttpRequest, role: CampaignRole, task_slug: str) -> HttpResponse:
    """The studies of a task, and a form for another one."""
    task = task_of(role, task_slug)
    form = StudyForm(task, request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            study = make_study(task, by=person(role), **form.options())
        except RefusedError as refusal:
            form.add_error(None, str(refusal))
        else:
            messages.success(request, "The study is ready. Copy its link and its codes into the platform.")
            return redirect("crowds:study", role.campaign.slug, task.slug, study.pk)
    context = {"campaign": role.campaign, "role": role, "task": task, "form": form, "studies": studies_of(task)}
    return render(request, "crowds/organise/studies.html", context)


@organiser_page
def study(request: HttpRequest, role: CampaignRole, task_slug: str, study_id: int) -> HttpResponse:
    """A study: its link and codes, its workers, and what the platform says of them."""
    found = _study(role, task_slug, study_id)
    sent = (request.POST, request.FILES) if request.method == "POST" else (None, None)
    form = StatusesForm(found, *sent)
    if request.method == "POST" and form.is_valid():
        taken = take_statuses(found, form.cleaned_data["file"], by=person(role), now=timezone.now())
        messages.success(request, _told(taken))
        return redirect("crowds:study", role.campaign.slug, task_slug, found.pk)
    context = {
        "campaign": role.campaign,
        "role": role,
        "task": found.task,
        "view": study_view(found),
        "crowd": found.crowd,
        "address": address_for_platform(found),
        "codes": [(outcome.label, found.codes[outcome]) for outcome in Outcome],
        "languages": sorted(ReadingLanguage(each).name for each in needed_languages(found)),
        "form": form,
    }
    return render(request, "crowds/organise/study.html", context)


@costly_page
@organiser_page
def pay_file(_request: HttpRequest, role: CampaignRole, task_slug: str, study_id: int, ending: str) -> HttpResponse:
    """The pay report as a table for spreadsheets."""
    found = _study(role, task_slug, study_id)
    stem = f"{role.campaign.slug}-{task_slug}-study{found.pk}-pay"
    return table_file(pay_table(study_view(found)), stem=stem, ending=ending)


@post_only
@organiser_page
def opening(request: HttpRequest, role: CampaignRole, task_slug: str, study_id: int) -> HttpResponse:
    """Closes a study, or opens it again."""
    found, by = _study(role, task_slug, study_id), person(role)
    closes = "close" in request.POST
    return carry_out(
        request,
        lambda: close_study(found, by=by, now=timezone.now()) if closes else reopen_study(found, by=by),
        done="The study is closed. Workers who have started can finish." if closes else "The study is open again.",
        then=_address(found),
    )


@post_only
@organiser_page
def reject(request: HttpRequest, role: CampaignRole, task_slug: str, study_id: int, worker_id: int) -> HttpResponse:
    """Rejects the work of somebody."""
    worker = _worker(role, task_slug, study_id, worker_id)
    form = RejectForm(request.POST)
    if not form.is_valid():
        messages.error(request, "Say why the work is rejected, in at most 2,000 characters.")
        return redirect(_address(worker.study))
    said = form.cleaned_data
    return carry_out(
        request,
        lambda: reject_work(worker, **said, by=person(role), now=timezone.now()),
        done=f"The work of {worker.worker_id} is rejected. Others judge its items. Reject it on the platform, too.",
        then=_address(worker.study),
    )


@post_only
@organiser_page
def include(request: HttpRequest, role: CampaignRole, task_slug: str, study_id: int, worker_id: int) -> HttpResponse:
    """Counts the work of somebody again."""
    worker = _worker(role, task_slug, study_id, worker_id)
    return carry_out(
        request,
        lambda: include_work(worker, by=person(role), now=timezone.now()),
        done=f"The work of {worker.worker_id} counts again.",
        then=_address(worker.study),
    )


@post_only
@organiser_page
def release(request: HttpRequest, role: CampaignRole, task_slug: str, study_id: int, worker_id: int) -> HttpResponse:
    """Lets somebody in from another browser."""
    worker = _worker(role, task_slug, study_id, worker_id)
    return carry_out(
        request,
        lambda: release_worker(worker, by=person(role)),
        done=f"{worker.worker_id} can open the study again from any browser, once.",
        then=_address(worker.study),
    )


def _study(role: CampaignRole, task_slug: str, study_id: int) -> Study:
    rows = Study.objects.select_related("task__campaign", "made_by")
    return get_object_or_404(rows, task__campaign=role.campaign, task__slug=task_slug, pk=study_id)


def _worker(role: CampaignRole, task_slug: str, study_id: int, worker_id: int) -> Worker:
    worker = get_object_or_404(Worker, study=_study(role, task_slug, study_id), pk=worker_id)
    worker.study = _study(role, task_slug, study_id)
    return worker


def _address(study: Study) -> str:
    return reverse("crowds:study", args=[study.task.campaign.slug, study.task.slug, study.pk])


def _told(taken: TakenStatuses) -> str:
    parts = [f"The platform’s statuses of {taken.known} worker{'' if taken.known == 1 else 's'} are noted."]
    if taken.freed:
        parts.append(f"The items of {taken.freed} are free for others.")
    if taken.included:
        parts.append(f"The work of {taken.included} counts again.")
    if taken.unknown:
        parts.append(f"{len(taken.unknown)} in the file never came here.")
    if taken.missing:
        parts.append(f"{len(taken.missing)} who came are not in the file: check whether the platform sent them.")
    return " ".join(parts)
