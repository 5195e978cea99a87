"""Direct assessment: a scale that starts without a value, and a field for the number."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bakeoff.human_eval.protocols.contract import Protocol
from bakeoff.human_eval.protocols.screens import Screen as ShownScreen
from bakeoff_site.judging.screens.contract import OutputFields, ScreenPage, around, field_name, given, read_numbers


class DirectPage(ScreenPage):
    protocols = ("direct",)
    template = "direct/screen.html"

    def fields(self, protocol: Protocol[Any], shown: ShownScreen, answer: Any) -> dict[str, Any]:
        low, high = protocol.grades_from_to or (0, 100)
        values = given(answer, len(shown.outputs))
        return {
            "low": f"{low:g}",
            "high": f"{high:g}",
            "anchors": [(f"{value:g}", label) for value, label in sorted(shown.anchors.items())],
            "outputs": [
                OutputFields(
                    letter=letter,
                    text=output.text,
                    name=field_name(number),
                    around=around(shown, number),
                    value="" if values[number] is None else f"{values[number]:g}",
                )
                for number, (letter, output) in enumerate(zip(shown.letters, shown.outputs, strict=True))
            ],
        }

    def read(self, data: Mapping[str, str], shown: ShownScreen) -> Any:
        return read_numbers(data, len(shown.outputs))


PAGE = DirectPage()
