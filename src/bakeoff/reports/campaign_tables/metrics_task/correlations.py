"""How metrics go with each other and with people where there is one task (I05, tables 14, 15)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bakeoff.reports.campaign_results.results import CampaignResults
from bakeoff.reports.campaign_tables.human.judged_places import place_title
from bakeoff.reports.campaign_tables.metrics_task.averages import average_tables
from bakeoff.reports.campaign_tables.metrics_task.paired_scores import (
    JudgedTask,
    Scores,
    correlation,
    judged_tasks,
    metrics_of,
    official_scores,
)
from bakeoff.reports.campaign_tables.report_table import ReportTable
from bakeoff.reports.table import Column, Range, Table, Value

SECTION = "Metrics and people"


def correlations(results: CampaignResults) -> Iterator[ReportTable]:
    """Metrics with each other; with people on the only task, or on average over tasks."""
    between = between_metrics_table(results)
    if between.rows:
        yield ReportTable(id="correlation-metrics", name="correlation", section=SECTION, table=between)
    tasks = judged_tasks(results, oriented=False)
    if len(tasks) == 1:
        table = with_people_table(results, tasks[0])
        if table.rows:
            yield ReportTable(id="correlation-people", name="correlation", section=SECTION, table=table)
    elif tasks:
        yield from average_tables(results)


def between_metrics_table(results: CampaignResults) -> Table:
    """The upper triangle of Pearson's coefficients over all runs, with a diagonal of 1."""
    scores = _scores_of_runs(results)
    metrics = tuple(metric for metric, own in scores.items() if len(own) >= 2)
    rows: list[tuple[Value, ...]] = []
    for number, first in enumerate(metrics):
        cells: list[Value] = [None] * number
        for second in metrics[number:]:
            found = correlation(scores[first], scores[second], "pearson")
            cells.append(1.0 if first == second else None if found is None else found.value)
        rows.append((first, *cells))
    runs = len({run for own in scores.values() for run in own})
    return Table(
        columns=(
            Column("metric", title="Metric"),
            *(Column(metric, missing="") for metric in metrics),
        ),
        rows=tuple(rows) if len(metrics) > 1 else (),
        title="Correlation between metrics",
        notes=(
            f"Pearson's coefficient over all {runs:,} runs of all tasks together, under the first specification of "
            "each task: tasks of different difficulty raise it. Error rates go down where others go up.",
        ),
    )


def _scores_of_runs(results: CampaignResults) -> dict[str, Scores]:
    found: dict[str, dict[str, float]] = {}
    for run, (_, own) in results.runs.items():
        for metric, score in official_scores(results, own):
            if score.value is not None:
                found.setdefault(metric, {})[run] = score.value
    return dict(found)


def with_people_table(results: CampaignResults, task: JudgedTask) -> Table:
    """A row for each metric, for each kind of judgment Pearson's coefficient with its interval."""
    titles = {human.evaluation: human.title for human in results.human if human.evaluation in task.kinds}
    kinds = sorted(titles, key=lambda kind: titles[kind])
    rows = tuple(_row(task, metric, kinds) for metric in metrics_of(results, [task]))
    systems = max((len(scores) for scores in task.kinds.values()), default=0)
    return Table(
        columns=(
            Column("metric", title="Metric"),
            *(
                Column(f"{titles[kind]} {what}", title=what, group=titles[kind], missing="")
                for kind in kinds
                for what in ("r", "interval")
            ),
        ),
        rows=rows,
        title=f"Correlation of metrics with people: {place_title(results, *task.place)}",
        notes=(
            f"Pearson's coefficient over {systems} systems with 95 % intervals by Fisher's transformation: for other "
            "systems such as these. Error rates go down where grades go up.",
        ),
    )


def _row(task: JudgedTask, metric: str, kinds: Sequence[str]) -> tuple[Value, ...]:
    cells: list[Value] = [metric]
    for kind in kinds:
        found = task.of_metric(kind, metric, "pearson")
        interval = None if found is None else found.interval
        cells += [
            None if found is None else found.value,
            None if interval is None else Range(interval.low, interval.high),
        ]
    return tuple(cells)
