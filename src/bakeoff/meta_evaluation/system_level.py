"""How well a metric ranks systems: pairs in the right order, and which systems are outliers."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from bakeoff.errors import InputError
from bakeoff.statistics.inputs import numbers, same_length

# The median of the distances from the median, times this, is the standard deviation of normal scores.
_NORMAL = 1.4826


@dataclass(frozen=True, slots=True)
class PairwiseAccuracy:
    """Of all pairs of systems, how many the metric orders as people do; the counts of several tasks may be added."""

    agreeing: int
    pairs: int

    @property
    def value(self) -> float:
        return self.agreeing / self.pairs

    def __add__(self, other: PairwiseAccuracy) -> PairwiseAccuracy:
        return PairwiseAccuracy(self.agreeing + other.agreeing, self.pairs + other.pairs)


def pairwise_accuracy(human: ArrayLike, metric: ArrayLike) -> PairwiseAccuracy:
    """The pairs of systems whose two differences have the same sign; a tie on both sides is right, on one side wrong.

    From 0 to 1, higher is better. Systems of several language pairs are not compared with each other: add the results.
    Source: Kocmi et al. 2021, To ship or not to ship.

    >>> pairwise_accuracy([1, 2, 3, 3], [5, 6, 9, 8])
    PairwiseAccuracy(agreeing=5, pairs=6)
    """
    h, m = numbers(human, "the scores of people", least=2), numbers(metric, "the scores of the metric", least=2)
    same_length(h, m, "lists of scores")
    first, second = np.triu_indices(len(h), k=1)
    agreeing = np.sign(h[first] - h[second]) == np.sign(m[first] - m[second])
    return PairwiseAccuracy(int(agreeing.sum()), len(agreeing))


def outlier_systems(scores: ArrayLike, *, limit: float = 2.5) -> tuple[int, ...]:
    """The places of systems that are far from the others, by the rule of WMT 2020.

    A system is an outlier where |x − median| / (1.4826 · median |x − median|) is above the limit. The rule takes the
    scores of people (z-scores) without human translations. Where more than half of the scores are equal the
    denominator is 0, and the rule says nothing: InputError. Source: Mathur et al. 2020, Tangled up in BLEU. WMT 2020
    edited what the rule gave by hand, so its printed tables need the published list.

    >>> outlier_systems([0.1, 0.2, 0.15, 0.12, -1.5])
    (4,)
    """
    values = numbers(scores, "the scores of people", least=3)
    distances = np.abs(values - np.median(values))
    scale = _NORMAL * float(np.median(distances))
    if scale == 0:
        raise InputError(
            expected="scores of which at most half are equal, to find outliers by their median",
            found=f"{np.median(values):g} for more than half of {len(values)} systems",
            remedy="Name the outliers instead.",
        )
    return tuple(np.flatnonzero(distances / scale > limit).tolist())
