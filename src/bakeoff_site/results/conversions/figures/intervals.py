"""Scores with their intervals: drawn into the rows of tables on one shared axis, and as a chart by themselves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bakeoff.reports.charts.interval_marks import axis_below, mark_shapes
from bakeoff.reports.charts.labels import fitting
from bakeoff.reports.charts.scales import Scale
from bakeoff.reports.charts.shapes import Drawing, Group, Label, Line
from bakeoff_site.core.interval_marks import Axis, IntervalMark, mark_of, scale_of
from bakeoff_site.results.conversions.boards import BoardView, SystemRow
from bakeoff_site.results.conversions.scores import Cell

_ROW = 28
_PLOT = (34.0, 92.0)
"""Where dots are in a chart by itself, in percent: names before, scores after."""
_NAMES = 215.0
"""Pixels for names."""


@dataclass(frozen=True, slots=True)
class RowMarks:
    """The interval column of a board."""

    axis: Axis
    marks: tuple[tuple[SystemRow, IntervalMark], ...]

    def by_row(self) -> dict[int, IntervalMark]:
        return {id(row): mark for row, mark in self.marks}


def row_marks(view: BoardView) -> RowMarks | None:
    """The marks of all rows by the main metric, on one axis; None without scores."""
    rows = _scored(view, (*view.rows, *view.unofficial, *view.named))
    scale = scale_of(cell for _, cell in rows)
    if scale is None:
        return None
    marks = [(row, mark_of(cell, scale, is_quiet=is_quiet(row))) for row, cell in rows]
    return RowMarks(Axis(scale.ticks), tuple((row, mark) for row, mark in marks if mark is not None))


def is_quiet(row: SystemRow) -> bool:
    """Whether a system is drawn open: no submitted run that is compared with others."""
    return row.kind not in ("primary", "combination") or row.part != "official"


def interval_chart(view: BoardView) -> Drawing | None:
    """The official table by its main metric: dots with intervals in its order, lines between clusters."""
    rows = _scored(view, view.rows)
    metric = view.main
    if metric is None or len(rows) < 2:
        return None
    known = [value for _, cell in rows for value in (cell.low, cell.value, cell.high) if value is not None]
    scale = Scale.around(known, start=_PLOT[0], end=_PLOT[1])
    bottom = len(rows) * _ROW
    shapes = axis_below(scale, bottom)
    for number, (row, cell) in enumerate(rows):
        if number and row.starts_cluster:
            shapes.append(Line("cut", 0, 100, number * _ROW, number * _ROW))
        shapes.append(_row_of_chart(row, cell, scale, number * _ROW + _ROW / 2))
    return Drawing(
        name="intervals",
        heading=f"{metric.heading} with intervals",
        description="; ".join(f"{row.name}: {cell.text} {cell.interval}".strip() for row, cell in rows),
        height=bottom + 24,
        shapes=tuple(shapes),
        note="Filled: submitted runs. Open: online, baseline and contrastive systems. Lines separate clusters.",
    )


def _row_of_chart(row: SystemRow, cell: Cell, scale: Scale, y: float) -> Group:
    mark = mark_of(cell, scale, is_quiet=is_quiet(row))
    drawn = () if mark is None else mark_shapes(mark.x, mark.low, mark.high, y)
    look = "name mine" if row.is_own else "name"
    name = Label(look, _PLOT[0] - 2, y + 4, fitting(row.name, _NAMES, bold=row.is_own), "end")
    score = Label("name", 100, y + 4, cell.text, "end")
    return Group(
        "quiet-mark" if is_quiet(row) else "", f"{row.name}: {cell.text} {cell.interval}", (name, *drawn, score)
    )


def _scored(view: BoardView, rows: Sequence[SystemRow]) -> list[tuple[SystemRow, Cell]]:
    if view.main is None:
        return []
    index = view.metrics.index(view.main)
    return [(row, row.cells[index]) for row in rows if row.cells and row.cells[index].value is not None]
