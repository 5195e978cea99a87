"""Position-independent word error rate, and with several references mPER."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from bakeoff.metrics.contract import Direction, Metric, Statistics
from bakeoff.metrics.error_rates import error_rate
from bakeoff.metrics.registry import register
from bakeoff.native import Tokens, bag_error_statistics
from bakeoff.text import Text

_COLUMNS = ("matches", "hypothesis_words", "reference_words", "surplus_words", "mean_reference_words")


@register
@dataclass(frozen=True, kw_only=True)
class Per(Metric):
    """Position-independent word error rate: 100 × (reference words − matches + surplus words) / reference words.

    Matches are words that both have, each as often as both have it, in any order. Surplus words are words that the
    hypothesis has beyond the length of the reference: with `surplus="segment"` counted in each segment, so that a
    segment has max(lengths) − matches errors; with `surplus="corpus"` counted once on the sums, as PER.pl (Alacant) and
    Moses do, where long segments make up for short ones.
    With several references (mPER) each segment counts against the one with the fewest errors max(lengths) − matches,
    the first of equals; with `length="mean"` the errors are divided by the mean length of all references instead.

    Range and direction: 0 or more, lower is better; above 100 where the hypothesis is longer than the reference.
    Edge cases: no words in the reference give 0 if the hypothesis is empty too, else 100 (as TER in sacreBLEU).
    Words are those of the specification's tokeniser.
    Source: Tillmann, Vogel, Ney, Zubiaga and Sawaf, Eurospeech 1997; mPER by analogy with mWER.

    >>> from bakeoff.text import Workspace
    >>> space = Workspace(tokenizer="plain")
    >>> metric = Per()
    >>> references = metric.prepare([space.text(["the cat sat down"])])
    >>> statistics = metric.statistics(space.text(["down sat a cat today"]), references)
    >>> print(statistics.tolist(), metric.score(statistics.sum(axis=0)))
    [[3.0, 5.0, 4.0, 1.0]] 50.0
    """

    name: ClassVar[str] = "per"
    title: ClassVar[str] = "PER"
    version: ClassVar[str] = "1"
    direction: ClassVar[Direction] = "lower"
    bounds: ClassVar[tuple[float, float]] = (0.0, np.inf)

    surplus: Literal["segment", "corpus"] = "segment"
    """Where hypothesis words beyond the reference's length are counted."""
    length: Literal["chosen", "mean"] = "chosen"
    """Whose words divide the errors: the chosen reference's, or the mean of all."""

    @property
    def columns(self) -> tuple[str, ...]:
        return _COLUMNS if self.length == "mean" else _COLUMNS[:-1]

    def prepare(self, references: Sequence[Text]) -> tuple[Tokens, ...]:
        return tuple(text.tokens() for text in self.used(references))

    def statistics(self, hypothesis: Text, prepared: tuple[Tokens, ...]) -> Statistics:
        rows = bag_error_statistics(hypothesis.tokens(), prepared, threads=hypothesis.workspace.threads)
        return np.ascontiguousarray(rows[:, : len(self.columns)])

    def score(self, sums: Statistics) -> NDArray[np.float64]:
        matches, hypothesis_words, reference_words, surplus_words = (sums[..., i] for i in range(4))
        if self.surplus == "corpus":
            surplus_words = np.maximum(0.0, hypothesis_words - reference_words)
        errors = reference_words - matches + surplus_words
        return error_rate(errors, sums[..., 4] if self.length == "mean" else reference_words)
