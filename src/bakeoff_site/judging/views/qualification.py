"""Pages of organisers: how judges did in the qualification, and another try for one of them."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse

from bakeoff_site.campaigns.permissions import CampaignRole
from bakeoff_site.campaigns.views.access import carry_out, organiser_page, person
from bakeoff_site.core.http.addresses import post_only
from bakeoff_site.judging.models import Judge
from bakeoff_site.judging.selectors.qualification import demand_of, qualifications_of
from bakeoff_site.judging.services.qualification import give_another_try


@organiser_page
def results(request: HttpRequest, role: CampaignRole, task_slug: str) -> HttpResponse:
    """The tries of every judge of a task, and who is flagged by a rule about quality."""
    task = get_object_or_404(role.campaign.judging_tasks.select_related("campaign"), slug=task_slug)
    demand = demand_of(task)
    rows = qualifications_of(task, demand)
    context = {"role": role, "campaign": role.campaign, "task": task, "demand": demand, "rows": rows}
    return render(request, "judging/organise/qualification.html", context)


@post_only
@organiser_page
def another_try(request: HttpRequest, role: CampaignRole, task_slug: str, judge_id: int) -> HttpResponse:
    """Gives a judge one more try."""
    rows = Judge.objects.select_related("task__campaign", "user")
    judge = get_object_or_404(rows, task__campaign=role.campaign, task__slug=task_slug, pk=judge_id)
    return carry_out(
        request,
        lambda: give_another_try(judge, by=person(role)),
        done=f"{judge.name} can try once more.",
        then=reverse("judging:qualification-results", args=[role.campaign.slug, task_slug]),
    )
