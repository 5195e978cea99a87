"""Lists of submissions: of a team, and of a complete campaign."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Count, Prefetch, Q, QuerySet

from bakeoff_site.campaigns.models import Campaign, Team
from bakeoff_site.campaigns.selectors.dashboard import SubmissionCounts, submission_counts
from bakeoff_site.submissions.choices import Effect
from bakeoff_site.submissions.models import Description, Run, Submission


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
    found = Submission.objects.filter(campaign=campaign)
    if filters.team is not None:
        found = found.filter(team=filters.team)
    if filters.state:
        found = found.filter(state=filters.state)
    if filters.package:
        found = found.filter(package=filters.package)
    match filters.flag:
        case "late":
            found = found.filter(late=True)
        case "debugged":
            found = found.filter(runs__effect=Effect.DEBUGGED).distinct()
        case "entered":
            found = found.filter(team=None)
    return found.select_related("team", "submitted_by").prefetch_related("runs")


@dataclass(frozen=True, slots=True)
class Tally:
    """How much of everything there is in a campaign."""

    packages: SubmissionCounts
    runs: int
    entered: int
    descriptions: int


def tally_of(campaign: Campaign) -> Tally:
    in_force = Run.objects.filter(board__campaign=campaign, withdrawn_at=None, replaced_by=None).order_by()
    runs = in_force.aggregate(of_teams=Count("pk", filter=Q(entered="")), entered=Count("pk", filter=~Q(entered="")))
    described = Description.objects.filter(team__campaign=campaign, valid=True).values("team").distinct().count()
    return Tally(submission_counts(campaign), runs["of_teams"], runs["entered"], described)


def entered_runs(campaign: Campaign) -> QuerySet[Run]:
    """Runs of systems that organisers entered, by system and place."""
    runs = Run.objects.filter(board__campaign=campaign).exclude(entered="")
    return runs.order_by("entered", "board__track", "board__language_pair", "board__test_set", "-pk")


def submission_numbered(campaign: Campaign, number: int, *, team: Team | None = None) -> Submission | None:
    """A submission by the number of its receipt; with `team` only one of that team."""
    found = campaign.submissions.filter(number=number)
    if team is not None:
        found = found.filter(team=team)
    return (
        found.select_related("team", "submitted_by", "withdrawn_by")
        .prefetch_related(Prefetch("runs", Run.objects.all()))
        .first()
    )
