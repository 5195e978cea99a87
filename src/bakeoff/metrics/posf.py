"""POS n-gram F: how many n-grams of part-of-speech tags hypothesis and reference share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from bakeoff.metrics.contract import Statistics
from bakeoff.metrics.ratios import ratio
from bakeoff.metrics.registry import register
from bakeoff.metrics.tag_ngrams import TagNgramMetric
from bakeoff.metrics.word_ngrams import Floats
from bakeoff.native import Tokens, bleu_statistics
from bakeoff.text import Text


@register
@dataclass(frozen=True, kw_only=True)
class PosF(TagNgramMetric):
    """F of part-of-speech n-grams (POS 4-gram F-measure), the mean over the orders 1 to `order`.

    Definition: for each order F = 2 P R / (P + R), where P is the share of the hypothesis's n-grams that match, R
    that of the reference's; an n-gram matches as often as both have it. So F = 2 matches / (n-grams of both). The
    score is 100 × the arithmetic or geometric mean of the F of all orders (columns POSF4GRAM-AM and POSF4GRAM-GM of WMT
    2008). Counts are summed over segments before the formula is applied. Tags: as `bleu@pos`.
    Of several references each segment takes the one with the highest arithmetic mean, whichever mean is asked for (the
    geometric one is 0 in most single segments); of equals the shortest, then the one that matches more n-grams of order
    1, 2, …, so that the order of the references makes no difference.
    Range and direction: 0 to 100, higher is better.
    Edge cases: an order in which neither side has an n-gram is left out of the mean; 0 if no order is left. One order
    without a match makes the geometric mean 0.
    Source: Popović and Ney 2007, 2009; Callison-Burch et al. 2008, who name the means but print no formula.

    >>> from bakeoff.text import Workspace
    >>> space, posf = Workspace(), PosF()
    >>> reference = space.text(["a|DT dog|NN sat|VBD down|RP"])
    >>> rows = posf.statistics(space.text(["the|DT cat|NN sat|VBD"]), posf.prepare([reference]))
    >>> rows.tolist()
    [[3.0, 2.0, 1.0, 0.0, 3.0, 2.0, 1.0, 0.0, 4.0, 3.0, 2.0, 1.0]]
    >>> round(float(posf.score(rows.sum(axis=0))), 4)
    58.0952
    """

    name: ClassVar[str] = "posf"
    title: ClassVar[str] = "POS n-gram F"
    version: ClassVar[str] = "1"

    mean: Literal["arithmetic", "geometric"] = "arithmetic"

    @property
    def columns(self) -> tuple[str, ...]:
        orders = range(1, self.order + 1)
        return tuple(f"{what}_{n}" for what in ("matches", "hypothesis_ngrams", "reference_ngrams") for n in orders)

    def statistics(self, hypothesis: Text, prepared: tuple[Tokens, ...]) -> Statistics:
        tokens, threads = hypothesis.tags(self.tag_source()), hypothesis.workspace.threads
        first, *others = (self._against(tokens, reference, threads) for reference in prepared)
        best = first
        for rows in others:
            best = np.where(self._is_better(rows, best)[:, None], rows, best)
        return best

    def score(self, sums: Statistics) -> Floats:
        return 100 * _mean(*_f_by_order(sums), geometric=self.mean == "geometric")

    def _against(self, hypothesis: Tokens, reference: Tokens, threads: int) -> Statistics:
        rows = bleu_statistics(hypothesis, [reference], order=self.order, threads=threads)
        counts, length = rows[:, :-1], rows[:, -1:]
        return np.hstack([counts, np.maximum(length - np.arange(self.order), 0.0)])

    def _is_better(self, rows: Statistics, others: Statistics) -> NDArray[np.bool_]:
        one, other = self._merits(rows), self._merits(others)
        decisive = (one != other).argmax(axis=1)[:, None]
        better: NDArray[np.bool_] = (np.take_along_axis(one, decisive, 1) > np.take_along_axis(other, decisive, 1))[
            :, 0
        ]
        return better

    def _merits(self, rows: Statistics) -> Floats:
        """What makes one reference better than another, the weightiest first."""
        score = _mean(*_f_by_order(rows), geometric=False)
        return np.column_stack([score, -rows[:, 2 * self.order], rows[:, : self.order]])


def _f_by_order(sums: Statistics) -> tuple[Floats, NDArray[np.bool_]]:
    """F of each order, and in which orders there is any n-gram."""
    matches, hypothesis, reference = np.split(sums, 3, axis=-1)
    ngrams = hypothesis + reference
    present = ngrams > 0
    return ratio(2 * matches, ngrams, where=present), present


def _mean(values: Floats, present: NDArray[np.bool_], *, geometric: bool) -> Floats:
    """The mean over the orders that are present, 0 without any."""
    orders = present.sum(axis=-1)
    some = np.maximum(orders, 1)
    if not geometric:
        return np.asarray(values.sum(axis=-1) / some)
    logs = np.log(values, out=np.full(values.shape, -np.inf), where=values > 0)
    means = np.exp(np.where(present, logs, 0.0).sum(axis=-1) / some)
    return np.where(orders > 0, means, 0.0)
