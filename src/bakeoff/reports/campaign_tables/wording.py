"""How a report writes numbers and words: what `numbers`, `words` and `missing` of `[report]` ask for."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bakeoff.evaluation import metric_title
from bakeoff.reports.campaign_results.boards import RunScore
from bakeoff.reports.table import Column, Table
from bakeoff.rulebook.schema.report import Report


def word(report: Report, ours: str) -> str:
    """What the campaign calls something that we call otherwise."""
    return report.words.get(ours, ours)


def title_of_metric(report: Report, metric: str) -> str:
    """A metric as tables of the campaign call it, by default as the field does."""
    return report.words.get(metric) or metric_title(metric)


def formatted(report: Report, column: Column, *, key: str = "") -> Column:
    """A column with the decimals and the notation of the campaign; the key is its heading unless it is given."""
    asked = report.numbers.get(key or column.heading)
    if asked is None:
        return column
    digits = column.digits if asked.digits is None else asked.digits
    return replace(column, digits=digits, notation=asked.notation or column.notation)


def score_column(report: Report, score: RunScore, *, heading: str = "", title: str = "", group: str = "") -> Column:
    """The column of a metric, by any of its scores."""
    best: Any = ("highest" if score.direction == "higher" else "lowest") if report.best else None
    column = Column(
        heading or score.metric,
        digits=score.digits,
        best=best,
        title=title or title_of_metric(report, score.metric),
        group=group,
        missing=report.missing,
    )
    return formatted(report, column, key=score.metric)


def worded(report: Report, table: Table) -> Table:
    """A table with the words and numbers of the campaign in its columns."""
    return replace(table, columns=tuple(_worded(report, column) for column in table.columns))


def _worded(report: Report, column: Column) -> Column:
    title = report.words.get(column.heading) or word(report, column.title)
    return replace(formatted(report, column), title=title, group=word(report, column.group))
