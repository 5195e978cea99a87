"""Tail probabilities of a fair coin: the exact law behind the sign test and McNemar's test."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bakeoff.statistics.inputs import Floats, Integers
from bakeoff.statistics.results import Alternative


def coin_p_values(heads: NDArray[np.integer], tosses: NDArray[np.integer], alternative: Alternative) -> Floats:
    """The p-value of every number of heads; two-sided is twice the smaller tail, at most 1."""
    # By symmetry "at least k heads" is "at most k tails", which loses no digits in the far tail.
    few, many = _at_most(heads, tosses), _at_most(tosses - heads, tosses)
    if alternative == "two-sided":
        return np.asarray(np.minimum(1.0, 2 * np.minimum(few, many)))
    return np.asarray(many if alternative == "greater" else few)


def critical_heads(tosses: Integers, tail: float) -> Integers:
    """For each number of tosses the most heads that are still rejected as too few; −1 where none are."""
    from scipy.special import bdtrik

    limit = np.maximum(np.ceil(np.nan_to_num(bdtrik(tail, tosses, 0.5))), 0).astype(np.int64)
    limit = limit - ((limit > 0) & (_at_most(np.maximum(limit - 1, 0), tosses) > tail))  # inverted by approximation
    return limit - (_at_most(limit, tosses) > tail)


def _at_most(heads: NDArray[np.integer], tosses: NDArray[np.integer]) -> Floats:
    """The probability of at most a number of heads; up to 40 tosses, where it is a multiple of 2^-40, without error."""
    from scipy.special import bdtr

    below = np.asarray(bdtr(heads.astype(np.float64), tosses, 0.5))
    return np.where(tosses <= 40, np.ldexp(np.rint(np.ldexp(below, 40)), -40), below)
