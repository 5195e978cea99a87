"""What Pearmut writes: a line of JSON for each document that somebody judged, with all outputs of all its segments.

`user_id`, `item_i`, `annotation` (for each segment an object of model and answer), `item` (the segments as they were
shown) and `actions` with their times. The last line of a person and an `item_i` counts, and `__RESET__` in place of
answers takes back the lines before it. `welcome_…` items teach and are taken for gold; `random_…` items, and outputs
with expected answers (`validation`), are attention items.

The line does not name the protocol. Where nobody gave a score, errors alone were asked for (MQM); where somebody marked
an error, errors and a score (ESA); otherwise it is direct assessment. Marks count units of UTF-16 without line breaks,
and one after the text says that something is missing: see `offsets`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from bakeoff.data.judgments import Control, Judgment
from bakeoff.errors import FormatError, Place
from bakeoff.formats.judgments.offsets import CountedText, pearmut_text
from bakeoff.formats.judgments.rows import Mistakes, Rows, strict_json
from bakeoff.formats.sources import Source

_RESET = "__RESET__"
_REMEDY = "Download the results again, or correct the line."
_WELCOME, _RANDOM = "welcome_", "random_"


@dataclass(frozen=True, slots=True)
class _Answer:
    """What somebody said about one output."""

    segment: str
    model: str
    text: str
    score: float | None
    errors: list[dict[str, Any]]
    control: Control


@dataclass(frozen=True, slots=True)
class _Line:
    user: str
    item: str
    answers: tuple[_Answer, ...]
    times: tuple[datetime, datetime] | None
    place: Place


def read(source: Source, rows: Rows) -> tuple[Judgment, ...]:
    mistakes = Mistakes()
    kept: dict[tuple[str, str], _Line] = {}
    replaced = 0
    for number, text in enumerate(source.lines(), start=1):
        with mistakes.noting():
            place = Place(source.name, number)
            record = _record(text, place)
            key = _text(record, "user_id", place), _item_number(record, place)
            replaced += kept.pop(key, None) is not None
            if not _is_reset(record.get("annotation")):
                kept[key] = _line(record, key, place)
    mistakes.check()
    if replaced:
        source.remarks.append(f"{source.name}: {replaced:,} lines were replaced by later ones, or taken back.")
    return _judgments(tuple(kept.values()), source, rows)


def _judgments(lines: Sequence[_Line], source: Source, rows: Rows) -> tuple[Judgment, ...]:
    answers = [(line, answer) for line in lines for answer in line.answers]
    has_scores = any(answer.score is not None for _, answer in answers)
    has_errors = any(answer.errors for _, answer in answers)
    protocol = "esa" if has_scores and has_errors else "direct" if has_scores else "error_spans"
    found = [(line, answer) for line, answer in answers if answer.score is not None or not has_scores]
    if passed := len(answers) - len(found):
        source.remarks.append(f"{source.name}: {passed:,} outputs were passed over without a score.")
    return tuple(
        Judgment(
            id=f"{rows.id_of(line.place)}:{number}",
            protocol=protocol,
            judge=line.user,
            segment=answer.segment,
            systems=(answer.model,),
            answer=_written(answer, protocol),
            screen=f"{line.user} {line.item}",
            control=answer.control,
            shown_at=line.times[0] if line.times else None,
            sent_at=line.times[1] if line.times else None,
            texts=(answer.text,),
            place=line.place,
        )
        for number, (line, answer) in enumerate(found, start=1)
    )


def _written(answer: _Answer, protocol: str) -> Any:
    if protocol == "direct":
        return answer.score
    return answer.errors if protocol == "error_spans" else {"spans": answer.errors, "score": answer.score}


def _is_reset(annotation: Any) -> bool:
    return annotation == _RESET or (isinstance(annotation, list) and bool(annotation) and annotation[0] == _RESET)


def _record(line: str, place: Place) -> dict[str, Any]:
    try:
        record = strict_json(line)
    except (RecursionError, ValueError) as error:
        raise FormatError(
            place=place, expected="an object of JSON on each line", found=str(error)[:80], remedy=_REMEDY
        ) from None
    if not isinstance(record, dict):
        raise FormatError(
            place=place, expected="an object of JSON on each line", found=repr(record)[:60], remedy=_REMEDY
        )
    return record


def _text(record: dict[str, Any], key: str, place: Place) -> str:
    value = record.get(key)
    if not isinstance(value, str) or not value:
        raise FormatError(place=place, expected=f"a text under {key}", found=_said(value), remedy=_REMEDY)
    return value


def _item_number(record: dict[str, Any], place: Place) -> str:
    number = record.get("item_i")
    is_number = type(number) is int and number >= 0
    if not is_number and not (isinstance(number, str) and number.startswith((_WELCOME, _RANDOM))):
        expected = "a number under item_i, or a name such as welcome_0 or random_0"
        raise FormatError(place=place, expected=expected, found=_said(number), remedy=_REMEDY)
    return str(number)


def _line(record: dict[str, Any], key: tuple[str, str], place: Place) -> _Line:
    annotation, items = record.get("annotation"), record.get("item")
    if not isinstance(annotation, list) or not isinstance(items, list) or len(annotation) != len(items):
        raise FormatError(
            place=place,
            expected="as many answers under annotation as segments under item",
            found=f"{_length(annotation)} and {_length(items)}",
            remedy="Export the results with their items.",
        )
    pairs = zip(items, annotation, strict=True)
    answers = tuple(found for item, said in pairs for found in _answers(item, said, key[1], place))
    return _Line(*key, answers, _times(record.get("actions"), place), place)


def _answers(item: Any, said: Any, number: str, place: Place) -> Iterator[_Answer]:
    outputs = item.get("tgt") if isinstance(item, dict) else None
    if not isinstance(outputs, dict) or not isinstance(said, dict):
        raise FormatError(
            place=place,
            expected="outputs by model under tgt, and answers by model",
            found=_said(outputs or said),
            remedy=_REMEDY,
        )
    segment = item.get("item_id")
    if not isinstance(segment, str | int) or segment == "":
        raise FormatError(
            place=place,
            expected="an item_id for each segment",
            found=_said(segment),
            remedy="Number the segments of the campaign: item_i counts the documents of one person.",
        )
    for model, answer in said.items():
        text = outputs.get(model)
        if not isinstance(text, str) or not isinstance(answer, dict):
            raise FormatError(
                place=place, expected=f"the output of {model} and an answer to it", found=_said(text), remedy=_REMEDY
            )
        yield _Answer(
            segment=str(segment),
            model=model,
            text=text,
            score=_score(answer.get("score"), place),
            errors=_errors(answer.get("error_spans") or [], pearmut_text(text), place),
            control=_control(number, item, model),
        )


def _control(number: str, item: dict[str, Any], model: str) -> Control:
    if number.startswith(_WELCOME):
        return "gold"
    expected = item.get("validation")
    is_checked = isinstance(expected, dict) and model in expected
    return "attention" if is_checked or number.startswith(_RANDOM) else ""


def _score(value: Any, place: Place) -> float | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 100:
        raise FormatError(place=place, expected="a score from 0 to 100, or null", found=_said(value), remedy=_REMEDY)
    return value


def _errors(spans: Any, text: CountedText, place: Place) -> list[dict[str, Any]]:
    if not isinstance(spans, list) or not all(isinstance(each, dict) for each in spans):
        raise FormatError(
            place=place, expected="a list of objects under error_spans", found=_said(spans), remedy=_REMEDY
        )
    return [error_of(each, text, place) for each in spans]


def error_of(span: dict[str, Any], text: CountedText, place: Place) -> dict[str, Any]:
    """A mark as an error in code points of the output."""
    first, last, severity, category = (span.get(key) for key in ("start_i", "end_i", "severity", "category"))
    if type(first) is not int or type(last) is not int or not 0 <= first <= last:
        raise FormatError(
            place=place, expected="where an error starts and ends", found=f"{first!r} and {last!r}"[:60], remedy=_REMEDY
        )
    if not isinstance(severity, str | None) or not isinstance(category, str | None):
        raise FormatError(
            place=place, expected="severity and category as text or null", found=_said(span), remedy=_REMEDY
        )
    # Pearmut calls severities of own lists as they are written there; one that was not chosen is null.
    said = {"severity": (severity or "undecided").lower(), "category": category or ""}
    if first >= text.total:
        return {"start": None, "end": None, **said, "side": "missing"}
    start, end = text.span(first, last, place)
    return {"start": start, "end": end, **said, "side": "target"}


def _times(actions: Any, place: Place) -> tuple[datetime, datetime] | None:
    """When the document was loaded and when it was sent, by the clock of the browser."""
    known = [each for each in actions if isinstance(each, dict)] if isinstance(actions, list) else []
    times: list[Any] = [each.get("time") for each in known]
    if not times:
        return None
    try:
        return datetime.fromtimestamp(min(times), UTC), datetime.fromtimestamp(max(times), UTC)
    except (TypeError, OverflowError, ValueError, OSError):
        expected = "times of actions in seconds since 1970"
        raise FormatError(place=place, expected=expected, found=_said(times), remedy=_REMEDY) from None


def _length(value: Any) -> str:
    return str(len(value)) if isinstance(value, list) else "none"


def _said(value: Any) -> str:
    return "none" if value is None else repr(value)[:60]
