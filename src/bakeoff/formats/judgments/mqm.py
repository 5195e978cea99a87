"""Errors that professionals marked (MQM), as Google publishes them: a row for each error, or for none in a segment.

Tab-separated columns: `system`, `doc`, `seg_id` (from 2022 on `globalSegId`), `rater`, `source`, `target`, `category`,
`severity`. The span is
between `<v>` and `</v>` in target or source; without `</v>` it reaches to the end. All rows of a system, segment and
rater are one judgment; a row of the category `No-error` says that nothing was found.

Files are written with the columns of today; `globalSegId` is the line of the test set where its source is known, and
the name of the segment elsewhere. Cells are not quoted, so a tab or a line break in a text is written as a blank;
places stay the same. What has no place of its own is in `metadata`: the time, the note of the judge, and that something
is missing.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from itertools import count
from typing import Any

from bakeoff.data.judgments import Judgment
from bakeoff.errors import FormatError, InputError, Place
from bakeoff.formats.judgments.rows import Mistakes, Rows, json_in
from bakeoff.formats.judgments.unquoted import filled, unquoted_cells
from bakeoff.formats.judgments.written import (
    Sources,
    check_protocols,
    each_system,
    errors_of,
    latest,
    lines_in,
    text_of,
)
from bakeoff.formats.sources import Source

_SEGMENTS = ("seg_id", "globalSegId")
_NEEDED = ("system", "doc", "rater", "source", "target", "category", "severity")
_TEXT = "(?:[^<]|<(?!/?v>))*"
_SPAN = re.compile(f"{_TEXT}<v>({_TEXT})(?:</v>{_TEXT})?")
_MARK = re.compile("</?v>")
_NO_ERROR = "no-error"
_WRITTEN = (
    "system",
    "doc",
    "docSegId",
    "globalSegId",
    "rater",
    "source",
    "target",
    "category",
    "severity",
    "metadata",
)
_UNWRITABLE = str.maketrans("\t\n\r", "   ")
"""What would end a cell or a line."""
PROTOCOLS = ("error_spans",)

_Key = tuple[str, str, str, str]


def read(source: Source, rows: Rows) -> tuple[Judgment, ...]:
    mistakes = Mistakes()
    errors: dict[_Key, list[dict[str, Any]]] = {}
    places: dict[_Key, Place] = {}
    texts: dict[_Key, str] = {}
    for place, cells in unquoted_cells(source, mistakes, needed=_NEEDED):
        segments = _segment_column(cells, source)
        with mistakes.noting():
            system, segment, rater = (filled(cells, name, place) for name in ("system", segments, "rater"))
            key = (system, cells["doc"], segment, rater)
            error = _error(cells, place) if rows.is_new(cells.values(), place) else None
            places.setdefault(key, place)
            texts.setdefault(key, _MARK.sub("", cells["target"]))
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
            texts=(texts[key],),
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
    category, severity = cells["category"], filled(cells, "severity", place).lower()
    if _NO_ERROR in (category.lower(), severity):
        return None
    sides = [(side, cells[side]) for side in ("target", "source") if "<v>" in cells[side] or "</v>" in cells[side]]
    if not sides:
        side = "missing" if _is_missing(cells.get("metadata", "")) else "target"
        return {"start": None, "end": None, "severity": severity, "category": category, "side": side}
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


def _is_missing(metadata: str) -> bool:
    said = json_in(metadata) if "missing" in metadata else None
    return isinstance(said, dict) and said.get("side") == "missing"


def lines_of(judgments: Iterable[Judgment], sources: Sources) -> Iterator[str]:
    """The lines of a file, the names of the columns first; items that check judges are left out."""
    rows = latest(judgments)
    check_protocols(rows, PROTOCOLS, "MQM as TSV")
    yield "\t".join(_WRITTEN) + "\n"
    numbers, lines = _numbers([*sources, *(each.location for each in rows)]), lines_in(sources)
    for judgment in rows:
        document, segment = judgment.document, lines.get(judgment.location, judgment.segment)
        for system in each_system(judgment):
            for cells in _error_cells(judgment, sources.get(judgment.location, "")):
                head = (system, document, str(numbers[judgment.location]), segment, judgment.judge)
                yield "\t".join(cell.translate(_UNWRITABLE) for cell in (*head, *cells)) + "\n"


def _numbers(locations: Iterable[tuple[str, str, str, str]]) -> dict[tuple[str, str, str, str], int]:
    """Segments counted from 1 in their documents."""
    counters: dict[tuple[str, ...], count[int]] = {}
    return {each: next(counters.setdefault(each[:3], count(1))) for each in dict.fromkeys(locations)}


def _error_cells(judgment: Judgment, source: str) -> Iterator[tuple[str, ...]]:
    target = judgment.texts[0] if judgment.texts else ""
    time = {"timestamp": round(judgment.sent_at.timestamp() * 1000)} if judgment.sent_at is not None else {}
    errors = errors_of(judgment)
    if not errors:
        yield source, target, "No-error", "No-error", json.dumps(time)
    for number, error in enumerate(errors):
        said: dict[str, Any] = time | ({"note": error["note"]} if error.get("note") else {})
        if error in errors[:number]:
            said["number"] = number + 1  # no two rows are the same
        side, marked = error.get("side") or "target", (source, target)
        if side == "missing":
            said["side"] = side
        elif side == "source":
            marked = _marked(source, error, judgment), target
        elif error["start"] is not None:
            marked = source, _marked(text_of(judgment), error, judgment)
        yield *marked, error.get("category") or "", error["severity"].capitalize(), json.dumps(said, ensure_ascii=False)


def _marked(text: str, error: dict[str, Any], judgment: Judgment) -> str:
    start, end = error["start"], error["end"]
    if start is None:
        return text
    if end > len(text):
        raise InputError(
            place=judgment.place,
            expected="the source text, because errors are marked in it",
            found=f"{len(text)} characters and an error from {start} to {end} in judgment {judgment.id}",
            remedy="Give the source text.",
        )
    if _MARK.search(text):
        raise InputError(
            place=judgment.place,
            expected="texts without <v> and </v>, which mark errors in MQM as TSV",
            found=f"one in judgment {judgment.id}",
            remedy="Export as JSON Lines.",
        )
    return f"{text[:start]}<v>{text[start:end]}</v>{text[end:]}"
