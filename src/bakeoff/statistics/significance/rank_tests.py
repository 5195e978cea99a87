"""Wilcoxon's tests: signed ranks for pairs, rank sums for two samples. Ties get the mean of their ranks.

Small samples are tested exactly, given the ranks as they are, ties included; large ones by the normal approximation
with the variance of these very ranks (which is the correction for ties) and a continuity correction of one half.
"""

from __future__ import annotations

from typing import Final, Literal, get_args

import numpy as np
from numpy.typing import ArrayLike

from bakeoff.statistics.inputs import Floats, check_alternative, numbers, one_of
from bakeoff.statistics.results import Alternative, Significance

Zeros = Literal["drop", "pratt"]
"""What differences of 0 do: they are left out before ranking, or (Pratt) ranked with the others and then left out."""

EXACT_PAIRS: Final = 50
"""The largest number of differing pairs for which signed ranks are tested exactly."""
EXACT_SIZE: Final = 2500
"""Up to this product of the smaller sample's size and the number of all values, rank sums are tested exactly."""


def wilcoxon_signed_rank(
    differences: ArrayLike, *, alternative: Alternative = "two-sided", zeros: Zeros = "drop"
) -> Significance:
    """Whether differences lie symmetrically around 0, by the ranks of their sizes.

    The statistic is the sum of the ranks of the positive differences (0 to n(n+1)/2 where no difference is 0), n the
    number of differences that are not 0. Exact up to 50 of these; above, the normal approximation. "greater" asks for
    positive differences. Where no pair differs, n is 0 and p is 1. Dividing the ranks of zeros between both sides
    gives the same p as Pratt's way.

    Source: F. Wilcoxon 1945, Individual comparisons by ranking methods; J. W. Pratt 1959, Remarks on zeros and ties.

    >>> wilcoxon_signed_rank([1.1, 2.3, -0.4, 3.0, 0.9, 0.0])
    Significance(p=0.125, statistic=14.0, n=5)
    """
    from scipy.stats import rankdata

    check_alternative(alternative)
    one_of(zeros, get_args(Zeros), "the treatment of zeros")
    values = numbers(differences, "differences")
    if zeros == "drop":
        values = values[values != 0]
    ranks = rankdata(np.abs(values))[values != 0]
    values = values[values != 0]
    positive = float(ranks[values > 0].sum())
    if len(values) <= EXACT_PAIRS:
        p = _tail(_signed_rank_law(ranks), 2 * positive, alternative)
    else:
        p = _normal_p(positive - ranks.sum() / 2, (ranks**2).sum() / 4, alternative)
    return Significance(p=p, statistic=positive, n=len(values))


def wilcoxon_rank_sum(first: ArrayLike, second: ArrayLike, *, alternative: Alternative = "two-sided") -> Significance:
    """Whether values of one sample tend to be larger than those of another (Mann and Whitney's test; not paired).

    The statistic is U, the number of pairs of a first and a second value where the first is larger, equal ones
    counting half (0 to n₁·n₂); n is the number of all values. Exact while the smaller sample's size times n is at most
    2,500 (35 against 35, 10 against 240); above, the normal approximation. "greater" asks for larger first values.
    Where all values are equal, p is 1.

    Source: F. Wilcoxon 1945; H. B. Mann and D. R. Whitney 1947, On a test of whether one of two random variables is
    stochastically larger than the other.

    >>> wilcoxon_rank_sum([7.1, 8.4, 6.9, 9.0], [5.2, 6.0, 7.0])
    Significance(p=0.11428571428571428, statistic=11.0, n=7)
    """
    from scipy.stats import rankdata

    check_alternative(alternative)
    left, right = numbers(first, "the first sample"), numbers(second, "the second sample")
    ranks = rankdata(np.concatenate([left, right]))
    n, size = len(ranks), len(left)
    rank_sum = float(ranks[:size].sum())
    if min(size, n - size) * n <= EXACT_SIZE:
        p = _exact_rank_sum_p(ranks, size, alternative)
    else:
        spread = ((ranks - (n + 1) / 2) ** 2).sum() / (n * (n - 1))
        p = _normal_p(rank_sum - size * (n + 1) / 2, size * (n - size) * spread, alternative)
    return Significance(p=p, statistic=rank_sum - size * (size + 1) / 2, n=n)


def _exact_rank_sum_p(ranks: Floats, size: int, alternative: Alternative) -> float:
    """Looks at the smaller sample: its rank sum is large where the other's is small."""
    if size <= len(ranks) - size:
        return _tail(_rank_sum_law(ranks, size), 2 * float(ranks[:size].sum()), alternative)
    opposite: dict[Alternative, Alternative] = {"greater": "less", "less": "greater", "two-sided": "two-sided"}
    law = _rank_sum_law(ranks, len(ranks) - size)
    return _tail(law, 2 * float(ranks[size:].sum()), opposite[alternative])


def _signed_rank_law(ranks: Floats) -> Floats:
    """How probable each sum of positive ranks is, times two, because ties have half ranks."""
    law = np.zeros(int(2 * ranks.sum()) + 1)
    law[0] = 1.0
    for step in (2 * ranks).astype(int):
        law[step:] += law[:-step]
        law /= 2
    return law


def _rank_sum_law(ranks: Floats, size: int) -> Floats:
    """How probable each rank sum, times two, of a sample of that size is, any choice being as probable as another."""
    sums = np.zeros((size + 1, int(2 * np.sort(ranks)[len(ranks) - size :].sum()) + 1))
    sums[0, 0] = 1.0
    for step in (2 * ranks).astype(int):
        sums[1:, step:] += sums[:-1, : max(0, sums.shape[1] - step)]
    law: Floats = sums[size] / sums[size].sum()
    return law


def _tail(law: Floats, observed: float, alternative: Alternative) -> float:
    at = round(observed)
    few, many = float(law[: at + 1].sum()), float(law[at:].sum())
    p = {"less": few, "greater": many, "two-sided": 2 * min(few, many)}[alternative]
    return min(1.0, p)


def _normal_p(deviation: float, variance: float, alternative: Alternative) -> float:
    from scipy.special import ndtr

    if variance == 0:
        return 1.0
    if alternative == "two-sided":
        return float(2 * ndtr(-max(0.0, abs(deviation) - 0.5) / np.sqrt(variance)))
    sign = 1 if alternative == "greater" else -1
    return float(ndtr((0.5 - sign * deviation) / np.sqrt(variance)))
