"""Errors that professionals marked (MQM), as Google publishes them: a row for each error, or for none in a segment.

Tab-separated columns: `system`, `doc`, `seg_id` (from 2022 on `globalSegId`), `rater`, `source`, `target`, `category`,
`severity`. The span is
between `<v>` and `</v>` in target or source; without `</v>` it reaches to the end. All rows of a system, segment and
rater are one judgment; a row of the category `No-error` says that nothing was found.
"""

from __future__ import annotations

import re
from typing import Any

from bakeoff.data.judgments import Judgment
from bakeoff.errors import FormatError, Place
from bakeoff.formats.judgments.rows import Mistakes, Rows
from bakeoff.formats.judgments.unquoted import filled, unquoted_cells
from bakeoff.formats.sources import Source

_SEGMENTS = ("seg_id", "globalSegId")
_NEEDED = ("system", "doc", "rater", "source", "target", "category", "severity")
_TEXT = "(?:[^<]|<(?!/?v>))*"
_SPAN = re.compile(f"{_TEXT}<v>({_TEXT})(?:</v>{_TEXT})?")
_NO_ERROR = "no-error"

_Key = tuple[str, str, str, str]


def read(source: Source, rows: Rows) -> tuple[Judgment, ...]:
    mistakes = Mistakes()
    errors: dict[_Key, list[dict[str, Any]]] = {}
    places: dict[_Key, Place] = {}
    for place, cells in unquoted_cells(source, mistakes, needed=_NEEDED):
        segments = _segment_column(cells, source)
        with mistakes.noting():
            system, document, segment, rater = (
                filled(cells, name, place) for name in ("system", "doc", segments, "rater")
            )
            key = (system, document, segment, rater)
            error = _error(cells, place) if rows.is_new(cells.values(), place) else None
            places.setdefault(key, place)
            errors.setdefault(key, []).extend([error] if error else [])
    mistakes.check()
    return tuple(
        Judgment(
            id=rows.id_of(place),
            protocol="error_spans",
            judge=key[3],
            document=key[1],
            segment=key[2],
            systems=(key[0],),
            answer=errors[key],
            place=place,
        )
        for key, place in places.items()
    )


def _segment_column(cells: dict[str, str], source: Source) -> str:
    """The column that numbers segments over all documents, as the year of the file calls it."""
    found = next((name for name in _SEGMENTS if name in cells), None)
    if found is None:
        raise FormatError(
            place=Place(source.name, 1),
            expected=f"a column called {' or '.join(_SEGMENTS)}",
            found="none",
            remedy="The first row names the columns.",
        )
    return found


def _error(cells: dict[str, str], place: Place) -> dict[str, Any] | None:
    category, severity = filled(cells, "category", place), filled(cells, "severity", place).lower()
    if _NO_ERROR in (category.lower(), severity):
        return None
    sides = [(side, cells[side]) for side in ("target", "source") if "<v>" in cells[side] or "</v>" in cells[side]]
    if not sides:
        return {"start": None, "end": None, "severity": severity, "category": category, "side": "target"}
    side, text = sides[0]
    span = _SPAN.fullmatch(text)
    if len(sides) > 1 or span is None:
        raise FormatError(
            place=place,
            expected="one span between <v> and </v>, in the target or the source",
            found="another number of marks",
            remedy="Give each error a separate row.",
        )
    start = span.start(1) - len("<v>")
    end = start + len(span[1])
    return {"start": start, "end": end, "severity": severity, "category": category, "side": side}
