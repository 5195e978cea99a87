"""Coefficients of many rows are those of the rows one by one."""

from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import stats

from bakeoff.statistics.correlation.coefficients import (
    Coefficient,
    coefficient_of_rows,
    count_pairs,
    count_pairs_of_items,
    kendall_without_each,
    pearson_of_rows,
)

pytestmark = pytest.mark.filterwarnings("error")

SCIPY: dict[str, Any] = {"pearson": stats.pearsonr, "spearman": stats.spearmanr, "kendall": stats.kendalltau}


@pytest.mark.parametrize("coefficient", list(SCIPY))
@pytest.mark.parametrize("grades", [3, 1000])
def test_rows_against_scipy(coefficient: Coefficient, grades: int) -> None:
    rng = np.random.default_rng(1)
    first = rng.integers(0, grades, (40, 33)).astype(float)
    second = np.round((first + rng.integers(0, grades, (40, 33))) / 2)
    expected = [SCIPY[coefficient](a, b).statistic for a, b in zip(first, second, strict=True)]
    assert coefficient_of_rows(first, second, coefficient) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("coefficient", list(SCIPY))
def test_rows_that_do_not_vary_have_no_coefficient(coefficient: Coefficient) -> None:
    first = np.array([[0.1, 0.1, 0.1], [1, 2, 3], [1, 2, 3]])
    second = np.array([[1.0, 2, 3], [0.3, 0.3, 0.3], [3, 2, 1]])
    values = coefficient_of_rows(first, second, coefficient)
    assert np.isnan(values).tolist() == [True, True, False]
    assert values[2] == -1


small = st.integers(0, 5).map(float)


@given(st.integers(1, 40).flatmap(lambda n: arrays(float, (2, 3, n), elements=small)))
def test_pairs_are_those_of_the_table_of_signs(sides: npt.NDArray[np.float64]) -> None:
    first, second = sides
    a, b = (np.sign(side[:, :, None] - side[:, None, :]) for side in (first, second))
    upper = np.triu(np.ones(a.shape[1:]), 1)
    pairs = count_pairs(first, second)
    assert pairs.concordant.tolist() == ((a * b > 0) * upper).sum(axis=(1, 2)).tolist()
    assert pairs.discordant.tolist() == ((a * b < 0) * upper).sum(axis=(1, 2)).tolist()
    assert pairs.untied_first.tolist() == ((a != 0) * upper).sum(axis=(1, 2)).tolist()
    assert pairs.untied_second.tolist() == ((b != 0) * upper).sum(axis=(1, 2)).tolist()
    assert pairs.all == upper.sum()
    items = count_pairs_of_items(first[0], second[0])
    assert items.excess.tolist() == (a * b)[0].sum(axis=1).tolist()
    assert items.untied_first.tolist() == (a != 0)[0].sum(axis=1).tolist()
    assert items.untied_second.tolist() == (b != 0)[0].sum(axis=1).tolist()


def test_kendall_without_each_item() -> None:
    first, second = np.array([1.0, 2, 2, 3, 4, 4]), np.array([1.0, 3, 2, 2, 5, 4])
    expected = [stats.kendalltau(np.delete(first, i), np.delete(second, i)).statistic for i in range(6)]
    assert kendall_without_each(first, second) == pytest.approx(expected)
    assert np.isnan(kendall_without_each(np.array([0.0, 0, 1]), np.array([1.0, 2, 3]))).tolist() == [False, False, True]


def test_ranks_beyond_sixteen_bits_are_counted() -> None:
    n = 2**16 + 10
    rng = np.random.default_rng(2)
    first, second = rng.permutation(n).astype(float), rng.permutation(n).astype(float)
    value = coefficient_of_rows(first[None], second[None], "kendall")[0]
    assert value == pytest.approx(stats.kendalltau(first, second).statistic, abs=1e-12)


def test_pearson_of_rows_keeps_digits_far_from_zero() -> None:
    rng = np.random.default_rng(3)
    first, second = rng.integers(0, 50, (2, 5, 20)).astype(float)
    expected = pearson_of_rows(first, second)
    assert pearson_of_rows(first + 2**40, second - 2**41) == pytest.approx(expected, abs=1e-12)
