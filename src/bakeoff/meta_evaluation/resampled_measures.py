"""Intervals of measures: systems, segments or both are drawn again, for all metrics alike (Deutsch et al. 2021)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Literal, get_args

import numpy as np

from bakeoff.meta_evaluation.measures import MetricOutputs, Settings, find_measure
from bakeoff.meta_evaluation.tables import in_groups
from bakeoff.native import best_tie_threshold
from bakeoff.statistics import Interval
from bakeoff.statistics.inputs import Floats, Integers, one_of, positive, share
from bakeoff.statistics.intervals import percentile_interval

Resampled = Literal["systems", "segments", "both"]


def measure_intervals(
    measures: Sequence[str],
    outputs: MetricOutputs,
    *,
    resampled: Resampled = "both",
    samples: int = 1000,
    confidence: float = 0.95,
    settings: Settings | None = None,
    rng: np.random.Generator,
) -> Mapping[str, Interval]:
    """The percentile interval of each measure, over bootstrap samples of systems, segments or both.

    A system drawn twice is there twice; for accuracy, SPA, acc-t and acc-eq it is not compared with itself. Where
    segments are drawn, scores of systems are means of the segments drawn, so a measure of systems has an interval only
    where the metric has scores of segments. For acc-t the threshold stays at its optimum on all data. Samples in which
    a measure is undefined are left out. What has no interval (fewer than two values) is missing from the result.
    """
    one_of(resampled, get_args(Resampled), "what is resampled")
    share(confidence, "confidence")
    positive(samples, "samples")
    fixed = {name: _with_fixed_ties(name, outputs) for name in measures}
    values: dict[str, list[float]] = {name: [] for name in measures}
    segments = 0 if outputs.human_segments is None else outputs.human_segments.shape[1]
    for _ in range(samples):
        systems = _places(len(outputs.human_systems), rng, drawn=resampled != "segments")
        columns = _places(segments, rng, drawn=resampled != "systems")
        sampled = _sample(outputs, systems, columns, of_segments=resampled != "systems")
        for name in measures:
            ties = fixed[name]
            if ties is None:
                value = _value(name, sampled, systems, settings or Settings())
            else:
                value = ties.value(systems, columns, len(systems))
            if value is not None:
                values[name].append(value)
    return {
        name: percentile_interval(np.array(found), level=confidence) for name, found in values.items() if len(found) > 1
    }


class _FixedTies:
    """acc-t and its relatives as tables of verdicts: a row for each segment, a column for each pair of systems."""

    def __init__(self, right: Floats, counted: Floats, first: Integers, second: Integers) -> None:
        self._right, self._counted, self._first, self._second = right, counted, first, second

    def value(self, systems: Integers, columns: Integers, number: int) -> float | None:
        times = np.bincount(systems, minlength=number).astype(np.float64)
        weights = times[self._first] * times[self._second]
        right, counted = self._right[columns] @ weights, self._counted[columns] @ weights
        known = counted > 0
        return float((right[known] / counted[known]).mean()) if known.any() else None


def _with_fixed_ties(name: str, outputs: MetricOutputs) -> _FixedTies | None:
    if name not in ("acc-t", "acc-eq") or outputs.human_segments is None or outputs.metric_segments is None:
        return None
    human, metric = (in_groups(each, "item") for each in (outputs.human_segments, outputs.metric_segments))
    threshold = 0.0
    if name == "acc-t":
        sizes = (~np.isnan(human)).sum(axis=1)
        pairs = np.maximum(sizes * (sizes - 1) / 2, 1)
        threshold = best_tie_threshold(human, metric, 1 / pairs)[0]
    first, second = np.triu_indices(human.shape[1], k=1)
    differences = human[:, first] - human[:, second]
    by_metric = metric[:, first] - metric[:, second]
    verdicts = np.where(np.abs(by_metric) <= threshold, 0, np.sign(by_metric))
    counted = ~np.isnan(differences)
    right = counted & (verdicts == np.sign(np.nan_to_num(differences)))
    return _FixedTies(right.astype(np.float64), counted.astype(np.float64), first, second)


def _places(number: int, rng: np.random.Generator, *, drawn: bool) -> Integers:
    return rng.integers(number, size=number) if drawn and number else np.arange(number)


def _sample(outputs: MetricOutputs, systems: Integers, columns: Integers, *, of_segments: bool) -> MetricOutputs:
    tables = (outputs.human_segments, outputs.metric_segments)
    human, metric = (None if table is None else table[np.ix_(systems, columns)] for table in tables)
    sampled = MetricOutputs(
        human_systems=outputs.human_systems[systems],
        metric_systems=None if outputs.metric_systems is None else outputs.metric_systems[systems],
        human_segments=human,
        metric_segments=metric,
    )
    if not of_segments:
        return sampled
    if human is None or metric is None or outputs.metric_systems is None:
        return replace(sampled, metric_systems=None)
    known = ~np.isnan(human)
    counts = np.maximum(known.sum(axis=1), 1)
    means = [np.where(known, table, 0).sum(axis=1) / counts for table in (human, metric)]
    return replace(sampled, human_systems=means[0], metric_systems=means[1])


def _value(
    name: str,
    sampled: MetricOutputs,
    systems: Integers,
    settings: Settings,
) -> float | None:
    measure = find_measure(name)
    if not measure.applies_to(sampled) or len(set(systems.tolist())) < 2:
        return None
    if name in ("accuracy", "spa"):
        return _without_own_pairs(name, sampled, systems, settings)
    return measure.of(sampled, settings).value


def _without_own_pairs(name: str, sampled: MetricOutputs, systems: Integers, settings: Settings) -> float | None:
    """A measure of pairs of systems; copies of one system are tied on both sides, which is taken off again."""
    measure = find_measure(name)
    found = measure.of(sampled, settings)
    times = np.bincount(systems)
    own = int((times * (times - 1) // 2).sum())
    if name == "accuracy":
        assert found.right is not None
        assert found.pairs is not None
        return (found.right - own) / (found.pairs - own) if found.pairs > own else None
    pairs = len(systems) * (len(systems) - 1) // 2
    return None if found.value is None or pairs == own else (found.value * pairs - own) / (pairs - own)
