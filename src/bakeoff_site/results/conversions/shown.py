"""What pages, downloads and programs get to see of results: plain values, without anything that must not be seen."""

from __future__ import annotations

from dataclasses import astuple, dataclass, replace
from datetime import datetime
from typing import Literal

from bakeoff.evaluation import metric_title
from bakeoff.rulebook.table_parts import Part

Kind = Literal["primary", "contrastive", "combination", "baseline", "online", "commercial", "earlier"]
"""What a system is to its board. `primary` are the types that are compared across teams, `contrastive` all others."""
Reported = Literal["score", "mean"]


@dataclass(frozen=True, slots=True)
class Place:
    """Where runs are ranked together, in words."""

    board_id: int
    track: str
    language_pair: str
    condition: str
    test_set: str
    track_id: str
    language_pair_id: str
    condition_id: str
    test_set_id: str
    source_language: str
    """Code of the language, empty where it has none."""
    target_language: str
    is_progress: bool
    is_unofficial: bool = False
    """Whether the rulebook offers the language pair, or the track, without its being official."""
    why_not_scored: str = ""
    """Why metrics say nothing of runs here; empty where they do."""

    @property
    def title(self) -> str:
        return ", ".join(filter(None, [self.track, self.language_pair, self.condition]))


@dataclass(frozen=True, slots=True)
class Metric:
    """A column of scores."""

    key: str
    """The expression; with the specification before it where several stand side by side."""
    expression: str
    specification: str
    direction: str
    digits: int
    signature: str
    is_official: bool
    reported: Reported = "score"
    unit: str = ""
    """What errors are counted of: words or characters of a transcript; empty for other metrics."""

    @property
    def title(self) -> str:
        """The name of the metric as the field writes it."""
        return metric_title(self.expression)

    @property
    def heading(self) -> str:
        """The title, with what else tells the column from its neighbours."""
        return self._with_notes(self.title)

    @property
    def name(self) -> str:
        """The expression, with the same notes: the heading for programs."""
        return self._with_notes(self.expression)

    def _with_notes(self, text: str) -> str:
        notes = [self.specification] if self.key != self.expression else []
        notes += [MEAN] if self.reported == "mean" else []
        return f"{text} ({', '.join(notes)})" if notes else text

    @property
    def counted(self) -> tuple[tuple[str, str], ...]:
        """Headings of the columns of counts beside the error rate: in short, and whole."""
        return ((self.unit, f"{self.unit} of the reference"), *_ERRORS) if self.unit else ()


MEAN = "mean of samples"
"""What stands for a score where the rulebook wants the mean over the samples of its interval."""
_ERRORS = (
    ("sub", "substitutions"),
    ("del", "deletions"),
    ("ins", "insertions"),
    ("errors", "substitutions, deletions and insertions"),
)


@dataclass(frozen=True, slots=True)
class MissingMetric:
    """A metric of the rulebook that some or all systems have no score by, and why."""

    metric: str
    reason: str
    is_official: bool
    is_outside: bool
    """Whether it is not computed here: organisers can upload its scores."""
    systems: tuple[str, ...]
    """The systems without a score; empty where that is all of them."""

    @property
    def title(self) -> str:
        """The name of the metric as the field writes it."""
        return metric_title(self.metric)

    @property
    def sentence(self) -> str:
        """All of it in one line."""
        whose = f" for {', '.join(self.systems)}" if self.systems else ""
        return f"{self.title}: no score{whose}: {self.reason}."


@dataclass(frozen=True, slots=True)
class ErrorCounts:
    """What an error rate of recognition is made of, as sclite counts it."""

    words: int
    """Of the reference; characters, where the metric compares those."""
    substitutions: int
    deletions: int
    insertions: int
    errors: int


@dataclass(frozen=True, slots=True)
class Cell:
    """A score: the number that is printed, and its interval."""

    value: float | None
    low: float | None = None
    high: float | None = None
    text: str = "–"
    interval: str = ""
    is_best: bool = False
    reported: Reported = "score"
    """Whether it is the score of the run or, where the rulebook says so, the mean of the samples' scores."""
    unit: str = ""
    """That of its metric, whose columns of counts it has."""
    counts: ErrorCounts | None = None

    @property
    def figures(self) -> tuple[int | str, ...]:
        """The counts in the order of their columns."""
        if not self.unit:
            return ()
        return ("–",) * (1 + len(_ERRORS)) if self.counts is None else astuple(self.counts)


