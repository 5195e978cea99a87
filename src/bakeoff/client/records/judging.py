"""Human evaluation, as the server describes it."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal
from uuid import UUID

ScreenState = Literal["held", "answered", "returned"]
TaskOpening = Literal["phase", "open", "closed"]
JudgesShown = Literal["all", "attention", "active", "behind", "not-started", "left-out"]


@dataclass(frozen=True, slots=True)
class JudgingTaskRow:
    """A task that somebody judges or may judge."""

    campaign: str
    task: str
    title: str
    may_judge: bool
    why_not: str
    opens: datetime | None
    has_started: bool
    answered: int


@dataclass(frozen=True, slots=True)
class Choosable:
    """A language pair or test set that judges may choose."""

    id: str
    title: str


@dataclass(frozen=True, slots=True)
class JudgingTask(JudgingTaskRow):
    """The same, with what to read, agree to and choose first."""

    evaluations: tuple[str, ...]
    instructions: str
    consent_text: str
    choosable: tuple[Choosable, ...]
    chosen: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class JudgingScreen:
    """A screen of a judge. `shown` holds the question, the texts, and outputs under letters."""

    key: UUID
    number: int
    state: ScreenState
    version: int
    text_digest: str
    draft: dict[str, Any]
    lease_until: datetime
    shown: dict[str, Any]


@dataclass(frozen=True, slots=True)
class OwnQualification:
    """How somebody did in the qualification of a task."""

    passed: bool
    tries: int
    tries_left: int


@dataclass(frozen=True, slots=True)
class NextScreen:
    """The screen to answer next, or why there is none."""

    screen: JudgingScreen | None
    nothing: Literal["held", "earlier", "finished", "qualification", "not-qualified"] | None
    qualification: OwnQualification | None


@dataclass(frozen=True, slots=True)
class ScreenAction:
    """Something that a judge does on a screen; its key is random, so that it is saved once however often it is sent."""

    key: UUID
    kind: Literal["answer", "comment", "report", "view", "submit"]
    payload: dict[str, Any] = field(default_factory=dict)
    client_time: datetime | None = None


@dataclass(frozen=True, slots=True)
class SavedScreen:
    """What is saved of a screen. An answer that does not count came when others had judged the item."""

    version: int
    draft: dict[str, Any]
    state: ScreenState
    late: bool
    counts: bool


@dataclass(frozen=True, slots=True)
class EvaluationProgress:
    """A human evaluation and how much of it is judged."""

    code: str
    title: str
    protocol: str
    answered: int
    needed: int
    controls: int
    held: int


@dataclass(frozen=True, slots=True)
class JudgingProgress:
    """A task and how far it is."""

    task: str
    title: str
    opening: TaskOpening
    open_to_all: bool
    planned_at: datetime
    evaluations: tuple[EvaluationProgress, ...]


@dataclass(frozen=True, slots=True)
class RankedSystem:
    """A system of a ranking; while the task is open a label stands for its name."""

    system: str
    score: float
    low: float | None
    high: float | None
    cluster: int
    judgments: int


@dataclass(frozen=True, slots=True)
class JudgeAgreement:
    between: str
    measure: str
    value: float | None
    word: str


@dataclass(frozen=True, slots=True)
class UndecidedPair:
    """Neighbours that are not distinguished, and how many more judgments probably would; None: hardly any number."""

    first: str
    second: str
    more_judgments: int | None


@dataclass(frozen=True, slots=True)
class HumanRanking:
    """Systems of one group, the best first."""

    group: dict[str, str]
    systems: tuple[RankedSystem, ...]
    agreement: tuple[JudgeAgreement, ...]
    agreement_with_identical: tuple[JudgeAgreement, ...]
    """Of constituents, with a phrase that systems share counted for each of them."""
    undecided: tuple[UndecidedPair, ...]
    judgments: int
    judges: int


@dataclass(frozen=True, slots=True)
class EvaluationRankings:
    """What the judgments of an evaluation say so far, or why they say nothing."""

    code: str
    title: str
    protocol: str
    reason: str
    as_of: datetime | None
    """When it was computed, where judgments came since then."""
    judgments_since: int
    rankings: tuple[HumanRanking, ...]


@dataclass(frozen=True, slots=True)
class PlannedDifference:
    """How likely a plan finds a difference between two systems."""

    difference: str
    power: float
    segments_needed: int | None


@dataclass(frozen=True, slots=True)
class ChosenParts:
    """The parts of sentences of a test set that an evaluation asks about."""

    language_pair: str
    test_set: str
    candidates: int
    constituents: int
    """That can be judged."""
    left_out: dict[str, int]
    """By reason."""
    lacking: dict[str, int]
    """By system, candidates for which it has no consistent phrase."""


@dataclass(frozen=True, slots=True)
class ReusedAnswers:
    """Answers of other evaluations that hold in a plan."""

    phrases: int
    asked: int
    """That judges answered about under the same name."""
    saved: int
    """That have an answer because another system has the same phrase."""
    share_saved: float | None


@dataclass(frozen=True, slots=True)
class PlannedEvaluation:
    """What an evaluation of a plan comes to."""

    code: str
    title: str
    protocol: str
    systems: int
    segments: int
    judgments: int
    screens: int
    seconds_a_screen: float | None
    hours: float | None
    left_out: dict[str, str]
    differs: dict[str, str]
    parts: tuple[ChosenParts, ...]
    reused: ReusedAnswers | None
    remarks: tuple[str, ...]
    power: tuple[PlannedDifference, ...]


@dataclass(frozen=True, slots=True)
class PlannedTask:
    """What a task would come to; with its seed, planning gives the same designs."""

    evaluations: tuple[PlannedEvaluation, ...]
    judgments: int
    screens: int
    hours: float | None
    cost: float | None
    currency: str
    seed: int


@dataclass(frozen=True, slots=True)
class Coverage:
    """Judgments of a system, or of a judge, by language pair."""

    name: str
    judgments: dict[str, int]


@dataclass(frozen=True, slots=True)
class LiveTimes:
    """How long screens took; a quarter took less than `lower_seconds`, a quarter more than `upper_seconds`."""

    screens: int
    too_long: int
    median_seconds: float | None
    lower_seconds: float | None
    upper_seconds: float | None


@dataclass(frozen=True, slots=True)
class PacePoint:
    """Judgments of an hour, a day or a week, and in all until its end."""

    start: datetime
    judgments: int
    total: int


@dataclass(frozen=True, slots=True)
class JudgingPace:
    """When judgments came, in the campaign's time zone."""

    unit: Literal["hour", "day", "week"]
    points: tuple[PacePoint, ...]


