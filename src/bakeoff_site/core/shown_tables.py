"""Tables of reports as pages show them: the same rows and digits as on the command line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from bakeoff.reports.table import Table

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


def shown_tables(tables: Sequence[Table]) -> tuple[ShownTable, ...]:
    """Tables as pages show them."""
    return tuple(map(_shown, tables))


def _shown(table: Table) -> ShownTable:
    own = table.for_people()
    intervals = _intervals(own)
    shown = [index for index in range(len(own.columns)) if index not in intervals.values()]
    return ShownTable(
        title=own.title,
        headings=tuple((_title(own.columns[index].heading), own.is_numeric(index)) for index in shown),
        rows=tuple(
            tuple(_cell(own, row, index, interval=intervals.get(index)) for index in shown)
            for row in range(len(own.rows))
        ),
        notes=tuple(note for note in own.notes if not note.startswith(_SIGNATURE)),
        signatures=tuple(note.removeprefix(_SIGNATURE) for note in own.notes if note.startswith(_SIGNATURE)),
        empty=own.empty,
    )


def _intervals(table: Table) -> dict[int, int]:
    """By the column of a number: that of its interval, which comes after it."""
    headings = [column.heading for column in table.columns]
    return {index: index + 1 for index, (one, other) in enumerate(pairwise(headings)) if other == f"{one} interval"}


def _cell(table: Table, row: int, index: int, *, interval: int | None) -> ShownCell:
    return ShownCell(
        heading=_title(table.columns[index].heading),
        text=_text(table, row, index),
        is_number=table.is_numeric(index),
        is_missing=table.rows[row][index] is None,
        interval="" if interval is None or table.rows[row][interval] is None else table.shown(row, interval),
    )


def _title(heading: str) -> str:
    """With a capital, but for names such as mTER."""
    return f"{heading[0].upper()}{heading[1:]}" if heading[:2].islower() else heading


def _text(table: Table, row: int, index: int) -> str:
    """On phones every row is read alone, so names of groups are said in each."""
    value = table.rows[row][index]
    return str(value) if table.columns[index].once and value is not None else table.shown(row, index)
