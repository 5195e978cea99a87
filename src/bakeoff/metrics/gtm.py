"""General Text Matcher: precision, recall and F of runs of words that hypothesis and references share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from bakeoff.errors import ExpressionError
from bakeoff.metrics.contract import Direction, Metric, Statistics
from bakeoff.metrics.ratios import ratio
from bakeoff.metrics.registry import register
from bakeoff.native import Tokens, gtm_statistics
from bakeoff.text import Text


@register
@dataclass(frozen=True, kw_only=True)
class Gtm(Metric):
    """General Text Matcher as versions 1.3 and 1.4 compute it.

    Definition: the match of a segment is made of runs of words that are in both texts in one piece, no word in two of
    them, the longest first (of equals the one that starts later in the hypothesis, then in the reference). Its size is
    (Σ length^exponent)^(1/exponent), so that with an exponent above 1 long runs count more than their words one by one.
    Precision is the size in percent of the hypothesis's words, recall in percent of the reference's, F = 2PR / (P + R);
    a corpus has the sums of sizes and words. With several references a match may take words of all of them, but no more
    in all than their mean length, which also divides the recall; the last run is cut to what is left, even within a
    word.
    Range and direction: 0 to 100, higher is better.
    Edge cases: 0 where nothing matches or there are no words. With exponent 1 and one reference the size is the number
    of words that both have, whatever their order. With a higher exponent the order of the references may matter.
    Words are those of the specification's tokeniser; where that is `plain`, those of the tool, which separates words at
    blanks, tabs, line and form feeds and carriage returns, but not at no-break spaces.
    Source: Turian, Shen and Melamed, MT Summit IX, 2003; Melamed, Green and Turian, NAACL 2003; GTM 1.4.

    >>> from bakeoff.text import Workspace
    >>> space = Workspace(tokenizer="plain")
    >>> metric = Gtm(exponent=2)
    >>> references = metric.prepare([space.text(["the cat sat on a mat"])])
    >>> statistics = metric.statistics(space.text(["on a mat the fat cat sat"]), references)
    >>> statistics.round(3).tolist(), round(float(metric.score(statistics.sum(axis=0))), 3)
    ([[3.742, 7.0, 6.0]], 57.564)
    """

    name: ClassVar[str] = "gtm@1.4"
    title: ClassVar[str] = "GTM"
    tool: ClassVar[str] = "GTM"
    version: ClassVar[str] = "1.4"
    direction: ClassVar[Direction] = "higher"
    bounds: ClassVar[tuple[float, float]] = (0.0, 100.0)

    exponent: float = 1.0
    """How much longer runs count for more: 1 for not at all."""
    measure: Literal["f", "precision", "recall"] = "f"

    def __post_init__(self) -> None:
        if not 1 <= self.exponent < np.inf:
            raise ExpressionError(f"{self.name}: expected an exponent of 1 or more, found {self.exponent}.")

    @property
    def columns(self) -> tuple[str, ...]:
        return ("match_size", "hypothesis_words", "mean_reference_words")

    def prepare(self, references: Sequence[Text]) -> tuple[Tokens, ...]:
        return tuple(_tokens(text) for text in self.used(references))

    def statistics(self, hypothesis: Text, prepared: tuple[Tokens, ...]) -> Statistics:
        threads = hypothesis.workspace.threads
        return gtm_statistics(_tokens(hypothesis), prepared, exponent=self.exponent, threads=threads)

    def score(self, sums: Statistics) -> NDArray[np.float64]:
        size, hypothesis_words, reference_words = (sums[..., i] for i in range(3))
        # The harmonic mean of size / hypothesis words and size / reference words.
        words = {
            "f": (hypothesis_words + reference_words) / 2,
            "precision": hypothesis_words,
            "recall": reference_words,
        }[self.measure]
        return ratio(100 * size, words, where=words > 0)


def _tokens(text: Text) -> Tokens:
    # Without a tokeniser the tool itself parts the words, and it knows no white space beyond ASCII.
    return text.tokens("gtm" if text.workspace.tokenizer == "plain" else None)
