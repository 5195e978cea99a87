"""Permutation tests: all arrangements where they are few, random ones otherwise, and rounding decides nothing."""

from __future__ import annotations

from collections.abc import Callable
from math import comb
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from bakeoff.errors import InputError
from bakeoff.statistics.results import Alternative
from bakeoff.statistics.significance.permutations import (
    difference_of_means,
    paired_permutation_test,
    permutation_test,
)

pytestmark = pytest.mark.filterwarnings("error")

ALTERNATIVES = ("two-sided", "greater", "less")
WHOLE = st.lists(st.integers(-30, 30), min_size=1, max_size=7)


def rng() -> np.random.Generator:
    return np.random.default_rng(20)


def difference_of_medians(first: npt.NDArray[np.float64], second: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    return np.median(first, axis=-1) - np.median(second, axis=-1)


@pytest.mark.parametrize("statistic", [difference_of_means, difference_of_medians])
@pytest.mark.parametrize("alternative", ["greater", "less"])
def test_two_samples_dealt_in_every_way_against_scipy(statistic: Callable[..., Any], alternative: Alternative) -> None:
    first, second = rng().normal(0.5, 1, 6), rng().normal(0, 2, 5)
    expected = stats.permutation_test(
        (first, second),
        lambda x, y, axis: np.asarray(statistic(np.moveaxis(x, axis, -1), np.moveaxis(y, axis, -1))),
        alternative=alternative,
        vectorized=True,
    )
    result = permutation_test(first, second, statistic=statistic, alternative=alternative, rng=rng())
    assert (result.exact, result.n, len(result.null)) == (True, 11, comb(11, 6))
    assert result.p == pytest.approx(expected.pvalue)
    assert result.statistic == pytest.approx(expected.statistic)
    assert np.sort(result.null) == pytest.approx(np.sort(expected.null_distribution), abs=1e-12)


@pytest.mark.parametrize("alternative", ALTERNATIVES)
def test_pairs_swapped_in_every_way_against_scipy(alternative: Alternative) -> None:
    first, second = rng().normal(0.5, 1, 9), rng().normal(0, 1, 9)
    expected = stats.permutation_test(
        (first, second),
        lambda x, y, axis: x.mean(axis=axis) - y.mean(axis=axis),
        permutation_type="samples",
        alternative=alternative,
        vectorized=True,
    )
    result = paired_permutation_test(first, second, alternative=alternative, rng=rng())
    assert (result.exact, result.n, len(result.null)) == (True, 9, 512)
    assert result.p == pytest.approx(expected.pvalue)
    assert np.sort(result.null) == pytest.approx(np.sort(expected.null_distribution), abs=1e-12)


def test_two_sided_counts_what_is_as_far_from_nothing() -> None:
    result = permutation_test([9.0], [1.0, 2.0, 3.0, 4.0, 5.0], rng=rng())
    assert result.null.tolist() == pytest.approx([6.0, -3.6, -2.4, -1.2, 0.0, 1.2])
    assert result.p == pytest.approx(1 / 6)


def test_fishers_tea() -> None:
    """Fisher 1935: all of 4 + 4 cups told right; 1 of 70 ways to choose is as good."""
    result = permutation_test([1] * 4, [0] * 4, alternative="greater", rng=rng())
    assert result.p == 1 / 70


def test_darwins_maize() -> None:
    """Fisher 1935, § 21: of 32,768 ways to sign the 15 differences 863 reach their sum of 314 eighths (one-sided)."""
    eighths = [49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48]
    result = paired_permutation_test(eighths, [0] * 15, trials=1 << 15, alternative="greater", rng=rng())
    assert (result.p, result.exact, result.statistic) == (863 / 32768, True, pytest.approx(314 / 15))
    two_sided = paired_permutation_test(eighths, [0] * 15, trials=1 << 15, rng=rng())
    assert two_sided.p == 1726 / 32768


# Tenths and thirds have no exact form; as whole numbers of the unit all ties are exact, and the answer is the same.
UNITS = st.sampled_from([(0.1, 0.0), (0.1, 1000.0), (1 / 3, 0.0)])


@given(WHOLE, UNITS, st.sampled_from(ALTERNATIVES))
def test_rounding_does_not_decide_between_pairs(
    whole: list[int], unit: tuple[float, float], alternative: Alternative
) -> None:
    def p(unit: float, offset: float) -> float:
        first, second = [offset + unit * value for value in whole], [offset] * len(whole)
        return paired_permutation_test(first, second, alternative=alternative, rng=rng()).p

    assert p(*unit) == p(1.0, 0.0)


@given(WHOLE, WHOLE, UNITS, st.sampled_from(ALTERNATIVES))
def test_rounding_does_not_decide_between_samples(
    first: list[int], second: list[int], unit: tuple[float, float], alternative: Alternative
) -> None:
    def p(unit: float, offset: float) -> float:
        left, right = ([offset + unit * value for value in values] for values in (first, second))
        return permutation_test(left, right, alternative=alternative, rng=rng()).p

    assert p(*unit) == p(1.0, 0.0)


def test_random_trials_are_never_sure() -> None:
    result = paired_permutation_test(np.arange(1, 101), np.zeros(100), trials=999, rng=rng())
    assert (result.exact, result.p, len(result.null)) == (False, 1 / 1000, 999)
    result = permutation_test(np.arange(100), np.arange(100, 200), trials=499, alternative="less", rng=rng())
    assert (result.exact, result.p, len(result.null)) == (False, 1 / 500, 499)


@pytest.mark.parametrize("test", [permutation_test, paired_permutation_test])
def test_random_trials_come_near_all_arrangements(test: Callable[..., Any]) -> None:
    first, second = rng().normal(0.6, 1, 10), rng().normal(0, 1, 10)
    every = test(first, second, trials=1_000_000, rng=rng())
    drawn = test(first, second, trials=900, rng=rng())
    assert (every.exact, drawn.exact) == (True, False)
    assert drawn.p == pytest.approx(every.p, abs=4 * np.sqrt(every.p * (1 - every.p) / 900) + 1 / 900)


@pytest.mark.parametrize("test", [permutation_test, paired_permutation_test])
def test_blocks_of_trials_fit_together(test: Callable[..., Any]) -> None:
    """20,000 values make blocks of about 52 trials; the last one is smaller."""
    first, second = rng().normal(0, 1, 10_000), np.zeros(10_000)
    results = [test(first, second, trials=130, rng=rng()) for _ in range(2)]
    assert len(results[0].null) == 130
    assert results[0].null.tolist() == results[1].null.tolist()
    assert len(set(results[0].null)) == 130


def test_pairs_that_agree_count_for_the_mean_but_not_for_n() -> None:
    result = paired_permutation_test([1, 5, 7, 7], [0, 4, 7, 7], rng=rng())
    assert (result.statistic, result.n, sorted(result.null)) == (0.5, 2, [-0.5, 0.0, 0.0, 0.5])


def test_where_nothing_differs_p_is_one() -> None:
    pairs = paired_permutation_test([3.3, 3.3], [3.3, 3.3], rng=rng())
    assert (pairs.p, pairs.n, pairs.statistic) == (1.0, 0, 0.0)
    many = permutation_test([0.1] * 40, [0.1] * 40, trials=50, rng=rng())
    assert (many.p, many.statistic) == (1.0, 0.0)


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: permutation_test([], [1], rng=rng()), "expected at least 1 values in the first sample, found 0."),
        (
            lambda: paired_permutation_test([1, 2], [1], rng=rng()),
            "expected as many values in both samples, found 2 and 1.",
        ),
        (lambda: permutation_test([1], [2], trials=0, rng=rng()), "expected trials of 1 or more, found 0."),
        (lambda: permutation_test([1], [2], alternative="x", rng=rng()), "expected the alternative to be one of"),  # type: ignore[arg-type]
        (
            lambda: permutation_test([1, 2], [2], statistic=lambda a, b: a.mean() - b.mean(), rng=rng()),
            "expected the statistic's values of 1 dimensions, found 0.",
        ),
        (
            lambda: permutation_test([1, 2], [2, 3], statistic=lambda a, b: (a - b).mean(axis=0), rng=rng()),
            "expected one value of the statistic for each of 1 rows, found 2. Let it reduce the last axis only.",
        ),
        (
            lambda: permutation_test([1, 2], [2], statistic=lambda a, b: a.mean(axis=-1) + np.nan, rng=rng()),
            "expected finite numbers in the statistic's values, found nan at 0",
        ),
    ],
    ids=["empty", "lengths", "trials", "alternative", "scalar", "axis", "nan"],
)
def test_bad_input_is_named(call: Callable[..., Any], sentence: str) -> None:
    with pytest.raises(InputError) as error:
        call()
    assert str(error.value).startswith(sentence)
