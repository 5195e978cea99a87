"""A board as pages, downloads and programs get to see it: plain values, without anything that must not be seen."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal

from bakeoff.evaluation import metric_title
from bakeoff.rulebook.release.status import Status
from bakeoff.rulebook.release.table_parts import Part
from bakeoff_site.results.conversions.human_places import HumanPlace
from bakeoff_site.results.conversions.scores import Cell, Metric
from bakeoff_site.results.conversions.significance import Significance
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
    cluster: int = 0
    """The cluster of significance that it is in, or is listed with; 0 where there are none."""
    source: str = ""
    """Where its scores were published, for a system without a run; empty for runs."""
    input: str = ""
    """What the system started from, as the rulebook calls it; empty where nobody said."""
    started_from: tuple[str, ...] = ()
    """The released runs that it started from."""

    @property
    def input_label(self) -> str:
        """What it started from in words: `released runs (NICT)`."""
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
    metric: str = ""
    """What the scores are by, as tables call it."""


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


def missing_sentences(missing: Iterable[MissingMetric]) -> list[str]:
    """All of it in words; metrics that the same systems lack for the same reason share a line."""
    metrics: dict[tuple[tuple[str, ...], str], list[str]] = {}
    for each in missing:
        metrics.setdefault((each.systems, each.reason), []).append(each.title)
    return [
        f"{', '.join(titles)}: no score{whose}: {reason}."
        for (systems, reason), titles in metrics.items()
        for whose in [f" for {', '.join(systems)}" if systems else ""]
    ]


def left_out_sentence(specification: str, systems: Sequence[str]) -> str:
    """That a specification is only for runs with upper case; empty where no system is left out."""
    if not systems:
        return ""
    return f"{specification} is only for runs with upper case. Without it: {', '.join(systems)}."


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
    """The key of the metric that it is sorted by, or the name of another column."""
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
    left_out: tuple[str, ...] = ()
    """Systems without upper case, under a specification that is only for those with it: they are no rows."""
    each_by_itself: bool = False
    """Whether the tables that people download have a list for each metric, best first, as the rulebook asks."""
    is_reversed: bool = False
    """Whether the order is the opposite of the usual one: worst first, or from Z to A."""
    ranked_by: str = ""
    """The key of the metric that ranks and clusters are by."""
    clusters: tuple[str, ...] = ()
    """What each cluster is better than, in words, best first."""
    lines: str = "strict"
    """The rule by which lines between clusters are drawn."""
    significance: Significance | None = None
    """The tests of all pairs behind ranks and clusters."""

    human: tuple[HumanPlace, ...] = ()
    """Human boards of the same language pair and test set."""
    metrics_note: str = ""
    """What the rulebook says about scores of metrics that are not official."""

    @property
    def why_left_out(self) -> str:
        """A sentence on the systems that the specification is not for; empty where there are none."""
        return left_out_sentence(self.specification, self.left_out)

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
    def main(self) -> Metric | None:
        """The metric whose intervals are drawn: the one that it is sorted by, else the first."""
        return self.sorted_by or next(iter(self.metrics), None)

    @property
    def direction(self) -> str:
        """Which way numbers run down the table: `ascending` or `descending`."""
        best_is_high = self.sorted_by is None or self.sorted_by.direction == "higher"
        return "descending" if best_is_high != self.is_reversed else "ascending"

    @property
    def is_clustered(self) -> bool:
        """Whether rows are in the order of clusters."""
        return self.sorted_by is not None and any(row.cluster for row in self.rows)

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
