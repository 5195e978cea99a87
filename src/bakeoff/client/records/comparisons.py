"""Two runs side by side, as the server describes them."""

from __future__ import annotations

from dataclasses import dataclass

from bakeoff.client.records.results import Place


@dataclass(frozen=True, slots=True)
class ComparedRun:
    """One of two runs; `run` is what its address calls it."""

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
    """A piece of an output, and why it stands out: `differs`, `right`, `wrong` or, mostly, not."""

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
