"""Files, submissions, trials and jobs, as the server describes them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Literal
from uuid import UUID

from bakeoff.client.records.json_values import Found
from bakeoff.client.records.results import BleuParts, Reason, RunScore, Status


@dataclass(frozen=True, slots=True)
class DataFile:
    """A file of a campaign; name, note, size and checksum are given for files that you may fetch."""

    id: int
    kind: str
    test_set: str
    language_pair: str
    number: int
    name: str
    note: str
    version: int
    size: int | None
    sha256: str
    may_fetch: bool
    why_not: str
    opens: datetime | None
    input: str
    """Of a source, what systems start from: `text`, `audio`, `one-best`, `n-best`, `lattice` or `released-runs`."""
    label: str
    """Of recognised speech, the recogniser that it comes from."""


@dataclass(frozen=True, slots=True)
class Upload:
    """A file on its way."""

    id: UUID
    name: str
    size: int
    received: int
    expires_at: datetime
    submission: int | None


@dataclass(frozen=True, slots=True)
class DraftFile:
    """A file of a draft as it was sent."""

    id: int
    name: str
    size: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Fix:
    """A change that the server makes in a copy of a draft; `key` is what it is asked for by."""

    key: str
    offer: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class DraftRun:
    """A run of a draft, as its name says."""

    file: str
    track: str | None
    language_pair: str | None
    condition: str | None
    test_set: str | None
    system: str
    input: str | None


@dataclass(frozen=True, slots=True)
class Draft:
    """A package that was checked and is not submitted yet."""

    id: int
    revision: int
    state: Literal["checking", "failed", "problems", "ready"]
    name: str
    package: str
    version: int | None
    files: tuple[DraftFile, ...]
    findings: tuple[Found, ...]
    runs: tuple[DraftRun, ...]
    fixes: tuple[Fix, ...]
    """What the server can fix."""
    fixed: tuple[Fix, ...]
    refusal: str
    """Why no package can be made of the files; mostly empty."""
    expires_at: datetime

    @property
    def is_checked(self) -> bool:
        return self.state != "checking"


@dataclass(frozen=True, slots=True)
class SystemVersion:
    """A run of a system; `run` is what `run_details` calls it, empty where you may not see it there."""

    run_id: int
    run: str
    name: str
    number: int
    version: int | None
    submitted_at: datetime
    in_force: bool
    status: str
    scores_visible: bool
    scores_visible_from: datetime | None
    score: RunScore | None


@dataclass(frozen=True, slots=True)
class SystemHistory:
    """A system of a team on a board, its first version first."""

    system: str
    track: str
    language_pair: str
    condition: str
    test_set: str
    versions: tuple[SystemVersion, ...]


@dataclass(frozen=True, slots=True)
class SystemsLeft:
    """Systems of a type under a data condition: how many more, and in `sentence` what the next package replaces."""

    system_type: str
    title: str
    condition: str
    used: int
    left: int | None
    official: bool
    sentence: str


@dataclass(frozen=True, slots=True)
class PairOffer:
    """What of a kind of package can be submitted for a language pair."""

    language_pair: str
    version: int | None
    archive: str
    file: str
    refusals: tuple[str, ...]
    systems: tuple[SystemsLeft, ...]


@dataclass(frozen=True, slots=True)
class Offer:
    """A kind of package, and whether it is accepted now."""

    package: str
    title: str
    state: Literal["open", "late", "coming", "closed"]
    opens: datetime | None
    deadline: datetime | None
    sentence: str
    pairs: tuple[PairOffer, ...]


@dataclass(frozen=True, slots=True)
class Offers:
    """What a team can submit at a moment."""

    now: datetime
    time_zone: str
    packages: tuple[Offer, ...]


@dataclass(frozen=True, slots=True)
class PackageRef:
    """A package by what people know it by; `number` is that of its receipt."""

    number: int
    name: str
    version: int | None
    submitted_at: datetime


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
    """Whether it is in the table of its board that counts; a run that was replaced or withdrawn is not."""
    status: Status
    reasons: tuple[Reason, ...]
    """Why it is unofficial."""
    in_force: bool
    is_unofficial_pair: bool
    replaces: tuple[PackageRef, ...]
    replaced_by: PackageRef | None
    outcome: str
    """What it counts as, what it replaced and what replaced it, in words."""
    run: str
    """What `Client.run` calls it; empty where you may not see it there."""
    scores_visible: bool
    scores_visible_from: datetime | None
    scores: tuple[RunScore, ...]
    """By the official specification, as far as you may see them."""
    input: str
    """What the system started from; empty where nobody said."""
    released_runs: tuple[str, ...]
    """The released runs that it started from."""


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
class Copy:
    """A file that is nearly the same as a run of another team; `number` is that of the other's receipt."""

    file_name: str
    run: str
    team: int | None
    number: int


@dataclass(frozen=True, slots=True)
class Submission(SubmissionRow):
    """A submission with what was found and what it holds."""

    checked_at: datetime | None
    findings: tuple[Found, ...]
    runs: tuple[Run, ...]
    withdrawn_at: datetime | None
    withdrawal_reason: str
    copies: tuple[Copy, ...]
    """Shown only to organisers."""
    summary: str
    """Of a valid package: its version, and whether it came in time."""
    time_zone: str


@dataclass(frozen=True, slots=True)
class Description:
    track: str
    condition: str
    system: str
    """As file names call it; empty where one text is of all systems."""
    text: str
    valid: bool
    late: bool
    findings: tuple[Found, ...]
    submitted_at: datetime
    submitted_by: str


@dataclass(frozen=True, slots=True)
class SystemDescription:
    """A system that a team describes by itself."""

    track: str
    condition: str
    system: str
    title: str
    owed: bool
    """Whether the team has runs of it."""
    description: Description | None
    """The last version."""


@dataclass(frozen=True, slots=True)
class Variation:
    """How a score varies over samples of segments; `level` is the share of samples between `low` and `high`."""

    low: float
    high: float
    level: float
    mean: float
    sd: float


@dataclass(frozen=True, slots=True)
class TrialScore:
    """`direction` says which way is better: `higher` or `lower`."""

    value: float | None
    signature: str
    direction: str
    variation: Variation | None = None
    bleu: BleuParts | None = None
    """What a BLEU score is made of."""


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
    failure: str
    """Why the server could not answer, where that is not the text's fault."""
    scores: Mapping[str, Mapping[str, TrialScore]] | None
    """By specification and metric."""

    @property
    def is_over(self) -> bool:
        return self.answered_at is not None or bool(self.failure)


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
