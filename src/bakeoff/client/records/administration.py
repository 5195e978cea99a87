"""What organisers and contact persons do and see, as the server describes it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal


@dataclass(frozen=True, slots=True)
class RulebookText:
    """A rulebook as it is written, and what distinguishes this version from others."""

    text: str
    version: str


@dataclass(frozen=True, slots=True)
class EarlierRulebook:
    """A rulebook that was replaced, by the number that the campaign counts it by."""

    number: int
    replaced_at: datetime
    replaced_by: str
    changes: int


@dataclass(frozen=True, slots=True)
class RuleChange:
    """A key or table of a rulebook that was added, removed or changed: `phases.evaluation.end`."""

    path: str
    kind: Literal["added", "removed", "changed"]
    before: Any
    after: Any


@dataclass(frozen=True, slots=True)
class EndedPhase:
    """A phase that would be over at once."""

    phase: str
    title: str
    end: datetime


@dataclass(frozen=True, slots=True)
class PlannedChange:
    """What another rulebook would change; `lost` forbids it, `ended` must be meant."""

    version: str
    changes: tuple[RuleChange, ...]
    lost: tuple[str, ...]
    ended: tuple[EndedPhase, ...]


@dataclass(frozen=True, slots=True)
class ChangedRulebook:
    version: str
    changes: tuple[RuleChange, ...]


@dataclass(frozen=True, slots=True)
class Member:
    """Someone of a team."""

    id: int
    name: str
    email: str
    is_contact: bool


@dataclass(frozen=True, slots=True)
class Person:
    """Someone with a role; `id` is that of the role."""

    id: int
    role: str
    name: str
    email: str


@dataclass(frozen=True, slots=True)
class Invitation:
    """Into a role, or into a team."""

    id: int
    email: str
    role: str
    team: int | None
    invited_by: str
    expires_at: datetime


@dataclass(frozen=True, slots=True)
class DataVersion:
    """A version of a file; the one in force was not replaced."""

    id: int
    name: str
    note: str
    version: int
    size: int
    sha256: str
    added_at: datetime
    added_by: str | None
    replaced_at: datetime | None


@dataclass(frozen=True, slots=True)
class OwnPage:
    """A page that organisers wrote; `page` is what its address calls it."""

    page: str
    title: str
    published: bool
    changed_at: datetime
    version: str
    text: str
    """In Markdown."""
    html: str


Audience = Literal["all", "missing-step", "chosen"]
"""All teams, those that have not done a step, or some that were chosen."""


@dataclass(frozen=True, slots=True)
class TeamMessage:
    """A message of organisers to teams, and what became of its mails."""

    id: int
    subject: str
    text: str
    audience: Audience
    step: str
    teams: int
    sent_by: str
    sent_at: datetime
    leaves_at: datetime
    """Until then it can be taken back."""
    taken_back_at: datetime | None
    mails_sent: int
    mails_waiting: int
    mails_failed: int


@dataclass(frozen=True, slots=True)
class ReleasableRun:
    """A run that can be released as input; `label` is what it is released as, empty where it is not."""

    run: int
    name: str
    team: int | None
    system_type: str
    track: str
    language_pair: str
    test_set: str
    label: str


@dataclass(frozen=True, slots=True)
class MissingData:
    """A file that the rulebook needs."""

    kind: str
    test_set: str
    language_pair: str
    number: int
    what: str
    due: datetime | None
    is_overdue: bool
    input: str


@dataclass(frozen=True, slots=True)
class Download:
    """That somebody was handed a file."""

    file: int
    name: str
    version: int
    person: str | None
    team: str | None
    when: datetime


@dataclass(frozen=True, slots=True)
class Sharing:
    """Whether a team lets its outputs be shared."""

    team: str
    team_code: str
    given: bool


@dataclass(frozen=True, slots=True)
class PackedSystem:
    """A system in a pack, or left out because its texts name its team."""

    id: int
    number: int
    team: str
    """Empty for a system of the organisers."""
    entered: str
    """The system of the organisers; empty for a team's."""
    condition: str
    system: str
    run: str
    left_out: bool
    is_cleared: bool
    mentions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Pack:
    """Outputs under numbers; `file` is that of the pack among the data files."""

    track: str
    """Whose runs it holds."""
    receivers: tuple[str, ...]
    """The tracks whose teams start from it."""
    subsets: tuple[str, ...]
    is_development: bool
    test_set: str
    language_pair: str
    file: int | None
    version: int | None
    systems: tuple[PackedSystem, ...]
    runs: int
    is_outdated: bool
    is_waiting: bool
    failure: str


@dataclass(frozen=True, slots=True)
class Act:
    """Something that somebody did, in the log."""

    when: datetime
    actor: str | None
    act: str
    subject: str
    details: Mapping[str, Any]
