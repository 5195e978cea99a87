"""What an organiser sees at a glance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q, aggregates

from bakeoff.rulebook import Event, Period, events_after, schedule
from bakeoff.rulebook.participation.steps import binding_steps
from bakeoff_site.campaigns.conversions import STEPS
from bakeoff_site.campaigns.models import Campaign, ConsentGiven, Extension, Signature, Team
from bakeoff_site.campaigns.selectors.teams import TeamProgress, progress_of_teams
from bakeoff_site.core.models import AuditEvent
from bakeoff_site.core.storage.disk_space import Space, space
from bakeoff_site.jobs.selectors import JobCounts, job_counts
from bakeoff_site.mail.selectors import MailCounts, mail_counts

_EVENTS = 6
_RECENT = 8
INCOMPLETE = 50
"""Teams that have not done a step, as far as they are named."""


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

    @property
    def total(self) -> int:
        return self.received + self.valid + self.invalid + self.withdrawn


@dataclass(frozen=True, slots=True)
class Granted:
    """More time that a team has, of a phase."""

    team: Team
    extension: Extension
    label: str


@dataclass(frozen=True, slots=True)
class Dashboard:
    """Registrations, agreements, steps, submissions, scoring, mails, what is open, due next, and recent activity."""

    teams: int
    withdrawn: int
    without_code: int
    steps: tuple[Count, ...]
    agreements: tuple[Count, ...]
    consents: tuple[Count, ...]
    language_pairs: tuple[Count, ...]
    tracks: tuple[Count, ...]
    """Of those that teams register for."""
    submissions: SubmissionCounts
    jobs: JobCounts
    mails: MailCounts
    open: tuple[Period, ...]
    next: tuple[Event, ...]
    progress: tuple[TeamProgress, ...]
    """The teams that take part, by name."""
    incomplete: tuple[TeamProgress, ...]
    """Teams that miss a step, the first of them by name."""
    incomplete_count: int
    """How many there are."""
    extensions: tuple[Granted, ...]
    """Phases that are not over, by when they end."""
    space: Space
    """Of the server's disk."""
    recent: Sequence[AuditEvent]

    @property
    def complete_count(self) -> int:
        """How many teams miss no step."""
        return len(self.progress) - self.incomplete_count


def dashboard_of(campaign: Campaign, now: datetime) -> Dashboard:
    every = progress_of_teams(campaign, now)
    states = [state for state in every if state.team.withdrawn_at is None]
    teams = [state.team for state in states]
    incomplete = [state for state in states if state.missing]
    rules = campaign.rules
    registration = rules.registration
    taking_part = {"team__campaign": campaign, "team__withdrawn_at": None}
    signed = Signature.objects.filter(**taking_part).values_list("agreement", flat=True)
    given = ConsentGiven.objects.filter(**taking_part).values_list("consent", flat=True)
    pairs = [pair for team in teams for pair in team.language_pairs]
    return Dashboard(
        teams=len(teams),
        withdrawn=len(every) - len(teams),
        without_code=sum(not team.code for team in teams),
        steps=_step_counts(campaign, states),
        agreements=_counts(signed, {a.id: a.label for a in registration.agreements.values()}, len(teams)),
        consents=_counts(given, {c.id: c.label for c in registration.consents.values()}, len(teams)),
        language_pairs=_counts(pairs, {pair.id: pair.label for pair in rules.language_pairs.values()}, len(teams))
        if registration.by_language_pair
        else (),
        tracks=_counts(
            [track for team in teams for track in team.tracks],
            {track: rules.tracks[track].label for track in rules.tracks_to_register},
            len(teams),
        ),
        submissions=submission_counts(campaign),
        jobs=job_counts(campaign),
        mails=mail_counts(campaign),
        open=tuple(period for period in schedule(rules) if period.holds(now) and period.phase.opens),
        next=events_after(rules, now)[:_EVENTS],
        progress=tuple(states),
        incomplete=tuple(incomplete[:INCOMPLETE]),
        incomplete_count=len(incomplete),
        extensions=_granted(campaign, now),
        space=space(),
        recent=list(campaign.events.select_related("actor")[:_RECENT]),
    )


def _granted(campaign: Campaign, now: datetime) -> tuple[Granted, ...]:
    phases = campaign.rules.phases
    extensions = Extension.objects.filter(team__campaign=campaign, team__withdrawn_at=None, until__gt=now)
    ordered = extensions.select_related("team").order_by("until", "team__name")
    return tuple(Granted(each.team, each, phases[each.phase].label) for each in ordered)


def submission_counts(campaign: Campaign) -> SubmissionCounts:
    states = ("received", "valid", "invalid", "withdrawn")
    by_state = {state: aggregates.Count("pk", filter=Q(state=state)) for state in states}
    late = aggregates.Count("pk", filter=Q(late=True))
    return SubmissionCounts(**campaign.submissions.filter(team__isnull=False).aggregate(**by_state, late=late))


def _counts(names: Iterable[str], labels: dict[str, str], teams: int) -> tuple[Count, ...]:
    numbers = Counter(names)
    return tuple(Count(label, numbers[key], teams) for key, label in labels.items())


def _step_counts(campaign: Campaign, states: Iterable[TeamProgress]) -> tuple[Count, ...]:
    """For every step: how many of the teams that it binds have done it."""
    rows = Counter((row.state.step, row.state.done) for state in states for row in state.steps)
    return tuple(
        Count(STEPS[step], rows[step, True], rows[step, True] + rows[step, False])
        for step in binding_steps(campaign.rules)
    )
