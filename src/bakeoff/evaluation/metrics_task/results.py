"""What a metrics task found, by language pair, kind of judgment and subset, and on average."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import fsum

from bakeoff.evaluation.metrics_task.scored_sets import ScoredSet
from bakeoff.meta_evaluation.averages import average_tasks
from bakeoff.meta_evaluation.comparisons.metric_tests import MetricTests
from bakeoff.meta_evaluation.measures import Measured
from bakeoff.meta_evaluation.resampled_measures import Resampled
from bakeoff.statistics import Interval

DIRECTIONS = ("all", "into English", "out of English")


@dataclass(frozen=True, slots=True, kw_only=True)
class MetricRow:
    """One metric."""

    metric: str
    reference: str
    """What it compared with; "" where it uses none, or where nothing says so."""
    measured: Mapping[str, Measured]
    """By measure; those that the scores do not allow are missing."""
    intervals: Mapping[str, Interval] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class MetricsOfSet:
    """The metrics on one set, best first by the measure that ranks them."""

    language_pair: str
    kind: str
    subset: str
    systems: tuple[str, ...]
    outliers: tuple[str, ...]
    """Left out of this subset."""
    segments: int
    rows: tuple[MetricRow, ...]
    scored: ScoredSet = field(repr=False, compare=False)
    """The scores behind it, for figures."""
    tests: MetricTests | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MetricAverage:
    """A metric over all sets of one kind and subset in one direction."""

    direction: str
    kind: str
    subset: str
    metric: str
    values: Mapping[str, tuple[float, int]]
    """By measure the mean, and over how many language pairs; pairs of systems are counted together for `accuracy`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OverallAverage:
    """One figure for a metric: over all measures and language pairs of one kind and subset."""

    kind: str
    subset: str
    metric: str
    value: float
    tasks: int
    """Measures times language pairs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MetricsTaskResult:
    """All sets, with what the numbers depend on."""

    measures: tuple[str, ...]
    sets: tuple[MetricsOfSet, ...]
    draws: int
    seed: int
    resampled: Resampled | None
    samples: int | None
    confidence: float
    remarks: tuple[str, ...]

    def outliers_next_to(self, own: MetricsOfSet) -> tuple[str, ...]:
        """Systems of a set that another set of the same language pair and kind leaves out as outliers."""
        names = dict.fromkeys(
            name
            for each in self.sets
            if (each.language_pair, each.kind) == (own.language_pair, own.kind)
            for name in each.outliers
        )
        return tuple(name for name in names if name in own.systems)

    @property
    def averages(self) -> tuple[MetricAverage, ...]:
        """Means over language pairs, where a kind and subset has several (W08: into English and out of it)."""
        found = []
        for kind, subset in dict.fromkeys((each.kind, each.subset) for each in self.sets):
            own = [each for each in self.sets if (each.kind, each.subset) == (kind, subset)]
            for direction in DIRECTIONS:
                chosen = [each for each in own if direction in _directions(each.language_pair)]
                if len(chosen) > 1:
                    found += self._averages(direction, kind, subset, chosen)
        return tuple(found)

    @property
    def overall(self) -> tuple[OverallAverage, ...]:
        """As in WMT 2023 and 2024: each measure of each language pair weighs the same, correlations as (r + 1) / 2.

        Pairs of systems of all language pairs are counted together for accuracy, which then weighs as much as there are
        language pairs. Only metrics that have every measure in every set are averaged.
        """
        found = []
        for kind, subset in dict.fromkeys((each.kind, each.subset) for each in self.sets):
            own = [each for each in self.sets if (each.kind, each.subset) == (kind, subset)]
            rows = [{row.metric: row for row in each.rows} for each in own]
            averages = [
                OverallAverage(
                    kind=kind, subset=subset, metric=metric, value=value, tasks=len(own) * len(self.measures)
                )
                for metric in rows[0]
                if (value := self._overall([each[metric] for each in rows if metric in each], len(own))) is not None
            ]
            found += sorted(averages, key=lambda each: (-each.value, each.metric))
        return tuple(found)

    def _overall(self, rows: list[MetricRow], sets: int) -> float | None:
        means = [(name, _mean(name, rows)) for name in self.measures]
        if not all(mean is not None and mean[1] == sets for _, mean in means):
            return None
        return average_tasks([(name, mean[0]) for name, mean in means if mean is not None])

    def _averages(self, direction: str, kind: str, subset: str, sets: list[MetricsOfSet]) -> list[MetricAverage]:
        rows: dict[str, list[MetricRow]] = {}
        for each in sets:
            for row in each.rows:
                rows.setdefault(row.metric, []).append(row)
        averages = [
            MetricAverage(
                direction=direction,
                kind=kind,
                subset=subset,
                metric=metric,
                values={name: mean for name in self.measures if (mean := _mean(name, own)) is not None},
            )
            for metric, own in rows.items()
        ]
        first = self.measures[0]
        return sorted(averages, key=lambda each: (-each.values.get(first, (float("-inf"), 0))[0], each.metric))


def _mean(measure: str, rows: list[MetricRow]) -> tuple[float, int] | None:
    found = [row.measured[measure] for row in rows if measure in row.measured]
    values = [each.value for each in found if each.value is not None]
    if not values:
        return None
    if measure == "accuracy":
        return sum(each.right or 0 for each in found) / sum(each.pairs or 0 for each in found), len(values)
    return fsum(values) / len(values), len(values)


def _directions(language_pair: str) -> tuple[str, ...]:
    source, _, target = language_pair.lower().partition("-")
    return (
        "all",
        *(("into English",) if target in ("en", "eng") else ("out of English",) if source in ("en", "eng") else ()),
    )
