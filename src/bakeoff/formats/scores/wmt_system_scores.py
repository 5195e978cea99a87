"""Direct assessment of systems as WMT publishes it: `RAW.SCR Z.SCR N SYS N.ALL`, with blanks between the columns.

The columns are the mean of the raw grades, that of the z-scores, segments, the system, grades. A line is a system.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bakeoff.errors import FormatError, Place
from bakeoff.formats.scores.score_rows import ScoredItem, score_in

COLUMNS = ("RAW.SCR", "Z.SCR")
"""The columns of scores; z-scores unless another is asked for."""


def recognises(first: str) -> bool:
    """Whether a file starts like one of these."""
    cells = first.replace('"', "").split()
    return "SYS" in cells and "Z.SCR" in cells


def items_of(lines: Sequence[str], column: str | None, file: str) -> Iterator[ScoredItem]:
    """The scores of a column, line by line."""
    columns = lines[0].replace('"', "").split()
    chosen = column if column in columns else "Z.SCR"
    score, system = columns.index(chosen), columns.index("SYS")
    for number, line in enumerate(lines[1:], start=2):
        cells = line.replace('"', "").split()
        place = Place(file, number)
        if len(cells) != len(columns):
            found = str(len(cells)) if cells else "an empty line"
            raise FormatError(place=place, expected=f"{len(columns)} columns: {', '.join(columns)}", found=found)
        yield ScoredItem(line=number, system=cells[system], score=score_in(cells[score], chosen, place))
