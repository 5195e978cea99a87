"""chrF and chrF++: F scores of character n-grams, chrF++ with word n-grams, too."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from bakeoff.errors import ExpressionError
from bakeoff.metrics.contract import Direction, Metric, Statistics
from bakeoff.metrics.ratios import count_true, ratio
from bakeoff.metrics.registry import register
from bakeoff.metrics.sacrebleu_signature import sacrebleu_line
from bakeoff.native import LONGEST_ORDER, chrf_statistics
from bakeoff.text import Text


@register
@dataclass(frozen=True, kw_only=True)
class Chrf(Metric):
    """chrF as sacreBLEU 2.6 computes it.

    Definition: (1 + beta²) P R / (beta² P + R) × 100, with P and R the means over orders of precision and recall. The
    n-grams are of characters (Unicode code points) without white space (`whitespace=yes` keeps it), in orders 1 to
    `order`, and of words in orders 1 to `word_order`; a word is what is between white space, with one ASCII
    punctuation mark separated from its end, or else from its start. Of several references each segment takes the one
    with the highest F, the first of equals.
    Range and direction: 0 to 100, higher is better.
    Edge cases: orders in which the hypothesis or the reference has no n-gram are left out; 0 if no order is left or
    nothing matches. In an order in which a segment's reference has no n-gram those of its hypothesis do not count.
    `case=no` lowers all of Unicode.
    Source: Popović 2015, 2017; sacreBLEU 2.6.0.

    >>> from bakeoff.text import Workspace
    >>> space, chrf = Workspace(), Chrf()
    >>> rows = chrf.statistics(space.text(["the cat sat"]), chrf.prepare([space.text(["the cat sat down"])]))
    >>> round(float(chrf.score(rows.sum(axis=0))), 4)
    66.0176
    """

    name: ClassVar[str] = "chrf"
    title: ClassVar[str] = "chrF"
    tool: ClassVar[str] = "sacreBLEU"
    version: ClassVar[str] = "sacrebleu-2.6.0"
    direction: ClassVar[Direction] = "higher"
    bounds: ClassVar[tuple[float, float]] = (0.0, 100.0)
    takes_uneven_references: ClassVar[bool] = True

    case: bool = True
    order: int = 6
    word_order: int = 0
    beta: int = 2
    whitespace: bool = False

    def __post_init__(self) -> None:
        orders = (self.order, self.word_order)
        if min(*orders, self.beta) < 0 or max(orders) == 0 or max(orders) > LONGEST_ORDER:
            raise ExpressionError(
                f"{self.name}: expected orders from 0 to {LONGEST_ORDER}, one of them above 0, and beta of 0 or more, "
                f"found order={self.order}, word_order={self.word_order}, beta={self.beta}."
            )

    @property
    def columns(self) -> tuple[str, ...]:
        orders = [f"character_{n + 1}" for n in range(self.order)] + [f"word_{n + 1}" for n in range(self.word_order)]
        return tuple(f"{what}_{order}" for what in ("hypothesis", "reference", "matches") for order in orders)

    def prepare(self, references: Sequence[Text]) -> tuple[tuple[str, ...], ...]:
        return tuple(self._cased(text).segments for text in self.used(references))

    def statistics(self, hypothesis: Text, prepared: tuple[tuple[str, ...], ...]) -> Statistics:
        return chrf_statistics(
            self._cased(hypothesis).segments,
            prepared,
            order=self.order,
            word_order=self.word_order,
            beta=self.beta,
            whitespace=self.whitespace,
            threads=hypothesis.workspace.threads,
        )

    def score(self, sums: Statistics) -> NDArray[np.float64]:
        hypothesis, reference, matches = np.split(sums, 3, axis=-1)
        used = (hypothesis > 0) & (reference > 0)
        orders = np.maximum(count_true(used), 1)
        precision = ratio(matches, hypothesis, where=used).sum(axis=-1) / orders
        recall = ratio(matches, reference, where=used).sum(axis=-1) / orders
        weight = self.beta**2
        divisor = weight * precision + recall
        product = 100 * (1 + weight) * precision * recall
        return ratio(product, divisor, where=divisor > 0)

    def sacrebleu_signature(self, references: str) -> str:
        return sacrebleu_line(
            f"chrF{self.beta}{'+' * self.word_order}",
            references,
            self.version,
            case="mixed" if self.case else "lc",
            eff="yes",
            nc=str(self.order),
            nw=str(self.word_order),
            space="yes" if self.whitespace else "no",
        )

    def _cased(self, text: Text) -> Text:
        return text if self.case else text.lowercased()


@register
@dataclass(frozen=True, kw_only=True)
class ChrfPlusPlus(Chrf):
    """chrF++ as sacreBLEU 2.6 computes it: chrF with word n-grams in orders 1 and 2 next to the character n-grams.

    Definition, range, direction, edge cases and source: as `chrf`.

    >>> from bakeoff.text import Workspace
    >>> space, chrf = Workspace(), ChrfPlusPlus()
    >>> rows = chrf.statistics(space.text(["the cat sat"]), chrf.prepare([space.text(["the cat sat down"])]))
    >>> round(float(chrf.score(rows.sum(axis=0))), 4)
    68.3557
    """

    name: ClassVar[str] = "chrf++"
    title: ClassVar[str] = "chrF++"

    word_order: int = 2
