"""Direct assessment: a scale that starts without a value, and a field for the number."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bakeoff.human_eval.protocols.contract import Protocol
from bakeoff.human_eval.protocols.contract import Screen as ShownScreen
from bakeoff_site.judging.screens.contract import (
    OutputFields,
    ScreenPage,
    field_name,
    given,
    letter,
    read_numbers,
)

_ANCHORS = {0: "No meaning preserved", 33: "Some meaning preserved", 66: "Most meaning preserved", 100: "Perfect"}


class DirectPage(ScreenPage):
    protocols = ("direct",)
    template = "direct/screen.html"
    keys = "score"

    def ask(self, protocol: Protocol[Any], shown: ShownScreen) -> tuple[str, str]:  # noqa: ARG002 -- of others
        by = "source" if shown.source is not None else "reference"
        return "How good is this translation?", shown.instructions or f"Compare it with the {by}. Use the full range."

    def fields(self, protocol: Protocol[Any], shown: ShownScreen, answer: Any) -> dict[str, Any]:
        low, high = protocol.grades_from_to or (0, 100)
        values = given(answer, len(shown.outputs))
        return {
            "low": f"{low:g}",
            "high": f"{high:g}",
            "anchors": [(f"{low + (high - low) * at / 100:g}", text) for at, text in _ANCHORS.items()],
            "outputs": [
                OutputFields(
                    letter=letter(number),
                    text=output.text,
                    name=field_name(number),
                    value="" if values[number] is None else f"{values[number]:g}",
                )
                for number, output in enumerate(shown.outputs)
            ],
        }

    def read(self, data: Mapping[str, str], shown: ShownScreen) -> Any:
        return read_numbers(data, len(shown.outputs))


PAGE = DirectPage()
