"""What the server tells, as values. Fields that a later server adds are passed over."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Annotated, Any, Literal, TypeVar

from pydantic import BeforeValidator, TypeAdapter, ValidationError

from bakeoff.client.errors import finding_of
from bakeoff.data import Finding
from bakeoff.errors import BakeoffError

Record = TypeVar("Record")
Found = Annotated[Finding, BeforeValidator(finding_of)]


@dataclass(frozen=True, slots=True)
class Account:
    """Whose token it is."""

    email: str
    name: str
    affiliation: str
    scopes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Event:
    """A phase that begins or ends."""

    phase: str
    title: str
    begins: bool
    when: datetime


@dataclass(frozen=True, slots=True)
class CampaignRow:
    """A campaign in the list."""

    slug: str
    title: str
    open: tuple[str, ...]
    next: Event | None


@dataclass(frozen=True, slots=True)
class Campaign:
    slug: str
    title: str
    description: str
    timezone: str
    listed: bool
    participants: tuple[str, ...] | None
    """None while the schedule does not show them."""


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
    site_id: str


@dataclass(frozen=True, slots=True)
class Standing:
    """What the caller is in a campaign."""

    roles: tuple[str, ...]
    team: TeamRef | None
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
    site_id: str
    language_pairs: tuple[str, ...]
    withdrawn: bool
    missing: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Team:
    id: int
    name: str
    site_id: str
    language_pairs: tuple[str, ...]
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
    """What a team says on registration; the rulebook tells what it asks for."""

    name: str
    site_id: str = ""
    language_pairs: Sequence[str] = ()
    answers: Mapping[str, bool | str | Sequence[str]] = field(default_factory=dict)
    consents: Sequence[str] = ()
    attendee: str = ""


@dataclass(frozen=True, slots=True)
class DataFile:
    id: int
    kind: str
    test_set: str
    language_pair: str
    number: int
    name: str
    note: str
    version: int
    size: int
    sha256: str
    may_fetch: bool
    why_not: str
    opens: datetime | None


@dataclass(frozen=True, slots=True)
class Upload:
    """A file on its way."""

    id: str
    name: str
    size: int
    received: int
    expires_at: datetime
    submission: int | None


@dataclass(frozen=True, slots=True)
class Run:
    id: int
    name: str
    system: str
    system_type: str
    track: str
    language_pair: str
    condition: str
    test_set: str
    file_name: str
    effect: str
    late: bool
    official: bool
    in_force: bool


@dataclass(frozen=True, slots=True)
class SubmissionRow:
    """A submission in a list."""

    number: int
    team: int | None
    name: str
    package: str
    version: int | None
    state: Literal["received", "valid", "invalid", "withdrawn"]
    late: bool
    size: int
    sha256: str
    received_at: datetime
    submitted_by: str


@dataclass(frozen=True, slots=True)
class Submission(SubmissionRow):
    """A submission with what was found and what it holds."""

    checked_at: datetime | None
    findings: tuple[Found, ...]
    runs: tuple[Run, ...]
    withdrawn_at: datetime | None
    withdrawal_reason: str


@dataclass(frozen=True, slots=True)
class Description:
    text: str
    valid: bool
    late: bool
    findings: tuple[Found, ...]
    handed_in_at: datetime
    handed_in_by: str


@dataclass(frozen=True, slots=True)
class Trial:
    """A text scored on the evaluation server."""

    id: int
    track: str
    language_pair: str
    test_set: str
    name: str
    sha256: str
    asked_at: datetime
    answered_at: datetime | None
    findings: tuple[Found, ...]
    scores: Mapping[str, Mapping[str, Mapping[str, Any]]] | None


@dataclass(frozen=True, slots=True)
class Job:
    id: int
    kind: str
    subject: int
    state: str
    attempts: int
    steps_done: int
    steps: int
    error: str
    created_at: datetime
    started_at: datetime | None
    finished_at: datetime | None


_ADAPTERS: dict[type, TypeAdapter[Any]] = {}


def read_as(kind: type[Record], content: object) -> Record:
    """A value from its JSON."""
    if kind not in _ADAPTERS:
        _ADAPTERS[kind] = TypeAdapter(kind)
    try:
        value: Record = _ADAPTERS[kind].validate_python(content)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        raise BakeoffError(
            f"the server answered with something else than expected ({kind.__name__}.{where}: {first['msg']}); "
            "is its version older than yours?"
        ) from None
    return value
