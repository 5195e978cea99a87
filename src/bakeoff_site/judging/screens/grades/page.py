"""Fluency, adequacy, meaning and dialog: a grade for each output, its words always in view."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bakeoff.human_eval.protocols.contract import Protocol
from bakeoff.human_eval.protocols.contract import Screen as ShownScreen
from bakeoff_site.judging.screens.contract import (
    Choice,
    OutputFields,
    ScreenPage,
    field_name,
    given,
    letter,
    read_numbers,
)

_QUESTIONS = {
    "fluency": "How well written is each translation?",
    "adequacy": "How much of the information does each translation have?",
    "meaning": "Does each translation keep the meaning?",
    "dialog": "How much of the information is understood in this dialog?",
}


class GradesPage(ScreenPage):
    protocols = ("fluency", "adequacy", "meaning", "dialog")
    template = "grades/screen.html"
    keys = "grade"

    def ask(self, protocol: Protocol[Any], shown: ShownScreen) -> tuple[str, str]:
        return _QUESTIONS[protocol.name], shown.instructions

    def fields(self, protocol: Protocol[Any], shown: ShownScreen, answer: Any) -> dict[str, Any]:
        low, high = protocol.grades_from_to or (0, 4)
        grades = range(int(low), int(high) + 1)
        labels = shown.labels or tuple(map(str, grades))
        values = given(answer, len(shown.outputs))
        return {
            "labels": list(zip(grades, labels, strict=False)),
            "lowest": grades[0],
            "highest": grades[-1],
            "outputs": [
                OutputFields(
                    letter=letter(number),
                    text=output.text,
                    name=field_name(number),
                    choices=[
                        Choice(value=str(grade), label=str(grade), note=label, is_chosen=values[number] == grade)
                        for grade, label in zip(grades, labels, strict=False)
                    ],
                )
                for number, output in enumerate(shown.outputs)
            ],
        }

    def read(self, data: Mapping[str, str], shown: ShownScreen) -> Any:
        return read_numbers(data, len(shown.outputs))


PAGE = GradesPage()
