"""Submissions: of a team, of a campaign, by number; what became of one, and who is notified about it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Prefetch, Q, QuerySet

from bakeoff.rulebook import Rulebook
from bakeoff.rulebook.submission.announcements import RunOutcome, describe_package
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.conversions import package_of
from bakeoff_site.campaigns.models import Campaign, Team
from bakeoff_site.campaigns.permissions import CampaignRole
from bakeoff_site.campaigns.selectors.dashboard import SubmissionCounts, submission_counts
from bakeoff_site.submissions.choices import Effect, SubmissionState
from bakeoff_site.submissions.conversions import status_of
from bakeoff_site.submissions.models import Board, Description, Run, Submission


def submissions_of(team: Team) -> QuerySet[Submission]:
    """What a team submitted, newest first, with its runs."""
    return team.submissions.select_related("submitted_by").prefetch_related("runs")


@dataclass(frozen=True, slots=True, kw_only=True)
class Filters:
    """What of a campaign's submissions is shown."""

    team: Team | None = None
    state: str = ""
    package: str = ""
    flag: str = ""
    """`late`, `debugged` or `entered`."""


def all_submissions(campaign: Campaign, filters: Filters) -> QuerySet[Submission]:
    """What was submitted and entered, newest first, with runs."""
    submissions = Submission.objects.filter(campaign=campaign)
    if filters.team is not None:
        submissions = submissions.filter(team=filters.team)
    if filters.state:
        submissions = submissions.filter(state=filters.state)
    if filters.package:
        submissions = submissions.filter(package=filters.package)
    match filters.flag:
        case "late":
            submissions = submissions.filter(late=True)
        case "debugged":
            submissions = submissions.filter(runs__effect=Effect.DEBUGGED).distinct()
        case "entered":
            submissions = submissions.filter(team=None)
    return submissions.select_related("team", "submitted_by").prefetch_related("runs")


@dataclass(frozen=True, slots=True)
class Tally:
    """How much of everything there is in a campaign."""

    packages: SubmissionCounts
    runs: int
    entered: int
    descriptions: int
    """How many teams, or systems where each is described by itself, have a description without mistakes."""


def tally_of(campaign: Campaign) -> Tally:
    in_force = Run.objects.filter(board__campaign=campaign, withdrawn_at=None, replaced_by=None).order_by()
    runs = in_force.aggregate(of_teams=Count("pk", filter=Q(entered="")), entered=Count("pk", filter=~Q(entered="")))
    valid = Description.objects.filter(team__campaign=campaign, valid=True).order_by()
    described = ("team", "track", "condition", "system") if campaign.rules.description.each == "system" else ("team",)
    descriptions = valid.values(*described).distinct().count()
    return Tally(submission_counts(campaign), runs["of_teams"], runs["entered"], descriptions)


def only_board(submissions: Iterable[Submission]) -> Board | None:
    """The board of all runs of these submissions; None where they are on several, or there are none."""
    boards = {run.board_id: run.board for submission in submissions for run in submission.runs.all()}
    return next(iter(boards.values())) if len(boards) == 1 else None


def entered_runs(campaign: Campaign) -> QuerySet[Run]:
    """Runs of systems that organisers entered, by system and place."""
    runs = Run.objects.filter(board__campaign=campaign).exclude(entered="")
    return runs.order_by("entered", "board__track", "board__language_pair", "board__test_set", "-pk")


def submission_numbered(campaign: Campaign, number: int, *, team: Team | None = None) -> Submission | None:
    """A submission by the number of its receipt; with `team` only one of that team."""
    submissions = campaign.submissions.filter(number=number)
    if team is not None:
        submissions = submissions.filter(team=team)
    return (
        submissions.select_related("team", "submitted_by", "withdrawn_by")
        .prefetch_related(Prefetch("runs", Run.objects.all()))
        .first()
    )


def recipients_of(submission: Submission) -> Sequence[User]:
    """The contact persons of the team, and who submitted it."""
    contacts = Q(team_memberships__team=submission.team, team_memberships__is_contact=True)
    people = User.objects.filter(contacts | Q(pk=submission.submitted_by_id), is_active=True)
    return list(people.distinct().order_by("pk"))


_TEAM_CODES = frozenset({"archive-team", "tree-team", "file-team"})
"""Findings about the code of another team in names."""


def meant_for(role: CampaignRole, findings: Iterable[Mapping[str, Any]], team_id: int | None) -> Team | None:
    """The other team of someone whose code is in the place of the team's in the names of a package."""
    found = {finding["found"] for finding in findings if finding["code"] in _TEAM_CODES}
    return next((team for team in role.active_teams if team.pk != team_id and team.code in found), None)


def summary_of(submission: Submission) -> str:
    """The version of a package that was found valid, and whether it came in time; of any other nobody knows."""
    if submission.state not in (SubmissionState.VALID, SubmissionState.WITHDRAWN) or submission.checked_at is None:
        return ""
    return describe_package(version=submission.version, late=submission.late)


def outcomes_of(runs: Sequence[Run], rules: Rulebook) -> Mapping[int, RunOutcome]:
    """What runs count as now, with what they replaced and what replaced them; nothing is said about withdrawn ones."""
    replaced: dict[int, list[Submission]] = {run.pk: [] for run in runs}
    for earlier in Run.objects.filter(replaced_by__in=runs, withdrawn_at=None).order_by("pk") if runs else ():
        replaced[earlier.replaced_by_id or 0].append(earlier.submission)
    later = Run.objects.in_bulk({run.replaced_by_id for run in runs if run.replaced_by_id is not None})
    return {
        run.pk: RunOutcome(
            status=status_of(rules, run),
            official=run.official,
            debugged=run.effect == Effect.DEBUGGED,
            withdrawn=run.withdrawn_at is not None,
            replaces=tuple(package_of(submission) for submission in replaced[run.pk]),
            replaced_by=package_of(later[run.replaced_by_id].submission) if run.replaced_by_id is not None else None,
        )
        for run in runs
    }
