"""Tables whose rows are divided differently, laid out as NIST's report generator does."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Literal

_PAD = 1
"""Blanks on either side of a cell."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell over one or more columns, and what parts it from the next: nothing, a bar, or a double bar."""

    side: Literal["left", "right", "centre"] = "centre"
    span: int = 1
    edge: Literal[" ", "|", "||"] = " "
    bars_below: int = 0
    """If not 0, bars start below the cell after each group of columns of this size."""


Division = tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Row:
    """The texts of a row, in lines separated by `//`; rules, of `-`, `=` or blanks, are above and below it."""

    division: Division
    texts: Sequence[str]
    above: str = ""
    below: str = ""


def laid_out(rows: Sequence[Row]) -> Iterator[str]:
    """The lines of a table. Rows of as many columns share the columns' widths; all are made as wide as the widest."""
    sizes = _column_sizes(rows)
    inner = max(_least_width(row.division, sizes) for row in rows)
    yield "," + "-" * inner + "."
    before: Division = ()
    for row in rows:
        rooms = _rooms(row.division, sizes, inner)
        yield from (_rule(mark, row.division, rooms, before) for mark in row.above)
        yield from _text_lines(row, rooms)
        yield from (_rule(mark, row.division, rooms, before) for mark in row.below)
        before = row.division
    yield "`" + "-" * inner + "'"


def _columns(division: Division) -> int:
    return sum(cell.span for cell in division)


def _starts(division: Division) -> list[int]:
    return [sum(cell.span for cell in division[:number]) for number in range(len(division))]


def _lines_of(text: str) -> list[str]:
    return text.split("//")


def _size(text: str) -> int:
    first, *rest = _lines_of(text)
    return max(len(line.encode()) for line in (first, *(line.removeprefix(" ") for line in rest)))


def _column_sizes(rows: Sequence[Row]) -> dict[int, list[int]]:
    """The width of each column, by the number of columns: that of its widest cell, then what wider cells over several
    columns ask for, in equal parts.
    """
    sizes = {_columns(row.division): [0] * _columns(row.division) for row in rows}
    for row in rows:
        own = sizes[_columns(row.division)]
        for cell, start, text in zip(row.division, _starts(row.division), row.texts, strict=True):
            if cell.span == 1:
                own[start] = max(own[start], _size(text))
    for row in rows:
        own = sizes[_columns(row.division)]
        for cell, start, text in zip(row.division, _starts(row.division), row.texts, strict=True):
            if cell.span > 1:
                _widen(own, range(start, start + cell.span), _size(text))
    return sizes


def _widen(sizes: list[int], columns: range, wanted: int) -> None:
    lacking = wanted - _spanned(sizes[columns.start : columns.stop])
    for column in columns:
        if lacking > 0:
            added = lacking if column == columns[-1] else int(lacking / len(columns) + 0.5)
            sizes[column] += added
            lacking -= added


def _spanned(sizes: Sequence[int]) -> int:
    """The room for text over columns: their own, and what would be between them."""
    return sum(sizes) + (len(sizes) - 1) * (2 * _PAD + 1)


def _least_width(division: Division, sizes: dict[int, list[int]]) -> int:
    own = sizes[_columns(division)]
    doubles = sum(cell.edge == "||" for cell in division[:-1])
    return sum(own) + 2 * _PAD * len(own) + len(own) - 1 + doubles


@dataclass(frozen=True, slots=True)
class _Room:
    total: int
    text: int


def _rooms(division: Division, sizes: dict[int, list[int]], inner: int) -> list[_Room]:
    """The room of each cell; what a row lacks to the full width is shared out as the columns go by."""
    own = sizes[_columns(division)]
    lacking = inner - _least_width(division, sizes)
    rooms = []
    given = 0
    for cell, start in zip(division, _starts(division), strict=True):
        text = _spanned(own[start : start + cell.span])
        last = start == len(own) - 1
        added = lacking - given if last else int(lacking / len(own) * (start + cell.span) + 0.5) - given
        given += added
        rooms.append(_Room(text + 2 * _PAD + added, text))
    return rooms


def _rule(mark: str, division: Division, rooms: Sequence[_Room], before: Division) -> str:
    """A line between rows; bars cross it where they continue from the row before."""
    crossed = set(_bars(before))
    line = ""
    for cell, start, room in zip(division, _starts(division), rooms, strict=True):
        line += mark * room.total
        if start + cell.span == _columns(division):
            break
        if cell.edge == " ":
            line += mark
        elif mark == " ":
            line += cell.edge
        elif mark == "-" and start + cell.span in crossed:
            line += "+" * len(cell.edge)
        else:
            line += mark * len(cell.edge)
    return f"|{line}|"


def _bars(division: Division) -> Iterator[int]:
    """The columns after which a bar is in a row, or starts below it."""
    for cell, start in zip(division, _starts(division), strict=True):
        if cell.edge != " ":
            yield start + cell.span
        if cell.bars_below:
            yield from range(start + cell.bars_below, start + cell.span, cell.bars_below)


def _text_lines(row: Row, rooms: Sequence[_Room]) -> Iterator[str]:
    for texts in zip_longest(*map(_lines_of, row.texts), fillvalue=""):
        line = ""
        for number, (cell, text, room) in enumerate(zip(row.division, texts, rooms, strict=True)):
            left = (room.total - room.text) // 2
            line += " " * left + _placed(text, cell.side, room.text) + " " * (room.total - room.text - left)
            line += cell.edge if number + 1 < len(row.division) else ""
        yield f"|{line}|"


def _placed(text: str, side: str, room: int) -> str:
    free = max(0, room - len(text.encode()))
    before = {"left": 0, "right": free, "centre": free // 2}[side]
    return " " * before + text + " " * (free - before)
