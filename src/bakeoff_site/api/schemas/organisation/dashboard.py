"""What an organiser sees at a glance."""

from __future__ import annotations

from datetime import datetime

from ninja import Schema

from bakeoff.rulebook.calendar import FOREVER
from bakeoff_site.api.schemas.organisation.campaigns import EventOut, event_out
from bakeoff_site.api.schemas.organisation.log import ActOut, act_out
from bakeoff_site.api.schemas.participation.teams import StepOut, TeamRef, step_out, team_ref
from bakeoff_site.campaigns.selectors.dashboard import Count, Dashboard, Granted
from bakeoff_site.campaigns.selectors.teams import TeamProgress


class CountOut(Schema):
    """How many teams of all."""

    title: str
    number: int
    of: int


class SubmissionCountsOut(Schema):
    """Packages of teams in each state, and how many were late."""

    received: int
    valid: int
    invalid: int
    withdrawn: int
    late: int


class JobCountsOut(Schema):
    """Jobs that wait, run, and failed without being asked for again."""

    queued: int
    running: int
    failed: int


class OpenPhaseOut(Schema):
    phase: str
    title: str
    end: datetime | None
    """The first moment that no longer belongs to it; null where it has no end."""


class IncompleteTeamOut(TeamRef):
    missing: list[StepOut]


class GrantedOut(Schema):
    """More time that a team has, and that is not over."""

    team: TeamRef
    phase: str
    title: str
    until: datetime
    reason: str


class DiskOut(Schema):
    """Of the server. In bytes."""

    free: int
    reserve: int
    """What has to stay free: files that would take of it are refused."""
    is_short: bool
    """Whether no file is taken any more."""


class DashboardOut(Schema):
    teams: int
    withdrawn: int
    without_code: int
    language_pairs: list[CountOut]
    tracks: list[CountOut]
    """Of those that teams register for."""
    """Empty where teams do not register by language pair."""
    steps: list[CountOut]
    agreements: list[CountOut]
    consents: list[CountOut]
    incomplete: list[IncompleteTeamOut]
    """Teams that miss a step, the first 50 of them by name; the list of teams says it of all."""
    incomplete_count: int
    submissions: SubmissionCountsOut
    jobs: JobCountsOut
    open: list[OpenPhaseOut]
    """Phases in which something may be done now."""
    next: list[EventOut]
    extensions: list[GrantedOut]
    recent: list[ActOut]
    disk: DiskOut


def dashboard_out(dashboard: Dashboard) -> DashboardOut:
    counted, jobs, space = dashboard.submissions, dashboard.jobs, dashboard.space
    return DashboardOut(
        teams=dashboard.teams,
        withdrawn=dashboard.withdrawn,
        without_code=dashboard.without_code,
        language_pairs=_counts(dashboard.language_pairs),
        tracks=_counts(dashboard.tracks),
        steps=_counts(dashboard.steps),
        agreements=_counts(dashboard.agreements),
        consents=_counts(dashboard.consents),
        incomplete=[_incomplete_out(state) for state in dashboard.incomplete],
        incomplete_count=dashboard.incomplete_count,
        submissions=SubmissionCountsOut(
            received=counted.received,
            valid=counted.valid,
            invalid=counted.invalid,
            withdrawn=counted.withdrawn,
            late=counted.late,
        ),
        jobs=JobCountsOut(queued=jobs.queued, running=jobs.running, failed=jobs.failed),
        open=[
            OpenPhaseOut(
                phase=period.phase.id,
                title=period.phase.label,
                end=None if period.end == FOREVER else period.end,
            )
            for period in dashboard.open
        ],
        next=[event_out(event) for event in dashboard.next],
        extensions=[_granted_out(granted) for granted in dashboard.extensions],
        recent=[act_out(event) for event in dashboard.recent],
        disk=DiskOut(free=space.free, reserve=space.reserve, is_short=space.is_short),
    )


def _counts(counts: tuple[Count, ...]) -> list[CountOut]:
    return [CountOut(title=count.label, number=count.number, of=count.of) for count in counts]


def _incomplete_out(state: TeamProgress) -> IncompleteTeamOut:
    return IncompleteTeamOut(**team_ref(state.team).dict(), missing=[step_out(row) for row in state.missing])


def _granted_out(granted: Granted) -> GrantedOut:
    extension = granted.extension
    return GrantedOut(
        team=team_ref(granted.team),
        phase=extension.phase,
        title=granted.label,
        until=extension.until,
        reason=extension.reason,
    )
