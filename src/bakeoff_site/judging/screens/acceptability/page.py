"""Acceptability of constituents: yes, no or not sure about the highlighted part of each translation."""

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
    marks_of,
)


class AcceptabilityPage(ScreenPage):
    protocols = ("constituent_acceptability",)
    template = "acceptability/screen.html"
    asks_against_reference = True  # as W08 asked

    def fields(self, protocol: Protocol[Any], shown: ShownScreen, answer: Any) -> dict[str, Any]:
        values = given(answer, len(shown.outputs))
        return {
            "keys": [(key, str(value)) for key, value in protocol.keys.items()],
            "outputs": [
                OutputFields(
                    letter=letter,
                    text=output.text,
                    name=field_name(number),
                    around=around(shown, number),
                    marks=marks_of(shown, number),
                    choices=[
                        Choice(value=value, label=value.capitalize(), note=key, is_chosen=values[number] == value)
                        for key, value in protocol.keys.items()
                    ],
                )
                for number, (letter, output) in enumerate(zip(shown.letters, shown.outputs, strict=True))
            ],
        }

    def words(self, protocol: Protocol[Any], shown: ShownScreen, answer: Any) -> tuple[str, ...]:  # noqa: ARG002
        answers = given(answer, len(shown.outputs))
        return tuple(f"{letter}: {each}" for letter, each in zip(shown.letters, answers, strict=True))

    def read(self, data: Mapping[str, str], shown: ShownScreen) -> Any:
        answers = [data.get(field_name(number)) or None for number in range(len(shown.outputs))]
        return None if all(each is None for each in answers) else answers


PAGE = AcceptabilityPage()
