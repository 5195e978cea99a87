"""What figures of a metrics task show, as small values: matrices, points, agreement by subset and by difference."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np

from bakeoff.evaluation.metrics_task.results import MetricsOfSet
from bakeoff.evaluation.metrics_task.scored_sets import ScoredSet
from bakeoff.meta_evaluation.comparisons.metric_tests import MetricTests
from bakeoff.meta_evaluation.measures import Level, MetricOutputs, find_measure
from bakeoff.meta_evaluation.score_differences import (
    CURVES,
    AccuracyCurve,
    DifferenceBin,
    accuracy_by_difference,
    edges_of_equal_bins,
    fit_accuracy_curve,
    pairs_by_difference,
)
from bakeoff.statistics import Coefficient
from bakeoff.statistics.correlation.coefficients import coefficient_of_rows
from bakeoff.statistics.inputs import Floats, one_of

Cells = tuple[tuple[float | None, ...], ...]
_LEAST_BIN = 5
"""Pairs of systems in a range of differences at least, on average."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MetricMatrix:
    """A value for each pair of metrics."""

    metrics: tuple[str, ...]
    kind: Literal["correlation", "p"]
    measure: str
    """What correlates (Pearson of systems), or the measure for which metrics were tested."""
    values: Cells
    """Rows in the order of the metrics; None on the diagonal of p-values, below it, and where nothing is defined."""
    level: float | None = None
    """The largest p-value of a significant difference."""


def correlations_between_metrics(
    scored: ScoredSet,
    *,
    level: Level = "system",
    coefficient: Coefficient = "pearson",
    metrics: Sequence[str] | None = None,
) -> MetricMatrix:
    """How much metrics correlate with each other, over systems or over all outputs; people are not asked.

    `metrics` says which, and in which order; without it all are compared. Those without scores of the level are left
    out.
    """
    one_of(coefficient, get_args(Coefficient), "the coefficient")
    one_of(level, get_args(Level), "the level")
    chosen = scored.outputs if metrics is None else metrics
    columns = {metric: found for metric in chosen if (found := _scores(scored.outputs_of(metric), level)) is not None}
    names = tuple(columns)
    values: list[list[float | None]] = [[None] * len(names) for _ in names]
    for first, a in enumerate(names):
        for second, b in enumerate(names[first:], start=first):
            both = ~(np.isnan(columns[a]) | np.isnan(columns[b]))
            values[first][second] = values[second][first] = _coefficient(
                columns[a][both], columns[b][both], coefficient
            )
    name = coefficient if level == "system" else f"segment-{coefficient}"
    return MetricMatrix(metrics=names, kind="correlation", measure=name, values=tuple(map(tuple, values)))


def p_values_between_metrics(tests: MetricTests) -> MetricMatrix:
    """The corrected p-values of a test of all pairs: the metric of the row, which is the better one, against others."""
    values = tuple(tuple(None if np.isnan(p) else float(p) for p in row) for row in tests.corrected.tolist())
    return MetricMatrix(metrics=tests.metrics, kind="p", measure=tests.measure, values=values, level=tests.level)


@dataclass(frozen=True, slots=True)
class SystemPoint:
    """A system by what people and a metric say of it."""

    system: str
    human: float
    metric: float
    is_outlier: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class MetricAgainstHuman:
    """Systems by a metric and by people, with the straight line of least squares; outliers are not fitted."""

    metric: str
    kind: str
    language_pair: str
    points: tuple[SystemPoint, ...]
    slope: float | None
    """Points of people for each point of the metric; None where scores do not differ."""
    intercept: float | None
    pearson: float | None


