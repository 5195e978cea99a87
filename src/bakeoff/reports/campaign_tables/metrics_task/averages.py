"""Metrics over many tasks: mean correlation with people by kind of judgment (W08, tables 8, 9)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import fsum

from bakeoff.reports.campaign_results.results import CampaignResults
from bakeoff.reports.campaign_tables.metrics_task.directions import by_direction
from bakeoff.reports.campaign_tables.metrics_task.paired_scores import (
    JudgedTask,
    judged_tasks,
    large_tasks,
    metrics_of,
    note_of_tasks,
)
from bakeoff.reports.campaign_tables.report_table import ReportTable, table_id
from bakeoff.reports.table import Column, Table, Value

SECTION = "Metrics and people"


def average_tables(results: CampaignResults) -> Iterator[ReportTable]:
    """A table for each direction: into English, out of it; joined directions are left out, they hold the others."""
    tasks = large_tasks([task for task in judged_tasks(results) if not task.is_mixed])
    for direction, own in by_direction(results, tasks).items():
        table = average_table(results, own, direction=direction)
        if table.rows:
            yield ReportTable(id=table_id("correlation", direction), name="correlation", section=SECTION, table=table)


def average_table(results: CampaignResults, tasks: Sequence[JudgedTask], *, direction: str) -> Table:
    """A row for each metric, best first by the first kind; the mean of the kinds last. The best of a column in bold."""
    titles = {human.evaluation: human.title for human in results.human if human.post_edits is None}
    kinds = [kind for kind in titles if any(kind in task.kinds for task in tasks)]
    means = {metric: _means(tasks, metric, kinds) for metric in metrics_of(results, tasks)}
    rows = [
        (metric, *(found.get(kind) for kind in kinds), _overall(found, kinds))
        for metric, found in means.items()
        if found
    ]
    return averages_in_order(
        rows,
        titles=[titles[kind] for kind in kinds],
        title=f"Mean correlation of metrics with people, {direction}",
        notes=(
            f"Spearman's coefficient, the mean over {len(tasks)} language pairs and test sets. {note_of_tasks(tasks)}",
        ),
    )


def averages_in_order(
    rows: Sequence[tuple[Value, ...]], *, titles: Sequence[str], title: str, notes: tuple[str, ...]
) -> Table:
    """Metrics, best first by the first kind that they have; `overall` where there are several kinds."""
    several = len(titles) > 1
    headings = [*titles, *(["Overall"] if several else [])]
    kept = [row if several else row[:-1] for row in rows]

    def order(row: tuple[Value, ...]) -> tuple[tuple[bool, float], ...]:
        return tuple((value is None, -value if isinstance(value, float) else 0.0) for value in row[1:])

    return Table(
        columns=(
            Column("metric", title="Metric"),
            *(Column(heading, best="highest", notation="bare", missing="n/a") for heading in headings),
        ),
        rows=tuple(sorted(kept, key=order)),
        title=title,
        notes=(*notes, "Bold: the highest of a column.", *(["Overall: the mean of the columns."] if several else [])),
    )


def _means(tasks: Sequence[JudgedTask], metric: str, kinds: Sequence[str]) -> dict[str, float]:
    found = {}
    for kind in kinds:
        values = [each.value for task in tasks if (each := task.of_metric(kind, metric, "spearman")) is not None]
        if values:
            found[kind] = fsum(values) / len(values)
    return found


def _overall(found: Mapping[str, float], kinds: Sequence[str]) -> float | None:
    """None where a kind is missing: a mean of fewer kinds is not comparable."""
    return fsum(found.values()) / len(kinds) if len(found) == len(kinds) else None
