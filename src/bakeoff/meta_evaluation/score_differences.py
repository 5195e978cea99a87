"""How many points of a metric are a real difference: how often it then orders two systems as people do."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import ArrayLike

from bakeoff.errors import InputError
from bakeoff.statistics import Interval
from bakeoff.statistics.inputs import numbers, same_length, share


@dataclass(frozen=True, slots=True)
class DifferenceBin:
    """Pairs of systems whose scores differ by at least `low` and less than `high`."""

    low: float
    high: float
    agreeing: int
    pairs: int
    interval: Interval | None
    """Of the share that agree, by Wilson 1927; None without pairs."""

    @property
    def accuracy(self) -> float | None:
        return self.agreeing / self.pairs if self.pairs else None


def accuracy_by_difference(
    human: ArrayLike, metric: ArrayLike, *, edges: Sequence[float], level: float = 0.95
) -> tuple[DifferenceBin, ...]:
    """The share of pairs of systems that the metric orders as people do, for each range of its differences.

    `edges` are the ends of the ranges, rising; differences above the last are in a range of their own. Pairs of systems
    depend on each other, so intervals are too narrow. Ties of people count as wrong unless the metric ties, too.

    >>> [(each.low, each.agreeing, each.pairs) for each in accuracy_by_difference([1, 2, 3], [5, 4.5, 9], edges=[0, 1])]
    [(0, 0, 1), (1, 2, 2)]
    """
    h, m = numbers(human, "the scores of people", least=2), numbers(metric, "the scores of the metric", least=2)
    same_length(h, m, "lists of scores")
    share(level, "level")
    if not edges or any(a >= b for a, b in pairwise(edges)):
        raise InputError(expected="edges that rise", found=", ".join(f"{edge:g}" for edge in edges) or "none")
    first, second = np.triu_indices(len(h), k=1)
    differences = m[first] - m[second]
    agreeing = np.sign(differences) == np.sign(h[first] - h[second])
    found = []
    for low, high in zip(edges, [*edges[1:], math.inf], strict=True):
        inside = (np.abs(differences) >= low) & (np.abs(differences) < high)
        right, pairs = int(agreeing[inside].sum()), int(inside.sum())
        found.append(DifferenceBin(low, high, right, pairs, _wilson(right, pairs, level) if pairs else None))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class AccuracyCurve:
    """Accuracy in percent by difference, a / (1 + exp(−b · difference)), as published for some metrics."""

    a: float
    b: float

    def accuracy(self, difference: float) -> float:
        """At a difference; a / 2, below one half, at 0.

        >>> round(CURVES["bleu"].accuracy(1), 3)
        63.989
        """
        return self.a / (1 + math.exp(-self.b * difference))

    def difference(self, accuracy: float) -> float:
        """The difference that an accuracy takes; InputError for an accuracy that none reaches.

        >>> round(CURVES["bleu"].difference(70), 4)
        1.3864
        """
        if not 0 < accuracy < self.a:
            raise InputError(expected=f"an accuracy above 0 and below {self.a:g} percent", found=f"{accuracy:g}")
        return -math.log(self.a / accuracy - 1) / self.b


CURVES = {
    "bleu": AccuracyCurve(88.3333, 0.966393),
    "chrf": AccuracyCurve(93.0, 1.114273),
    "comet22": AccuracyCurve(96.2237, 2.835919),
}
"""Kocmi et al. 2024, Navigating the metrics maze; COMET22 on a scale from 0 to 100."""


def _wilson(right: int, pairs: int, level: float) -> Interval:
    from scipy.stats import binomtest  # noqa: PLC0415 - SciPy takes a second to load

    found = binomtest(right, pairs).proportion_ci(level, method="wilson")
    return Interval(float(found.low), float(found.high), level)
