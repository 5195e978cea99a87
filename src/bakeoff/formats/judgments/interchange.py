"""Judgments as they are exchanged: a record of named values each, in JSON Lines one record a line."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any, get_args

from bakeoff.data.judgments import (
    COMPLETE_DOCUMENTS,
    ITEM_KINDS,
    Control,
    Highlights,
    ItemKind,
    Judgment,
    Span,
)
from bakeoff.errors import FormatError, Place
from bakeoff.formats.judgments.rows import Mistakes, Rows, strict_json
from bakeoff.formats.sources import Source

KEYS: Mapping[str, str] = {
    "judgment_id": "id",
    "protocol": "protocol",
    "campaign": "campaign",
    "evaluation": "evaluation",
    "test_set": "test_set",
    "language_pair": "language_pair",
    "judge": "judge",
    "screen_id": "screen",
    "position": "position",
    "segment_id": "segment",
    "document_id": "document",
    "systems": "systems",
    "answer": "answer",
    "control": "control",
    "damaged": "damaged",
    "shown_at": "shown_at",
    "sent_at": "sent_at",
    "elapsed_seconds": "elapsed_seconds",
    "seed": "seed",
    "kind": "kind",
    "highlights": "highlights",
    "texts": "texts",
    "origin": "origin",
}
"""The keys of the record, and what a judgment calls their values."""
NEEDED = ("judgment_id", "protocol", "judge", "segment_id", "systems", "answer")
_TEXTS = (
    "judgment_id",
    "protocol",
    "campaign",
    "evaluation",
    "test_set",
    "language_pair",
    "judge",
    "screen_id",
    "document_id",
    "origin",
)


def record_of(judgment: Judgment) -> dict[str, Any]:
    """The record, without what is unknown."""
    values = {key: getattr(judgment, name) for key, name in KEYS.items()}
    values |= {key: list(values[key]) for key in ("systems", "damaged", "texts")}
    values["kind"] = "" if judgment.kind == "segment" else judgment.kind
    values["highlights"] = None if judgment.highlights is None else _marks_written(judgment.highlights) or None
    for key in ("shown_at", "sent_at"):
        values[key] = values[key].isoformat() if values[key] is not None else None
    return {key: value for key, value in values.items() if key in NEEDED or value not in (None, "", [])}


def judgment_of(record: Mapping[str, Any], place: Place) -> Judgment:
    """The judgment of a record; a `FormatError` where a value cannot be what its key says."""
    if unknown := [key for key in record if key not in KEYS]:
        raise FormatError(
            place=place,
            expected=f"keys among {', '.join(KEYS)}",
            found=", ".join(map(repr, unknown)),
            remedy="Take it out, or make it part of the answer.",
        )
    kind = _kind(record.get("kind") or "segment", place)
    without_segment = kind in COMPLETE_DOCUMENTS
    if missing := [key for key in NEEDED if key not in record and not (key == "segment_id" and without_segment)]:
        raise FormatError(place=place, expected=f"a value for {', '.join(missing)}", found="none")
    shown, sent = (_time(record, key, place) for key in ("shown_at", "sent_at"))
    _check_times(shown, sent, place)
    texts = {KEYS[key]: _text(record, key, place, needed=key in NEEDED) for key in _TEXTS}
    systems, control = _systems(record["systems"], place), _control(record.get("control") or "", place)
    if without_segment and not texts["document"]:
        raise FormatError(place=place, expected=f"a document_id, because the kind is {kind}", found="none")
    return Judgment(
        **texts,
        segment=_text(record, "segment_id", place, needed=not without_segment),
        systems=systems,
        answer=record["answer"],
        position=_integer(record, "position", place),
        seed=_integer(record, "seed", place),
        control=control,
        damaged=_damaged(record.get("damaged") or [], systems, control, place),
        shown_at=shown,
        sent_at=sent,
        elapsed_seconds=_seconds(record.get("elapsed_seconds"), place),
        kind=kind,
        highlights=_highlights(record.get("highlights"), systems, place),
        texts=_shown(record.get("texts") or [], systems, place),
        place=place,
    )


def _text(record: Mapping[str, Any], key: str, place: Place, *, needed: bool) -> str:
    value = record.get(key)
    if isinstance(value, int) and not isinstance(value, bool):
        value = str(value)
    if value is None:
        value = ""
    if not isinstance(value, str) or (needed and not value):
        raise FormatError(place=place, expected=f"a text under {key}", found=_said(value))
    return value


def _systems(value: Any, place: Place) -> tuple[str, ...]:
    # None: a screen that the judge passed by.
    if not (isinstance(value, list) and all(isinstance(name, str) and name for name in value)):
        raise FormatError(place=place, expected="names in a list under systems", found=_said(value))
    if duplicate := next((name for name in value if value.count(name) > 1), None):
        raise FormatError(place=place, expected="each system once on a screen", found=f"{duplicate} twice")
    return tuple(value)


def _integer(record: Mapping[str, Any], key: str, place: Place) -> int | None:
    value = record.get(key)
    if value is None:
        return None
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise FormatError(place=place, expected=f"a whole number of 0 or more under {key}", found=_said(value))
    return value


def _control(value: Any, place: Place) -> Control:
    if value not in get_args(Control):
        kinds = ", ".join(filter(None, get_args(Control)))
        raise FormatError(place=place, expected=f"one of {kinds} under control, or nothing", found=_said(value))
    control: Control = value
    return control


def _damaged(value: Any, systems: tuple[str, ...], control: Control, place: Place) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(name in systems for name in value) or len(set(value)) < len(value):
        expected = "some of the systems, each once, in a list under damaged"
        raise FormatError(place=place, expected=expected, found=_said(value))
    if value and control != "attention":
        raise FormatError(
            place=place, expected="attention under control where outputs are damaged", found=_said(control)
        )
    return tuple(value)


def _kind(value: Any, place: Place) -> ItemKind:
    if value not in ITEM_KINDS:
        raise FormatError(place=place, expected=f"one of {', '.join(ITEM_KINDS)} under kind", found=_said(value))
    kind: ItemKind = value
    return kind


def _shown(value: Any, systems: tuple[str, ...], place: Place) -> tuple[str, ...]:
    is_list = isinstance(value, list) and all(isinstance(text, str) for text in value)
    if not is_list or (value and len(value) != len(systems)):
        expected = "a text for each of the systems in a list under texts, or nothing"
        raise FormatError(place=place, expected=expected, found=_said(value))
    return tuple(value)


def _highlights(value: Any, systems: tuple[str, ...], place: Place) -> Highlights | None:
    if value is None or value == {}:
        return None
    if not isinstance(value, dict) or not value.keys() <= {"source", "reference", "outputs"}:
        expected = "an object with source, reference and outputs under highlights"
        raise FormatError(place=place, expected=expected, found=_said(value))
    outputs = value.get("outputs") or []
    if not isinstance(outputs, list) or (outputs and len(outputs) != len(systems)):
        expected = "a list of spans for each of the systems under outputs in highlights"
        raise FormatError(place=place, expected=expected, found=_said(outputs))
    return Highlights(
        source=_spans(value.get("source") or [], place),
        reference=_spans(value.get("reference") or [], place),
        outputs=tuple(_spans(spans, place) for spans in outputs),
    )


def _spans(value: Any, place: Place) -> tuple[Span, ...]:
    if not isinstance(value, list) or not all(map(_is_span, value)):
        raise FormatError(
            place=place,
            expected="spans in highlights",
            found=_said(value),
            remedy="Write a list of [start, end], in characters from 0, the end not among them.",
        )
    return tuple((start, end) for start, end in value)


def _is_span(value: Any) -> bool:
    is_pair = isinstance(value, list) and len(value) == 2 and all(type(number) is int for number in value)
    return is_pair and 0 <= value[0] < value[1]


def _marks_written(marks: Highlights) -> dict[str, Any]:
    texts = {"source": marks.source, "reference": marks.reference, "outputs": marks.outputs}
    # Through JSON, so that spans are lists as they are when read.
    written: dict[str, Any] = json.loads(json.dumps({name: spans for name, spans in texts.items() if spans}))
    return written


def _time(record: Mapping[str, Any], key: str, place: Place) -> datetime | None:
    value = record.get(key)
    if value is None or value == "":
        return None
    try:
        return datetime.fromisoformat(value)
    except (TypeError, ValueError):
        raise FormatError(
            place=place,
            expected=f"a time under {key}",
            found=_said(value),
            remedy="Write it as 2016-05-04T12:30:00+00:00.",
        ) from None


def _check_times(shown: datetime | None, sent: datetime | None, place: Place) -> None:
    if shown is None or sent is None:
        return
    if (shown.tzinfo is None) != (sent.tzinfo is None):
        raise FormatError(place=place, expected="both times with their distance to UTC or neither", found="one")
    if sent < shown:
        found = f"{sent.isoformat()} after {shown.isoformat()}"
        raise FormatError(place=place, expected="an answer sent after it was asked for", found=found)


def _seconds(value: Any, place: Place) -> float | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value) or value < 0:
        raise FormatError(place=place, expected="seconds of 0 or more under elapsed_seconds", found=_said(value))
    return float(value)


def _said(value: Any) -> str:
    return "nothing" if value in (None, "") else json.dumps(value, ensure_ascii=False, default=str)[:80]


def read(source: Source, rows: Rows) -> tuple[Judgment, ...]:
    mistakes = Mistakes()
    judgments = []
    for number, line in enumerate(source.lines(), start=1):
        with mistakes.noting():
            place = Place(source.name, number)
            judgments.append(judgment_of(_record(line, place), place))
            rows.check_id(judgments[-1])
    mistakes.check()
    return tuple(judgments)


def lines_of(judgments: Iterable[Judgment]) -> Iterator[str]:
    """The lines of a file."""
    for judgment in judgments:
        yield json.dumps(record_of(judgment), ensure_ascii=False, allow_nan=False) + "\n"


def _record(line: str, place: Place) -> dict[str, Any]:
    try:
        value = strict_json(line)
        if "\\u" in line:
            json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise FormatError(place=place, expected="characters", found="half a character (a lone surrogate)") from None
    except (RecursionError, ValueError) as error:
        problem = f"{error.msg} at character {error.pos + 1}" if isinstance(error, json.JSONDecodeError) else str(error)
        raise FormatError(
            place=place, expected="a JSON object", found=problem if line.strip() else "an empty line"
        ) from None
    if not isinstance(value, dict):
        raise FormatError(place=place, expected="a JSON object", found=line[:80])
    return value
