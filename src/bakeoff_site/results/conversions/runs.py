"""One run, and two next to each other, as pages and programs get to see them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from bakeoff.rulebook.release.status import Status
from bakeoff_site.core.pages import Pages
from bakeoff_site.results.conversions.boards import MissingMetric
from bakeoff_site.results.conversions.scores import Cell, Metric
from bakeoff_site.results.conversions.titles import Choice, Place, input_label


@dataclass(frozen=True, slots=True)
class System:
    """A run as someone may know it."""

    key: str
    name: str
    team: str
    kind_label: str
    status: Status
    remark: str
    flags: tuple[str, ...]
    """Resources that its description names and its condition forbids, where they may know that."""
    is_own: bool
    in_force: bool
    """Whether it counts: neither withdrawn nor replaced."""
    input: str = ""
    """What it started from, as the rulebook calls it; empty where nobody said."""
    started_from: tuple[str, ...] = ()
    """The released runs that it started from."""
    had_choice: bool = False
    """Whether its track has several inputs."""

    @property
    def input_label(self) -> str:
        """What it started from in words."""
        return input_label(self.input, self.started_from)


@dataclass(frozen=True, slots=True)
class EarlierScore:
    """A score by references that were corrected since."""

    text: str
    interval: str
    errors: int | None
    """How many there were, where the metric is an error rate of recognition."""
    made_at: datetime


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """A run by a metric under a specification."""

    column: Metric
    cell: Cell
    is_official: bool
    earlier: tuple[EarlierScore, ...]
    """The first one first."""


@dataclass(frozen=True, slots=True)
class PartLine:
    """Scores on a part of the test set: a group of segments, or a document by itself."""

    name: str
    label: str
    segments: int
    cells: tuple[Cell, ...]
    """One for each metric."""

    @property
    def figures(self) -> Iterable[int | str]:
        """All columns after the number of segments."""
        for cell in self.cells:
            yield cell.text
            yield from cell.figures


@dataclass(frozen=True, slots=True)
class SegmentLine:
    """A segment: texts only where they may be read."""

    number: int
    document: str
    segment: str
    source: str | None
    references: tuple[str, ...]
    output: str | None
    scores: tuple[tuple[str, str], ...]
    """By metric, as people read them."""
    values: tuple[tuple[str, float], ...]
    """By metric, unrounded."""


@dataclass(frozen=True, slots=True)
class Segments:
    """A page of segments, and how it was chosen."""

    metric: str
    """The one that documents are scored by, and segments sorted."""
    metric_choices: tuple[Choice, ...]
    orders: tuple[Choice, ...]
    text: str
    document: str
    documents: tuple[PartLine, ...]
    lines: tuple[SegmentLine, ...]
    pages: Pages


@dataclass(frozen=True, slots=True, eq=False)
class RunView:
    """A run as someone may see it."""

    place: Place
    system: System
    opens: datetime | None
    """When its scores will be shown; None where they are, or nobody knows."""
    shows_scores: bool
    scores: tuple[ScoreLine, ...]
    specification: str
    specifications: tuple[Choice, ...]
    columns: tuple[Metric, ...]
    """The metrics under the specification: those of groups and documents."""
    groups: tuple[PartLine, ...]
    shows_references: bool
    shows_output: bool
    segments: Segments | None
    """None where there are no scores of segments to show."""
    others: tuple[Choice, ...]
    """Runs of the board that it can be compared with, by key."""
    missing: tuple[MissingMetric, ...] = ()

    @property
    def is_adjudicated(self) -> bool:
        """Whether there are scores by earlier references."""
        return any(line.earlier for line in self.scores)

    @property
    def unit(self) -> str:
        """What errors are counted of, where they are; see `Metric.unit`."""
        units = dict.fromkeys(line.column.unit for line in self.scores if line.column.unit)
        return " or ".join(units)

    @property
    def documents(self) -> tuple[PartLine, ...]:
        """Where there are several: of one, all is said."""
        documents = self.segments.documents if self.segments is not None else ()
        return documents if len(documents) > 1 else ()

    @property
    def is_by_mean(self) -> bool:
        return any(line.column.reported == "mean" for line in self.scores)


@dataclass(frozen=True, slots=True)
class Words:
    """A piece of an output."""

    text: str
    look: str
    """Empty, or why it is marked: `differs`, `right` (a reference has it), `wrong` (none has)."""


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
