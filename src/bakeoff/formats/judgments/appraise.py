"""What Appraise exports as CSV: direct assessment (11 cells a row) and error span annotation (12), without a header.

Cells: account, system, number of the item in the account's batch, its type, source and target language, score,
document, whether the score is of the whole document, for ESA the spans as JSON, seconds of start and end since 1970.
`TGT` is an ordinary output, `CHK` one shown again, `REF` a reference (taken for gold), `BAD` a damaged output (an
attention item). Documents may end in `#` and the system, and in marks, with or without a number: `#bad`; `#duplicate`
(WMT 2023) or `#dup` (WMT 2024), shown again to fill a batch; `#incomplete` (WMT 2024), the beginning of a document that
another account judges as a whole. Duplicates and incomplete documents are taken for repeats, so that they count for no
score unless asked for; items of a tutorial, whether document or system say so, for gold. WMT 2025 has tutorials alone.
Scores of whole documents are passed over. Which segment of the test set an item is, only the batches know: see
`appraise_batches`.
"""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from bakeoff.data.judgments import Control, Judgment
from bakeoff.errors import FormatError, Place
from bakeoff.formats.judgments.mistakes import Mistakes
from bakeoff.formats.judgments.rows import Rows
from bakeoff.formats.judgments.scores import score_of
from bakeoff.formats.sources import Source

_DIRECT, _ESA = 11, 12
_CONTROLS: dict[str, Control] = {"TGT": "", "CHK": "repeat", "REF": "gold", "BAD": "attention"}
_MARKS = re.compile(r"(#(bad|duplicate|dup|incomplete)\d*)+$")
_FILLING = re.compile(r"#(duplicate|dup|incomplete)\d*(?=#|$)")
_KEYS = {"start_i", "end_i", "severity"}
_MISSING = "missing"


def read(source: Source, rows: Rows) -> tuple[Judgment, ...]:
    mistakes = Mistakes()
    judgments: list[Judgment] = []
    documents = 0
    widths: set[int] = set()
    table = csv.reader((line + "\n" for line in source.lines()), strict=True)
    while True:
        place = Place(source.name, table.line_num + 1)
        with mistakes.noting():
            cells = _next(table, place)
            if cells is None:
                break
            if place.line == 1 and cells[:2] == ["username", "system"]:
                continue
            widths.add(_width(cells, widths, place))
            whole = _yes(cells[8], place)
            documents += whole
            judgment = _judgment(cells, place, rows.id_of(place))
            # At times Appraise exports the same answer twice, with the same times to the millionth of a second.
            if not whole and rows.is_new(cells, place, sent_again=True):
                judgments.append(judgment)
    mistakes.check()
    if documents:
        source.remarks.append(f"{source.name}: {documents:,} scores of whole documents are passed over.")
    return tuple(judgments)


def _next(table: Any, place: Place) -> list[str] | None:
    try:
        cells: list[str] | None = next(table, None)
    except csv.Error as error:
        raise FormatError(place=place, expected="cells parted and quoted as in CSV", found=str(error)) from None
    return cells


def _width(cells: Sequence[str], before: set[int], place: Place) -> int:
    expected = before or {_DIRECT, _ESA}
    if len(cells) not in expected:
        words = " or ".join(map(str, sorted(expected)))
        raise FormatError(place=place, expected=f"{words} cells", found=str(len(cells)) if cells else "an empty line")
    return len(cells)


def _judgment(cells: Sequence[str], place: Place, id: str) -> Judgment:
    account, system, item, kind, source, target, score, document = cells[:8]
    for name, value in (("an account", account), ("a system", system), ("a document", document)):
        if not value:
            raise FormatError(place=place, expected=name, found="an empty cell")
    if not re.fullmatch(r"\d{1,9}", item, re.ASCII):
        raise FormatError(place=place, expected="the number of an item", found=repr(item))
    plain = _MARKS.sub("", document)
    # Documents carry the name of the system without the test set that stands before it: wmt23.refA, …#refA.
    base, _, last = plain.rpartition("#")
    named = bool(base) and system.rpartition(".")[2] == last.rpartition(".")[2] and system.endswith(last)
    grade = _score(score, place)
    started, ended = _time(cells[-2], place), _time(cells[-1], place)
    if ended < started:
        raise FormatError(place=place, expected="an end that comes after the start", found=f"{cells[-1]}, {cells[-2]}")
    return Judgment(
        id=id,
        protocol="direct" if len(cells) == _DIRECT else "esa",
        judge=account,
        language_pair=f"{source}-{target}",
        document=base if named else plain,
        segment=item,
        systems=(last if named else system,),
        answer=grade if len(cells) == _DIRECT else {"spans": _spans(cells[9], place), "score": grade},
        screen=f"{account} {document}",
        position=int(item),
        control=_control(kind, document, system, place),
        shown_at=started,
        sent_at=ended,
        place=place,
    )


def _control(kind: str, document: str, system: str, place: Place) -> Control:
    if kind not in _CONTROLS:
        raise FormatError(place=place, expected=f"as type one of {', '.join(_CONTROLS)}", found=repr(kind))
    if "tutorial" in document or "tutorial" in system:
        return "gold"
    return "repeat" if kind == "TGT" and _FILLING.search(document) else _CONTROLS[kind]


def _score(cell: str, place: Place) -> float:
    score = score_of(cell, place)
    if not 0 <= score <= 100:
        raise FormatError(place=place, expected="a score from 0 to 100", found=cell)
    return score


def _yes(cell: str, place: Place) -> bool:
    if cell not in ("True", "False"):
        raise FormatError(place=place, expected="True or False for scores of documents", found=repr(cell))
    return cell == "True"


def _time(cell: str, place: Place) -> datetime:
    try:
        return datetime.fromtimestamp(score_of(cell, place), UTC)
    except (OverflowError, ValueError, OSError):
        raise FormatError(place=place, expected="seconds since 1970", found=repr(cell)) from None


def _spans(cell: str, place: Place) -> list[dict[str, Any]]:
    try:
        spans = json.loads(cell)
    except (ValueError, RecursionError):
        spans = None
    if not isinstance(spans, list) or not all(isinstance(each, dict) and each.keys() >= _KEYS for each in spans):
        keys = ", ".join(sorted(_KEYS))
        raise FormatError(place=place, expected=f"a JSON list of spans with {keys}", found=repr(cell[:60]))
    return [_span(each, place) for each in spans]


def _span(span: dict[str, Any], place: Place) -> dict[str, Any]:
    start, end, severity = span["start_i"], span["end_i"], span["severity"]
    category = span.get("error_type") or ""
    if not isinstance(severity, str) or not isinstance(category, str):
        raise FormatError(place=place, expected="a severity as text, and a type as text or null", found=str(span)[:60])
    if start == end == _MISSING:
        return {"start": None, "end": None, "severity": severity, "category": category, "side": "missing"}
    if type(start) is not int or type(end) is not int or not 0 <= start <= end:
        raise FormatError(place=place, expected="where a span starts and ends", found=f"{start!r} and {end!r}"[:60])
    return {"start": start, "end": end, "severity": severity, "category": category, "side": "target"}
