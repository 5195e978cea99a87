"""Who judges and what they owe: shares of teams, reminders, links and invitations."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils import timezone
from ninja import Router

from bakeoff_site.api.authentication import TokenRequest, follow, judge, organise, oversee
from bakeoff_site.api.errors import form_mistakes
from bakeoff_site.api.pagination import Limit, Offset, page_of
from bakeoff_site.api.schemas.evaluation.judges import (
    InvitedJudgesIn,
    InvitedOut,
    JoinIn,
    JudgeLinkOut,
    LinkIn,
    OwedIn,
    RemindedOut,
    ShareOut,
    WaiverIn,
    link_out,
    share_out,
)
from bakeoff_site.api.schemas.evaluation.judging import JudgingTaskOut, task_out
from bakeoff_site.api.schemas.shared import Page
from bakeoff_site.api.views.access import organiser_of, team_in
from bakeoff_site.campaigns.models import Team
from bakeoff_site.campaigns.selectors import role_of
from bakeoff_site.judging.forms import InviteJudgesForm, LinkForm
from bakeoff_site.judging.models import ShareWaiver, Task
from bakeoff_site.judging.selectors.links import link_of, link_row, links_in_use
from bakeoff_site.judging.selectors.shares import shares_in, shares_of
from bakeoff_site.judging.selectors.tasks import choosable_in, own_task
from bakeoff_site.judging.services.links import invite_judges, join_by_link, make_link, revoke_link
from bakeoff_site.judging.services.reminders import remind
from bakeoff_site.judging.services.shares import set_owed, unwaive_share, waive_share

router = Router(tags=["judging"])
_TASK = "/campaigns/{slug}/judging-tasks/{slug:task}"


@router.get(
    "/campaigns/{slug}/teams/{int:team_id}/shares",
    response=list[ShareOut],
    auth=follow,
    summary="What a team owes of judging tasks, and what its members have judged",
)
def list_own_shares(request: TokenRequest, slug: str, team_id: int) -> list[ShareOut]:
    role, team = team_in(request, slug, team_id)
    return [share_out(row) for row in shares_in(role.campaign, teams=[team])]


@router.get(
    f"{_TASK}/shares",
    response=Page[ShareOut],
    auth=oversee,
    summary="The shares of all teams in a task, those furthest behind first (organisers)",
    description="Screens of judges who are blocked or left out of the results do not count.",
)
def list_shares(request: TokenRequest, slug: str, task: str, limit: Limit, offset: Offset) -> dict[str, Any]:
    return page_of(request, shares_of(_task(request, slug, task)), limit, offset, share_out)


@router.put(
    f"{_TASK}/owed",
    response=list[ShareOut],
    auth=organise,
    summary="Set what each team owes of a task (organisers)",
)
def change_owed(request: TokenRequest, slug: str, task: str, body: OwedIn) -> list[ShareOut]:
    found = _task(request, slug, task)
    set_owed(found, body.owed, by=request.auth.person, now=timezone.now())
    return [share_out(row) for row in shares_of(found)]


@router.put(
    f"{_TASK}/shares/{{int:team_id}}/waiver",
    response={204: None},
    auth=organise,
    summary="Waive the share of a team, with the reason (organisers)",
)
def add_share_waiver(request: TokenRequest, slug: str, task: str, team_id: int, body: WaiverIn) -> None:
    found = _task(request, slug, task)
    team = get_object_or_404(Team, campaign=found.campaign, pk=team_id)
    waive_share(found, team, reason=body.reason, by=request.auth.person, now=timezone.now())


@router.delete(
    f"{_TASK}/shares/{{int:team_id}}/waiver",
    response={204: None},
    auth=organise,
    summary="Ask a team for its share again (organisers)",
)
def remove_share_waiver(request: TokenRequest, slug: str, task: str, team_id: int) -> None:
    found = _task(request, slug, task)
    waivers = ShareWaiver.objects.select_related("task__campaign", "team")
    unwaive_share(get_object_or_404(waivers, task=found, team_id=team_id), by=request.auth.person, now=timezone.now())


@router.post(
    f"{_TASK}/reminders",
    response=RemindedOut,
    auth=organise,
    summary="Remind everyone who is behind in a task, each once a day (organisers)",
)
def remind_judges(request: TokenRequest, slug: str, task: str) -> RemindedOut:
    found = _task(request, slug, task)
    return RemindedOut(people=remind(found, by=request.auth.person, now=timezone.now()))


@router.get(
    f"{_TASK}/links",
    response=Page[JudgeLinkOut],
    auth=organise,
    summary="Links and invitations that still let people judge a task (organisers)",
)
def list_judge_links(request: TokenRequest, slug: str, task: str, limit: Limit, offset: Offset) -> dict[str, Any]:
    links = links_in_use(_task(request, slug, task), now=timezone.now())
    return page_of(request, links, limit, offset, lambda link: link_out(link_row(link)))


@router.post(
    f"{_TASK}/links",
    response={201: JudgeLinkOut},
    auth=organise,
    summary="Make a link that lets everyone who has it judge a task (organisers)",
)
def add_judge_link(request: TokenRequest, slug: str, task: str, body: LinkIn) -> JudgeLinkOut:
    found = _task(request, slug, task)
    form = LinkForm(found, body.dict())
    if not form.is_valid():
        raise form_mistakes(form)
    return link_out(link_row(make_link(found, by=request.auth.person, **form.options())))


@router.delete(
    f"{_TASK}/links/{{int:link_id}}",
    response={204: None},
    auth=organise,
    summary="Revoke a link or withdraw an invitation; who joined by it stays a judge (organisers)",
)
def revoke_judge_link(request: TokenRequest, slug: str, task: str, link_id: int) -> None:
    now = timezone.now()
    link = get_object_or_404(links_in_use(_task(request, slug, task), now=now), pk=link_id)
    revoke_link(link, by=request.auth.person, now=now)


@router.post(
    f"{_TASK}/invitations",
    response={201: InvitedOut},
    auth=organise,
    summary="Invite judges of a task by mail, all or none (organisers)",
)
def add_judges(request: TokenRequest, slug: str, task: str, body: InvitedJudgesIn) -> InvitedOut:
    found = _task(request, slug, task)
    lines = [f"{each.email},{' '.join(each.chosen)}" for each in body.judges]
    form = InviteJudgesForm(found, {"addresses": "\n".join(lines)})
    if not form.is_valid():
        raise form_mistakes(form)
    people = form.cleaned_data["people"]
    return InvitedOut(invited=invite_judges(found, people, by=request.auth.person, now=timezone.now()))


@router.post(
    "/judging/join",
    response=JudgingTaskOut,
    auth=judge,
    summary="Become a judge of a task by a link",
)
def join_judging(request: TokenRequest, body: JoinIn) -> JudgingTaskOut:
    link, now = link_of(body.token), timezone.now()
    if link is None:
        raise Http404
    join_by_link(link, by=request.auth.person, now=now)
    role = role_of(request.auth.person, link.task.campaign)
    return task_out(own_task(role, link.task, now=now), choosable_in(link.task))


def _task(request: TokenRequest, slug: str, task: str) -> Task:
    campaign = organiser_of(request, slug).campaign
    found: Task = get_object_or_404(campaign.judging_tasks, slug=task)
    found.campaign = campaign
    return found
