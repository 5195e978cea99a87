r"""Tables whose cells are separated by tabs: a row of names, then rows of values, each mistake with its line.

Inside a cell a tab is written \t, a line feed \n, a carriage return \r, a backslash \\.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from bakeoff.errors import FormatError, Place

_ESCAPES = {"t": "\t", "n": "\n", "r": "\r", "\\": "\\"}
_ESCAPE = re.compile(r"\\(.?)", re.DOTALL)
_SPECIAL = str.maketrans({character: "\\" + letter for letter, character in _ESCAPES.items()})


def joined(cells: Sequence[str]) -> str:
    """The cells as a line."""
    return "\t".join(cell.translate(_SPECIAL) for cell in cells) + "\n"


def header_names(line: str, file: str) -> list[str]:
    """The names of the columns, not yet checked."""
    return [_unescaped(cell, Place(file, 1)) for cell in line.split("\t")]


def check_names(columns: Sequence[str], file: str) -> None:
    """Refuses a column without a name and two of one name."""
    times = Counter(columns)
    duplicate = next((name for name in columns if not name or times[name] > 1), None)
    if duplicate is not None:
        found = f"{duplicate} twice" if duplicate else "one without a name"
        raise FormatError(
            place=Place(file, 1),
            expected="a different name for each column",
            found=found,
            remedy="Rename the column, or take it out.",
        )


def named_rows(lines: Sequence[str], columns: Sequence[str], file: str) -> Iterator[tuple[int, dict[str, str]]]:
    """The number of each line after the first, and its cells by column."""
    for number, line in enumerate(lines[1:], start=2):
        yield number, named_cells(line, columns, Place(file, number))


def named_cells(line: str, columns: Sequence[str], place: Place) -> dict[str, str]:
    """The cells of one line by column."""
    cells = line.split("\t")
    if len(cells) != len(columns):
        raise FormatError(
            place=place,
            expected=f"{len(columns)} columns",
            found=str(len(cells)) if line else "an empty line",
            remedy=r"Write a tab inside a segment as \t." if line else "Take it out.",
        )
    if "\\" in line:
        cells = [_unescaped(cell, place) for cell in cells]
    return dict(zip(columns, cells, strict=True))


def cell_id(values: dict[str, str], column: str, place: Place) -> str | None:
    """The id in a column; None where there is no such column."""
    value = values.get(column)
    if value == "":
        raise FormatError(
            place=place,
            expected=f"an id in the column {column}",
            found="an empty cell",
            remedy="Fill it in, or take the row out.",
        )
    return value


def _unescaped(cell: str, place: Place) -> str:
    if "\\" not in cell:
        return cell

    def character(match: re.Match[str]) -> str:
        if match[1] not in _ESCAPES:
            raise FormatError(
                place=place,
                expected=r"\t, \n, \r or \\ after a backslash",
                found=match[0],
                remedy=r"Write a backslash as \\.",
            )
        return _ESCAPES[match[1]]

    return _ESCAPE.sub(character, cell)
