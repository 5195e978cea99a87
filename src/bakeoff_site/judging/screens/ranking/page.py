"""Ranking: each output gets a rank, 1 the best; digits, buttons and dragging write the same ranks."""

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
    read_numbers,
)


class RankingPage(ScreenPage):
    protocols = ("ranking", "constituent_ranking")
    template = "ranking/screen.html"

    def fields(self, protocol: Protocol[Any], shown: ShownScreen, answer: Any) -> dict[str, Any]:  # noqa: ARG002
        worst = len(shown.outputs)
        values = given(answer, worst)
        return {
            "ranks": [_place(rank, worst) for rank in range(1, worst + 1)],
            "outputs": [
                OutputFields(
                    letter=letter,
                    text=output.text,
                    name=field_name(number),
                    around=around(shown, number),
                    marks=marks_of(shown, number),
                    choices=[
                        Choice(value=str(rank), label=str(rank), is_chosen=values[number] == rank)
                        for rank in range(1, worst + 1)
                    ],
                )
                for number, (letter, output) in enumerate(zip(shown.letters, shown.outputs, strict=True))
            ],
        }

    def read(self, data: Mapping[str, str], shown: ShownScreen) -> Any:
        return read_numbers(data, len(shown.outputs))


def _place(rank: int, worst: int) -> str:
    return {1: "1 Best", worst: f"{worst} Worst"}.get(rank, str(rank))


PAGE = RankingPage()
