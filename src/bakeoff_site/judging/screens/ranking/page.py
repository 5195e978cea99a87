"""Ranking: each output gets a rank, 1 the best; digits, buttons and dragging write the same ranks."""

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

_WORDS = {2: "two", 3: "three", 4: "four", 5: "five"}


class RankingPage(ScreenPage):
    protocols = ("ranking",)
    template = "ranking/screen.html"
    keys = "rank"

    def ask(self, protocol: Protocol[Any], shown: ShownScreen) -> tuple[str, str]:
        count = len(shown.outputs)
        ties = "Ties are allowed." if protocol.settings.ties else "Give each a rank of its own."
        return (
            f"Rank the {_WORDS.get(count, count)} translations from best to worst",
            f"{shown.instructions or 'Compare complete sentences.'} {ties}",
        )

    def fields(self, protocol: Protocol[Any], shown: ShownScreen, answer: Any) -> dict[str, Any]:  # noqa: ARG002
        ranks = range(1, len(shown.outputs) + 1)
        values = given(answer, len(shown.outputs))
        return {
            "ranks": [_place(rank, ranks.stop - 1) for rank in ranks],
            "outputs": [
                OutputFields(
                    letter=letter(number),
                    text=output.text,
                    name=field_name(number),
                    choices=[
                        Choice(value=str(rank), label=str(rank), is_chosen=values[number] == rank) for rank in ranks
                    ],
                )
                for number, output in enumerate(shown.outputs)
            ],
        }

    def read(self, data: Mapping[str, str], shown: ShownScreen) -> Any:
        return read_numbers(data, len(shown.outputs))


def _place(rank: int, worst: int) -> str:
    return {1: "1 Best", worst: f"{worst} Worst"}.get(rank, str(rank))


PAGE = RankingPage()
