"""Whether one metric correlates better than another with the same human scores.

The two correlations come from the same items and, with the human scores, share a side, so they are not independent:
a metric much like the other can be better by little and still surely so.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal, get_args

from numpy.typing import ArrayLike

from bakeoff.errors import InputError
from bakeoff.statistics.correlation.correlations import checked_scores, pearson
from bakeoff.statistics.inputs import one_of
from bakeoff.statistics.results import Alternative, Significance

DependentTest = Literal["williams", "steiger"]

_NOTHING = 1e-12
"""Below this a difference or a variance is what rounding leaves of 0."""


@dataclass(frozen=True, slots=True)
class ComparedCorrelations:
    """Two metrics' correlations with the same human scores, theirs with each other, and the test of the difference."""

    first: float
    second: float
    between: float
    significance: Significance


def williams_test(
    r12: float, r13: float, r23: float, *, n: int, alternative: Alternative = "two-sided"
) -> Significance:
    """Williams's test that r12 and r13 differ, of three variables of the same n items; 1 is the shared one.

    t = (r12 − r13)·√((n−1)(1+r23) / (2·|R|·(n−1)/(n−3) + r̄²(1−r23)³)) with |R| the determinant of the three
    correlations and r̄ the mean of r12 and r13, on n − 3 degrees of freedom; positive where r12 is the greater, which
    is what `greater` looks for. Where the two are equal and 2 and 3 are the same, t = 0 and p = 1. Scores for which
    less is better must be turned round first. Correlations that no items can have together: InputError; so is a
    variable 3 that is 2 turned round. Sources: Williams 1959, The comparison of regression variables; Graham and
    Baldwin 2014, Testing for significance of increased correlation with human judgment.

    >>> result = williams_test(0.3, 0.4, 0.5, n=100)
    >>> round(result.statistic, 4), round(result.p, 4)
    (-1.0767, 0.2843)
    """
    _check(n, alternative, r12=r12, r13=r13, r23=r23)
    determinant = _determinant(r12, r13, r23)
    mean = (r12 + r13) / 2
    variance = 2 * determinant * (n - 1) / (n - 3) + mean**2 * (1 - r23) ** 3
    if variance < _NOTHING:
        return _without_variance(r12 - r13, n)
    statistic = (r12 - r13) * math.sqrt((n - 1) * (1 + r23) / variance)
    return Significance(_p(statistic, alternative, freedom=n - 3), statistic, n)


def steiger_test(r12: float, r13: float, r23: float, *, n: int, alternative: Alternative = "two-sided") -> Significance:
    """Steiger's test that r12 and r13 differ, of three variables of the same n items; 1 is the shared one.

    Z = (artanh r12 − artanh r13)·√((n−3) / (2−2c)) against the normal distribution, with c the correlation of the two
    transformed coefficients, in which the mean of r12 and r13 stands for both. For equal and perfect correlations and
    turned scores see `williams_test`; an r12 or r13 of ±1 next to another value has no Z: InputError.
    Source: Steiger 1980, Tests for comparing elements of a correlation matrix, formulas 10 and 14.

    >>> round(steiger_test(0.4, 0.5, 0.1, n=103).statistic, 4)
    -0.8887
    """
    _check(n, alternative, r12=r12, r13=r13, r23=r23)
    _determinant(r12, r13, r23)
    # The test of r12 and r34 in which variable 3 is variable 1 again, with the two compared ones pooled.
    mean = (r12 + r13) / 2
    return _steiger(r12, r13, (1.0, mean, mean, r23), n, alternative)


def steiger_separate_test(
    r12: float,
    r34: float,
    *,
    r13: float,
    r14: float,
    r23: float,
    r24: float,
    n: int,
    alternative: Alternative = "two-sided",
) -> Significance:
    """Steiger's test that r12 and r34 differ, of four variables of the same n items, none of them shared.

    For example two metrics, each against human scores of its own kind. As `steiger_test`, with the other four
    correlations in c. Source: Steiger 1980, formulas 11 and 15.

    >>> round(steiger_separate_test(0.5, 0.6, r13=0.8, r14=0.5, r23=0.5, r24=0.7, n=103).statistic, 4)
    -1.405
    """
    _check(n, alternative, r12=r12, r34=r34, r13=r13, r14=r14, r23=r23, r24=r24)
    return _steiger(r12, r34, (r13, r14, r23, r24), n, alternative)


