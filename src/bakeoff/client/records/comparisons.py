"""Runs side by side, as the server describes them."""

from __future__ import annotations

from dataclasses import dataclass

from bakeoff.client.records.results import Place, Score


@dataclass(frozen=True, slots=True)
class ComparedRun:
    """One of several runs; `run` is what its address calls it."""

    run: str
    name: str
    team: str
    is_own: bool


@dataclass(frozen=True, slots=True)
class ScorePair:
    metric: str
    first: float | None
    second: float | None


@dataclass(frozen=True, slots=True)
class TestOfPair:
    """Whether two runs differ significantly; `p_corrected` is for all pairs of the board."""

    __test__ = False  # not a pytest class

    difference: float
    p: float
    p_corrected: float
    is_significant: bool
    method: str


@dataclass(frozen=True, slots=True)
class Comparison(Place):
    """Two runs of a board."""

    first: ComparedRun
    second: ComparedRun
    specification: str
    specifications: tuple[str, ...]
    metric: str
    metrics: tuple[str, ...]
    scores: tuple[ScorePair, ...]
    test: TestOfPair | None
    segments: int
    first_wins: int
    second_wins: int
    ties: int
    signature: str


@dataclass(frozen=True, slots=True)
class Words:
    """A piece of an output, and why it stands out: `differs`, `right`, `wrong`, `same`, `other` or, mostly, not."""

    text: str
    look: str


@dataclass(frozen=True, slots=True)
class SegmentPair:
    """A segment in two outputs: texts only where they may be read."""

    number: int
    document: str
    segment: str
    difference: float | None
    first_score: float | None
    second_score: float | None
    source: str | None
    references: tuple[str, ...]
    first: tuple[Words, ...] | None
    second: tuple[Words, ...] | None


@dataclass(frozen=True, slots=True)
class SystemScores:
    """Several runs by a metric, in their order."""

    metric: str
    direction: str
    scores: tuple[Score, ...]


@dataclass(frozen=True, slots=True)
class Difference:
    """A run against another by a metric: its score less the other's, with an interval and what the test says."""

    first: str
    second: str
    difference: float | None
    low: float | None
    high: float | None
    p: float | None
    p_corrected: float | None
    is_significant: bool | None


@dataclass(frozen=True, slots=True)
class SystemComparison(Place):
    """Two or more runs of a board."""

    systems: tuple[ComparedRun, ...]
    specification: str
    specifications: tuple[str, ...]
    metric: str
    metrics: tuple[str, ...]
    scores: tuple[SystemScores, ...]
    differences: tuple[Difference, ...]
    method: str
    signature: str


@dataclass(frozen=True, slots=True)
class SystemSegment:
    """What one of several runs made of a segment; no `output` where it may not be read."""

    run: str
    score: float | None
    output: tuple[Words, ...] | None


@dataclass(frozen=True, slots=True)
class SegmentSpread:
    """A segment in the outputs of several runs; `spread` is the best score less the worst."""

    number: int
    document: str
    segment: str
    spread: float
    source: str | None
    references: tuple[str, ...]
    systems: tuple[SystemSegment, ...]


@dataclass(frozen=True, slots=True)
class PairOfSystems:
    """Two compared systems of a board by a metric; the first has the better score."""

    first: str
    first_name: str
    second: str
    second_name: str
    metric: str
    difference: float | None
    p: float
    p_corrected: float
    is_significant: bool
