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
from bakeoff.statistics.inputs import Booleans, Floats, numbers, same_length, share

# Pairs of systems that a curve needs: fewer say nothing about its two numbers.
_LEAST_PAIRS = 10
_STEEPEST = 1e3
"""Times the inverse of the median difference: above it a curve is a step, and its slope has no value."""


@dataclass(frozen=True, slots=True, eq=False)
class PairsByDifference:
    """Pairs of systems by how much a metric's scores differ, and whether people order them alike."""

    differences: Floats
    """Without sign."""
    agreeing: Booleans

    def __add__(self, other: PairsByDifference) -> PairsByDifference:
        """With pairs of other systems: those of another language pair are never compared with these."""
        return PairsByDifference(
            np.concatenate([self.differences, other.differences]), np.concatenate([self.agreeing, other.agreeing])
        )


def pairs_by_difference(human: ArrayLike, metric: ArrayLike) -> PairsByDifference:
    """All pairs of systems. Ties of people count as wrong unless the metric ties, too.

    >>> pairs_by_difference([1, 2, 3], [5, 4.5, 9]).differences.tolist()
    [0.5, 4.0, 4.5]
    """
    h, m = numbers(human, "the scores of people", least=2), numbers(metric, "the scores of the metric", least=2)
    same_length(h, m, "lists of scores")
    first, second = np.triu_indices(len(h), k=1)
    differences = m[first] - m[second]
    return PairsByDifference(np.abs(differences), np.sign(differences) == np.sign(h[first] - h[second]))


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
    pairs: PairsByDifference, *, edges: Sequence[float], level: float = 0.95
) -> tuple[DifferenceBin, ...]:
    """The share of pairs of systems that the metric orders as people do, for each range of its differences.

    `edges` are the ends of the ranges, rising; differences above the last are in a range of their own. Pairs of systems
    depend on each other, so intervals are too narrow.

    >>> found = accuracy_by_difference(pairs_by_difference([1, 2, 3], [5, 4.5, 9]), edges=[0, 1])
    >>> [(each.low, each.agreeing, each.pairs) for each in found]
    [(0, 0, 1), (1, 2, 2)]
    """
    share(level, "level")
    if not edges or any(a >= b for a, b in pairwise(edges)):
        raise InputError(expected="edges that rise", found=", ".join(f"{edge:g}" for edge in edges) or "none")
    found = []
    for low, high in zip(edges, [*edges[1:], math.inf], strict=True):
        inside = (pairs.differences >= low) & (pairs.differences < high)
        right, number = int(pairs.agreeing[inside].sum()), int(inside.sum())
        found.append(DifferenceBin(low, high, right, number, _wilson(right, number, level) if number else None))
    return tuple(found)


def edges_of_equal_bins(pairs: PairsByDifference, *, bins: int) -> tuple[float, ...]:
    """Ends of ranges with about as many pairs each, written with two digits; fewer where many differences are equal.

    >>> edges_of_equal_bins(PairsByDifference(np.arange(1.0, 101), np.ones(100, dtype=bool)), bins=4)
    (0.0, 26.0, 50.0, 75.0)
    """
    inner = np.quantile(pairs.differences, np.arange(1, bins) / bins)
    written = [0.0, *(float(f"{edge:.2g}") for edge in inner)]
    return tuple(sorted(set(written)))


@dataclass(frozen=True, slots=True)
class AccuracyCurve:
    """Accuracy in percent by difference, a / (1 + exp(−b · difference))."""

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


def fit_accuracy_curve(pairs: PairsByDifference) -> AccuracyCurve | None:
    """The curve under which what was observed is most likely, each pair of systems an observation of its own.

    None where there are fewer than ten pairs, where pairs do not agree more often the more they differ, and where they
    do so at one step, which has no slope. How Kocmi et al. fitted the curves that they published is not known.

    >>> pairs = pairs_by_difference(range(12), [3, 1, 2, 5, 4, 8, 6, 7, 9, 12, 15, 11])
    >>> fitted = fit_accuracy_curve(pairs)
    >>> fitted.accuracy(1) < fitted.accuracy(5)
    True
    """
    from scipy.optimize import minimize  # noqa: PLC0415 - SciPy takes a second to load

    if len(pairs.differences) < _LEAST_PAIRS or not pairs.differences.any():
        return None
    unit = float(np.median(pairs.differences[pairs.differences > 0]))
    sizes, right = pairs.differences / unit, pairs.agreeing

    def surprise(parameters: Floats) -> float:
        a, b = 1 / (1 + math.exp(-parameters[0])), math.exp(parameters[1])
        likely = np.clip(a / (1 + np.exp(-np.minimum(b * sizes, 500))), 1e-12, 1 - 1e-12)
        return float(-np.where(right, np.log(likely), np.log1p(-likely)).sum())

    starts = [(a, b) for a in (1.0, 3.0) for b in (-1.0, 0.0, 1.5)]
    best = min((minimize(surprise, start, method="Nelder-Mead") for start in starts), key=lambda found: found.fun)
    a, b = 100 / (1 + math.exp(-best.x[0])), math.exp(best.x[1])
    return AccuracyCurve(a, b / unit) if 1 / _STEEPEST < b < _STEEPEST else None


def _wilson(right: int, pairs: int, level: float) -> Interval:
    from scipy.stats import binomtest  # noqa: PLC0415 - SciPy takes a second to load

    found = binomtest(right, pairs).proportion_ci(level, method="wilson")
    return Interval(float(found.low), float(found.high), level)
