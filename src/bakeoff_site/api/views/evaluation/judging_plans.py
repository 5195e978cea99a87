"""Human evaluation planned by organisers: tasks listed, tried, made, changed and deleted."""

from __future__ import annotations

from typing import Any

from django.shortcuts import get_object_or_404
from ninja import Router

from bakeoff_site.accounts.models import User
from bakeoff_site.api.authentication import TokenRequest, organise, oversee
from bakeoff_site.api.errors import NotValidError
from bakeoff_site.api.pagination import Limit, Offset, page_of
from bakeoff_site.api.schemas.evaluation.judging import JudgingProgressOut, progress_out
from bakeoff_site.api.schemas.evaluation.judging_plans import (
    NewJudgingTask,
    PlannedTaskOut,
    TaskChangesIn,
    options_of,
    planned_out,
)
from bakeoff_site.api.schemas.shared import Page
from bakeoff_site.api.views.access import organiser_of
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.campaigns.permissions import CampaignRole
from bakeoff_site.core.finding_codes import FIELD
from bakeoff_site.judging.models import Task
from bakeoff_site.judging.selectors.progress import progress_of, progress_of_tasks
from bakeoff_site.judging.selectors.reused_matches import reusable_evaluations
from bakeoff_site.judging.services.changes import change_task, delete_task
from bakeoff_site.judging.services.plans import PlanMistake, PlannedTask, PlanRefusedError, create_task, prepare_task

router = Router(tags=["judging"])
_TASKS = "/campaigns/{slug}/judging-tasks"
_TASK = f"{_TASKS}/{{slug:task}}"


@router.get(
    _TASKS,
    response=Page[JudgingProgressOut],
    auth=oversee,
    summary="Tasks of human evaluation and how far they are (organisers)",
)
def list_judging_tasks(request: TokenRequest, slug: str, limit: Limit, offset: Offset) -> dict[str, Any]:
    tasks = progress_of_tasks(organiser_of(request, slug).campaign)
    return page_of(request, tasks, limit, offset, progress_out)


@router.post(
    _TASKS,
    response={201: JudgingProgressOut},
    auth=organise,
    summary="Plan a task from human evaluations (organisers)",
    description="`changes` has for each evaluation the keys of `[human]` that differ from the rulebook; an evaluation "
    "that the rulebook does not have needs at least `protocol`. Designs and texts are stored as they are now: later "
    "changes of runs and data change nothing in it.",
)
def add_judging_task(request: TokenRequest, slug: str, body: NewJudgingTask) -> JudgingProgressOut:
    campaign = organiser_of(request, slug).campaign
    planned = _planned(campaign, body, by=request.auth.person)
    return progress_out(progress_of(create_task(campaign, planned, options=planned.options, by=request.auth.person)))


@router.post(
    f"{_TASKS}/plan",
    response=PlannedTaskOut,
    auth=organise,
    summary="What a task would come to: systems, screens, hours, cost and power (organisers)",
    description="Takes what planning a task takes. Nothing is created.",
)
def try_judging_plan(request: TokenRequest, slug: str, body: NewJudgingTask) -> PlannedTaskOut:
    return planned_out(_planned(organiser_of(request, slug).campaign, body, by=request.auth.person))


@router.patch(
    _TASK,
    response=JudgingProgressOut,
    auth=organise,
    summary="Change title, opening, instructions, lease or pay of a task (organisers)",
    description="Evaluations, texts and controls stay as they were planned. What is left out stays as it is.",
)
def change_judging_task(request: TokenRequest, slug: str, task: str, body: TaskChangesIn) -> JudgingProgressOut:
    found = _task(organiser_of(request, slug), task)
    change_task(found, body.dict(exclude_unset=True), by=request.auth.person)
    return progress_out(progress_of(found))


@router.delete(
    _TASK, response={204: None}, auth=organise, summary="Delete a task that nobody has judged yet (organisers)"
)
def delete_judging_task(request: TokenRequest, slug: str, task: str) -> None:
    delete_task(_task(organiser_of(request, slug), task), by=request.auth.person)


def _planned(campaign: Campaign, body: NewJudgingTask, *, by: User) -> PlannedTask:
    options = options_of(body, reusable=reusable_evaluations(by) if body.reused else ())
    try:
        return prepare_task(campaign, body.evaluations, options)
    except PlanRefusedError as refusal:
        if not any(each.path for each in refusal.mistakes):
            raise
        findings = [
            FIELD.finding(found="a mistake", expected=f"{_place(each)}: {each.sentence}") for each in refusal.mistakes
        ]
        raise NotValidError(str(refusal), findings) from None


def _place(mistake: PlanMistake) -> str:
    """The field of the request that a mistake is about."""
    within = ["changes", mistake.code] if mistake.code else []
    return ".".join([*within, *mistake.path])


def _task(role: CampaignRole, task: str) -> Task:
    return get_object_or_404(role.campaign.judging_tasks.select_related("campaign"), slug=task)
