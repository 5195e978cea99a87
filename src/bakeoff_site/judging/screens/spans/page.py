"""Marked errors: the document with source and translation side by side, a list of marks, a score where one is asked."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from bakeoff.human_eval.protocols.contract import Protocol
from bakeoff.human_eval.protocols.screens import Screen as ShownScreen
from bakeoff.human_eval.protocols.text_boundaries import character_boundaries, word_boundaries
from bakeoff_site.judging.screens.contract import (
    EarlierAnswer,
    OutputFields,
    ScreenPage,
    around,
    field_name,
    read_numbers,
)

MARKS = "answer-marks"
"""The field that holds the marks as JSON: the script fills it."""


@dataclass(frozen=True, slots=True)
class OwnAnswer:
    """What the judge said of a segment before, for the script, which shows it."""

    fields: str
    """As the form of its screen held it; empty where the server knows no answer."""
    screen_key: str
    """Of its screen where an offline file knows the answer."""


@dataclass(frozen=True, slots=True)
class DocumentRow:
    """A segment of the document around."""

    number: int
    source: str | None
    target: str
    is_judged: bool = False
    own: OwnAnswer | None = None


class SpansPage(ScreenPage):
    protocols = ("esa", "error_spans")
    template = "spans/screen.html"
    recalls = True

    def fields(self, protocol: Protocol[Any], shown: ShownScreen, answer: Any) -> dict[str, Any]:
        marks, score = _parts(shown.given if answer is None else answer)
        low, high = protocol.grades_from_to or (0, 100)
        [text], [letter] = shown.texts, shown.letters
        return {
            "outputs": [
                OutputFields(
                    letter=letter,
                    text=text,
                    name=field_name(0),
                    around=around(shown, 0),
                    value="" if score is None else f"{score:g}",
                )
            ],
            "rows": _rows(shown),
            "asks_score": protocol.grades_from_to is not None,
            "low": f"{low:g}",
            "high": f"{high:g}",
            "anchors": [(f"{value:g}", label) for value, label in sorted(shown.anchors.items())],
            "marks_field": MARKS,
            "marks": "" if marks is None else json.dumps(marks),
            "is_saved": answer is not None,
            "was_marked": shown.given is not None,
            "marking": json.dumps(
                {
                    **shown.details,
                    "target": _text(text),
                    "source": None if shown.source is None else _text(shown.source),
                }
            ),
        }

    def recall(self, fields: dict[str, Any], answers: Sequence[EarlierAnswer]) -> dict[str, Any]:
        rows: list[DocumentRow] = fields["rows"]
        judged = next(number for number, row in enumerate(rows) if row.is_judged)
        first = judged - len(answers)
        recalled = [replace(row, own=_own(answer)) for row, answer in zip(rows[first:], answers, strict=False)]
        return {**fields, "rows": [*rows[:first], *recalled, *rows[judged:]], "recalls": len(rows) > 1}

    def words(self, protocol: Protocol[Any], shown: ShownScreen, answer: Any) -> tuple[str, ...]:  # noqa: ARG002
        marks, score = _parts(answer)
        said = _counted(marks)
        return (said if score is None else f"{said}; score {score:g}",)

    def read(self, data: Mapping[str, str], shown: ShownScreen) -> Any:
        written = data.get(MARKS, "")
        if shown.scale is None:
            return {"spans": _read(written)} if written else None
        scores = read_numbers(data, 1)
        if not written and scores is None:
            return None
        return {"spans": _read(written or "[]"), "score": None if scores is None else scores[0]}


def _parts(answer: Any) -> tuple[list[dict[str, Any]] | None, float | None]:
    """Marks and score of a complete or partial answer."""
    if isinstance(answer, dict):
        spans, score = answer.get("spans"), answer.get("score")
        return spans if isinstance(spans, list) else [], score
    return answer, None


def _counted(marks: Sequence[Mapping[str, Any]] | None) -> str:
    """How many errors of each severity there are."""
    counts = Counter(each["severity"] for each in marks or ())
    return ", ".join(f"{count} {severity}" for severity, count in counts.items()) or "no errors"


def _own(earlier: EarlierAnswer) -> OwnAnswer | None:
    if earlier.answer is None:
        return OwnAnswer("", earlier.screen_key) if earlier.screen_key else None
    marks, score = _parts(earlier.answer)
    places = [{key: each[key] for key in ("side", "start", "end", "severity")} for each in marks or ()]
    fields = {MARKS: json.dumps(places), field_name(0): "" if score is None else f"{score:g}"}
    return OwnAnswer(json.dumps(fields), earlier.screen_key)


def _read(written: str) -> Any:
    """The marks of a form; what is no JSON is left to the protocol, which says what is wrong with it."""
    try:
        return json.loads(written)
    except ValueError:
        return written


def _text(text: str) -> dict[str, Any]:
    """A text with where spans of it may start and end, in code points."""
    return {"text": text, "words": word_boundaries(text), "characters": character_boundaries(text)}


def _rows(shown: ShownScreen) -> list[DocumentRow]:
    own = around(shown, 0)
    before = [(each.source, text) for each, text in zip(shown.before, own.before, strict=False)]
    after = [(each.source, text) for each, text in zip(shown.after, own.after, strict=False)]
    rows = [*before, (shown.source, shown.texts[0]), *after]
    return [
        DocumentRow(number + 1, source, target, is_judged=number == len(before))
        for number, (source, target) in enumerate(rows)
    ]


PAGE = SpansPage()
