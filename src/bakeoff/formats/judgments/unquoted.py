"""Tables whose cells are never quoted: a row of names, then rows of values; quotation marks belong to the text."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from bakeoff.errors import FormatError, Place
from bakeoff.formats.judgments.rows import Mistakes
from bakeoff.formats.sources import Source


def by_tabs(line: str) -> list[str]:
    return line.split("\t")


def unquoted_cells(
    source: Source, mistakes: Mistakes, *, needed: Sequence[str], split: Callable[[str], list[str]] = by_tabs
) -> Iterator[tuple[Place, dict[str, str]]]:
    """The rows after the first, by the names of their columns. A row of another width is a mistake and left out."""
    first, *lines = source.lines() or [""]
    columns = split(first)
    if missing := [name for name in needed if name not in columns]:
        raise FormatError(
            place=Place(source.name, 1),
            expected=f"columns called {', '.join(needed)}",
            found=f"none called {', '.join(missing)}",
            remedy="The first row names the columns.",
        )
    for number, line in enumerate(lines, start=2):
        cells = split(line)
        place = Place(source.name, number)
        if len(cells) == len(columns):
            yield place, dict(zip(columns, cells, strict=True))
        else:
            found = str(len(cells)) if line.strip() else "an empty line"
            remedy = "Each row is one line: write a line break or separator inside a text as a blank."
            mistakes.add(place, expected=f"{len(columns)} cells", found=found, remedy=remedy)


def filled(cells: dict[str, str], column: str, place: Place) -> str:
    """The text of a cell that must have one."""
    if not cells[column]:
        raise FormatError(
            place=place,
            expected=f"a value in the column {column}",
            found="an empty cell",
            remedy="Fill it in, or take the row out.",
        )
    return cells[column]
