"""Errors in Appraise's exports: JSON in a cell, for ESA without types, for MQM with categories as a list.

They count units of UTF-16, up to the last one of the error. An export has no texts, so the end is moved behind the last
unit and no more; `with_placed_errors` counts code points once it is known what judges saw.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from bakeoff.data.judgments import Judgment
from bakeoff.errors import FormatError, Place
from bakeoff.formats.judgments.offsets import CountedText, appraise_text
from bakeoff.formats.judgments.rows import json_in

_KEYS = {"start_i", "end_i", "severity"}
_MISSING = "missing"
_REMEDY = "Export the campaign again, or correct the line."


@dataclass(frozen=True, slots=True)
class Spans:
    """The errors of an output, as protocols have them; `categorised` where one has a category as MQM's list."""

    errors: list[dict[str, Any]]
    categorised: bool


def spans_in(cell: str, place: Place) -> Spans:
    """The errors in a cell: objects with `start_i`, `end_i`, `severity` and perhaps `error_type`."""
    return spans_of(json_in(cell), place, said=cell)


def spans_of(spans: Any, place: Place, *, said: str = "") -> Spans:
    """The errors in a list, as a cell or a batch has them."""
    if not isinstance(spans, list) or not all(isinstance(each, dict) and each.keys() >= _KEYS for each in spans):
        keys = ", ".join(sorted(_KEYS))
        raise FormatError(
            place=place, expected=f"a JSON list of spans with {keys}", found=repr(said or spans)[:62], remedy=_REMEDY
        )
    categorised = any(isinstance(each.get("error_type"), list) for each in spans)
    return Spans([_span(each, place) for each in spans], categorised)


def _span(span: dict[str, Any], place: Place) -> dict[str, Any]:
    start, end, severity = span["start_i"], span["end_i"], span["severity"]
    category = _category(span.get("error_type"))
    if not isinstance(severity, str) or category is None:
        expected = "a severity as text, and as error_type a text, a list of texts or null"
        raise FormatError(place=place, expected=expected, found=str(span)[:80], remedy=_REMEDY)
    if start == end == _MISSING:
        return {"start": None, "end": None, "severity": severity, "category": category, "side": "missing"}
    if type(start) is not int or type(end) is not int or not 0 <= start <= end:
        raise FormatError(
            place=place, expected="where a span starts and ends", found=f"{start!r} and {end!r}"[:60], remedy=_REMEDY
        )
    return {"start": start, "end": end + 1, "severity": severity, "category": category, "side": "target"}


def placed_in(text: str, errors: list[dict[str, Any]], place: Place) -> list[dict[str, Any]]:
    """Errors as they were read, counted in code points of the output that judges saw."""
    counted = appraise_text(text)
    return [each if each["start"] is None else each | _points(counted, each, place) for each in errors]


def with_placed_errors(judgment: Judgment, output: str) -> Judgment:
    """A judgment of one output as it was read, with its errors counted in code points of that output."""
    answer = judgment.answer
    if judgment.protocol == "esa":
        return replace(judgment, answer=answer | {"spans": placed_in(output, answer["spans"], judgment.place)})
    if judgment.protocol == "error_spans":
        return replace(judgment, answer=placed_in(output, answer, judgment.place))
    return judgment


def _points(counted: CountedText, error: dict[str, Any], place: Place) -> dict[str, int]:
    start, end = counted.span(error["start"], error["end"] - 1, place)
    return {"start": start, "end": end}


def _category(value: Any) -> str | None:
    """The category as one text (`Accuracy/Omission`); None where it is none."""
    parts = value if isinstance(value, list) else [value or ""]
    return "/".join(parts) if all(isinstance(part, str) for part in parts) else None
