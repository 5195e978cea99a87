"""Tables of reports as pages show them: the same rows and digits as on the command line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from bakeoff.reports.charts.scales import Scale
from bakeoff.reports.table import Range, Table
from bakeoff_site.core.interval_marks import Axis, IntervalMark, PrintedScore, mark_of, scale_of

_SIGNATURE = "Signature: "


@dataclass(frozen=True, slots=True)
class ShownCell:
    """A cell under its heading."""

    heading: str
    text: str
    is_number: bool
    is_missing: bool
    """Whether there is no value, so that a row that is read alone leaves the cell out."""
    interval: str = ""
    """Of the number; reports have it in a column of its own."""
    mark: IntervalMark | None = None
    """The number on the axis of the table."""


@dataclass(frozen=True, slots=True)
class ShownTable:
    """A table for the template `_report_table.html`."""

    title: str
    headings: tuple[tuple[str, bool], ...]
    """What columns are called, and whether they hold numbers."""
    rows: tuple[tuple[ShownCell, ...], ...]
    notes: tuple[str, ...]
    signatures: tuple[str, ...]
    """Among the notes of the report; pages show them on request."""
    empty: str
    axis: Axis | None
    """Of the first numbers of the rows, if these have intervals: what the table ranks by."""
    grid: str
    """The name of the axis's lines on the page."""


def shown_tables(tables: Sequence[Table], *, key: str = "") -> tuple[ShownTable, ...]:
    """Tables as pages show them; `key` distinguishes those of several reports on one page."""
    return tuple(_shown(table, f"grid-report-{key}-{number}") for number, table in enumerate(tables, 1))


def _shown(table: Table, grid: str) -> ShownTable:
    own = table.for_people()
    intervals = _intervals(own)
    shown = [index for index in range(len(own.columns)) if index not in intervals.values()]
    scores = [_score(own, row, 1, intervals[1]) for row in range(len(own.rows))] if 1 in intervals else []
    scale = scale_of(scores)
    return ShownTable(
        title=own.title,
        headings=tuple((_title(own.columns[index].heading), own.is_numeric(index)) for index in shown),
        rows=tuple(
            tuple(
                _cell(own, row, index, interval=intervals.get(index), mark=_mark(scores, row, scale, index))
                for index in shown
            )
            for row in range(len(own.rows))
        ),
        notes=tuple(note for note in own.notes if not note.startswith(_SIGNATURE)),
        signatures=tuple(note.removeprefix(_SIGNATURE) for note in own.notes if note.startswith(_SIGNATURE)),
        empty=own.empty,
        axis=None if scale is None else Axis(scale.ticks),
        grid=grid,
    )


def _score(table: Table, row: int, index: int, interval: int) -> PrintedScore:
    value, ends = table.rows[row][index], table.rows[row][interval]
    own = ends if isinstance(ends, Range) else None
    return PrintedScore(
        value=float(value) if isinstance(value, int | float) else None,
        low=None if own is None else own.low,
        high=None if own is None else own.high,
        interval="" if own is None else table.shown(row, interval),
    )


def _mark(scores: Sequence[PrintedScore], row: int, scale: Scale | None, index: int) -> IntervalMark | None:
    return None if scale is None or index != 1 else mark_of(scores[row], scale)


def _intervals(table: Table) -> dict[int, int]:
    """By the column of a number: that of its interval, which comes after it."""
    headings = [column.heading for column in table.columns]
    return {index: index + 1 for index, (one, other) in enumerate(pairwise(headings)) if other == f"{one} interval"}


def _cell(table: Table, row: int, index: int, *, interval: int | None, mark: IntervalMark | None) -> ShownCell:
    return ShownCell(
        heading=_title(table.columns[index].heading),
        text=_text(table, row, index),
        is_number=table.is_numeric(index),
        is_missing=table.rows[row][index] is None,
        interval="" if interval is None or table.rows[row][interval] is None else table.shown(row, interval),
        mark=mark,
    )


def _title(heading: str) -> str:
    """With a capital, but for names such as mTER."""
    return f"{heading[0].upper()}{heading[1:]}" if heading[:2].islower() else heading


def _text(table: Table, row: int, index: int) -> str:
    """On phones every row is read alone, so names of groups are said in each."""
    value = table.rows[row][index]
    return str(value) if table.columns[index].once and value is not None else table.shown(row, index)
