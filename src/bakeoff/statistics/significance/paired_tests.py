"""Exact tests on pairs where only the winner counts: the sign test and McNemar's test."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from bakeoff.statistics.inputs import booleans, check_alternative, counts, numbers, same_length
from bakeoff.statistics.results import Alternative, Significance
from bakeoff.statistics.significance.fair_coin import coin_p_values


def sign_test(differences: ArrayLike, *, alternative: Alternative = "two-sided") -> Significance:
    """Whether positive differences are as frequent as negative ones. Exact for any number of pairs.

    Differences of 0 are ties and left out. The statistic is the number of positive differences, n that of
    positive and negative ones. Two-sided p is twice the smaller binomial tail, at most 1; "greater" asks for more
    positive differences than chance gives. Where no pair differs, n is 0 and p is 1.

    Source: J. Arbuthnott 1710; as used for WMT 2008 (Callison-Burch et al., Further Meta-Evaluation of MT).

    >>> sign_test([0.4, 0.1, 0.0, 0.9, -0.2, 0.3, 0.5])
    Significance(p=0.21875, statistic=5.0, n=6)
    """
    values = numbers(differences, "differences")
    return sign_test_of_counts(int((values > 0).sum()), int((values < 0).sum()), alternative=alternative)


def sign_test_of_counts(wins: int, losses: int, *, alternative: Alternative = "two-sided") -> Significance:
    """The sign test of counted wins and losses, without ties. See `sign_test`.

    >>> round(sign_test_of_counts(17, 14).p, 3)
    0.72
    """
    check_alternative(alternative)
    won, lost = counts([wins, losses], "wins and losses")
    decided = won + lost
    p = coin_p_values(np.array(won), np.array(decided), alternative)
    return Significance(p=float(p), statistic=float(won), n=int(decided))


def mcnemar_test(
    first_right: ArrayLike, second_right: ArrayLike, *, alternative: Alternative = "two-sided"
) -> Significance:
    """Whether two systems are right equally often on the same items. Exact for any number of items.

    Only items count that one system has right and the other has not; n is their number and the statistic the number of
    those that the first has right. Two-sided p is twice the smaller binomial tail, at most 1; "greater" asks whether
    the first is right more often. Where both are right on the same items, n is 0 and p is 1.

    Source: Q. McNemar 1947, Note on the sampling error of the difference between correlated proportions; for speech
    Gillick and Cox 1989, Some statistical issues in the comparison of speech recognition algorithms.

    >>> mcnemar_test([1, 1, 1, 1, 0, 1], [0, 0, 1, 0, 0, 0])
    Significance(p=0.125, statistic=4.0, n=4)
    """
    first, second = booleans(first_right, "the first system's answers"), booleans(second_right, "the second's")
    same_length(first, second, "systems")
    return mcnemar_test_of_counts(int((first & ~second).sum()), int((second & ~first).sum()), alternative=alternative)


def mcnemar_test_of_counts(
    only_first: int, only_second: int, *, alternative: Alternative = "two-sided"
) -> Significance:
    """McNemar's test of counted items that only the first, and only the second, has right. See `mcnemar_test`.

    >>> round(mcnemar_test_of_counts(24, 22).p, 3)
    0.883
    """
    return sign_test_of_counts(only_first, only_second, alternative=alternative)
