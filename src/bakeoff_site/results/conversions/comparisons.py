"""Runs next to each other, as pages and programs get to see them."""

from __future__ import annotations

from dataclasses import dataclass

from bakeoff_site.core.pages import Pages
from bakeoff_site.results.conversions.runs import System, Words
from bakeoff_site.results.conversions.scores import Cell
from bakeoff_site.results.conversions.titles import Choice, Place


@dataclass(frozen=True, slots=True)
class PairSegment:
    """A segment in two outputs."""

    number: int
    document: str
    segment: str
    difference: str
    source: str | None
    references: tuple[str, ...]
    first: tuple[Words, ...] | None
    second: tuple[Words, ...] | None
    first_score: str
    second_score: str
    values: tuple[float, float, float]
    """Difference and both scores, unrounded."""


@dataclass(frozen=True, slots=True)
class PairTest:
    """What the test of two runs says."""

    difference: str
    p: str
    p_corrected: str
    is_significant: bool
    method: str
    values: tuple[float, float, float]
    """Difference and both p, unrounded."""


@dataclass(frozen=True, slots=True)
class PairScore:
    """Two runs by a metric."""

    metric: str
    first: str
    second: str
    difference: str
    values: tuple[float, float]
    """Both scores, unrounded."""


@dataclass(frozen=True, slots=True)
class ComparisonView:
    """Two runs side by side as someone may see them."""

    place: Place
    first: System
    second: System
    specification: str
    specifications: tuple[Choice, ...]
    metric: str
    metrics: tuple[Choice, ...]
    better: str
    """Whose better segments are listed: `first` or `second`."""
    smallest: float
    scores: tuple[PairScore, ...]
    test: PairTest | None
    segments: int
    first_wins: int
    second_wins: int
    ties: int
    shows_references: bool
    shows_marks: bool
    """Whether words are marked that the other output does not have."""
    lines: tuple[PairSegment, ...]
    pages: Pages
    signature: str


@dataclass(frozen=True, slots=True)
class MetricScores:
    """Several runs by a metric."""

    metric: str
    title: str
    direction: str
    cells: tuple[Cell, ...]
    """In the order of the systems, the best marked."""
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class PairCell:
    """A system (the row) against another (the column) by the chosen metric."""

    difference: float
    """The row's score less the column's."""
    text: str
    low: float | None
    high: float | None
    interval: str
    """Of the difference, by drawing segments again; empty where there is none."""
    p: float | None
    p_corrected: float | None
    """For all pairs of the board; None where it was not tested."""
    p_text: str
    is_significant: bool | None
    is_better: bool
    """Whether the row has the better score."""


@dataclass(frozen=True, slots=True)
class SpreadOutput:
    """What one of several systems made of a segment."""

    system: System
    score: float
    text: str
    """The score as it is shown."""
    words: tuple[Words, ...] | None
    """None where it may not be read."""


@dataclass(frozen=True, slots=True)
class SpreadSegment:
    """A segment in the outputs of several systems."""

    number: int
    document: str
    segment: str
    spread: float
    spread_text: str
    source: str | None
    references: tuple[str, ...]
    outputs: tuple[SpreadOutput, ...]


@dataclass(frozen=True, slots=True)
class SystemsView:
    """Two or more runs side by side as someone may see them."""

    place: Place
    systems: tuple[System, ...]
    specification: str
    specifications: tuple[Choice, ...]
    metric: str
    metrics: tuple[Choice, ...]
    scores: tuple[MetricScores, ...]
    pairs: tuple[tuple[PairCell | None, ...], ...]
    """Every system against every other, in order; None against itself."""
    method: str
    """How differences were tested; empty where they were not."""
    signature: str
    smallest: float
    shows_references: bool
    segments: tuple[SpreadSegment, ...]
    """Those that the systems score most differently on; none where there are only two systems."""
    pages: Pages

    @property
    def rows(self) -> tuple[tuple[System, tuple[PairCell | None, ...]], ...]:
        return tuple(zip(self.systems, self.pairs, strict=True))

    @property
    def score_rows(self) -> tuple[tuple[MetricScores, tuple[tuple[System, Cell], ...]], ...]:
        """Each metric with the score of each system."""
        return tuple((line, tuple(zip(self.systems, line.cells, strict=True))) for line in self.scores)

    @property
    def is_tested(self) -> bool:
        """Whether some pair was tested."""
        return any(cell is not None and cell.p is not None for row in self.pairs for cell in row)
