"""Tables whose cells are separated by commas: a row of names, then rows of values, each mistake with its line.

A cell with a comma or a quotation mark is in quotation marks, as RFC 4180 has it; line breaks inside cells are
refused.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence

from bakeoff.errors import FormatError, Place


def comma_cells(line: str, file: str, number: int) -> list[str]:
    """The cells of a line."""
    try:
        return next(csv.reader([line], strict=True), [""])
    except csv.Error:
        raise FormatError(
            place=Place(file, number),
            expected="cells separated by commas, those with commas in quotation marks",
            found=f"{line:.60}",
            remedy='Double a quotation mark inside a cell ("") and keep each row on one line.',
        ) from None


def comma_rows(lines: Sequence[str], columns: Sequence[str], file: str) -> Iterator[tuple[int, dict[str, str]]]:
    """The number of each line after the first, and its cells by column."""
    for number, line in enumerate(lines[1:], start=2):
        cells = comma_cells(line, file, number)
        if not line or len(cells) != len(columns):
            raise FormatError(
                place=Place(file, number),
                expected=f"{len(columns)} columns",
                found=str(len(cells)) if line else "an empty line",
                remedy="Put a cell with a comma in quotation marks." if line else "Take it out.",
            )
        yield number, dict(zip(columns, cells, strict=True))
