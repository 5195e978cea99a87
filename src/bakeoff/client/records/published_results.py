"""Published results."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class PublishedCorrection:
    """What a version changed of what was published before it."""

    place: str
    what: str
    before: str
    """Empty where it is new."""
    after: str
    """Empty where it is gone."""


@dataclass(frozen=True, slots=True)
class PublishedFile:
    """A file of a version: `package`, `report` or `tables`."""

    kind: str
    name: str
    size: int
    sha256: str


@dataclass(frozen=True, slots=True)
class PublishedVersion:
    """A version of the results, with what it corrected."""

    number: int
    audience: str
    stage: str
    """`preliminary`, `adjudication` or `public`."""
    published_at: datetime
    reason: str
    digest: str
    """Checksum of its numbers."""
    corrections: tuple[PublishedCorrection, ...]
    files: tuple[PublishedFile, ...]


@dataclass(frozen=True, slots=True)
class PublishedTable:
    """A table of a version."""

    id: str
    name: str
    """As `report.tables` of the rulebook calls it."""
    section: str
    title: str


@dataclass(frozen=True, slots=True)
class PublicationPlan:
    """How far the publication for an audience is."""

    audience: str
    opens: datetime | None
    """When the rulebook first releases scores to it."""
    state: str
    failure: str
    published: int | None
    is_outdated: bool
    corrections: tuple[PublishedCorrection, ...]
    """What the version to come changes."""
    left_out: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class YearScore:
    """The best system of a year."""

    title: str
    system: str
    team: str
    score: str
    """As tables print it."""
    is_this_year: bool
    remark: str
    """Why its score cannot be compared with that of this year; empty where it can."""


@dataclass(frozen=True, slots=True)
class YearsOnSet:
    """A board over the years, earlier years first."""

    title: str
    metric: str
    years: tuple[YearScore, ...]
