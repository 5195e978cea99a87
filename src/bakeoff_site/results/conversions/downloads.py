"""Boards as tables of reports, for downloads: the numbers of the page, complete where programs read them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, astuple, replace
from typing import Any, Literal

from bakeoff.reports import RENDERERS, Column, Range, Table
from bakeoff.reports.spreadsheets import for_spreadsheets
from bakeoff.rulebook.release.status import Status
from bakeoff_site.results.conversions.boards import BoardView, SystemRow, missing_sentences
from bakeoff_site.results.conversions.ranked_lists import ranked_lists
from bakeoff_site.results.conversions.scores import Cell, Metric

FORMATS: dict[str, tuple[str, str]] = {
    "tsv": ("tsv", "text/tab-separated-values"),
    "csv": ("csv", "text/csv"),
    "json": ("json", "application/json"),
    "markdown": ("md", "text/markdown"),
    "latex": ("tex", "application/x-latex"),
}
"""Formats of downloads: ending and media type."""
EXPORTS = (
    ("Table as shown", (("CSV", "csv"), ("Tab-separated", "tsv"), ("JSON with signatures", "json"))),
    ("For a paper", (("LaTeX table", "tex"), ("Markdown table", "md"))),
)
"""Formats as people choose them: what for, and for each its name and ending."""
TABLE_FORMATS = {name: about for name, about in FORMATS.items() if name != "json"}
"""Formats of tables that are no boards; programs get their values from the API."""


_COUNTED = ("substitutions", "deletions", "insertions", "errors")
FOR_PEOPLE = ("markdown", "latex")


def board_table(view: BoardView, rows: Sequence[SystemRow], *, title: str = "") -> Table:
    """Rows of a board; a line where differences are significant, the best in bold where the page has it so."""
    varied = [any(row.cells and row.cells[k].low is not None for row in rows) for k in range(len(view.metrics))]
    remarked = any(row.remark for row in rows)
    sourced = any(row.source for row in rows)
    columns = [Column("rank"), Column("system"), Column("team"), Column("type"), Column("part", detail=True)]
    columns += [Column("input")] if view.shows_inputs else []
    columns += [Column("status", detail=True)]
    columns += [Column("remark")] if remarked else []
    columns += [Column("source", detail=True)] if sourced else []
    flagged = any(row.flags for row in rows)
    columns += [Column("flagged resources")] if flagged else []
    for k, metric in enumerate(view.metrics):
        marked = any(row.cells and row.cells[k].is_best for row in rows)
        best = _best(metric) if marked else None
        columns.append(Column(metric.name, digits=metric.digits, best=best, title=metric.heading))
        if varied[k]:
            name, heading = f"{metric.name} interval", f"{metric.heading} interval"
            columns.append(Column(name, digits=metric.digits, title=heading))
        # Counts by one metric need no name of it.
        is_named = sum(1 for each in view.metrics if each.unit) > 1
        for counted in (metric.unit, *_COUNTED) if metric.unit else ():
            name, heading = f"{metric.name} {counted}", f"{metric.heading} {counted}"
            columns.append(Column(name, title=heading) if is_named else Column(counted))
    return Table(
        columns=tuple(columns),
        rows=tuple(
            (
                *(row.rank, row.name, row.team, row.kind_label, row.part),
                *([row.input_label] if view.shows_inputs else []),
                row.status.label,
                *([row.remark] if remarked else []),
                *([row.source] if sourced else []),
                *(["; ".join(row.flags)] if flagged else []),
                *_cells(row, view.metrics, varied),
            )
            for row in rows
        ),
        title=_title(view, title),
        notes=(
            *(metric.signature for metric in view.metrics),
            *([view.method] if view.method else []),
            *missing_sentences(view.missing),
            *filter(None, [view.why_left_out, view.metrics_note]),
            *(f"{row.name}: {row.remark}, not tested. Source: {row.source}" for row in rows if row.source),
        ),
        rules=frozenset(number for number, row in enumerate(rows) if row.starts_cluster),
    )


def _title(view: BoardView, part: str) -> str:
    status = "" if view.place.status.is_official else view.place.status.label
    return ", ".join(
        filter(None, [view.place.title, status, view.place.test_set, view.specification, view.group, part])
    )


def tables_for_people(view: BoardView) -> Iterator[Table]:
    """A table for each part of a board; of the official part ranked lists, where the rulebook wants each metric so."""
    if view.each_by_itself and len(view.rows) > 1:
        yield from ranked_lists(view, view.rows, title=_title(view, ""))
    else:
        yield board_table(view, view.rows)
    for part, rows in (("unofficial", view.unofficial), ("unofficial (late and debugged)", view.named)):
        if rows:
            yield board_table(view, rows, title=part)


def rendered(view: BoardView, name: str) -> str:
    """A board in one of `FORMATS`: for people a table for each part, for programs one of all."""
    if name == "json":
        return json.dumps(board_json(view), ensure_ascii=False, indent=2) + "\n"
    if name not in FOR_PEOPLE:
        table = board_table(view, (*view.rows, *view.unofficial, *view.named))
        return rendered_table(table, name)
    return "\n".join(map(RENDERERS[name], tables_for_people(view)))


def rendered_table(table: Table, name: str) -> str:
    """A table in one of `TABLE_FORMATS`."""
    return RENDERERS[name](for_spreadsheets(table) if name == "csv" else table)


def board_json(view: BoardView) -> dict[str, Any]:
    """A board for programs; times as texts."""
    content = asdict(replace(view, significance=None))
    del content["significance"]
    content["place"] |= _status(view.place.status) | {"is_unofficial": not view.place.status.is_official}
    for part in ("rows", "unofficial", "named"):
        content[part] = [
            listed | _status(row.status) for listed, row in zip(content[part], getattr(view, part), strict=True)
        ]
    return content | {"opens": view.opens.isoformat() if view.opens else None}


def _status(status: Status) -> dict[str, Any]:
    return {"status": status.word, "reasons": list(status.reasons)}


def _best(metric: Metric) -> Literal["highest", "lowest"]:
    return "highest" if metric.direction == "higher" else "lowest"


def _cells(row: SystemRow, metrics: Sequence[Metric], varied: Sequence[bool]) -> list[float | Range | None]:
    cells: list[float | Range | None] = []
    for k, (metric, with_interval) in enumerate(zip(metrics, varied, strict=True)):
        cell = row.cells[k] if row.cells else Cell(None)
        cells.append(cell.value)
        if with_interval:
            known = cell.low is not None and cell.high is not None
            cells.append(Range(cell.low or 0.0, cell.high or 0.0) if known else None)
        if metric.unit:
            cells += astuple(cell.counts) if cell.counts is not None else (None,) * (1 + len(_COUNTED))
    return cells
