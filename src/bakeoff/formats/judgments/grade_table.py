"""Grades of several judges as a table: a row for each output, a column for each judge.

Tab-separated columns: `type` (the protocol: fluency, adequacy, meaning or dialog), `pair` (of languages), `line` (the
segment), perhaps `system` and `year` (the campaign); every other column is a judge's. A grade is a number or its label;
an empty cell says that the judge gave none. Without a column of systems all outputs count for one, `unnamed`.
"""

from __future__ import annotations

from bakeoff.data.judgments import Judgment
from bakeoff.errors import FormatError, Place
from bakeoff.formats.judgments.rows import Mistakes, Rows
from bakeoff.formats.judgments.unquoted import filled, unquoted_cells
from bakeoff.formats.sources import Source

_NEEDED = ("type", "pair", "line")
_OPTIONAL = ("system", "year")
_PROTOCOLS = ("fluency", "adequacy", "meaning", "dialog")


def read(source: Source, rows: Rows) -> tuple[Judgment, ...]:
    mistakes = Mistakes()
    judgments: list[Judgment] = []
    seen: dict[tuple[str, ...], int | None] = {}
    for place, cells in unquoted_cells(source, mistakes, needed=_NEEDED):
        with mistakes.noting():
            key = tuple(cells.get(name, "") for name in (*_NEEDED, *_OPTIONAL))
            if key in seen:
                raise FormatError(
                    place=place,
                    expected="each output in one row",
                    found=f"that of line {seen[key]} once more",
                    remedy="Take one of them out, or write the grades of all judges into one.",
                )
            seen[key] = place.line
            if rows.is_new(cells.values(), place):
                judgments += _judgments(cells, place, rows.id_of(place))
    mistakes.check()
    return tuple(judgments)


def _judgments(cells: dict[str, str], place: Place, id: str) -> list[Judgment]:
    if cells["type"] not in _PROTOCOLS:
        found = repr(cells["type"])
        raise FormatError(
            place=place,
            expected=f"as type one of {', '.join(_PROTOCOLS)}",
            found=found,
            remedy="Correct it, or take the row out.",
        )
    judges = [name for name in cells if name not in (*_NEEDED, *_OPTIONAL)]
    if not judges:
        raise FormatError(place=place, expected="a column for each judge", found="none", remedy="Add the grades.")
    return [
        Judgment(
            id=f"{id}:{judge}",
            protocol=cells["type"],
            campaign=cells.get("year", ""),
            language_pair=filled(cells, "pair", place),
            judge=judge,
            segment=filled(cells, "line", place),
            systems=(cells.get("system") or "unnamed",),
            answer=_grade(cells[judge]),
            place=place,
        )
        for judge in judges
        if cells[judge]
    ]


def _grade(cell: str) -> float | str:
    """The number in a cell, or the label."""
    try:
        value = float(cell)
    except ValueError:
        return cell
    return int(value) if value.is_integer() else value
