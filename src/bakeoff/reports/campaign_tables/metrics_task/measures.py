"""The tables of a metrics task: metrics by every measure, on average, and tested against each other."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bakeoff.reports.campaign_results.human import MetricsTaskResults
from bakeoff.reports.campaign_results.results import CampaignResults
from bakeoff.reports.campaign_tables.human.judged_places import place_title, test_set_title
from bakeoff.reports.campaign_tables.report_table import ReportTable, table_id
from bakeoff.reports.metrics_task.tables import average_table, metrics_tables, overall_table, tests_table
from bakeoff.reports.table import Column, Table
from bakeoff.rulebook.titles import title_of

SECTION = "Metrics task"


def metrics_task(results: CampaignResults) -> Iterator[ReportTable]:
    """For each test set and kind of judgment: each language pair by itself, means over them, tests of metrics."""
    for task in results.metrics_tasks:
        place = _title(results, task)
        for own, table in zip(task.result.sets, metrics_tables(task.result), strict=True):
            pair = place_title(results, own.language_pair, task.test_set)
            named = ", ".join(filter(None, (pair, own.subset)))
            titled = replace(table, title=f"Metrics and {_judged(results, task)}: {named}, {len(own.systems)} systems")
            yield _of(task, f"{own.language_pair}-{own.subset}", _with_teams(titled, task))
        if task.result.averages:
            table = average_table(task.result)
            yield _of(task, "means", replace(_with_teams(table, task), title=f"{table.title}: {place}"))
        if task.result.overall and len(task.result.measures) > 1:
            table = overall_table(task.result)
            yield _of(task, "overall", replace(_with_teams(table, task), title=f"{table.title}: {place}"))
        tests = tests_table(task.result)
        if tests.rows:
            yield _of(task, "tests", replace(tests, title=f"{tests.title}: {place}"))


def _with_teams(table: Table, task: MetricsTaskResults) -> Table:
    """The table with the team after each metric, where teams submitted some."""
    if not task.teams:
        return table
    index = [column.heading for column in table.columns].index("metric")
    return replace(
        table,
        columns=(*table.columns[: index + 1], Column("team", missing=""), *table.columns[index + 1 :]),
        rows=tuple((*row[: index + 1], task.teams.get(str(row[index])), *row[index + 1 :]) for row in table.rows),
    )


def _judged(results: CampaignResults, task: MetricsTaskResults) -> str:
    return title_of(task.evaluation, results.rulebook.human)


def _title(results: CampaignResults, task: MetricsTaskResults) -> str:
    return f"{_judged(results, task)}, {test_set_title(results, task.test_set)}"


def _of(task: MetricsTaskResults, part: str, table: Table) -> ReportTable:
    return ReportTable(
        id=table_id("metrics-task", task.track, task.test_set, task.evaluation, part),
        name="metrics-task",
        section=SECTION,
        table=table,
    )
