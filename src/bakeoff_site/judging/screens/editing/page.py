"""Post-editing: the document with source and translation side by side, and an editor for one segment."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from bakeoff.human_eval.protocols.contract import Protocol
from bakeoff.human_eval.protocols.edited_words import edited_words
from bakeoff.human_eval.protocols.screens import Screen as ShownScreen
from bakeoff_site.judging.screens.contract import EarlierAnswer, OutputFields, ScreenPage, around

TEXT = "answer-text"
"""The field that holds the edited text."""
WORK = "answer-work"
"""The field that holds time and keystrokes as JSON: the script fills it."""
SIGNED_OFF = "answer-signed-off"
"""The field by which a translator says that the segment is finished."""
_MEASURED = frozenset({"seconds", "idle_seconds", "keystrokes", "keys", "pauses", "visits"})


@dataclass(frozen=True, slots=True)
class EditedRow:
    """A segment of the document around, as the translator left it where they edited it."""

    number: int
    source: str | None
    target: str
    is_edited_now: bool = False
    changed: int | None = None
    """Words that the translator changed; None where they have not come to it."""


class EditingPage(ScreenPage):
    protocols = ("post_editing",)
    template = "editing/screen.html"
    recalls = True
    is_reviewed = True

    def fields(self, protocol: Protocol[Any], shown: ShownScreen, answer: Any) -> dict[str, Any]:  # noqa: ARG002
        [original], [letter] = shown.texts, shown.letters
        given = answer or {}
        text = given.get("text")
        return {
            "outputs": [
                OutputFields(letter=letter, text=original, name=TEXT, value=original if text is None else text)
            ],
            "rows": _rows(shown),
            "original": original,
            "text": original if text is None else text,
            "text_field": TEXT,
            "work_field": WORK,
            "work": json.dumps({name: given[name] for name in sorted(_MEASURED & given.keys())}),
            "signed_off_field": SIGNED_OFF,
            "is_signed_off": bool(given.get("signed_off")),
            "is_saved": answer is not None,
            "rules": json.dumps(shown.details),
            "idle_seconds": f"{shown.details['idle_seconds']:g}",
            "shows_time": shown.details["time_shown"],
        }

    def recall(self, fields: dict[str, Any], answers: Sequence[EarlierAnswer]) -> dict[str, Any]:
        rows: list[EditedRow] = fields["rows"]
        here = next(number for number, row in enumerate(rows) if row.is_edited_now)
        first = here - len(answers)
        recalled = [_as_left(row, each.answer) for row, each in zip(rows[first:], answers, strict=False)]
        return {**fields, "rows": [*rows[:first], *recalled, *rows[here:]]}

    def words(self, protocol: Protocol[Any], shown: ShownScreen, answer: Any) -> tuple[str, ...]:  # noqa: ARG002
        return (str(answer["text"]),)

    def read(self, data: Mapping[str, str], shown: ShownScreen) -> Any:  # noqa: ARG002
        if TEXT not in data:
            return None
        # Browsers send line breaks as two characters; outputs have one.
        return {
            **_measured(data.get(WORK, "")),
            "text": data[TEXT].replace("\r\n", "\n"),
            "signed_off": bool(data.get(SIGNED_OFF)),
        }


def _as_left(row: EditedRow, answer: Any) -> EditedRow:
    """A segment before with the text that the translator left; as it was where the server knows none."""
    if answer is None:
        return row
    return replace(row, target=answer["text"], changed=edited_words(answer["original"], answer["text"]))


def _measured(written: str) -> Mapping[str, Any]:
    """Time and keystrokes of a form; those of a form without a script are not known."""
    try:
        found = json.loads(written or "{}")
    except ValueError:
        return {}
    return {name: value for name, value in found.items() if name in _MEASURED} if isinstance(found, dict) else {}


def _rows(shown: ShownScreen) -> list[EditedRow]:
    own = around(shown, 0)
    before = [(each.source, text) for each, text in zip(shown.before, own.before, strict=False)]
    after = [(each.source, text) for each, text in zip(shown.after, own.after, strict=False)]
    rows = [*before, (shown.source, shown.texts[0]), *after]
    return [
        EditedRow(number + 1, source, target, is_edited_now=number == len(before))
        for number, (source, target) in enumerate(rows)
    ]


PAGE = EditingPage()
