"""What an organiser sees at a glance, as the server describes it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from bakeoff.client.records.administration import Act
from bakeoff.client.records.registration import Event, Step, TeamRef


@dataclass(frozen=True, slots=True)
class TeamCount:
    """How many teams of all."""

    title: str
    number: int
    of: int


@dataclass(frozen=True, slots=True)
class SubmissionCounts:
    """Packages of teams in each state, and how many were late."""

    received: int
    valid: int
    invalid: int
    withdrawn: int
    late: int


@dataclass(frozen=True, slots=True)
class JobCounts:
    """Jobs that wait, run, and failed without being asked for again."""

    queued: int
    running: int
    failed: int


@dataclass(frozen=True, slots=True)
class OpenPhase:
    """A phase in which something may be done now."""

    phase: str
    title: str
    end: datetime | None


@dataclass(frozen=True, slots=True)
class IncompleteTeam:
    """A team that misses a step."""

    id: int
    name: str
    code: str
    missing: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Granted:
    """More time that a team has, and that is not over."""

    team: TeamRef
    phase: str
    title: str
    until: datetime
    reason: str


@dataclass(frozen=True, slots=True)
class Disk:
    """Of the server, in bytes: what is free, and what has to stay free. Where it is short, no file is taken."""

    free: int
    reserve: int
    is_short: bool


@dataclass(frozen=True, slots=True)
class Dashboard:
    """A campaign at a glance."""

    teams: int
    withdrawn: int
    without_code: int
    language_pairs: tuple[TeamCount, ...]
    tracks: tuple[TeamCount, ...]
    steps: tuple[TeamCount, ...]
    agreements: tuple[TeamCount, ...]
    consents: tuple[TeamCount, ...]
    incomplete: tuple[IncompleteTeam, ...]
    incomplete_count: int
    submissions: SubmissionCounts
    jobs: JobCounts
    open: tuple[OpenPhase, ...]
    next: tuple[Event, ...]
    extensions: tuple[Granted, ...]
    recent: tuple[Act, ...]
    disk: Disk
