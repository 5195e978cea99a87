"""Pairwise comparison (I12, section 5.1): which of two outputs is better, or neither."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, Literal, get_args

import numpy as np

from bakeoff.data.judgments import SHARED, Judgment
from bakeoff.human_eval.protocols.answer_columns import ALIKE, Ranks, compare_outputs
from bakeoff.human_eval.protocols.contract import AnswerError, Compared, Protocol, Score, Shows
from bakeoff.human_eval.protocols.observations import Preferences

Choice = Literal["first", "second", "tie"]
_RANKS: dict[Choice, Ranks] = {"first": (1, 2), "second": (2, 1), "tie": (1, 1)}


class Pairwise(Protocol[Choice]):
    """An answer is "first", "second" or "tie": which of the outputs, in the order of the screen, is better."""

    name = "pairwise"
    title = "Pairwise comparison"
    shows: ClassVar[frozenset[Shows]] = frozenset({"source", "reference"})
    shown = 2
    majority = True
    seconds_an_output = 18 / 2
    seconds_source = "as for a screen of ranking, because no time of pairwise comparison is published"
    scores: ClassVar[tuple[Score, ...]] = ("wins", "better", "better-or-equal")

    question = "Which translation is better?"
    instructions = "Choose the translation that is better in content and in fluency."
    on_ties = "Choose a tie if both are equally good or equally bad."

    @property
    def keys(self) -> Mapping[str, Any]:
        return {"1": "first", "2": "second"} | ({"0": "tie"} if self.settings.ties else {})

    def parse(self, answer: Any, systems: Sequence[str], *, texts: Sequence[str] = ()) -> Choice:  # noqa: ARG002
        """The choice. Two systems that share one output can only be tied, whether ties are allowed or not."""
        if len(systems) == 1 and SHARED in systems[0]:
            choices: tuple[str, ...] = ("tie",)
        else:
            choices = get_args(Choice) if self.settings.ties else get_args(Choice)[:2]
        if answer not in choices:
            raise AnswerError(expected=f"one of {', '.join(choices)}", found=repr(answer)[:80])
        if len(systems) != 2 and choices != ("tie",):
            raise AnswerError(expected="two outputs", found=str(len(systems)))
        choice: Choice = answer
        return choice

    @property
    def answer_to_identical(self) -> Choice:
        return "tie"

    def imagine(self, perceived: Sequence[float], rng: np.random.Generator) -> Choice:
        if len(perceived) == 1:
            return "tie"
        first, second = perceived
        if abs(first - second) <= ALIKE and self.settings.ties:
            return "tie"
        return "first" if first > second or (first == second and rng.random() < 0.5) else "second"

    def write(self, answer: Choice) -> Choice:
        return answer

    def preferences(self, judgments: Iterable[Judgment], *, of: Compared = "outputs") -> Preferences:
        return compare_outputs(judgments, self._ranks, of=of)

    def _ranks(self, answer: Any, systems: Sequence[str], *, texts: Sequence[str] = ()) -> Ranks:
        return _RANKS[self.parse(answer, systems, texts=texts)][: len(systems)]


PROTOCOL = Pairwise
