"""A board as pages, downloads and programs get to see it: plain values, without anything that must not be seen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Literal

from bakeoff.evaluation import metric_title
from bakeoff.rulebook.release.status import Status
from bakeoff.rulebook.release.table_parts import Part
from bakeoff_site.results.conversions.scores import Cell, Metric
from bakeoff_site.results.conversions.titles import Choice, Kind, Place, input_label


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
    status: Status
    remark: str
    """Why it is listed apart: its status, whether it is withdrawn or replaced."""
    flags: tuple[str, ...]
    """Resources that its description names and its condition forbids, where they may know that."""
    is_own: bool
    has_page: bool
    rank: str
    starts_cluster: bool
    """Whether there is a line of significance above it."""
    cells: tuple[Cell, ...]
    """One for each metric; none where its scores are not shown."""
    source: str = ""
    """Where its scores were published, for a system without a run; empty for runs."""
    input: str = ""
    """What the system started from, as the rulebook calls it; empty where nobody said."""
    started_from: tuple[str, ...] = ()
    """The released runs that it started from."""

    @property
    def input_label(self) -> str:
        """What it started from in words: `released ASR runs (NICT)`."""
        return input_label(self.input, self.started_from)


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
    """What the address of its page calls it; empty where it has none."""
    value: float
    text: str
    systems: tuple[Against, ...]
    """Best first."""
    source: str = ""
    """Where its score was published, if that is all that is known of it."""


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
    inputs: tuple[Choice, ...] = ()
    """What systems could start from, where the track has several inputs."""

    @property
    def shows_inputs(self) -> bool:
        """Whether tables have a column of inputs."""
        return len(self.inputs) > 1

    @property
    def systems(self) -> int:
        """How many rows there are in all tables."""
        return len(self.rows) + len(self.unofficial) + len(self.named)

    def part(self, start: int, most: int) -> BoardView:
        """The same with some of its rows, counted through all tables."""
        cut = []
        for rows in (self.rows, self.unofficial, self.named):
            first = max(0, start)
            cut.append(rows[first : max(first, start + most)] if start + most > 0 else ())
            start -= len(rows)
        return replace(self, rows=cut[0], unofficial=cut[1], named=cut[2])

    @property
    def caption(self) -> str:
        """What the table of runs that count is called."""
        return self.place.status.heading("results")

    @property
    def sorted_by(self) -> Metric | None:
        return next((metric for metric in self.metrics if metric.key == self.sort), None)

    @property
    def is_official(self) -> bool:
        """Whether it is by the specification that counts."""
        return not self.specifications or self.specification == self.specifications[0].value

    @property
    def published(self) -> tuple[SystemRow, ...]:
        """Systems that are known by published scores alone."""
        return tuple(row for row in self.rows if row.source)

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


class Ranking:
    """Runs ranked by a metric."""

    def __init__(self, method: str, content: Mapping[str, Any]) -> None:
        self.method = method
        self._ranges: Mapping[str, Sequence[int]] = content.get("rank_ranges") or {}
        self._clusters = {
            run_id: number for number, cluster in enumerate(content.get("clusters") or ()) for run_id in cluster
        }
        self._pairs = {(pair["a"], pair["b"]): pair for pair in content.get("pairs") or ()}

    def rank(self, run_id: int) -> str:
        """The ranks that a run may have."""
        if str(run_id) not in self._ranges:
            return ""
        low, high = self._ranges[str(run_id)]
        return str(low) if low == high else f"{low}–{high}"

    def has(self, run_id: int) -> bool:
        """Whether a run was compared."""
        return run_id in self._clusters

    def parts(self, above: int, below: int) -> bool:
        """Whether there is a line of significance between two runs."""
        first, second = self._clusters.get(above), self._clusters.get(below)
        return first is not None and second is not None and first != second

    def pair(self, one: int, other: int) -> Mapping[str, Any] | None:
        """The test of two runs, in either order."""
        return self._pairs.get((one, other)) or self._pairs.get((other, one))
