"""Pairwise comparison: the first, the second, or both alike."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bakeoff.human_eval.protocols.contract import Protocol
from bakeoff.human_eval.protocols.screens import Screen as ShownScreen
from bakeoff_site.judging.screens.contract import Choice, OutputFields, ScreenPage, around

FIELD = "answer"
_CHOICES = {"first": "A is better", "tie": "Equally good or bad", "second": "B is better"}
_KEYS = {"first": "1", "tie": "0", "second": "2"}


class PairwisePage(ScreenPage):
    protocols = ("pairwise",)
    template = "pairwise/screen.html"

    def fields(self, protocol: Protocol[Any], shown: ShownScreen, answer: Any) -> dict[str, Any]:
        return {
            "outputs": [
                OutputFields(letter=letter, text=output.text, name=FIELD, around=around(shown, number))
                for number, (letter, output) in enumerate(zip(shown.letters, shown.outputs, strict=True))
            ],
            "field": FIELD,
            "choices": [
                Choice(value=value, label=label, note=_KEYS[value], is_chosen=answer == value)
                for value, label in _CHOICES.items()
                if value != "tie" or protocol.settings.ties
            ],
        }

    def words(self, protocol: Protocol[Any], shown: ShownScreen, answer: Any) -> tuple[str, ...]:  # noqa: ARG002
        return (_CHOICES[answer],)

    def read(self, data: Mapping[str, str], shown: ShownScreen) -> Any:  # noqa: ARG002 -- of others
        return data.get(FIELD) or None


PAGE = PairwisePage()