def metric_against_human(
    scored: ScoredSet, metric: str, *, outliers: Collection[str] = ()
) -> MetricAgainstHuman | None:
    """The systems of a set by one metric and by people; None where the metric has no scores of systems."""
    outputs = scored.outputs_of(metric)
    if outputs.metric_systems is None:
        return None
    points = tuple(
        SystemPoint(system, human, own, system in outliers)
        for system, human, own in zip(
            scored.systems, outputs.human_systems.tolist(), outputs.metric_systems.tolist(), strict=True
        )
    )
    fitted = np.array([(each.metric, each.human) for each in points if not each.is_outlier]).reshape(-1, 2).T
    slope = intercept = None
    if fitted.shape[1] > 1 and np.ptp(fitted[0]) > 0:
        x, y = fitted[0] - fitted[0].mean(), fitted[1] - fitted[1].mean()
        slope = float((x @ y) / (x @ x))
        intercept = float(fitted[1].mean() - slope * fitted[0].mean())
    return MetricAgainstHuman(
        metric=metric,
        kind=scored.kind,
        language_pair=scored.language_pair,
        points=points,
        slope=slope,
        intercept=intercept,
        pearson=_coefficient(fitted[0], fitted[1], "pearson"),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class AgreementBySubset:
    """One measure of every metric in several sets, such as language pairs, domains, or with and without outliers."""

    measure: str
    subsets: tuple[str, ...]
    rows: tuple[tuple[str, tuple[float | None, ...]], ...]
    """Metric and its value in each subset, None where there is none; in the order of the first set."""


def agreement_by_subset(sets: Sequence[MetricsOfSet], measure: str) -> AgreementBySubset:
    """What the sets of a result say of one measure, next to each other. Only what differs names the subsets."""
    find_measure(measure)
    names = [(each.language_pair, each.kind, each.subset or "all") for each in sets]
    differing = [place for place in range(3) if len({name[place] for name in names}) > 1]
    metrics = dict.fromkeys(row.metric for each in sets for row in each.rows)
    by_metric = [{row.metric: row.measured for row in each.rows} for each in sets]
    return AgreementBySubset(
        measure=measure,
        subsets=tuple(", ".join(name[place] for place in differing) or "all" for name in names),
        rows=tuple(
            (
                metric,
                tuple(
                    found[measure].value if (found := rows.get(metric, {})) and measure in found else None
                    for rows in by_metric
                ),
            )
            for metric in metrics
        ),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class AgreementByDifference:
    """How often a metric orders two systems as people do, by how many points they differ."""

    metric: str
    pairs: int
    bins: tuple[DifferenceBin, ...]
    fit: AccuracyCurve | None
    """To these pairs; None where they are too few or show no slope."""
    published: AccuracyCurve | None
    """Of Kocmi et al. 2024, for metrics of the same name."""


def agreement_by_difference(sets: Sequence[ScoredSet], metric: str, *, bins: int = 6) -> AgreementByDifference | None:
    """From the pairs of systems of all sets in which the metric has scores; None where there is none.

    Systems of different sets are not compared. Sets must not repeat systems: take one kind of judgment, and either all
    systems or those without outliers. Ranges hold about as many pairs each.
    """
    found = None
    for scored in sets:
        outputs = scored.outputs.get(metric)
        if outputs is not None and outputs.metric_systems is not None:
            own = pairs_by_difference(outputs.human_systems, outputs.metric_systems)
            found = own if found is None else found + own
    if found is None:
        return None
    number = len(found.differences)
    edges = edges_of_equal_bins(found, bins=max(1, min(bins, number // _LEAST_BIN)))
    return AgreementByDifference(
        metric=metric,
        pairs=number,
        bins=accuracy_by_difference(found, edges=edges),
        fit=fit_accuracy_curve(found),
        published=CURVES.get(metric.lower()),
    )


def _scores(outputs: MetricOutputs, level: Level) -> Floats | None:
    found = outputs.metric_systems if level == "system" else outputs.metric_segments
    return None if found is None else found.reshape(-1)


def _coefficient(a: Floats, b: Floats, coefficient: Coefficient) -> float | None:
    value = float(coefficient_of_rows(a[None], b[None], coefficient)[0]) if len(a) > 1 else np.nan
    return None if np.isnan(value) else value
