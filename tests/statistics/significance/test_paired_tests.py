"""The sign test and McNemar's test are exact at any size."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import comb
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bakeoff.errors import InputError
from bakeoff.statistics.results import Alternative, Significance
from bakeoff.statistics.significance.paired_tests import (
    mcnemar_test,
    mcnemar_test_of_counts,
    sign_test,
    sign_test_of_counts,
)

pytestmark = pytest.mark.filterwarnings("error")

COUNTS = st.integers(0, 400)
ALTERNATIVES = ("two-sided", "greater", "less")


def exact_p(wins: int, losses: int, alternative: str) -> float:
    """The definition in whole numbers."""
    n = wins + losses

    def at_most(k: int) -> Fraction:
        return Fraction(sum(comb(n, i) for i in range(k + 1)), 2**n)

    tails = {"less": at_most(wins), "greater": at_most(losses), "two-sided": 2 * at_most(min(wins, losses))}
    return float(min(Fraction(1), tails[alternative]))


# SCTK's sc_stats replaces the binomial law by a faulty normal one above 20 decisions: it prints .002 for 17 vs 14
# discordant utterances, <.001 for 24 vs 22 and for 21 vs 19 speakers (open upstream as usnistgov/SCTK#46).
@pytest.mark.parametrize(("wins", "losses", "p"), [(17, 14, 0.720), (24, 22, 0.883), (21, 19, 0.875), (30, 30, 1.0)])
def test_where_sctk_goes_astray_above_twenty_decisions(wins: int, losses: int, p: float) -> None:
    assert round(sign_test_of_counts(wins, losses).p, 3) == p
    assert round(mcnemar_test_of_counts(losses, wins).p, 3) == p


@given(COUNTS, COUNTS, st.sampled_from(ALTERNATIVES))
def test_sign_test_is_the_binomial_law_in_whole_numbers(wins: int, losses: int, alternative: Alternative) -> None:
    result = sign_test_of_counts(wins, losses, alternative=alternative)
    assert result.p == pytest.approx(exact_p(wins, losses, alternative), rel=1e-11)
    assert (result.statistic, result.n) == (wins, wins + losses)


@given(st.integers(0, 20), st.integers(0, 20), st.sampled_from(ALTERNATIVES))
def test_p_values_of_few_decisions_are_free_of_rounding(wins: int, losses: int, alternative: Alternative) -> None:
    """So that a p-value that equals the level is not above it: 5 of 6 wins have p = .21875."""
    assert sign_test_of_counts(wins, losses, alternative=alternative).p == exact_p(wins, losses, alternative)


def test_far_tail_keeps_its_digits() -> None:
    assert sign_test_of_counts(0, 1000).p == pytest.approx(2.0**-999, rel=1e-11)


@given(COUNTS, COUNTS)
def test_sign_test_against_scipy(wins: int, losses: int) -> None:
    from scipy.stats import binomtest

    if wins + losses:
        expected = binomtest(wins, wins + losses).pvalue
        assert sign_test_of_counts(wins, losses).p == pytest.approx(expected, rel=1e-9)


@given(st.lists(st.integers(-3, 3), min_size=1, max_size=60))
def test_sign_test_counts_signs_and_leaves_out_ties(differences: list[int]) -> None:
    wins, losses = sum(d > 0 for d in differences), sum(d < 0 for d in differences)
    assert sign_test(differences) == sign_test_of_counts(wins, losses)
    mirrored = sign_test([-d for d in differences], alternative="less")
    assert mirrored.p == sign_test(differences, alternative="greater").p


def test_pairs_without_a_difference_show_nothing() -> None:
    assert sign_test([0.0, 0.0]) == Significance(p=1.0, statistic=0.0, n=0)
    assert mcnemar_test([True, False], [True, False]) == Significance(p=1.0, statistic=0.0, n=0)


@given(st.lists(st.tuples(st.booleans(), st.booleans()), min_size=1, max_size=80))
def test_mcnemar_against_statsmodels(answers: list[tuple[bool, bool]]) -> None:
    from statsmodels.stats.contingency_tables import mcnemar

    first, second = np.array(answers).T
    table = [[np.sum((first == i) & (second == j)) for j in (True, False)] for i in (True, False)]
    result = mcnemar_test(first, second)
    expected = mcnemar(table, exact=True)
    assert result.p == pytest.approx(expected.pvalue, rel=1e-9)
    assert min(result.statistic, result.n - result.statistic) == expected.statistic


def test_mcnemar_asks_who_is_right_more_often() -> None:
    first, second = [1] * 8 + [0] * 2 + [1], [0] * 8 + [1] * 2 + [1]
    assert mcnemar_test(first, second, alternative="greater").p == pytest.approx(56 / 1024)
    assert mcnemar_test(second, first, alternative="less").p == pytest.approx(56 / 1024)


def test_two_of_ten_is_siegels_table() -> None:
    """Textbook: 8 of 10 decided pairs won, Siegel 1956, table D: .055 one-sided for 2 of 10."""
    assert round(sign_test_of_counts(8, 2, alternative="greater").p, 3) == 0.055


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: sign_test([]), "expected at least 1 values in differences, found 0."),
        (lambda: sign_test([1, float("nan")]), "expected finite numbers in differences, found nan at 1"),
        (lambda: sign_test([1], alternative="more"), "expected the alternative to be one of two-sided, greater, less"),  # type: ignore[arg-type]
        (lambda: sign_test_of_counts(-1, 3), "expected whole numbers of 0 or more in wins and losses, found -1."),
        (lambda: sign_test_of_counts(1.5, 3), "expected whole numbers of 0 or more in wins and losses, found 1.5."),  # type: ignore[arg-type]
        (lambda: mcnemar_test([1, 0], [1]), "expected as many values in both systems, found 2 and 1."),
        (lambda: mcnemar_test([1, 2], [1, 0]), "expected yes or no (1 or 0) in the first system's answers, found 2."),
        (lambda: mcnemar_test(["yes"], [1]), "expected numbers in the first system's answers, found list ['yes']."),
    ],
    ids=["none", "nan", "alternative", "negative", "half", "lengths", "two", "text"],
)
def test_bad_input_is_named(call: Callable[..., Any], sentence: str) -> None:
    with pytest.raises(InputError) as error:
        call()
    assert str(error.value).startswith(sentence)
