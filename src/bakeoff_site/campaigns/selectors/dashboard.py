"""What an organiser sees at a glance."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q, aggregates

from bakeoff.rulebook import Event, Period, events_after, schedule
from bakeoff.rulebook.steps import binding_steps
from bakeoff_site.campaigns.conversions import STEPS
from bakeoff_site.campaigns.models import Campaign, Extension, Team
from bakeoff_site.campaigns.selectors.teams import TeamState, team_states
from bakeoff_site.core.models import AuditEvent
from bakeoff_site.core.space import Space, space
from bakeoff_site.jobs.selectors import JobCounts, job_counts
from bakeoff_site.post.selectors import MailCounts, mail_counts

_EVENTS = 6
_RECENT = 8


@dataclass(frozen=True, slots=True)
class Count:
    """How many teams of all."""

    label: str
    number: int
    of: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SubmissionCounts:
    """How many packages of teams are in each state, and how many were late."""

    received: int
    valid: int
    invalid: int
    withdrawn: int
    late: int


@dataclass(frozen=True, slots=True)
class Granted:
    """More time that a team has, of a phase."""

    team: Team
    extension: Extension
    label: str


@dataclass(frozen=True, slots=True)
class Dashboard:
    """Registrations, agreements, steps, submissions, scoring, mails, what is open, due next, and was done last."""

    teams: int
    withdrawn: int
    without_site_id: int
    steps: tuple[Count, ...]
    agreements: tuple[Count, ...]
    consents: tuple[Count, ...]
    language_pairs: tuple[Count, ...]
    submissions: SubmissionCounts
    jobs: JobCounts
    mails: MailCounts
    open: tuple[Period, ...]
    next: tuple[Event, ...]
    incomplete: tuple[TeamState, ...]
    """Teams that miss a step."""
    extensions: tuple[Granted, ...]
    """Those that are not over, by when they end."""
    space: Space
    """Of the server's disk."""
    recent: Sequence[AuditEvent]


def dashboard_of(campaign: Campaign, now: datetime) -> Dashboard:
    every = team_states(campaign, now)
    states = [state for state in every if state.team.withdrawn_at is None]
    teams = [state.team for state in states]
    rules = campaign.rules
    registration = rules.registration
    signed = [signature.agreement for team in teams for signature in team.signatures.all()]
    given = [consent.consent for team in teams for consent in team.consents.all()]
    pairs = [pair for team in teams for pair in team.language_pairs]
    return Dashboard(
        teams=len(teams),
        withdrawn=len(every) - len(teams),
        without_site_id=sum(not team.site_id for team in teams),
        steps=_step_counts(campaign, states),
        agreements=_counts(signed, {a.id: a.label for a in registration.agreements.values()}, len(teams)),
        consents=_counts(given, {c.id: c.label for c in registration.consents.values()}, len(teams)),
        language_pairs=_counts(pairs, {p: p for p in rules.language_pairs}, len(teams))
        if registration.by_language_pair
        else (),
        submissions=submission_counts(campaign),
        jobs=job_counts(campaign),
        mails=mail_counts(campaign),
        open=tuple(period for period in schedule(rules) if period.holds(now) and period.phase.opens),
        next=events_after(rules, now)[:_EVENTS],
        incomplete=tuple(state for state in states if state.missing),
        extensions=_granted(campaign, teams, now),
        space=space(),
        recent=list(campaign.events.select_related("actor")[:_RECENT]),
    )


def _granted(campaign: Campaign, teams: Iterable[Team], now: datetime) -> tuple[Granted, ...]:
    phases = campaign.rules.phases
    granted = [
        Granted(team, extension, phases[extension.phase].label)
        for team in teams
        for extension in team.extensions.all()
        if extension.until > now
    ]
    return tuple(sorted(granted, key=lambda each: (each.extension.until, each.team.name)))


def submission_counts(campaign: Campaign) -> SubmissionCounts:
    states = ("received", "valid", "invalid", "withdrawn")
    by_state = {state: aggregates.Count("pk", filter=Q(state=state)) for state in states}
    late = aggregates.Count("pk", filter=Q(late=True))
    return SubmissionCounts(**campaign.submissions.filter(team__isnull=False).aggregate(**by_state, late=late))


def _counts(found: Sequence[str], labels: dict[str, str], teams: int) -> tuple[Count, ...]:
    return tuple(Count(label, found.count(key), teams) for key, label in labels.items())


def _step_counts(campaign: Campaign, states: Iterable[TeamState]) -> tuple[Count, ...]:
    """For every step: how many teams have done it, of those that it binds."""
    rows = [row.state for state in states for row in state.steps]
    return tuple(
        Count(
            STEPS[step],
            sum(row.step == step and row.done for row in rows),
            sum(row.step == step for row in rows),
        )
        for step in binding_steps(campaign.rules)
    )
