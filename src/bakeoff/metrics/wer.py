"""Word error rate, and with several references mWER."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from bakeoff.metrics.contract import Direction, Metric, Statistics
from bakeoff.metrics.error_rates import error_rate
from bakeoff.metrics.registry import register
from bakeoff.native import Tokens, word_error_statistics
from bakeoff.text import Text

_CHOSEN, _MEAN = 3, 4


@register
@dataclass(frozen=True, kw_only=True)
class Wer(Metric):
    """Word error rate: 100 × (substitutions + deletions + insertions) / reference words.

    Errors are the fewest that turn the reference into the hypothesis, word by word, in order (Levenshtein distance).
    With several references (mWER) each segment counts against the one with the fewest errors, the first of equals, and
    the words are those of the chosen references; with `length="mean"` they are the mean length of all references.

    Range and direction: 0 or more, lower is better; above 100 where the hypothesis is longer than the reference.
    Edge cases: no words in the reference give 0 if the hypothesis is empty too, else 100 (as TER in sacreBLEU).
    Words are those of the specification's tokeniser. Substitutions, deletions and insertions are those of jiwer 4.0.
    Source: Levenshtein 1966; mWER: Nießen, Och, Leusch and Ney, LREC 2000.

    >>> from bakeoff.text import Workspace
    >>> space = Workspace(tokenizer="plain")
    >>> metric = Wer()
    >>> references = metric.prepare([space.text(["the cat sat down"])])
    >>> statistics = metric.statistics(space.text(["a cat sat"]), references)
    >>> print(statistics.tolist(), metric.score(statistics.sum(axis=0)))
    [[1.0, 1.0, 0.0, 4.0]] 50.0
    """

    name: ClassVar[str] = "wer"
    title: ClassVar[str] = "WER"
    version: ClassVar[str] = "1"
    direction: ClassVar[Direction] = "lower"
    bounds: ClassVar[tuple[float, float]] = (0.0, np.inf)

    length: Literal["chosen", "mean"] = "chosen"
    """Whose words divide the errors: the chosen reference's, or the mean of all."""

    @property
    def columns(self) -> tuple[str, ...]:
        return ("substitutions", "deletions", "insertions", "reference_words")

    def prepare(self, references: Sequence[Text]) -> tuple[Tokens, ...]:
        return tuple(text.tokens() for text in self.used(references))

    def statistics(self, hypothesis: Text, prepared: tuple[Tokens, ...]) -> Statistics:
        rows = word_error_statistics(hypothesis.tokens(), prepared, threads=hypothesis.workspace.threads)
        words = _MEAN if self.length == "mean" else _CHOSEN
        return rows[:, [0, 1, 2, words]]

    def score(self, sums: Statistics) -> NDArray[np.float64]:
        return error_rate(sums[..., :3].sum(axis=-1), sums[..., 3])
