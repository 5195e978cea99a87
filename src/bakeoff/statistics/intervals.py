"""Intervals from the scores of bootstrap samples, and of shares."""

from __future__ import annotations

from typing import Literal

import numpy as np

from bakeoff.statistics.inputs import Floats
from bakeoff.statistics.results import Interval

IntervalMethod = Literal["percentile", "bca"]


def percentile_interval(samples: Floats, *, level: float) -> Interval:
    """The middle share `level` of the samples."""
    return _between(samples, _ends(level), level)


def corrected_interval(samples: Floats, *, value: float, jackknife: Floats, level: float) -> Interval:
    """The interval BCa, corrected for bias and skewness (Efron 1987, Better bootstrap confidence intervals).

    `value` is the score of the whole, `jackknife` the scores without each item in turn. Where leaving out items changes
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


def wilson_interval(found: int, trials: int) -> Interval:
    """The interval of a share, `found` of so many trials, at 95 % (Wilson 1927, Probable inference)."""
    z, share = 1.959964, found / trials
    centre = (share + z**2 / (2 * trials)) / (1 + z**2 / trials)
    half = z / (1 + z**2 / trials) * np.sqrt(share * (1 - share) / trials + (z / (2 * trials)) ** 2)
    return Interval(max(0.0, float(centre - half)), min(1.0, float(centre + half)))


def _ends(level: float) -> Floats:
    tail = (1 - level) / 2
    return np.array([tail, 1 - tail])


def _between(samples: Floats, shares: Floats, level: float) -> Interval:
    low, high = np.quantile(samples, shares).tolist()
    return Interval(low, high, level)
