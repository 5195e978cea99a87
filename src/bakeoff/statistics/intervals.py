"""Intervals from the scores of bootstrap samples, and of shares."""

from __future__ import annotations

from statistics import NormalDist
from typing import Literal

import numpy as np

from bakeoff.statistics.inputs import Floats
from bakeoff.statistics.results import Interval
from bakeoff.statistics.significance.fair_coin import critical_heads

IntervalMethod = Literal["percentile", "bca"]


def percentile_interval(samples: Floats, *, level: float) -> Interval:
    """The middle share `level` of the samples."""
    return _between(samples, _ends(level), level)


def corrected_interval(samples: Floats, *, value: float, jackknife: Floats, level: float) -> Interval:
    """The interval BCa, corrected for bias and skewness (Efron 1987, Better bootstrap confidence intervals).

    `value` is the score of all items, `jackknife` those without each item in turn. Where leaving out items changes
    nothing, or all samples lie on one side of the value, it is the percentile interval.
    """
    from scipy.special import ndtr, ndtri

    deviations = jackknife.mean() - jackknife if len(jackknife) else jackknife
    spread = float((deviations**2).sum())
    # Half of the ties count as below, so that a score of few possible values is not taken for a biased one.
    below = float((samples < value).mean() + (samples == value).mean() / 2)
    if spread < 1e-24 or below in (0, 1):
        return percentile_interval(samples, level=level)
    acceleration = float((deviations**3).sum()) / (6 * spread**1.5)
    bias = ndtri(below)
    shifted = bias + ndtri(_ends(level))
    return _between(samples, np.asarray(ndtr(bias + shifted / (1 - acceleration * shifted))), level)


def errors_to_ends(level: float, *, freedom: int | None = None) -> float:
    """Standard errors from the middle of an interval to either end: normal, or Student's with degrees of freedom.

    >>> round(errors_to_ends(0.95), 2), round(errors_to_ends(0.95, freedom=9), 2)
    (1.96, 2.26)
    """
    from scipy.special import stdtrit

    share = (1 + level) / 2
    return NormalDist().inv_cdf(share) if freedom is None else float(stdtrit(freedom, share))


def wilson_interval(successes: float, trials: float, *, level: float = 0.95) -> Interval:
    """The interval of a share, `successes` of `trials` (Wilson 1927, Probable inference)."""
    z, share = NormalDist().inv_cdf((1 + level) / 2), successes / trials
    centre = (share + z**2 / (2 * trials)) / (1 + z**2 / trials)
    half = z / (1 + z**2 / trials) * np.sqrt(share * (1 - share) / trials + (z / (2 * trials)) ** 2)
    return Interval(max(0.0, float(centre - half)), min(1.0, float(centre + half)), level)


def median_interval(values: Floats, *, level: float = 0.95) -> Interval | None:
    """The interval of a median between two of the values, whatever their distribution; they must be independent.

    It holds the true median with the probability `level` or more: below the k-th smallest of n values it lies only
    where fewer than k of n fair coins fall heads. None where the values are too few: five at a level of .95.
    Source: Thompson 1936, On confidence ranges for the median and other expectation distributions.

    >>> median_interval(np.arange(1.0, 11.0))
    Interval(low=2.0, high=9.0, level=0.95)
    """
    place = int(critical_heads(np.array([len(values)]), (1 - level) / 2)[0]) + 1
    if place < 1:
        return None
    ordered = np.sort(values)
    return Interval(float(ordered[place - 1]), float(ordered[-place]), level)


def _ends(level: float) -> Floats:
    tail = (1 - level) / 2
    return np.array([tail, 1 - tail])


def _between(samples: Floats, shares: Floats, level: float) -> Interval:
    low, high = np.quantile(samples, shares).tolist()
    return Interval(low, high, level)
