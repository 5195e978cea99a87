"""Tables as values. What a cell says is decided here; how it looks is a renderer's business."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, Self


@dataclass(frozen=True, slots=True)
class Range:
    """Two numbers that belong together, such as the ends of an interval; programs get a column for each."""

    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Group:
    """Texts of a list that belong together, under a heading; an empty one where the list has only one group."""

    heading: str
    texts: tuple[str, ...]


class Listing(str):
    """A text that lists things. Pages show them below each other, by groups; everything else reads the text."""

    __slots__ = ("groups",)
    groups: tuple[Group, ...]

    def __new__(cls, text: str, groups: Iterable[Group]) -> Self:
        """The text as one line, and the same things by groups."""
        self = super().__new__(cls, text)
        self.groups = tuple(groups)
        return self


def listing(texts: Iterable[str]) -> Listing | None:
    """Texts as a list without groups; nothing where there are none.

    >>> listing(["BLEU", "chrF"])
    'BLEU, chrF'
    """
    each = tuple(texts)
    return Listing(", ".join(each), [Group("", each)]) if each else None


Value = str | int | float | Range | None
Reading = Literal["plain", "words", "names"]
"""How pages write the texts of a column: as they are, in sentence case, or as names that people type."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column; numbers are rounded to `digits` where people read them and kept complete where programs do."""

    heading: str
    """What programs read above it."""
    digits: int = 2
    best: Literal["highest", "lowest"] | None = None
    """Which number of the column is set in bold."""
    detail: bool = False
    """Whether only programs get to see the column."""
    smallest: float | None = None
    """What is below it is shown to people as less than it: no p-value is 0.0000."""
    once: bool = False
    """Whether people read a value only in the first of the rows that have it: the name of a group."""
    thousands: bool = False
    """Whether people read a comma between thousands, as in tables of corpora: 19,972."""
    title: str = ""
    """What people read above it, where that differs from the heading: `BLEU` for `bleu`."""
    counts: bool = False
    """Whether its texts are numbers with others in parentheses, `3 (1)`, and are aligned as numbers."""
    reading: Reading = "plain"


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of values under columns, with a title above and notes below (signatures, remarks)."""

    columns: tuple[Column, ...]
    rows: tuple[tuple[Value, ...], ...]
    title: str = ""
    notes: tuple[str, ...] = ()
    rules: frozenset[int] = frozenset()
    """Rows above which a line is drawn."""
    emphasised: frozenset[int] = frozenset()
    """Rows in bold, but for the names of groups."""
    empty: str = ""
    """What people read where there are no rows: why there are none, and what would fill the table."""

    @property
    def says_empty(self) -> bool:
        """Whether people read a sentence instead of rows."""
        return not self.rows and bool(self.empty)

    def for_people(self) -> Table:
        """The table without its details, under titles."""
        shown = [index for index, column in enumerate(self.columns) if not column.detail]
        columns = [self.columns[index] for index in shown]
        return self._with_columns(
            tuple(replace(column, heading=column.title or column.heading) for column in columns),
            [tuple(row[index] for index in shown) for row in self.rows],
        )

    def for_programs(self) -> Table:
        """The table with two columns of numbers for each column of ranges."""
        ranged = [any(isinstance(row[index], Range) for row in self.rows) for index in range(len(self.columns))]
        columns: list[Column] = []
        for column, is_range in zip(self.columns, ranged, strict=True):
            names = [f"{column.heading} {end}" for end in ("low", "high")] if is_range else [column.heading]
            columns += [replace(column, heading=name) for name in names]
        rows = [
            tuple(value for cell, wide in zip(row, ranged, strict=True) for value in _ends(cell, wide=wide))
            for row in self.rows
        ]
        return self._with_columns(tuple(columns), rows)

    def _with_columns(self, columns: tuple[Column, ...], rows: Sequence[tuple[Value, ...]]) -> Table:
        return replace(self, columns=columns, rows=tuple(rows))

    def bold_rows(self, index: int) -> frozenset[int]:
        """Rows whose cell of a column is in bold: the best numbers, and all of a row that is emphasised."""
        return self.best_rows(index) | (frozenset() if self.columns[index].once else self.emphasised)

    def best_rows(self, index: int) -> frozenset[int]:
        """Rows that hold the best number of a column as shown; none where no best is asked for or there is one row."""
        column = self.columns[index]
        shown = {row: self.shown(row, index) for row in range(len(self.rows)) if _is_number(self.rows[row][index])}
        if column.best is None or len(shown) < 2:
            return frozenset()
        pick = max if column.best == "highest" else min
        best = shown[pick(shown, key=lambda row: float(shown[row]))]
        return frozenset(row for row, text in shown.items() if text == best)

    def shown(self, row: int, index: int) -> str:
        """A cell as people read it."""
        value = self.rows[row][index]
        if value is None:
            return "–"
        if self.columns[index].once and row and self.rows[row - 1][index] == value:
            return ""
        digits, smallest = self.columns[index].digits, self.columns[index].smallest
        if isinstance(value, Range):
            return f"[{value.low:.{digits}f}, {value.high:.{digits}f}]"
        if smallest is not None and isinstance(value, float) and value < smallest:
            return f"<{smallest:.{digits}f}"
        if self.columns[index].thousands and isinstance(value, int):
            return f"{value:,}"
        return f"{value:.{digits}f}" if isinstance(value, float) else visible(str(value))

    def is_numeric(self, index: int) -> bool:
        return self.columns[index].counts or any(
            _is_number(row[index]) or isinstance(row[index], Range) for row in self.rows
        )


def p_column(heading: str) -> Column:
    """A column of p-values."""
    return Column(heading, digits=4, smallest=0.0001)


def stack_tables(tables: Mapping[str, Table], *, heading: str) -> Table:
    """Tables with the same columns as one, each row after the name of its table: what programs can read."""
    first = next(iter(tables.values()))
    return Table(
        empty=first.empty,
        columns=(Column(heading), *first.columns),
        rows=tuple((name, *row) for name, table in tables.items() for row in table.rows),
        notes=tuple(dict.fromkeys(note for table in tables.values() for note in table.notes)),
    )


def visible(text: str) -> str:
    """The text with control characters written as escapes: names come from files of strangers."""
    if text.isprintable():
        return text
    return "".join(c if unicodedata.category(c) != "Cc" else c.encode("unicode_escape").decode() for c in text)


def _ends(cell: Value, *, wide: bool) -> tuple[Value, ...]:
    if not wide:
        return (cell,)
    return (cell.low, cell.high) if isinstance(cell, Range) else (None, None)


def _is_number(value: Value) -> bool:
    return isinstance(value, int | float)
