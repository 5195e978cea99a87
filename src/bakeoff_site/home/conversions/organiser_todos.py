"""What keeps a campaign from going on, for its organisers. Pure: everything was looked up before."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from bakeoff.data.sentences import capitalized
from bakeoff.rulebook.stages import stage_of
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.core.todos import NEAR, Todo, TodoState, counted
from bakeoff_site.datasets.selectors.overview import Missing
from bakeoff_site.home.conversions.judging_duty_todos import judging_duty_todos
from bakeoff_site.judging.selectors.duties import JudgingDuties

_FILES = 3
"""Missing files that a row names."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CampaignHealth:
    """What of a campaign needs its organisers."""

    failed_jobs: int = 0
    undelivered_mails: int = 0
    teams_without_code: int = 0
    missing_files: Sequence[Missing] = ()
    judging: JudgingDuties = field(default_factory=JudgingDuties)
    has_company: bool = True
    """Whether several people have a part in it or are invited to."""


def organiser_todos(campaign: Campaign, health: CampaignHealth, now: datetime) -> Iterator[Todo]:
    """Missing files first, then what failed, then what teams wait for."""
    if campaign.archived_at is not None:
        return
    yield from _files(campaign, health.missing_files, now)
    slug = (campaign.slug,)
    if health.failed_jobs:
        yield Todo(
            title=f"{counted(health.failed_jobs, 'job')} failed",
            text="Runs were not checked or scored. The page says why and lets you try again.",
            state="blocking",
            action="View the jobs",
            page="scoring:jobs",
            arguments=slug,
        )
    if health.undelivered_mails:
        yield Todo(
            title=f"{counted(health.undelivered_mails, 'mail')} could not be delivered",
            text="The page says to whom and why.",
            state="due",
            action="View the mails",
            page="campaigns:mails",
            arguments=slug,
        )
    if health.teams_without_code and campaign.rules.registration.team_code == "assigned":
        wait = "waits" if health.teams_without_code == 1 else "wait"
        yield Todo(
            title=f"{counted(health.teams_without_code, 'team')} {wait} for a team code",
            text="Teams cannot submit without one.",
            state="due",
            action="Assign codes",
            page="campaigns:teams",
            arguments=slug,
        )
    yield from judging_duty_todos(campaign, health.judging, now)
    is_early = stage_of(campaign.rules, now).name in ("coming", "registration")
    if is_early and not health.has_company:
        yield Todo(
            title="Only you organise the campaign",
            text="Invite people who organise, judge or observe. Teams need no invitation: they register.",
            action="Invite people",
            page="campaigns:people",
            arguments=slug,
        )
    if not campaign.listed and stage_of(campaign.rules, now).name in ("coming", "registration", "submission"):
        yield Todo(
            title="The campaign is not listed",
            text="Only people who know its address find it.",
            action="List it",
            page="campaigns:dashboard",
            arguments=slug,
            query="#listing",
        )


def _files(campaign: Campaign, missing: Sequence[Missing], now: datetime) -> Iterator[Todo]:
    """One row for what teams wait for already, one for what is needed soon, one for what is needed later."""
    overdue = [each for each in missing if each.is_overdue]
    coming = [each for each in missing if not each.is_overdue and each.due is not None]
    near = [each for each in coming if each.due is not None and each.due.start - now <= NEAR]
    later = [each for each in coming if each not in near]
    groups: tuple[tuple[Sequence[Missing], TodoState], ...] = ((overdue, "blocking"), (near, "due"), (later, "open"))
    for files, state in groups:
        if files:
            yield Todo(
                title=f"{counted(len(files), 'data file')} {'is' if len(files) == 1 else 'are'} missing",
                text=_named(campaign, files) + (" The phase that needs them has started." if files is overdue else ""),
                state=state,
                action="Add files",
                page="datasets:manage",
                arguments=(campaign.slug,),
                due=None if files is overdue else min(each.due.start for each in files if each.due),
                zone=campaign.rules.campaign.zone,
            )


def _named(campaign: Campaign, files: Sequence[Missing]) -> str:
    titles = [each.slot.title(campaign.rules) for each in files[:_FILES]]
    more = len(files) - len(titles)
    named = "; ".join(titles) + (f" and {more} more" if more else "")
    return f"{capitalized(named)}."
