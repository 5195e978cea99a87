"""Fluency, adequacy, meaning and dialog: a grade for each output, its words always in view."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bakeoff.human_eval.protocols.contract import Protocol
from bakeoff.human_eval.protocols.screens import Screen as ShownScreen
from bakeoff_site.judging.screens.contract import (
    Choice,
    OutputFields,
    ScreenPage,
    around,
    field_name,
    given,
    read_numbers,
)


class GradesPage(ScreenPage):
    protocols = ("fluency", "adequacy", "meaning", "dialog")
    template = "grades/screen.html"

    def fields(self, protocol: Protocol[Any], shown: ShownScreen, answer: Any) -> dict[str, Any]:  # noqa: ARG002
        values = given(answer, len(shown.outputs))
        return {
            "grades": shown.grades,
            "outputs": [
                OutputFields(
                    letter=letter,
                    text=output.text,
                    name=field_name(number),
                    around=around(shown, number),
                    choices=[
                        Choice(
                            value=str(grade.value),
                            label=str(grade.value),
                            note=grade.label,
                            is_chosen=values[number] == grade.value,
                        )
                        for grade in shown.grades
                    ],
                )
                for number, (letter, output) in enumerate(zip(shown.letters, shown.outputs, strict=True))
            ],
        }

    def read(self, data: Mapping[str, str], shown: ShownScreen) -> Any:
        return read_numbers(data, len(shown.outputs))


PAGE = GradesPage()
