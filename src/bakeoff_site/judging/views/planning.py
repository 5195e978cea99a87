"""Pages of organisers: tasks planned, opened and closed."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse

from bakeoff_site.campaigns.permissions import CampaignRole
from bakeoff_site.campaigns.views.access import carry_out, organiser_page, person
from bakeoff_site.core.http.addresses import post_only
from bakeoff_site.core.refusals import RefusedError
from bakeoff_site.judging.forms import OpeningForm
from bakeoff_site.judging.models import Task
from bakeoff_site.judging.plan_forms.tasks import PlanForm
from bakeoff_site.judging.selectors.progress import progress_of_tasks
from bakeoff_site.judging.services.opening import open_task
from bakeoff_site.judging.services.plans import create_task, prepare_task


@organiser_page
def task_list(request: HttpRequest, role: CampaignRole) -> HttpResponse:
    """The tasks of a campaign and how far they are."""
    context = {"campaign": role.campaign, "role": role, "tasks": progress_of_tasks(role.campaign)}
    return render(request, "judging/organise/list.html", context)


@organiser_page
def plan(request: HttpRequest, role: CampaignRole) -> HttpResponse:
    """A task is planned from the rulebook, looked at, and made."""
    form = PlanForm(role.campaign, request.POST or None)
    context = {"campaign": role.campaign, "role": role, "form": form, "planned": None}
    if request.method == "POST" and form.is_valid():
        try:
            planned = prepare_task(role.campaign, form.cleaned_data["evaluations"], form.options())
            if "create" in request.POST:
                task = create_task(role.campaign, planned, options=form.options(), by=person(role))
                messages.success(request, "The task is planned. Judges find it under “My judging” when it opens.")
                return redirect("judging:live", role.campaign.slug, task.slug)
            context["planned"] = planned
        except RefusedError as refusal:
            form.add_error(None, str(refusal))
    return render(request, "judging/organise/plan.html", context)


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


def _task(role: CampaignRole, task_slug: str) -> Task:
    return get_object_or_404(role.campaign.judging_tasks.select_related("campaign"), slug=task_slug)
