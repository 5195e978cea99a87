"""Intervals and tests of correlations by drawing the items again or by shuffling one side."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from bakeoff.statistics.correlation.coefficients import (
    Coefficient,
    average_ranks,
    coefficient_of_rows,
    kendall_of_rows,
    kendall_without_each,
    pearson_of_rows,
)
from bakeoff.statistics.correlation.correlations import Correlation, checked_scores
from bakeoff.statistics.inputs import Floats, one_of, positive, share
from bakeoff.statistics.intervals import IntervalMethod, corrected_interval, percentile_interval
from bakeoff.statistics.results import Alternative, Significance
from bakeoff.statistics.significance.permutations import all_swaps, random_swaps

BLOCK = 2**18
"""Numbers drawn at a time: the intermediate results of a block stay below 50 MB for any number of samples."""

ROUNDING = 1e-10
"""Sums in another order differ in the last digits, which must not decide whether a trial is as extreme."""


@dataclass(frozen=True, slots=True)
class ResampledCorrelation(Correlation):
    """A coefficient with those of the resamples that its interval or p-value comes from."""

    samples: Floats = field(repr=False, compare=False)


def bootstrap_correlation(
    first: ArrayLike,
    second: ArrayLike,
    *,
    coefficient: Coefficient,
    samples: int = 1000,
    level: float = 0.95,
    method: IntervalMethod = "percentile",
    rng: np.random.Generator,
) -> ResampledCorrelation:
    """A coefficient with the interval that it keeps to when the items are drawn again with replacement.

    Samples in which a side does not vary have no coefficient; they are drawn again (at most about 6 in 10 are, and
    only where all but one of the scores are equal). The interval runs between quantiles of the samples; `bca` chooses
    them to correct bias and skewness with the jackknife (Efron 1987, Better bootstrap confidence intervals), and falls
    back to the plain quantiles where leaving out items changes nothing. No p-value: None.

    >>> rng = np.random.default_rng(1)
    >>> result = bootstrap_correlation(range(9), [0, 2, 1, 4, 3, 6, 5, 8, 7], coefficient="kendall", rng=rng)
    >>> round(result.value, 3), len(result.samples), result.interval.low < result.value < result.interval.high
    (0.778, 1000, True)
    """
    one_of(coefficient, get_args(Coefficient), "coefficient")
    one_of(method, get_args(IntervalMethod), "method")
    a, b = checked_scores(first, second)
    value = float(coefficient_of_rows(a[None], b[None], coefficient)[0])
    drawn = _bootstrap(a, b, coefficient, positive(samples, "samples"), rng)
    share(level, "level")
    if method == "bca":
        name = "bootstrap-bca"
        interval = corrected_interval(drawn, value=value, jackknife=_jackknife(a, b, coefficient), level=level)
    else:
        name = "bootstrap"
        interval = percentile_interval(drawn, level=level)
    return ResampledCorrelation(value, len(a), coefficient, None, interval, name, drawn)


def permutation_correlation(
    first: ArrayLike,
    second: ArrayLike,
    *,
    coefficient: Coefficient,
    trials: int = 10_000,
    level: float = 0.95,
    rng: np.random.Generator,
) -> ResampledCorrelation:
    """A coefficient with the p-value of a permutation test: how often shuffled scores go together at least as closely.

    The p-value is two-sided, (1 + #{|r*| ≥ |r|}) / (1 + trials), so never 0; where n! ≤ `trials` all orders are gone
    through and it is exact. The interval is *not* one for the coefficient: it is the range to which chance alone
    keeps the coefficient of scores that have nothing to do with each other.

    >>> rng = np.random.default_rng(1)
    >>> result = permutation_correlation([1, 2, 3, 4], [1, 2, 3, 4], coefficient="pearson", rng=rng)
    >>> round(result.p * 24), len(result.samples)
    (2, 24)
    """
    one_of(coefficient, get_args(Coefficient), "coefficient")
    a, b = checked_scores(first, second)
    value = float(coefficient_of_rows(a[None], b[None], coefficient)[0])
    if coefficient == "spearman":
        # Shuffled ranks are the ranks of shuffled scores.
        a, b = average_ranks(a), average_ranks(b)
    exact = math.factorial(min(len(a), 20)) <= positive(trials, "trials")
    orders = _all_orders(len(a)) if exact else _shuffles(len(a), trials, rng)
    rows = kendall_of_rows if coefficient == "kendall" else pearson_of_rows
    drawn = np.concatenate([rows(np.broadcast_to(a, order.shape), b[order]) for order in orders])
    extreme = int((np.abs(drawn) >= abs(value) - ROUNDING).sum())
    p = extreme / len(drawn) if exact else (1 + extreme) / (1 + trials)
    interval = percentile_interval(drawn, level=share(level, "level"))
    return ResampledCorrelation(value, len(a), coefficient, p, interval, "permutation", drawn)


def permutation_comparison(
    human: ArrayLike,
    first: ArrayLike,
    second: ArrayLike,
    *,
    coefficient: Coefficient,
    trials: int = 10_000,
    alternative: Alternative = "two-sided",
    rng: np.random.Generator,
) -> Significance:
    """Tests whether one metric correlates better with human scores than another, by swapping their scores per item.

    Both metrics are brought to mean 0 and deviation 1; then their scores change places for each item or not, at even
    odds, and the difference of the coefficients is counted where it is at least as great as the real one. The
    statistic is that difference, first less second; `greater` looks for a better first metric. p = (1 + extreme) /
    (1 + trials), never 0; where 2ⁿ ≤ `trials` all swaps are gone through and it is exact. A swap that leaves a metric
    without differences counts as extreme. Bringing the metrics to one scale by the sample itself finds a little too
    much with few items: of equal, skewed metrics 6 or 7 in 100 differ at .05 with 30 items, 5 with 100. Turn round
    scores where less is better. Scores that do not differ: InputError. Source: Deutsch, Dror and Roth 2021, A
    statistical analysis of summarization evaluation metrics using resampling methods (PERM-INPUTS).

    >>> rng = np.random.default_rng(1)
    >>> human, good, poor = [1, 2, 3, 4, 5, 6, 7, 8], [1, 2, 3, 4, 5, 6, 8, 7], [5, 3, 8, 1, 4, 7, 2, 6]
    >>> result = permutation_comparison(human, good, poor, coefficient="pearson", rng=rng)
    >>> round(result.statistic, 3), result.p < 0.1
    (0.952, True)
    """
    one_of(coefficient, get_args(Coefficient), "coefficient")
    one_of(alternative, get_args(Alternative), "alternative")
    (truth, a), (_, b) = checked_scores(human, first), checked_scores(human, second)
    difference = _difference(truth, a[None], b[None], coefficient)[0]
    # Rounded, so that scores of both metrics that are equal by definition tie.
    a, b = (np.round((scores - scores.mean()) / scores.std(), 12) for scores in (a, b))
    n = len(truth)
    exact = 2 ** min(n, 62) <= positive(trials, "trials")
    masks = all_swaps(n) if exact else random_swaps(n, trials, rng)
    drawn = np.concatenate(
        [_difference(truth, np.where(swap, b, a), np.where(swap, a, b), coefficient) for swap in masks]
    )
    drawn = np.where(np.isnan(drawn), np.inf, drawn if alternative != "less" else -drawn)
    observed = -difference if alternative == "less" else difference
    if alternative == "two-sided":
        drawn, observed = np.abs(drawn), abs(observed)
    extreme = int((drawn >= observed - ROUNDING).sum())
    return Significance(extreme / len(drawn) if exact else (1 + extreme) / (1 + trials), float(difference), n)


def _difference(truth: Floats, first: Floats, second: Floats, coefficient: Coefficient) -> Floats:
    human = np.broadcast_to(truth, first.shape)
    return coefficient_of_rows(human, first, coefficient) - coefficient_of_rows(human, second, coefficient)


def _bootstrap(a: Floats, b: Floats, coefficient: Coefficient, samples: int, rng: np.random.Generator) -> Floats:
    known: list[Floats] = []
    missing = samples
    while missing:
        items = rng.integers(len(a), size=(min(missing, _rows(len(a))), len(a)))
        values = coefficient_of_rows(a[items], b[items], coefficient)
        known.append(values[~np.isnan(values)])
        missing -= len(known[-1])
    return np.concatenate(known)


def _jackknife(a: Floats, b: Floats, coefficient: Coefficient) -> Floats:
    """The coefficient without each item in turn; items without which a side does not vary are passed over."""
    if coefficient == "kendall":
        values = kendall_without_each(a, b)
    else:
        others = np.arange(len(a))
        blocks = np.array_split(others, -(-len(a) // _rows(len(a))))
        kept = (np.array([np.delete(others, item) for item in block]) for block in blocks)
        values = np.concatenate([coefficient_of_rows(a[items], b[items], coefficient) for items in kept])
    return values[~np.isnan(values)]


def _all_orders(n: int) -> Iterator[NDArray[np.int64]]:
    yield np.array(list(itertools.permutations(range(n))))


def _shuffles(n: int, trials: int, rng: np.random.Generator) -> Iterator[NDArray[np.int64]]:
    for start in range(0, trials, _rows(n)):
        rows = min(_rows(n), trials - start)
        yield rng.permuted(np.broadcast_to(np.arange(n), (rows, n)), axis=1)


def _rows(n: int) -> int:
    return max(1, BLOCK // n)
