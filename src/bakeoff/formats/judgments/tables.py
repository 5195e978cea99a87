"""Tables with a row of names: cells by the name of their column, each row with its place."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterator, Sequence

from bakeoff.errors import FormatError, Place
from bakeoff.formats.judgments.rows import Mistakes
from bakeoff.formats.sources import Source


def named_cells(
    source: Source, mistakes: Mistakes, *, needed: Sequence[str], separator: str = ","
) -> Iterator[tuple[Place, dict[str, str]]]:
    """The rows after the first. A row of another width is a mistake and left out; so is a table without its columns.

    Cells may be quoted, and then hold separators and line ends; the place is the line in which the row starts.
    """
    rows = table_rows(source, mistakes, separator=separator)
    columns = next(rows, (Place(source.name, 1), []))[1]
    if missing := [name for name in needed if name not in columns]:
        raise FormatError(
            place=Place(source.name, 1),
            expected=f"columns called {', '.join(needed)}",
            found=f"none called {', '.join(missing)}",
            remedy="The first row names the columns.",
        )
    times = Counter(columns)
    if duplicates := [name for name in columns if times[name] > 1]:
        raise FormatError(
            place=Place(source.name, 1),
            expected="a different name for each column",
            found=f"{duplicates[0]!r} twice",
            remedy="Give one of them another name, or take it out.",
        )
    for place, cells in rows:
        if len(cells) == len(columns):
            yield place, dict(zip(columns, cells, strict=True))
        else:
            found = str(len(cells)) if cells else "an empty line"
            mistakes.add(place, expected=f"{len(columns)} cells", found=found, remedy='Put cells with commas in "…".')


def table_rows(source: Source, mistakes: Mistakes, *, separator: str) -> Iterator[tuple[Place, list[str]]]:
    """The cells of every row, that of the names too."""
    rows = csv.reader((line + "\n" for line in source.lines()), delimiter=separator, strict=True)
    while True:
        place = Place(source.name, rows.line_num + 1)
        try:
            cells = next(rows, None)
        except csv.Error as error:
            mistakes.add(
                place,
                expected="cells separated and quoted as in CSV",
                found=str(error),
                remedy='Close every "…", and double a quotation mark inside.',
            )
            continue
        if cells is None:
            return
        yield place, cells
