"""What human evaluation needs of organisers, as rows with one action each. Pure: everything was looked up before."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.core.todos import Todo, counted, state_by
from bakeoff_site.judging.selectors.duties import JudgingDuties, TaskDuties


def judging_duty_todos(campaign: Campaign, duties: JudgingDuties, now: datetime) -> Iterator[Todo]:
    """Tasks to plan, judges and teams that are behind, items that nobody can judge, tasks that end soon."""
    if duties.unplanned_since is not None:
        is_late = duties.unplanned_since <= now
        yield Todo(
            title="Plan the human evaluation",
            text="Judges can start when a task is planned." + (" The phase of judging has started." if is_late else ""),
            state="blocking" if is_late else "due",
            action="Plan a task",
            page="judging:plan",
            arguments=(campaign.slug,),
            due=None if is_late else duties.unplanned_since,
            zone=campaign.rules.campaign.zone,
        )
    if duties.idle_judges:
        verb = "has" if duties.idle_judges == 1 else "have"
        yield Todo(
            title=f"{counted(duties.idle_judges, 'judge')} {verb} not started",
            text="They are invited and a task is open. The page lists who judged how much.",
            state="due",
            action="View the tasks",
            page="judging:list",
            arguments=(campaign.slug,),
        )
    for task in duties.tasks:
        yield from _of_task(campaign, task, now)


def _of_task(campaign: Campaign, duties: TaskDuties, now: datetime) -> Iterator[Todo]:
    arguments, zone = (campaign.slug, duties.task.slug), campaign.rules.campaign.zone
    if duties.task.teams_behind:
        verb = "has" if duties.task.teams_behind == 1 else "have"
        yield Todo(
            title=f"{counted(duties.task.teams_behind, 'team')} {verb} not judged their share: {duties.task.title}",
            text="The page lists who is behind, and reminds them.",
            state=state_by(duties.end, now),
            action="View the shares",
            page="judging:shares",
            arguments=arguments,
            due=duties.end,
            zone=zone,
        )
    if duties.task.out_of_reach:
        number = duties.task.out_of_reach
        yield Todo(
            title=f"{counted(number, 'judgment')} that no judge can give: {duties.task.title}",
            text="Its judges judged these items already, chose other languages, or belong to the team of the system.",
            state="blocking",
            action="Invite judges",
            page="judging:judges",
            arguments=arguments,
        )
    if duties.end is not None and duties.answered < duties.needed and state_by(duties.end, now) == "due":
        percent = 100 * duties.answered // duties.needed
        yield Todo(
            title=f"Judging ends soon: {duties.task.title}",
            text=f"{duties.answered:,} of {duties.needed:,} judgments are there ({percent} %).",
            state="due",
            action="View the progress",
            page="judging:live",
            arguments=arguments,
            due=duties.end,
            zone=zone,
        )