@dataclass(frozen=True, slots=True)
class SystemRow:
    """A run in a table."""

    key: str
    """What its address calls it."""
    name: str
    team: str
    """The team; empty where it must not be known, or there is none."""
    kind: Kind
    kind_label: str
    part: Part
    remark: str
    """Why it stands apart: late, debugged, withdrawn, replaced."""
    is_own: bool
    has_page: bool
    rank: str
    begins_cluster: bool
    """Whether a line of significance stands above it."""
    cells: tuple[Cell, ...]
    """One for each metric; none where its scores are not shown."""


@dataclass(frozen=True, slots=True)
class Against:
    """A system held against another by the official metric."""

    name: str
    key: str
    kind: Kind
    kind_label: str
    is_compared: bool
    """Whether it is among the systems that are compared across teams."""
    value: float
    text: str
    difference: float
    difference_text: str
    is_better: bool
    is_significant: bool | None
    """None where it was not tested."""


@dataclass(frozen=True, slots=True)
class Benchmark:
    """A baseline or the best of earlier years, and how far the others are from it."""

    label: str
    short: str
    name: str
    key: str
    value: float
    text: str
    systems: tuple[Against, ...]
    """Best first."""


@dataclass(frozen=True, slots=True)
class Choice:
    """Something to choose in a filter."""

    value: str
    label: str
    is_chosen: bool


@dataclass(frozen=True, slots=True, eq=False)
class BoardView:
    """A board as someone may see it."""

    place: Place
    seen: Literal["all", "own", "nothing"]
    opens: datetime | None
    """When more of it will be shown."""
    specification: str
    group: str
    sort: str
    specifications: tuple[Choice, ...]
    groups: tuple[Choice, ...]
    kinds: tuple[Choice, ...]
    segments: int | None
    metrics: tuple[Metric, ...]
    rows: tuple[SystemRow, ...]
    """The official table."""
    unofficial: tuple[SystemRow, ...]
    named: tuple[SystemRow, ...]
    """Late and debugged runs: having taken part, without scores for others than their team."""
    method: str
    """How differences were tested; empty where they were not."""
    is_stale: bool
    """Whether runs came or references changed since differences were tested."""
    baseline: Benchmark | None
    earlier: Benchmark | None
    missing: tuple[MissingMetric, ...] = ()
    missing_groups: tuple[str, ...] = ()
    """Attributes that the rulebook reports scores by and that no segment has."""

    @property
    def systems(self) -> int:
        """How many rows there are in all tables."""
        return len(self.rows) + len(self.unofficial) + len(self.named)

    def part(self, begin: int, most: int) -> BoardView:
        """The same with so many of its rows, counted through all tables."""
        cut = []
        for rows in (self.rows, self.unofficial, self.named):
            first = max(0, begin)
            cut.append(rows[first : max(first, begin + most)] if begin + most > 0 else ())
            begin -= len(rows)
        return replace(self, rows=cut[0], unofficial=cut[1], named=cut[2])

    @property
    def caption(self) -> str:
        """What the table of runs that count is called."""
        return "Results of an unofficial language pair" if self.place.is_unofficial else "Official results"

    @property
    def sorted_by(self) -> Metric | None:
        return next((metric for metric in self.metrics if metric.key == self.sort), None)

    @property
    def is_official(self) -> bool:
        """Whether it is by the specification that counts."""
        return not self.specifications or self.specification == self.specifications[0].value

    @property
    def is_by_mean(self) -> bool:
        return any(metric.reported == "mean" for metric in self.metrics)

    @property
    def width(self) -> int:
        """How many columns scores and counts take."""
        return sum(1 + len(metric.counted) for metric in self.metrics)

    @property
    def is_ranked(self) -> bool:
        """Whether ranks are shown; of systems that are not compared, the best too has none."""
        return any(row.rank for row in self.rows)
