"""Pairwise comparison: the first, the second, or both alike."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bakeoff.human_eval.protocols.contract import Protocol
from bakeoff.human_eval.protocols.contract import Screen as ShownScreen
from bakeoff_site.judging.screens.contract import Choice, OutputFields, ScreenPage, letter

FIELD = "answer"
_CHOICES = {"first": "A is better", "tie": "Equally good or bad", "second": "B is better"}
_KEYS = {"first": "1", "tie": "0", "second": "2"}


class PairwisePage(ScreenPage):
    protocols = ("pairwise",)
    template = "pairwise/screen.html"
    keys = "choose"

    def ask(self, protocol: Protocol[Any], shown: ShownScreen) -> tuple[str, str]:  # noqa: ARG002 -- of others
        return "Which translation is better?", shown.instructions or "Compare content and fluency together."

    def fields(self, protocol: Protocol[Any], shown: ShownScreen, answer: Any) -> dict[str, Any]:
        return {
            "outputs": [
                OutputFields(letter=letter(number), text=output.text, name=FIELD)
                for number, output in enumerate(shown.outputs)
            ],
            "field": FIELD,
            "choices": [
                Choice(value=value, label=label, note=_KEYS[value], is_chosen=answer == value)
                for value, label in _CHOICES.items()
                if value != "tie" or protocol.settings.ties
            ],
        }

    def read(self, data: Mapping[str, str], shown: ShownScreen) -> Any:  # noqa: ARG002 -- of others
        return data.get(FIELD) or None


PAGE = PairwisePage()
