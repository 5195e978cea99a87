"""Pages of organisers: tasks planned, looked at before anybody judges, changed, opened, closed and deleted."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone

from bakeoff_site.campaigns.permissions import CampaignRole
from bakeoff_site.campaigns.views.access import carry_out, organiser_page, person
from bakeoff_site.core.http.addresses import post_only
from bakeoff_site.core.refusals import RefusedError
from bakeoff_site.judging.forms import OpeningForm
from bakeoff_site.judging.models import Task
from bakeoff_site.judging.plan_forms.edits import EditForm
from bakeoff_site.judging.plan_forms.plans import ChoiceForm, PlanForm
from bakeoff_site.judging.selectors.contents import content_of
from bakeoff_site.judging.selectors.previews import PreviewView, preview_screen
from bakeoff_site.judging.selectors.progress import listed_tasks
from bakeoff_site.judging.selectors.reused_matches import reusable_evaluations
from bakeoff_site.judging.selectors.task_rules import evaluation_rules
from bakeoff_site.judging.services.changes import (
    change_task,
    delete_task,
    has_started_judges,
    is_judged,
)
from bakeoff_site.judging.services.opening import open_task
from bakeoff_site.judging.services.plans import PlannedTask, PlanRefusedError, create_task, prepare_task


@organiser_page
def task_list(request: HttpRequest, role: CampaignRole) -> HttpResponse:
    """The tasks of a campaign and how far they are."""
    tasks = listed_tasks(role.campaign, now=timezone.now())
    context = {"campaign": role.campaign, "role": role, "tasks": tasks}
    return render(request, "judging/organise/list.html", context)


@organiser_page
def plan(request: HttpRequest, role: CampaignRole) -> HttpResponse:
    """A task is planned in two steps: its evaluations are chosen, then their rules; it is looked at, and made."""
    campaign = role.campaign
    copied = _copied(request, role)
    chosen = ChoiceForm(campaign, request.GET if request.GET and copied is None else None)
    if copied is None and not chosen.is_valid():
        context = {"campaign": campaign, "role": role, "form": chosen}
        return render(request, "judging/organise/choose.html", context)
    form = _plan_form(request, role, chosen, copied)
    context = {"campaign": campaign, "role": role, "form": form, "planned": None, "left_out": chosen.left_out}
    if request.method == "POST" and (planned := _prepared(form)) is not None:
        if "create" in request.POST:
            task = create_task(campaign, planned, options=planned.options, by=person(role))
            messages.success(request, "The task is planned. Judges find it under “My judging” when it opens.")
            return redirect("judging:live", campaign.slug, task.slug)
        context |= {"planned": planned, "rows": planned.rows, "totals": planned.totals}
    return render(request, "judging/organise/plan.html", context)


@organiser_page
def plan_preview(request: HttpRequest, role: CampaignRole) -> HttpResponse:
    """A screen of a plan that is not made yet; the plan is sent along."""
    copied = _copied(request, role)
    chosen = ChoiceForm(role.campaign, request.GET)
    if request.method != "POST" or (copied is None and not chosen.is_valid()):
        return redirect(f"{reverse('judging:plan', args=[role.campaign.slug])}?{request.GET.urlencode()}")
    form = _plan_form(request, role, chosen, copied)
    planned = _prepared(form)
    if planned is None:
        context = {"campaign": role.campaign, "role": role, "form": form, "planned": None}
        return render(request, "judging/organise/plan.html", context)
    code, _, number = request.POST.get("preview", "").partition(":")
    view = preview_screen(role.campaign.rules, planned.evaluations, code, int(number) if number.isdigit() else 1)
    carried = [
        (name, value)
        for name, values in request.POST.lists()
        for value in values
        if name not in ("preview", "csrfmiddlewaretoken", "create")
    ]
    return _preview(request, role, view, {"carried": carried})


@organiser_page
def task_preview(request: HttpRequest, role: CampaignRole, task_slug: str, code: str, number: int) -> HttpResponse:
    """A screen of a task as its judges see it."""
    task = _task(role, task_slug)
    view = preview_screen(role.campaign.rules, content_of(task).evaluations, code, number)
    return _preview(request, role, view, {"task": task})


def _preview(
    request: HttpRequest, role: CampaignRole, view: PreviewView | None, more: dict[str, object]
) -> HttpResponse:
    if view is None:
        raise Http404("There is no such screen.")
    context = {"campaign": role.campaign, "view": view, "carried": (), "task": None, **more}
    return render(request, view.template, context)


@organiser_page
def edit(request: HttpRequest, role: CampaignRole, task_slug: str) -> HttpResponse:
    """What of a task can be changed, and what stays as it was planned."""
    task = _task(role, task_slug)
    form = EditForm(task, request.POST or None, is_started=has_started_judges(task))
    if request.method == "POST" and form.is_valid():
        try:
            change_task(task, form.options(), by=person(role), quality=form.changed_rules())
        except RefusedError as refusal:
            form.shared.add_error(None, str(refusal))
        else:
            messages.success(request, "The task is changed.")
            return redirect("judging:live", role.campaign.slug, task.slug)
    context = {
        "campaign": role.campaign,
        "role": role,
        "task": task,
        "form": form,
        "evaluations": evaluation_rules(task),
        "is_judged": is_judged(task),
    }
    return render(request, "judging/organise/edit.html", context)


@post_only
@organiser_page
def delete(request: HttpRequest, role: CampaignRole, task_slug: str) -> HttpResponse:
    """Deletes a task that nobody has judged."""
    task = _task(role, task_slug)
    try:
        delete_task(task, by=person(role))
    except RefusedError as refusal:
        messages.error(request, str(refusal))
        return redirect("judging:edit", role.campaign.slug, task.slug)
    messages.success(request, f"The task {task.title} is deleted.")
    return redirect("judging:list", role.campaign.slug)


@post_only
@organiser_page
def opening(request: HttpRequest, role: CampaignRole, task_slug: str) -> HttpResponse:
    """Opens or closes a task by hand, or leaves it to the phase."""
    task = _task(role, task_slug)
    form = OpeningForm(request.POST)
    address = reverse("judging:live", args=[role.campaign.slug, task.slug])
    if not form.is_valid():
        messages.error(request, "Choose when the task is open.")
        return redirect(address)
    return carry_out(
        request,
        lambda: open_task(task, form.cleaned_data["opening"], by=person(role)),
        done="The task opens and closes as you chose.",
        then=address,
    )


def _copied(request: HttpRequest, role: CampaignRole) -> Task | None:
    """The task whose plan a new one starts with."""
    return _task(role, request.GET["copy"]) if request.GET.get("copy") else None


def _plan_form(request: HttpRequest, role: CampaignRole, chosen: ChoiceForm, copied: Task | None) -> PlanForm:
    sent = (request.POST, request.FILES) if request.method == "POST" else (None, None)
    reusable = reusable_evaluations(person(role))
    return PlanForm(role.campaign, chosen if copied is None else None, *sent, copied=copied, reusable=reusable)


def _prepared(form: PlanForm) -> PlannedTask | None:
    """The plan of a form; None where it has mistakes, which the form then shows."""
    if not form.is_valid():
        return None
    try:
        return prepare_task(form.campaign, form.codes, form.options())
    except PlanRefusedError as refusal:
        form.add_mistakes(refusal)
        return None


def _task(role: CampaignRole, task_slug: str) -> Task:
    return get_object_or_404(role.campaign.judging_tasks.select_related("campaign"), slug=task_slug)