@dataclass(frozen=True, slots=True)
class LiveEvaluation:
    """How an evaluation goes."""

    code: str
    title: str
    answered: int
    needed: int
    planned: int | None
    expected_end: datetime | None
    pace: JudgingPace | None
    charts: tuple[str, ...]
    systems: tuple[Coverage, ...]
    judges: tuple[Coverage, ...]
    times: LiveTimes
    hours: float
    cost: float | None
    reused: ReusedAnswers | None
    """The answers of other evaluations that were taken over when it was planned."""


@dataclass(frozen=True, slots=True)
class LiveAgreement:
    """How far a judge agrees with all others who gave the same answers; `evaluation` is empty where there is one."""

    evaluation: str
    value: float
    low: float | None
    high: float | None
    answers: int


@dataclass(frozen=True, slots=True)
class LiveJudge:
    """What a judge did; `reasons` are the rules about quality that they fail."""

    judge: str
    answered: int
    controls: int
    last_sent: datetime | None
    is_blocked: bool
    is_excluded: bool
    reasons: tuple[str, ...]
    agreement: tuple[LiveAgreement, ...]
    is_active: bool
    is_behind: bool
    needs_attention: bool


@dataclass(frozen=True, slots=True)
class LiveJudging:
    """How the judging of a task goes; `judges` are those that were asked for."""

    is_open: bool
    currency: str
    evaluations: tuple[LiveEvaluation, ...]
    judges: tuple[LiveJudge, ...]
    judge_counts: dict[str, int]
