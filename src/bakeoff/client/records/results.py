"""Results, as the server describes them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

Reported = Literal["score", "mean"]
Status = Literal["official", "unofficial"]
Reason = Literal[
    "late",
    "debugged",
    "unofficial-pair",
    "post-evaluation",
    "unofficial-track",
    "dry-run",
    "development",
    "unofficial-type",
]
"""Why something is unofficial."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where runs are ranked together, by names of the rulebook."""

    board: int
    title: str
    track: str
    language_pair: str
    condition: str
    test_set: str
    status: Status
    reasons: tuple[Reason, ...]
    is_unofficial: bool


@dataclass(frozen=True, slots=True)
class BoardRow(Place):
    """A board in the list; `leader` is the best run of a team among the runs compared across teams.

    `baseline` and `earlier` are the best scores of baselines and of systems of earlier years.
    """

    seen: str
    runs: int
    metric: str
    reported: Reported
    leader: str
    leader_kind: str
    best: float | None
    baseline: float | None
    earlier: float | None


@dataclass(frozen=True, slots=True)
class Metric:
    """A column of a board."""

    key: str
    metric: str
    specification: str
    direction: str
    signature: str
    is_official: bool
    reported: Reported


@dataclass(frozen=True, slots=True)
class ErrorCounts:
    """What an error rate of recognition is made of; `words` are characters where the metric compares those.

    Of a published rate, counts that are not known are None.
    """

    words: int | None
    substitutions: int | None
    deletions: int | None
    insertions: int | None
    errors: int | None


@dataclass(frozen=True, slots=True)
class Score:
    """`reported` says whether the value is the score of the run or the mean over the samples of its interval.

    `sd` is the standard deviation of the samples' scores.
    """

    value: float | None
    low: float | None
    high: float | None
    reported: Reported
    counts: ErrorCounts | None
    sd: float | None


@dataclass(frozen=True, slots=True)
class System:
    """A run on a board; `run` is what its address calls it.

    A system that is known by published scores alone has no run: `source` says where they were published.
    """

    run: str
    name: str
    team: str
    kind: str
    part: Literal["official", "unofficial", "named"]
    status: Status
    reasons: tuple[Reason, ...]
    remark: str
    flags: tuple[str, ...]
    """Resources that its description names and its condition forbids, where the caller may know that."""
    is_own: bool
    rank: str
    starts_cluster: bool
    cluster: int
    """The cluster of significance that it is in, or is listed with; 0 where there are none."""
    scores: Mapping[str, Score]
    input: str
    """What it started from; empty where nobody said."""
    released_runs: tuple[str, ...]
    source: str


@dataclass(frozen=True, slots=True)
class Against:
    """A system held against a benchmark."""

    run: str
    name: str
    kind: str
    difference: float
    is_significant: bool | None


@dataclass(frozen=True, slots=True)
class Benchmark:
    """A baseline or the best of earlier years; `source` is where its score was published, if there is no run."""

    run: str
    name: str
    value: float
    source: str
    systems: tuple[Against, ...]


@dataclass(frozen=True, slots=True)
class ScoreFile:
    """Uploaded scores of a metric that the server does not compute, for systems of a board."""

    id: int
    board: int
    metric: str
    version: int
    direction: str
    unit: str
    systems: int
    name: str
    size: int
    sha256: str
    uploaded_by: str
    uploaded_at: datetime
    withdrawn_at: datetime | None


