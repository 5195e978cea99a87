"""A metrics task as tables and as the JSON that others read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from bakeoff.evaluation.metrics_task.disagreements import disagreements
from bakeoff.evaluation.metrics_task.results import MetricAverage, MetricRow, MetricsOfSet, MetricsTaskResult
from bakeoff.evaluation.metrics_task.scored_sets import known_metric
from bakeoff.meta_evaluation.comparisons.metric_tests import MetricTests
from bakeoff.meta_evaluation.measures import Measured, find_measure
from bakeoff.reports.table import Column, Range, Table, Value, p_column

_TESTS = {
    "swap": "swapping the scores of two metrics (PERM-BOTH)",
    "pair-swap": "swapping verdicts on pairs of outputs (WMT 2023 and 2024; it rejects too often)",
    "williams": "Williams's test",
}
_TAKE_OUTPUTS_FOR_INDEPENDENT = ("spa", "segment-pearson")
"""See the page on validity: 21 and 11 of 100 instead of 5."""
_DIGITS = 3
_SHOWN = 8


def metrics_tables(result: MetricsTaskResult, *, digits: int = _DIGITS) -> tuple[Table, ...]:
    """For people: a table for each set."""
    return tuple(_table_of(result, [own], digits, title=_title(own), grouped=False) for own in result.sets)


def metrics_table(result: MetricsTaskResult, *, digits: int = _DIGITS) -> Table:
    """For programs: all sets in one table."""
    return _table_of(result, result.sets, digits, title="", grouped=True)


def average_table(result: MetricsTaskResult, *, digits: int = _DIGITS) -> Table:
    """The means over language pairs, a row for each metric."""
    columns = [
        *(Column(name, once=True) for name in ("direction", "kind", "subset")),
        Column("metric"),
        Column("language pairs"),
        *(_measure_column(name, digits) for name in result.measures),
    ]
    return Table(
        title="Means over language pairs",
        columns=tuple(columns),
        rows=tuple(_average_cells(each, result.measures) for each in result.averages),
        notes=("Pairs of systems of all language pairs are counted together for accuracy.",)
        if "accuracy" in result.measures
        else (),
        empty="There is one language pair, so there are no means over several.",
    )


def overall_table(result: MetricsTaskResult, *, digits: int = _DIGITS) -> Table:
    """One figure for each metric, over all measures and language pairs."""
    correlations = any(not find_measure(name).is_share for name in result.measures)
    said = ["Each measure of each language pair weighs the same."]
    said += ["Correlations r enter as (r + 1) / 2."] if correlations else []
    return Table(
        title=f"Means over {', '.join(find_measure(name).title for name in result.measures)}",
        columns=(
            *(Column(name, once=True) for name in ("kind", "subset")),
            Column("metric"),
            Column("tasks"),
            Column("overall", digits=digits, best="highest"),
        ),
        rows=tuple((each.kind, each.subset, each.metric, each.tasks, each.value) for each in result.overall),
        notes=(" ".join(said),),
        empty="No metric has every measure in every set.",
    )


def tests_table(result: MetricsTaskResult) -> Table:
    """All pairs of metrics that were tested, the better one first."""
    rows: list[tuple[Value, ...]] = []
    for own in result.sets:
        if own.tests is None:
            continue
        tests = own.tests
        for first, second in zip(*np.triu_indices(len(tests.metrics), k=1), strict=True):
            rows.append(
                (
                    *_names(own),
                    tests.measure,
                    tests.metrics[first],
                    tests.metrics[second],
                    float(tests.p[first, second]),
                    float(tests.corrected[first, second]),
                )
            )
    names = ("language pair", "kind", "subset", "measure", "first")
    return Table(
        title="Metrics compared",
        columns=(
            *(Column(name, once=True) for name in names),
            Column("second"),
            p_column("p"),
            p_column("p corrected"),
        ),
        rows=tuple(rows),
        notes=tuple(dict.fromkeys(_test_note(own.tests) for own in result.sets if own.tests is not None)),
        empty="No metrics were tested: name the measure to test them for.",
    )


def disagreements_table(
    sets: Sequence[MetricsOfSet], metrics: Sequence[str] | None = None, *, limit: int = 20, digits: int = _DIGITS
) -> Table:
    """Segments where people and a metric disagree most, for each set; without `metrics`, of its best one."""
    rows: list[tuple[Value, ...]] = []
    for own, focused in focused_metrics(sets, metrics):
        for metric in focused:
            rows += [
                (
                    *_names(own),
                    metric,
                    each.document or None,
                    each.segment,
                    each.better,
                    each.worse,
                    *each.human,
                    *each.metric,
                    each.size,
                )
                for each in disagreements(own.scored, metric, limit=limit)
            ]
    names = ("language pair", "kind", "subset", "metric")
    values = ("people, preferred", "people, other", "metric, preferred", "metric, other")
    return Table(
        title="Where people and metrics disagree most",
        columns=(
            *(Column(name, once=True) for name in names),
            *(Column(name) for name in ("document", "segment", "people prefer", "to")),
            *(Column(name, digits=digits) for name in values),
            Column("size"),
        ),
        rows=tuple(rows),
        notes=(
            "Of each segment the two outputs with the greatest disagreement. Size: the smaller of both differences, in "
            "standard deviations of all differences within segments.",
        ),
        empty="No segment shows a disagreement: this needs scores of segments of people and of the metric.",
    )


def focused_metrics(
    sets: Sequence[MetricsOfSet], metrics: Sequence[str] | None
) -> tuple[tuple[MetricsOfSet, tuple[str, ...]], ...]:
    """With each set its metrics that are shown one by one: those that are asked for, otherwise the best one."""
    known = dict.fromkeys(row.metric for own in sets for row in own.rows)
    asked = [known_metric(metric, known) for metric in metrics or ()]
    return tuple(
        (
            own,
            tuple(metric for metric in asked if metric in own.scored.outputs)
            if asked
            else tuple(row.metric for row in own.rows[:1]),
        )
        for own in sets
    )


def metrics_json(result: MetricsTaskResult) -> dict[str, Any]:
    """Everything, with full precision; a measure that is undefined has the value null."""
    return {
        "measures": list(result.measures),
        "draws": result.draws,
        "seed": result.seed,
        **({} if result.resampled is None else {"resampled": result.resampled, "samples": result.samples}),
        "sets": [_set_json(own, result) for own in result.sets],
        "averages": [
            {
                "direction": each.direction,
                "kind": each.kind,
                "subset": each.subset,
                "metric": each.metric,
                "values": {
                    name: {"value": value, "language_pairs": pairs} for name, (value, pairs) in each.values.items()
                },
            }
            for each in result.averages
        ],
        "overall": [
            {
                "kind": each.kind,
                "subset": each.subset,
                "metric": each.metric,
                "value": each.value,
                "tasks": each.tasks,
            }
            for each in result.overall
        ],
    }


def _set_json(own: MetricsOfSet, result: MetricsTaskResult) -> dict[str, Any]:
    return {
        "language_pair": own.language_pair,
        "kind": own.kind,
        "subset": own.subset,
        "systems": list(own.systems),
        "outliers": list(own.outliers),
        "segments": own.segments,
        "metrics": [
            {
                "metric": row.metric,
                "reference": row.reference or None,
                "measures": {
                    name: _measured_json(measured)
                    | (
                        {}
                        if result.resampled is None
                        else {
                            "interval": [row.intervals[name].low, row.intervals[name].high]
                            if name in row.intervals
                            else None
                        }
                    )
                    for name, measured in row.measured.items()
                },
            }
            for row in own.rows
        ],
        **({} if own.tests is None else {"tests": _tests_json(own.tests)}),
    }


def _measured_json(measured: Measured) -> dict[str, Any]:
    names = ("groups", "all_groups", "right", "pairs", "threshold")
    return {"value": measured.value} | {name: value for name in names if (value := getattr(measured, name)) is not None}


def _tests_json(tests: MetricTests) -> dict[str, Any]:
    return {
        "measure": tests.measure,
        "test": tests.test,
        "trials": tests.trials,
        "correction": tests.correction,
        "level": tests.level,
        "clusters": dict(zip(tests.metrics, tests.clusters, strict=True)),
        "clusters_wmt": dict(zip(tests.metrics, tests.clusters_wmt, strict=True)),
        "pairs": [
            {
                "first": tests.metrics[first],
                "second": tests.metrics[second],
                "p": float(tests.p[first, second]),
                "p_corrected": float(tests.corrected[first, second]),
                "significant": bool(tests.corrected[first, second] <= tests.level),
            }
            for first, second in zip(*np.triu_indices(len(tests.metrics), k=1), strict=True)
        ],
    }


def _table_of(
    result: MetricsTaskResult, sets: Sequence[MetricsOfSet], digits: int, *, title: str, grouped: bool
) -> Table:
    tested = any(own.tests is not None for own in sets)
    has_references = any(row.reference for own in sets for row in own.rows)
    columns = [Column(name) for name in ("language pair", "kind", "subset", "systems", "segments")] if grouped else []
    columns += [Column("metric"), *([Column("reference")] if has_references else [])]
    columns += [Column("cluster"), Column("cluster WMT", detail=True)] if tested else []
    for name in result.measures:
        columns.append(_measure_column(name, digits))
        if result.resampled is not None:
            columns.append(Column(f"{name} interval", digits=digits))
    return Table(
        title=title,
        columns=tuple(columns),
        rows=tuple(
            (
                *((*_names(own), len(own.systems), own.segments) if grouped else ()),
                row.metric,
                *([row.reference or None] if has_references else []),
                *(_clusters(own, row) if tested else ()),
                *_cells(row, result),
            )
            for own in sets
            for row in own.rows
        ),
        notes=() if grouped else tuple(_notes(result, sets[0])),
    )


def _measure_column(name: str, digits: int) -> Column:
    return Column(name, digits=digits, title=find_measure(name).title, best="highest")


def _names(own: MetricsOfSet) -> tuple[str, str, str]:
    return own.language_pair, own.kind, own.subset


def _title(own: MetricsOfSet) -> str:
    what = ", ".join(filter(None, _names(own))) or "Metrics"
    segments = f", {own.segments:,} segments" if own.segments else ""
    return f"{what}: {len(own.systems)} systems{segments}"


def _clusters(own: MetricsOfSet, row: MetricRow) -> tuple[Value, Value]:
    if own.tests is None or row.metric not in own.tests.metrics:
        return None, None
    place = own.tests.metrics.index(row.metric)
    return own.tests.clusters[place], own.tests.clusters_wmt[place]


def _cells(row: MetricRow, result: MetricsTaskResult) -> Iterator[Value]:
    for name in result.measures:
        yield row.measured[name].value if name in row.measured else None
        if result.resampled is not None:
            interval = row.intervals.get(name)
            yield None if interval is None else Range(interval.low, interval.high)


def _average_cells(average: MetricAverage, measures: Sequence[str]) -> tuple[Value, ...]:
    pairs = max((number for _, number in average.values.values()), default=0)
    values = (average.values[name][0] if name in average.values else None for name in measures)
    return average.direction, average.kind, average.subset, average.metric, pairs, *values


def _notes(result: MetricsTaskResult, own: MetricsOfSet) -> Iterator[str]:
    if own.outliers:
        yield f"Outliers left out: {', '.join(own.outliers)}."
    for name in result.measures:
        reduced = [
            (row.metric, measured)
            for row in own.rows
            if (measured := row.measured.get(name)) is not None
            and measured.groups is not None
            and measured.groups != measured.all_groups
        ]
        if reduced:
            said = ", ".join(f"{metric} {found.groups} of {found.all_groups}" for metric, found in reduced[:_SHOWN])
            more = f" and {len(reduced) - _SHOWN} more metrics" if len(reduced) > _SHOWN else ""
            yield f"{find_measure(name).title}: the mean is over segments that have a value: {said}{more}."
    if own.tests is not None:
        yield _test_note(own.tests)
    if result.resampled is not None:
        what = {"both": "systems and segments"}.get(result.resampled, result.resampled)
        yield (
            f"{100 * result.confidence:g} % intervals: {what} drawn again, {result.samples} samples, "
            f"seed {result.seed}."
        )


def _test_note(tests: MetricTests) -> str:
    drawn = "" if tests.trials is None else f", {tests.trials:,} random trials"
    corrected = "without correction" if tests.correction == "none" else f"corrected by {tests.correction}"
    beware = ""
    if tests.test != "pair-swap" and tests.measure in _TAKE_OUTPUTS_FOR_INDEPENDENT:
        beware = (
            " This test takes errors of outputs for independent, and rejects too often where those of a system have "
            "something in common."
        )
    return (
        f"Clusters by {find_measure(tests.measure).title}: {_TESTS[tests.test]}{drawn}, one-sided p ≤ {tests.level:g}, "
        f"{corrected}.{beware}"
    )
