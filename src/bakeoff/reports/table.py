"""Tables as values. What a cell says is decided here; how it looks is a renderer's business."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, pairwise, takewhile
from typing import Literal, Self

from bakeoff.reports.notations import Notation, written_number


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


@dataclass(frozen=True, slots=True)
class Marked:
    """A value with signs of its own: a significance mark, the number of a note, the year of a system."""

    value: str | int | float | Range | None
    sign: str = ""
    """Raised after it; a note says what it means."""
    index: str = ""
    """Lowered after it."""
    bold: bool = False


class SignedNote(str):
    """A note that starts with the sign of the cells that it explains."""

    __slots__ = ("sentence", "sign")
    sign: str
    sentence: str

    def __new__(cls, sign: str, sentence: str) -> Self:
        """The note as one text, and its two parts."""
        self = super().__new__(cls, f"{sign} {sentence}")
        self.sign, self.sentence = sign, sentence
        return self


Value = str | int | float | Range | Marked | None
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
    group: str = ""
    """What people read above its heading; neighbours of one group share it."""
    notation: Notation = "plain"
    missing: str = "–"
    """What people read where there is no value."""


@dataclass(frozen=True, slots=True)
class Section:
    """Rows that belong together under a line with their name."""

    row: int
    """Its first row."""
    heading: str


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
    sections: tuple[Section, ...] = ()
    """Sub-headings of rows, from the first row on; the best number is that of a section."""
    sections_of: str = "section"
    """What programs read above the column of these."""
    storeys: tuple[int, ...] = ()
    """Columns that start another storey: people read them below the ones before."""

    @property
    def says_empty(self) -> bool:
        """Whether people read a sentence instead of rows."""
        return not self.rows and bool(self.empty)

    def for_people(self) -> Table:
        """The table without its details, under titles."""
        shown = [index for index, column in enumerate(self.columns) if not column.detail]
        columns = [self.columns[index] for index in shown]
        return replace(
            self,
            columns=tuple(replace(column, heading=column.title or column.heading, title="") for column in columns),
            rows=tuple(tuple(row[index] for index in shown) for row in self.rows),
            storeys=tuple(shown.index(index) for index in self.storeys),
        )

    def for_programs(self) -> Table:
        """The table with two columns of numbers for each column of ranges, and columns for signs and sections."""
        parts = [list(_for_programs(column, index, self.rows)) for index, column in enumerate(self.columns)]
        columns = [column for part in parts for column, _ in part]
        cells = [values for part in parts for _, values in part]
        if self.sections:
            columns.insert(0, Column(self.sections_of))
            cells.insert(0, [self.section_of(row) for row in range(len(self.rows))])
        rows = zip(*cells, strict=True) if cells else ()
        return replace(self, columns=tuple(columns), rows=tuple(rows), sections=(), storeys=())

    def section_of(self, row: int) -> str:
        """The sub-heading above a row; none where there is none."""
        return next((each.heading for each in reversed(self.sections) if each.row <= row), "")

    def by_storeys(self) -> tuple[Table, ...]:
        """The storeys as tables of their own, without title and notes; one that has one storey, as it is."""
        ends = (*self.storeys, len(self.columns))
        return tuple(
            replace(
                self,
                columns=self.columns[start:end],
                rows=tuple(row[start:end] for row in self.rows),
                title="",
                notes=(),
                storeys=(),
            )
            for start, end in zip((0, *self.storeys), ends, strict=True)
        )

    def grouped_headings(self) -> tuple[tuple[str, int], ...]:
        """The upper line of the heading: each group with the number of its columns; none where there are no groups."""
        if not any(column.group for column in self.columns):
            return ()
        return tuple((group, len(list(columns))) for group, columns in groupby(self.columns, key=_group_of))

    def unexplained_signs(self) -> frozenset[str]:
        """Signs of cells that no note explains."""
        signs = {cell.sign for row in self.rows for cell in row if isinstance(cell, Marked) and cell.sign}
        return frozenset(signs - {note.sign for note in self.notes if isinstance(note, SignedNote)})

    def bold_rows(self, index: int) -> frozenset[int]:
        """Rows whose cell of a column is in bold: the best numbers, and all of a row that is emphasised."""
        marked = frozenset(
            row for row, cells in enumerate(self.rows) if isinstance(cell := cells[index], Marked) and cell.bold
        )
        return self.best_rows(index) | marked | (frozenset() if self.columns[index].once else self.emphasised)

    def best_rows(self, index: int) -> frozenset[int]:
        """Rows that hold the best number of a column as shown, in each section.

        There is none where no best is asked for, or only one row has a number.
        """
        column = self.columns[index]
        if column.best is None:
            return frozenset()
        starts = sorted({0, *(section.row for section in self.sections), len(self.rows)})
        return frozenset(
            row for start, end in pairwise(starts) for row in self._best_of(range(start, end), index, column.best)
        )

    def _best_of(self, rows: range, index: int, best: Literal["highest", "lowest"]) -> Iterator[int]:
        numbers = {row: number for row in rows if (number := _number(self.rows[row][index])) is not None}
        if len(numbers) < 2:
            return
        pick = max if best == "highest" else min
        text = self._written(pick(numbers.values()), index)
        yield from (row for row, number in numbers.items() if self._written(number, index) == text)

    def shown(self, row: int, index: int) -> str:
        """A cell as people read it."""
        cell = self.rows[row][index]
        value = cell.value if isinstance(cell, Marked) else cell
        if value is None:
            return self.columns[index].missing
        if self.columns[index].once and self._is_repeated(row, index):
            return ""
        return self._written(value, index)

    def signs(self, row: int, index: int) -> tuple[str, str]:
        """What is raised and what is lowered after a cell; none after one that is not said again."""
        cell = self.rows[row][index]
        return (visible(cell.sign), visible(cell.index)) if isinstance(cell, Marked) else ("", "")

    def rows_spanned(self, row: int, index: int) -> int:
        """The number of rows that a cell holds for: none where it is that of the row above."""
        if not self.columns[index].once:
            return 1
        if self._is_repeated(row, index):
            return 0
        below = range(row + 1, len(self.rows))
        return 1 + len(list(takewhile(lambda each: self._is_repeated(each, index), below)))

    def _is_repeated(self, row: int, index: int) -> bool:
        """Whether a row belongs to the one above: both say the same here and in the groups that hold this one."""
        if row == 0 or any(section.row == row for section in self.sections):
            return False
        ruling = [each for each in range(index + 1) if self.columns[each].once]
        return all(self.rows[row][each] == self.rows[row - 1][each] for each in ruling)

    def _written(self, value: str | float | Range, index: int) -> str:
        digits, smallest = self.columns[index].digits, self.columns[index].smallest
        if isinstance(value, Range):
            low, high = (self._written(float(end), index) for end in (value.low, value.high))
            return f"[{low}, {high}]"
        if smallest is not None and isinstance(value, float) and value < smallest:
            return f"<{smallest:.{digits}f}"
        if isinstance(value, str):
            return visible(value)
        if self.columns[index].notation != "plain":
            return written_number(value, self.columns[index].notation, digits)
        if self.columns[index].thousands and isinstance(value, int):
            return f"{value:,}"
        return f"{value:.{digits}f}" if isinstance(value, float) else str(value)

    def is_numeric(self, index: int) -> bool:
        return self.columns[index].counts or any(
            isinstance(value, int | float | Range) for row in self.rows for value in (_unmarked(row[index]),)
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


def _for_programs(
    column: Column, index: int, rows: Sequence[tuple[Value, ...]]
) -> Iterator[tuple[Column, list[Value]]]:
    """A column as programs read it: ends of ranges and signs have columns of their own."""
    cells = [row[index] for row in rows]
    values = [_unmarked(cell) for cell in cells]
    if any(isinstance(value, Range) for value in values):
        lows: list[Value] = [value.low if isinstance(value, Range) else None for value in values]
        highs: list[Value] = [value.high if isinstance(value, Range) else None for value in values]
        yield replace(column, heading=f"{column.heading} low"), lows
        yield replace(column, heading=f"{column.heading} high"), highs
    else:
        yield column, list(values)
    for name in ("sign", "index"):
        signs: list[Value] = [getattr(cell, name) or None if isinstance(cell, Marked) else None for cell in cells]
        if any(signs):
            yield Column(f"{column.heading} {name}"), signs


def _unmarked(cell: Value) -> str | int | float | Range | None:
    return cell.value if isinstance(cell, Marked) else cell


def _number(cell: Value) -> float | None:
    value = _unmarked(cell)
    return value if isinstance(value, int | float) else None


def _group_of(column: Column) -> str:
    return column.group
