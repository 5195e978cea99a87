"""Metrics and kinds of judgment against each kind of judgment, task by task (W08, tables 19, 20)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bakeoff.reports.campaign_results.results import CampaignResults
from bakeoff.reports.campaign_tables.human.judged_places import is_mixed, place_title, rules_of
from bakeoff.reports.campaign_tables.metrics_task.averages import SECTION
from bakeoff.reports.campaign_tables.metrics_task.directions import ALL, INTO, by_direction
from bakeoff.reports.campaign_tables.metrics_task.paired_scores import (
    JudgedTask,
    judged_tasks,
    large_tasks,
    metrics_of,
    note_of_tasks,
)
from bakeoff.reports.campaign_tables.report_table import ReportTable, table_id
from bakeoff.reports.table import Column, Marked, Section, Table, Value

_BELOW = "—"
"""Below the diagonal of the kinds of judgment, which is symmetric."""


def by_task_tables(results: CampaignResults) -> Iterator[ReportTable]:
    """A table for each direction; a task of joined directions is the first one into their language."""
    tasks = large_tasks(judged_tasks(results))
    mixed = tuple(task for task in tasks if task.is_mixed)
    for direction, own in by_direction(results, tuple(task for task in tasks if not task.is_mixed)).items():
        joined = (*mixed, *own) if direction in (INTO, ALL) else own
        table = by_task_table(results, joined, direction=direction)
        if table.rows:
            yield ReportTable(
                id=table_id("correlation-by-task", direction),
                name="correlation-by-task",
                section=SECTION,
                table=table,
            )


def by_task_table(results: CampaignResults, tasks: Sequence[JudgedTask], *, direction: str) -> Table:
    """A section for each task, in it a row for each kind of judgment; the best metric of each row in bold."""
    titles = {human.evaluation: human.title for human in results.human if human.post_edits is None}
    mixed = {human.evaluation: human for human in results.human if is_mixed(human)}
    kinds = [kind for kind in titles if kind not in mixed]
    metrics, _report = metrics_of(results, tasks), results.rulebook.report
    rows: list[tuple[Value, ...]] = []
    sections: list[Section] = []
    for task in tasks:
        own = [kind for kind in (kinds if not task.is_mixed else titles) if kind in task.kinds]
        if not any(key[0] in own for key in task.metrics):
            continue
        sections.append(Section(len(rows), f"{place_title(results, *task.place)}"))
        for kind in own:
            cells = _metric_cells(task, kind, metrics)
            named = next(iter(rules_of(results, mixed[kind]).counts_for), kind) if kind in mixed else kind
            rows.append((titles.get(named, titles[kind]), *_kind_cells(task, kind, kinds), *cells))
    return Table(
        columns=(
            Column("kind", title="Kind of judgment"),
            *(Column(kind, title=titles[kind], notation="bare", missing="n/a") for kind in kinds),
            *(Column(each, notation="bare", missing="n/a") for each in metrics),
        ),
        rows=tuple(rows),
        title=f"Correlation of metrics, and of kinds of judgment, with each kind of judgment, {direction}",
        notes=(
            f"Spearman's coefficient over systems. {note_of_tasks(tasks)}",
            "Bold: the metric with the highest coefficient of a row.",
        ),
        sections=tuple(sections),
        sections_of="task",
    )


def _kind_cells(task: JudgedTask, kind: str, kinds: Sequence[str]) -> Iterator[Value]:
    place = kinds.index(kind) if kind in kinds else 0
    for number, other in enumerate(kinds):
        if number < place:
            yield _BELOW
        elif number == place:
            yield 1
        else:
            found = task.between_kinds(kind, other, "spearman")
            yield None if found is None else found.value


def _metric_cells(task: JudgedTask, kind: str, metrics: Sequence[str]) -> Iterator[Value]:
    found = [task.of_metric(kind, metric, "spearman") for metric in metrics]
    values = [None if each is None else each.value for each in found]
    best = max((value for value in values if value is not None), default=None)
    return (None if value is None else Marked(value, bold=value == best) for value in values)