def compare_correlations(
    human: ArrayLike,
    first: ArrayLike,
    second: ArrayLike,
    *,
    test: DependentTest = "williams",
    alternative: Alternative = "two-sided",
) -> ComparedCorrelations:
    """Tests whether the first metric's Pearson correlation with human scores differs from the second's.

    `greater` looks for a better first metric. At least 4 items; scores that do not differ: InputError. For Spearman
    and Kendall use `permutation_comparison`: these two tests suppose scores that are jointly normal.

    >>> result = compare_correlations([1, 2, 3, 4, 5], [1, 2, 3, 5, 4], [2, 1, 5, 3, 4])
    >>> round(result.first, 2), round(result.second, 2), round(result.significance.p, 3)
    (0.9, 0.6, 0.426)
    """
    one_of(test, get_args(DependentTest), "test")
    for other in (first, second):
        checked_scores(human, other)
    with_first, with_second = pearson(human, first), pearson(human, second)
    between = pearson(first, second).value
    chosen = williams_test if test == "williams" else steiger_test
    significance = chosen(with_first.value, with_second.value, between, n=with_first.n, alternative=alternative)
    return ComparedCorrelations(with_first.value, with_second.value, between, significance)


def _steiger(
    r12: float, r34: float, crossed: tuple[float, float, float, float], n: int, alternative: Alternative
) -> Significance:
    """Z of r12 and r34, given r13, r14, r23 and r24."""
    if abs(r12 - r34) < _NOTHING and 1 - abs(r12) < _NOTHING:
        return _without_variance(r12 - r34, n)
    for name, value in (("the first correlation", r12), ("the second correlation", r34)):
        if abs(value) == 1:
            raise InputError(
                expected=f"{name} between -1 and 1",
                found=f"{value:g}",
                remedy="Williams's test takes perfect correlations.",
            )
    r13, r14, r23, r24 = crossed
    mean = (r12 + r34) / 2
    squares = r13**2 + r14**2 + r23**2 + r24**2
    products = r13 * r14 + r23 * r24 + r13 * r23 + r14 * r24
    covariance = mean**2 * squares / 2 + r13 * r24 + r14 * r23 - mean * products
    rest = 1 - covariance / (1 - mean**2) ** 2
    if rest < _NOTHING:
        return _without_variance(r12 - r34, n)
    statistic = (math.atanh(r12) - math.atanh(r34)) * math.sqrt((n - 3) / (2 * rest))
    return Significance(_p(statistic, alternative, freedom=None), statistic, n)


def _check(n: int, alternative: Alternative, **correlations: float) -> None:
    one_of(alternative, get_args(Alternative), "alternative")
    if n < 4:
        raise InputError(expected="at least 4 items", found=str(n))
    for name, value in correlations.items():
        if not -1 <= value <= 1:
            raise InputError(expected=f"{name} from -1 to 1", found=str(value))


def _determinant(r12: float, r13: float, r23: float) -> float:
    value = 1 - r12**2 - r13**2 - r23**2 + 2 * r12 * r13 * r23
    if value < -1e-9:
        raise InputError(
            expected="three correlations that the same items can have",
            found=f"{r12:g}, {r13:g} and {r23:g}",
            remedy="Give them with more digits, or all from the same items.",
        )
    return max(0.0, value)


def _without_variance(difference: float, n: int) -> Significance:
    if abs(difference) < 1e-9:
        return Significance(1.0, 0.0, n)
    raise InputError(
        expected="correlations whose difference varies",
        found=f"a difference of {difference:g} without variance",
        remedy="Negate the scores for which lower is better.",
    )


def _p(statistic: float, alternative: Alternative, *, freedom: int | None) -> float:
    """By Student's distribution, or by the normal one where there are no degrees of freedom."""
    from scipy.special import ndtr, stdtr

    def below(value: float) -> float:
        return float(ndtr(value) if freedom is None else stdtr(freedom, value))

    if alternative == "two-sided":
        return 2 * below(-abs(statistic))
    return below(-statistic if alternative == "greater" else statistic)
