"""What is shown of one run, and of two beside each other."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from bakeoff_site.results.conversions.shown import Choice, Place


@dataclass(frozen=True, slots=True)
class Pages:
    """Where one is in a long list."""

    number: int
    count: int
    found: int

    @property
    def before(self) -> int | None:
        return self.number - 1 if self.number > 1 else None

    @property
    def after(self) -> int | None:
        return self.number + 1 if self.number < self.count else None


@dataclass(frozen=True, slots=True)
class System:
    """A run as someone may know it."""

    key: str
    name: str
    site: str
    kind_label: str
    remark: str
    is_own: bool


@dataclass(frozen=True, slots=True)
class EarlierScore:
    """A score by references that were corrected since."""

    text: str
    interval: str
    made_at: datetime


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """A run by a metric under a specification."""

    specification: str
    metric: str
    value: float | None
    text: str
    interval: str
    signature: str
    is_official: bool
    earlier: tuple[EarlierScore, ...]
    """The first one first."""
    errors: Mapping[str, int] | None = None
    """Of recognised speech, how often it was right and wrong; see `error_counts`."""

    @property
    def error_count(self) -> int:
        return sum(self.errors[kind] for kind in ("substitutions", "deletions", "insertions")) if self.errors else 0


@dataclass(frozen=True, slots=True)
class GroupLine:
    """Scores on a part of the test set."""

    label: str
    segments: int
    scores: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DocumentLine:
    """The score of a document by itself."""

    name: str
    text: str
    segments: int


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
    """By metric, whole."""


@dataclass(frozen=True, slots=True)
class Segments:
    """A page of segments, and how it was chosen."""

    metric: str
    """The one that documents are scored by, and segments sorted."""
    metric_choices: tuple[Choice, ...]
    orders: tuple[Choice, ...]
    text: str
    document: str
    documents: tuple[DocumentLine, ...]
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
    group_metrics: tuple[str, ...]
    groups: tuple[GroupLine, ...]
    shows_source: bool
    shows_references: bool
    shows_output: bool
    segments: Segments | None
    """None where there are no scores of segments to show."""
    others: tuple[Choice, ...]
    """Runs of the board that it can be compared with, by key."""

    @property
    def is_adjudicated(self) -> bool:
        """Whether there are scores by earlier references."""
        return any(line.earlier for line in self.scores)


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
    """Difference and both scores, whole."""


@dataclass(frozen=True, slots=True)
class PairTest:
    """What the test of two runs says."""

    difference: str
    p: str
    p_corrected: str
    is_significant: bool
    method: str
    values: tuple[float, float, float]
    """Difference and both p, whole."""


@dataclass(frozen=True, slots=True)
class PairScore:
    """Two runs by a metric."""

    metric: str
    first: str
    second: str
    difference: str
    values: tuple[float, float]
    """Both scores, whole."""


@dataclass(frozen=True, slots=True)
class ComparisonView:
    """Two runs beside each other as someone may see them."""

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
