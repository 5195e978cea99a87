"""Ranking (W08, section 3.1; N12): up to five outputs of a segment, each with a rank, 1 the best; ties allowed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

import numpy as np

from bakeoff.data.judgments import Judgment
from bakeoff.human_eval.protocols.answer_columns import ALIKE, Ranks, compare_outputs
from bakeoff.human_eval.protocols.contract import AnswerError, Compared, Missing, Protocol, Score, Shows
from bakeoff.human_eval.protocols.observations import Preferences

_BLANK = -1
"""What the files of WMT write where a judge gave no rank."""


class Ranking(Protocol[Ranks]):
    """An answer is a list of ranks, one for each output shown; null (or −1) where the judge gave none."""

    name = "ranking"
    title = "Ranking"
    shows: ClassVar[frozenset[Shows]] = frozenset({"source", "reference"})
    shown = 5
    seconds_an_output = 18 / 5  # W08, 7.2: 18 seconds a screen of five
    scale = (1.0, 5.0)
    higher_is_better = False
    scores: ClassVar[tuple[Score, ...]] = ("better", "better-or-equal", "wins")

    question = "Rank the translations from best to worst"
    instructions = "Rank each translation from best to worst relative to the others."
    on_ties = "Give translations that are equally good the same rank."

    @property
    def keys(self) -> Mapping[str, Any]:
        """A digit for each rank."""
        low, high = self.settings.scale or self.scale
        return {str(rank): rank for rank in range(int(low), min(int(high), 9) + 1)}

    def parse(self, answer: Any, systems: Sequence[str], *, texts: Sequence[str] = ()) -> Ranks:  # noqa: ARG002
        """The ranks; `AnswerError` where they are not as many as outputs, outside the scale, or tied against the rules.

        Without a scale of the campaign ranks run to 5, or to the number of outputs where more are shown.
        """
        if not isinstance(answer, list | tuple) or len(answer) != len(systems):
            raise AnswerError(expected=f"a list of {len(systems)} ranks", found=repr(answer)[:80])
        ranks = [None if rank in (None, _BLANK) else rank for rank in answer]
        low, high = self.settings.scale or (1, max(self.scale[1], len(systems)))
        for rank in ranks:
            is_integer = rank is None or (isinstance(rank, int) and not isinstance(rank, bool))
            if not is_integer or (rank is not None and not low <= rank <= high):
                raise AnswerError(
                    expected=f"ranks from {low:g} to {high:g}",
                    found=repr(rank),
                    remedy="Write null where the judge gave none.",
                )
        given = [rank for rank in ranks if rank is not None]
        if not self.settings.ties and len(set(given)) < len(given):
            raise AnswerError(expected="different ranks, for ties are not allowed", found=repr(answer)[:80])
        return ranks

    def draft(self, answer: Any, systems: Sequence[str], *, texts: Sequence[str] = ()) -> Any:
        return self.write(self.parse([None] * len(systems) if answer is None else answer, systems, texts=texts))

    def missing(self, answer: Any, systems: Sequence[str]) -> tuple[Missing, ...]:
        ranks = [None] * len(systems) if answer is None else self.parse(answer, systems)
        return tuple(
            Missing("a rank", number, is_only=len(ranks) == 1) for number, rank in enumerate(ranks) if rank is None
        )

    @property
    def answer_to_identical(self) -> list[int]:
        """The one output that all systems share comes first."""
        return [1]

    def imagine(self, perceived: Sequence[float], rng: np.random.Generator) -> list[int]:
        """Outputs that look nearly alike share a rank, where ties are allowed."""
        order = sorted(range(len(perceived)), key=lambda place: (-perceived[place], rng.random()))
        ranks, rank = [0] * len(order), 1
        for above, place in zip([None, *order], order, strict=False):
            apart = above is not None and (perceived[above] - perceived[place] > ALIKE or not self.settings.ties)
            rank += apart
            ranks[place] = rank
        return ranks

    def write(self, answer: Ranks) -> list[int | None]:
        return list(answer)

    def preferences(self, judgments: Iterable[Judgment], *, of: Compared = "outputs") -> Preferences:
        """Every two outputs that have a rank, compared."""
        return compare_outputs(judgments, self.parse, of=of)


PROTOCOL = Ranking