@dataclass(frozen=True, slots=True)
class MissingMetric:
    """A metric of the rulebook that systems have no score by; no `systems`: all of them."""

    metric: str
    reason: str
    is_official: bool
    is_outside: bool
    systems: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Board(Place):
    """Systems, best first: official ones, unofficial ones, then systems that are only named."""

    seen: str
    opens: datetime | None
    specification: str
    specifications: tuple[str, ...]
    group: str
    groups: tuple[str, ...]
    kinds: tuple[str, ...]
    segments: int | None
    metrics: tuple[Metric, ...]
    systems: tuple[System, ...]
    count: int
    method: str
    is_stale: bool
    stage: Literal["preliminary", "official"] | None
    """Whether results are published; None where the schedule never publishes them."""
    baseline: Benchmark | None
    earlier: Benchmark | None
    missing: tuple[MissingMetric, ...]
    missing_groups: tuple[str, ...]
    left_out: tuple[str, ...]
    """Systems without upper case, under a specification that is only for those with it."""
    inputs: tuple[str, ...]
    """What systems could start from, where the track has several inputs."""


@dataclass(frozen=True, slots=True)
class RunScore(Score):
    metric: str
    specification: str
    signature: str
    is_official: bool


@dataclass(frozen=True, slots=True)
class RankedScore(RunScore):
    """A score next to those of the other systems."""

    rank: str
    """The ranks that it may have among the compared systems of its board; empty where it has none."""
    compared: int
    """How many systems were compared by the metric."""
    median: float | None
    """Of all compared systems of the board; None where others are not shown."""


@dataclass(frozen=True, slots=True)
class BleuParts:
    """What a BLEU score is made of; precisions in percent, lengths in tokens."""

    metric: str
    precisions: tuple[float, ...]
    brevity_penalty: float
    hypothesis_length: int
    reference_length: int
    length_ratio: float


@dataclass(frozen=True, slots=True)
class Part:
    """A run on a group of segments, or on a document: of speech, a recording; scores by metric.

    `medians` are those of all compared systems of the board on a group.
    """

    name: str
    segments: int
    scores: Mapping[str, Score]
    medians: Mapping[str, float | None]


@dataclass(frozen=True, slots=True)
class RunResult(Place):
    """A run and its scores, as far as they are shown."""

    run: str
    name: str
    team: str
    remark: str
    flags: tuple[str, ...]
    """Resources that its description names and its condition forbids, where the caller may know that."""
    is_own: bool
    opens: datetime | None
    scores: tuple[RankedScore, ...]
    bleu: tuple[BleuParts, ...]
    groups: tuple[Part, ...]
    documents: tuple[Part, ...]
    missing: tuple[MissingMetric, ...]
    input: str
    """What it started from; empty where nobody said."""
    released_runs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AsrOutput:
    """ASR output that systems start from: error rates in percent, None where they are not known.

    It is n-best lists, lattices or a released run, of which only the first word error rate is known.
    """

    language_pair: str
    language_pair_title: str
    test_set: str
    test_set_title: str
    input: str
    input_title: str
    system: str
    utterances: int | None
    depth: int | None
    first_word_error_rate: float | None
    first_sentence_error_rate: float | None
    oracle_word_error_rate: float | None
    oracle_sentence_error_rate: float | None
    mean_rank: float | None
    why_not_scored: str


@dataclass(frozen=True, slots=True)
class SegmentResult:
    """A segment of a run: texts only where they may be read."""

    number: int
    document: str
    segment: str
    source: str | None
    references: tuple[str, ...]
    output: str | None
    scores: Mapping[str, float | None]


@dataclass(frozen=True, slots=True)
class ReleasedDescription:
    """What a team says of its systems, or of one of them."""

    team: str
    team_code: str
    track: str
    condition: str
    system: str
    """Empty where one text is of all systems."""
    text: str


@dataclass(frozen=True, slots=True)
class DataStatistics:
    """Figures of a text in a file of the campaign; None is what it does not have, and `remark` says why it has none."""

    test_set: str
    language_pair: str
    data: str
    file: str
    language: str
    remark: str
    documents: int | None
    segments: int | None
    tokens: int | None
    vocabulary: int | None
    average_length: float | None
    unknown_tokens: int | None
    unknown_rate: float | None
    unknown_words: int | None
    speakers: int | None
    duration_seconds: float | None
    speech_seconds: float | None
