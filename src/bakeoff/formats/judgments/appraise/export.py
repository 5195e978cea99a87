"""Judgments as Appraise exports them, for programs that read those files: see `results` for what the cells are.

Direct assessment has a row for each output, with its document where all judgments have one; ESA and MQM have the errors
as JSON, MQM with 0 as score; their places are counted in units of UTF-16, exactly where the texts are known. A pairwise
comparison has two rows, of which Appraise's sliders would have written the scores: 100 for the better output and 0 for
the other, 50 for both in a tie. Systems that share an output have a row each, or are called `a+b` in comparisons.
Languages are written as the campaign has them. Items have the number of their segment. Where segments are called
otherwise, items have the line of the test set, counted from 1; what has no known line is numbered from 100,000,001 on.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from bakeoff.data.judgments import SHARED, Control, Judgment
from bakeoff.errors import InputError
from bakeoff.formats.judgments.offsets import CountedText, appraise_text
from bakeoff.formats.judgments.written import Sources, check_protocols, lines_in

_TYPES: dict[Control, str] = {"": "TGT", "repeat": "CHK", "gold": "REF", "attention": "BAD"}
_FIRST_NUMBER = 100_000_001
_Location = tuple[str, str, str, str]
_CHOICES = {"first": (100, 0), "second": (0, 100), "tie": (50, 50)}


def lines_of(judgments: Iterable[Judgment], sources: Sources | None = None) -> Iterator[str]:
    """The lines of a file, which has no header. Judgments of protocols that Appraise does not have are refused."""
    rows = tuple(judgments)
    check_protocols(rows, PROTOCOLS, "Appraise")
    has_numbers = all(_is_number(each.segment) for each in rows if each.segment)
    lines = {} if has_numbers else lines_in(sources or {})
    return _lines(rows, lines, has_documents=all(each.document for each in rows))


def _is_number(segment: str) -> bool:
    return segment.isascii() and segment.isdecimal() and len(segment) < len(str(_FIRST_NUMBER))


def _lines(judgments: Sequence[Judgment], lines: Mapping[_Location, str], *, has_documents: bool) -> Iterator[str]:
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    numbers: dict[_Location, int] = {}
    for judgment in judgments:
        for system, cells in _CELLS[judgment.protocol](judgment, has_documents=has_documents):
            table.writerow([*_head(judgment, system, lines, numbers), *cells, *_times(judgment)])
        yield text.getvalue()
        text.seek(0)
        text.truncate()


def _head(judgment: Judgment, system: str, lines: Mapping[_Location, str], numbers: dict[_Location, int]) -> list[Any]:
    name = lines.get(judgment.location, judgment.segment)
    number = int(name) if _is_number(name) else numbers.setdefault(judgment.item, _FIRST_NUMBER + len(numbers))
    source, _, target = judgment.language_pair.partition("-")
    return [judgment.judge, system, number, _TYPES[judgment.control], source, target]


def _times(judgment: Judgment) -> list[float]:
    if judgment.sent_at is None:
        raise InputError(
            place=judgment.place,
            expected="the time of every judgment",
            found=f"none in judgment {judgment.id}",
            remedy="Export as JSON Lines.",
        )
    return [(judgment.shown_at or judgment.sent_at).timestamp(), judgment.sent_at.timestamp()]


_Cells = Iterator[tuple[str, list[Any]]]


def _graded(judgment: Judgment, *, has_documents: bool) -> _Cells:
    grades = judgment.answer if isinstance(judgment.answer, list) else [judgment.answer]
    document = [judgment.document, judgment.kind == "document"] if has_documents else []
    for systems, grade in zip(judgment.systems, grades, strict=True):
        if grade is None:
            continue
        if isinstance(grade, dict) or not 0 <= grade <= 100:
            raise InputError(
                place=judgment.place,
                expected="scores from 0 to 100",
                found=f"{grade} in judgment {judgment.id}",
                remedy="Export as JSON Lines.",
            )
        for system in systems.split(SHARED):
            yield system, [grade, *document]


def _with_errors(judgment: Judgment, *, has_documents: bool) -> _Cells:
    is_esa = judgment.protocol == "esa"
    spans = judgment.answer["spans"] if isinstance(judgment.answer, dict) else judgment.answer
    score = judgment.answer["score"] if is_esa else 0
    counted = appraise_text(judgment.texts[0]) if judgment.texts else None
    marks = json.dumps([mark_of(each, counted, categorised=not is_esa) for each in spans])
    document = judgment.document if has_documents else "all"
    for system in SHARED.join(judgment.systems).split(SHARED):
        yield system, [score, document, False, marks]


def mark_of(span: dict[str, Any], text: CountedText | None, *, categorised: bool) -> dict[str, Any]:
    """An error as Appraise has it."""
    category = span.get("category") or ""
    first, last = _ends(span, text)
    return {
        "start_i": first,
        "end_i": last,
        "severity": span["severity"],
        "error_type": category.split("/") if categorised else category or None,
    }


def _ends(span: dict[str, Any], text: CountedText | None) -> tuple[int | str, int | str]:
    """The first and the last unit of an error. Without the text, code points are taken for units of UTF-16."""
    start, end = span.get("start"), span.get("end")
    if span.get("side") == "missing" or start is None or end is None:
        return "missing", "missing"
    return text.counted(start, end) if text is not None else (start, max(start, end - 1))


def _chosen(judgment: Judgment, *, has_documents: bool) -> _Cells:  # noqa: ARG001 -- pairs have no document
    scores = _CHOICES[judgment.answer]
    for systems, score in zip(judgment.systems, scores, strict=False):
        yield systems.replace(SHARED, "+"), [score, "", ""]


_CELLS: dict[str, Callable[..., _Cells]] = {
    "direct": _graded,
    "esa": _with_errors,
    "error_spans": _with_errors,
    "pairwise": _chosen,
}
PROTOCOLS = tuple(_CELLS)
