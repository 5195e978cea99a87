"""Tables of reports as pages show them: the same rows and digits as on the command line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bakeoff.reports.table import Table


@dataclass(frozen=True, slots=True)
class ShownCell:
    """A cell under its heading."""

    heading: str
    text: str
    is_number: bool
    is_missing: bool
    """Whether there is no value, so that a row that is read alone leaves the cell out."""


@dataclass(frozen=True, slots=True)
class ShownTable:
    """A table for the template `_report_table.html`."""

    title: str
    headings: tuple[tuple[str, bool], ...]
    """What columns are called, and whether they hold numbers."""
    rows: tuple[tuple[ShownCell, ...], ...]
    notes: tuple[str, ...]
    empty: str


def shown_tables(tables: Sequence[Table]) -> tuple[ShownTable, ...]:
    """Tables as pages show them."""
    return tuple(map(_shown, tables))


def _shown(table: Table) -> ShownTable:
    own = table.for_people()
    headings = tuple((_title(column.heading), own.is_numeric(index)) for index, column in enumerate(own.columns))
    return ShownTable(
        title=own.title,
        headings=headings,
        rows=tuple(
            tuple(
                ShownCell(heading, _text(own, row, index), number, own.rows[row][index] is None)
                for index, (heading, number) in enumerate(headings)
            )
            for row in range(len(own.rows))
        ),
        notes=own.notes,
        empty=own.empty,
    )


def _title(heading: str) -> str:
    """With a capital, but for names such as mTER."""
    return f"{heading[0].upper()}{heading[1:]}" if heading[:2].islower() else heading


def _text(table: Table, row: int, index: int) -> str:
    """On phones every row is read alone, so names of groups are said in each."""
    value = table.rows[row][index]
    return str(value) if table.columns[index].once and value is not None else table.shown(row, index)
