"""All charts of a metrics task."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import get_args

from bakeoff.evaluation.metrics_task.figures import (
    agreement_by_difference,
    agreement_by_subset,
    correlations_between_metrics,
    metric_against_human,
    p_values_between_metrics,
)
from bakeoff.evaluation.metrics_task.results import MetricsOfSet, MetricsTaskResult
from bakeoff.meta_evaluation.measures import Level
from bakeoff.reports.charts.shapes import Drawing
from bakeoff.reports.metrics_task.difference_charts import agreement_by_difference_chart
from bakeoff.reports.metrics_task.heat_maps import FILE_ROOM, agreement_by_subset_chart, metric_matrix_chart
from bakeoff.reports.metrics_task.human_scatter import metric_against_human_chart
from bakeoff.reports.metrics_task.tables import focused_metrics


def metrics_figures(result: MetricsTaskResult, metrics: Sequence[str] | None = None) -> tuple[Drawing, ...]:
    """Every chart that the scores allow, as files: each has a name of its own.

    Charts of one metric are drawn for `metrics`; without these, for the best of each set.
    """
    focused = focused_metrics(result.sets, metrics)
    found: list[Drawing] = []
    for own, shown in focused:
        found += _of_set(own, shown, result.outliers_next_to(own))
    if len(result.sets) > 1:
        for measure in result.measures:
            found += _named(
                agreement_by_subset_chart(agreement_by_subset(result.sets, measure), room=FILE_ROOM), measure
            )
    for kind, subset in dict.fromkeys((own.kind, own.subset) for own in result.sets):
        chosen = [(own, shown) for own, shown in focused if (own.kind, own.subset) == (kind, subset)]
        for metric in dict.fromkeys(metric for _, shown in chosen for metric in shown):
            agreement = agreement_by_difference([own.scored for own, _ in chosen], metric)
            chart = None if agreement is None else agreement_by_difference_chart(agreement)
            found += _named(chart, metric, place=(kind, subset))
    return tuple(_distinct(found))


def _of_set(own: MetricsOfSet, metrics: Sequence[str], outliers: Sequence[str]) -> Iterator[Drawing]:
    place = (own.language_pair, own.kind, own.subset)
    order = [row.metric for row in own.rows]
    for level in get_args(Level):
        matrix = correlations_between_metrics(own.scored, level=level, metrics=order)
        yield from _named(metric_matrix_chart(matrix, room=FILE_ROOM), level, place=place)
    if own.tests is not None:
        tested = metric_matrix_chart(p_values_between_metrics(own.tests), room=FILE_ROOM)
        yield from _named(tested, own.tests.measure, place=place)
    for metric in metrics:
        against = metric_against_human(own.scored, metric, outliers=outliers)
        yield from _named(None if against is None else metric_against_human_chart(against), metric, place=place)


def _named(chart: Drawing | None, *names: str, place: Sequence[str] = ()) -> Iterator[Drawing]:
    """The chart, if there is one, with the set that it is of in its name and heading."""
    if chart is None:
        return
    name = "-".join([chart.name, *(re.sub(r"[^\w-]+", "_", each).strip("_") for each in (*names, *place) if each)])
    heading = ": ".join(filter(None, [chart.heading, ", ".join(filter(None, place))]))
    yield replace(chart, name=name, heading=heading)


def _distinct(charts: Iterable[Drawing]) -> Iterator[Drawing]:
    """Names of metrics may differ in characters only that names of files do not have."""
    times: Counter[str] = Counter()
    for chart in charts:
        times[chart.name] += 1
        yield chart if times[chart.name] == 1 else replace(chart, name=f"{chart.name}-{times[chart.name]}")
