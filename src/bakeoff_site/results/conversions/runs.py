"""One run as pages and programs get to see it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

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
    medians: tuple[float | None, ...] = ()
    """One for each metric: of all systems of the board that are compared; none where others are not shown."""

    @property
    def figures(self) -> Iterable[int | str]:
        """All columns after the number of segments."""
        for cell in self.cells:
            yield cell.text
            yield from cell.figures


@dataclass(frozen=True, slots=True)
class Headline:
    """A score of a run with its place among the other systems."""

    column: Metric
    cell: Cell
    is_official: bool
    rank: str
    """The ranks that it may have; empty where it was not compared."""
    compared: int
    """How many systems were compared by the metric; 0 where they were not."""

    @property
    def place(self) -> str:
        """`rank 1–2 of 10`."""
        if not self.compared:
            return ""
        return f"rank {self.rank} of {self.compared}" if self.rank else "not ranked"


@dataclass(frozen=True, slots=True)
class BleuLine:
    """What a BLEU score is made of."""

    metric: str
    """The expression."""
    title: str
    precisions: tuple[float, ...]
    """In percent, by order."""
    brevity_penalty: float
    hypothesis_length: int
    reference_length: int
    length_ratio: float

    @property
    def precision_texts(self) -> tuple[str, ...]:
        return tuple(f"{precision:.1f}" for precision in self.precisions)

    @property
    def penalty_text(self) -> str:
        return f"{self.brevity_penalty:.3f}"

    @property
    def ratio_text(self) -> str:
        return f"{self.length_ratio:.3f}"


@dataclass(frozen=True, slots=True)
class PartScore:
    """A run on a part of the test set by one metric, against the median of its board."""

    name: str
    """The group of segments; empty for all."""
    label: str
    segments: int
    cell: Cell
    median: float | None
    """None where others are not shown."""
    difference: float | None
    """Its score less the median."""
    difference_text: str
    is_better: bool


@dataclass(frozen=True, slots=True)
class Words:
    """A piece of an output."""

    text: str
    look: str
    """Empty, or why it is marked. Between two outputs: `differs`, `right` (a reference has it), `wrong` (none
    has). Against a reference: `same` (it has it at that place), `other` (none has it)."""


class _Piece(Protocol):
    """A piece of an output, as the science marks it against a reference."""

    @property
    def text(self) -> str: ...
    @property
    def differs(self) -> bool: ...
    @property
    def in_reference(self) -> bool | None: ...


def marked_words(pieces: Iterable[_Piece]) -> tuple[Words, ...]:
    """Pieces of an output that was held against a reference; words that it has elsewhere are not marked."""
    return tuple(
        Words(piece.text, "same" if not piece.differs else "" if piece.in_reference else "other") for piece in pieces
    )


@dataclass(frozen=True, slots=True)
class SegmentLine:
    """A segment: texts only where they may be read."""

    number: int
    document: str
    segment: str
    source: str | None
    references: tuple[str, ...]
    output: str | None
    words: tuple[Words, ...]
    """The output in pieces, marked against a reference where both may be read; empty without output."""
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
    headlines: tuple[Headline, ...] = ()
    """By the metrics under the specification, the official one first."""
    bleu: tuple[BleuLine, ...] = ()
    complete: PartLine | None = None
    """The complete test set as a part."""
    parts: tuple[PartScore, ...] = ()
    """All segments and every group, by the metric that segments are sorted by."""
    part_metric: Metric | None = None

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
