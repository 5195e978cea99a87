"""Campaigns and teams, as the server describes them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from bakeoff.rulebook.stages import StageName
from bakeoff.rulebook.titles import CampaignKind


@dataclass(frozen=True, slots=True)
class Account:
    """Whose token it is."""

    email: str
    name: str
    affiliation: str
    scopes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Event:
    """A phase that starts or ends."""

    phase: str
    title: str
    starts: bool
    when: datetime


@dataclass(frozen=True, slots=True)
class CampaignRow:
    """A campaign in the list."""

    slug: str
    title: str
    open: tuple[str, ...]
    next: Event | None
    stage: StageName
    """How far it has come."""
    kinds: tuple[CampaignKind, ...]
    """`text`, `speech` or both."""
    teams: int
    archived_at: datetime | None
    """None while it is open."""


@dataclass(frozen=True, slots=True)
class Campaign:
    slug: str
    title: str
    description: str
    timezone: str
    listed: bool
    participants: tuple[str, ...] | None
    """None while the schedule does not show them."""
    archived_at: datetime | None
    """Since when nothing in it can be changed; None while it is open."""


@dataclass(frozen=True, slots=True)
class DeletedCampaign:
    """What is left of a campaign that was deleted."""

    id: int
    slug: str
    title: str
    created_at: datetime
    deleted_at: datetime
    deleted_by: str


@dataclass(frozen=True, slots=True)
class Phase:
    id: str
    title: str
    start: datetime
    end: datetime | None
    opens: tuple[str, ...]
    is_open: bool
    is_past: bool


@dataclass(frozen=True, slots=True)
class Schedule:
    now: datetime
    phases: tuple[Phase, ...]
    next: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class TeamRef:
    """A team by name."""

    id: int
    name: str
    code: str


@dataclass(frozen=True, slots=True)
class OwnTeam:
    """A team of the caller."""

    id: int
    name: str
    code: str
    is_contact: bool
    """Whether they act for it."""
    withdrawn: bool


@dataclass(frozen=True, slots=True)
class CampaignRole:
    """What the caller is in a campaign."""

    roles: tuple[str, ...]
    team: TeamRef | None
    """Their team, where they are in one; None where they are in none or in several."""
    teams: tuple[OwnTeam, ...]
    is_contact: bool
    may_register: bool
    why_not: str


@dataclass(frozen=True, slots=True)
class Step:
    step: str
    title: str
    done: bool
    due: datetime | None
    is_overdue: bool
    missing: str


@dataclass(frozen=True, slots=True)
class Agreement:
    id: str
    title: str
    text: str
    signed_at: datetime | None
    signed_by: str | None


@dataclass(frozen=True, slots=True)
class Consent:
    id: str
    title: str
    text: str
    given: bool


@dataclass(frozen=True, slots=True)
class Extension:
    phase: str
    until: datetime
    reason: str


@dataclass(frozen=True, slots=True)
class TeamRow:
    """A team in the organiser's list."""

    id: int
    name: str
    code: str
    institutions: tuple[str, ...]
    language_pairs: tuple[str, ...]
    tracks: tuple[str, ...]
    withdrawn: bool
    missing: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Team:
    id: int
    name: str
    code: str
    institutions: tuple[str, ...]
    language_pairs: tuple[str, ...]
    tracks: tuple[str, ...]
    answers: Mapping[str, Any]
    attendee: str
    withdrawn: bool
    members: tuple[str, ...]
    steps: tuple[Step, ...]
    agreements: tuple[Agreement, ...]
    consents: tuple[Consent, ...]
    extensions: tuple[Extension, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Registration:
    """What a team says on registration; the rulebook says what it asks for."""

    name: str
    code: str = ""
    institutions: Sequence[str] = ()
    language_pairs: Sequence[str] = ()
    tracks: Sequence[str] = ()
    answers: Mapping[str, bool | str | Sequence[str]] = field(default_factory=dict)
    consents: Sequence[str] = ()
    attendee: str = ""
