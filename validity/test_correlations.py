"""Do tests of correlations keep their level, and do intervals cover? By simulation, at the sizes stated.

Under the null a test at 5 % may reject in 5 % of the cases plus Monte Carlo error (three standard errors here);
p-values of continuous tests are uniform. Intervals at 95 % cover in 95 ± 1 % at n = 500, plus Monte Carlo error.
"""

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from scipy import stats

from bakeoff.statistics import (
    bootstrap_correlation,
    compare_correlations,
    correlate,
    kendall,
    permutation_comparison,
    permutation_correlation,
)
from bakeoff.statistics.correlation.coefficients import Coefficient
from bakeoff.statistics.correlation.dependent_correlations import DependentTest
from bakeoff.statistics.intervals import IntervalMethod

pytestmark = pytest.mark.filterwarnings("error")

# What a correlation of jointly normal scores is in the population
TRUTH: dict[Coefficient, Callable[[float], float]] = {
    "pearson": lambda r: r,
    "spearman": lambda r: 6 / math.pi * math.asin(r / 2),
    "kendall": lambda r: 2 / math.pi * math.asin(r),
}


def normal(rng: np.random.Generator, n: int, r: float) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    first = rng.normal(size=n)
    return first, r * first + math.sqrt(1 - r**2) * rng.normal(size=n)


def grades(rng: np.random.Generator, n: int, r: float) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """The same as grades from 0 to 4, with many ties."""
    first, second = (np.clip(np.round(1.2 * side + 2), 0, 4) for side in normal(rng, n, r))
    return first, second


def keeps_level(p_values: Sequence[float], level: float = 0.05) -> bool:
    share = np.mean(np.asarray(p_values) <= level)
    return bool(share <= level + 3 * math.sqrt(level * (1 - level) / len(p_values)))


def is_uniform(p_values: Sequence[float]) -> bool:
    return bool(stats.kstest(p_values, "uniform").pvalue > 0.001)


def covers(hits: Sequence[bool], *, least: float = 0.94, most: float = 0.96) -> bool:
    error = 3 * math.sqrt(0.95 * 0.05 / len(hits))
    return bool(least - error <= np.mean(hits) <= most + error)


@pytest.mark.parametrize("coefficient", list(TRUTH))
@pytest.mark.parametrize("n", [11, 30])
def test_p_values_of_independent_scores(coefficient: Coefficient, n: int) -> None:
    rng = np.random.default_rng(1)
    p_values = [correlate(*normal(rng, n, 0), coefficient=coefficient).p for _ in range(2000)]
    assert keeps_level(p_values)
    # Rank statistics of few items take few values, so that only Pearson's p is uniform there.
    assert coefficient != "pearson" or is_uniform(p_values)


def test_p_values_of_independent_grades() -> None:
    rng = np.random.default_rng(2)
    for coefficient in TRUTH:
        assert keeps_level([correlate(*grades(rng, 30, 0), coefficient=coefficient).p for _ in range(2000)])


@pytest.mark.parametrize("coefficient", list(TRUTH))
@pytest.mark.parametrize("n", [6, 30])  # all orders, drawn orders
def test_permutation_keeps_its_level(coefficient: Coefficient, n: int) -> None:
    rng = np.random.default_rng(3)
    p_values = [
        permutation_correlation(*normal(rng, n, 0), coefficient=coefficient, trials=720, rng=rng).p for _ in range(400)
    ]
    assert keeps_level(p_values)


@pytest.mark.parametrize("test", ["williams", "steiger"])
@pytest.mark.parametrize(("n", "r", "between"), [(30, 0.6, 0.5), (200, 0.3, 0.8)])
def test_tests_of_dependent_correlations_keep_their_level(
    test: DependentTest, n: int, r: float, between: float
) -> None:
    """Two metrics equally good by construction, with human scores, all jointly normal."""
    rng = np.random.default_rng(4)
    shape = [[1, r, r], [r, 1, between], [r, between, 1]]
    p_values = [
        compare_correlations(*rng.multivariate_normal([0, 0, 0], shape, n).T, test=test).significance.p
        for _ in range(2000)
    ]
    assert keeps_level(p_values)
    assert n < 200 or is_uniform(p_values)


@pytest.mark.parametrize("coefficient", list(TRUTH))
@pytest.mark.parametrize("n", [9, 30])  # all swaps, drawn swaps
def test_permutation_comparison_keeps_its_level(coefficient: Coefficient, n: int) -> None:
    rng = np.random.default_rng(5)
    shape = [[1, 0.6, 0.6], [0.6, 1, 0.5], [0.6, 0.5, 1]]
    p_values = []
    for _ in range(250):
        human, first, second = rng.multivariate_normal([0, 0, 0], shape, n).T
        p_values.append(
            permutation_comparison(human, first, 10 * second + 3, coefficient=coefficient, trials=512, rng=rng).p
        )
    assert keeps_level(p_values)


@pytest.mark.parametrize("coefficient", list(TRUTH))
@pytest.mark.parametrize("r", [0, 0.6])
def test_intervals_cover_at_500(coefficient: Coefficient, r: float) -> None:
    rng = np.random.default_rng(6)
    truth = TRUTH[coefficient](r)
    intervals = [correlate(*normal(rng, 500, r), coefficient=coefficient).interval for _ in range(1500)]
    assert covers([interval.low <= truth <= interval.high for interval in intervals])


@pytest.mark.parametrize("coefficient", list(TRUTH))
def test_intervals_cover_at_30(coefficient: Coefficient) -> None:
    """As at 500: 94 to 97 % at 30 items (systems of a large campaign)."""
    rng = np.random.default_rng(7)
    truth = TRUTH[coefficient](0.6)
    intervals = [correlate(*normal(rng, 30, 0.6), coefficient=coefficient).interval for _ in range(1500)]
    assert covers([interval.low <= truth <= interval.high for interval in intervals], most=0.97)


@pytest.mark.parametrize("n", [30, 500])
def test_kendall_interval_covers_with_ties(n: int) -> None:
    """Fieller's alone would cover in 88 % here."""
    rng = np.random.default_rng(8)
    truth = kendall(*grades(rng, 200_000, 0.6)).value
    intervals = [kendall(*grades(rng, n, 0.6)).interval for _ in range(1500)]
    assert covers([interval.low <= truth <= interval.high for interval in intervals])


@pytest.mark.parametrize(
    ("coefficient", "method", "count"),
    [("pearson", "percentile", 500), ("pearson", "bca", 300), ("spearman", "percentile", 100), ("kendall", "bca", 100)],
)
def test_bootstrap_intervals_cover_at_500(coefficient: Coefficient, method: IntervalMethod, count: int) -> None:
    rng = np.random.default_rng(9)
    truth = TRUTH[coefficient](0.6)
    intervals = [
        bootstrap_correlation(
            *normal(rng, 500, 0.6), coefficient=coefficient, samples=200, method=method, rng=rng
        ).interval
        for _ in range(count)
    ]
    assert covers([interval.low <= truth <= interval.high for interval in intervals])


def test_bootstrap_covers_where_fisher_does_not() -> None:
    """Log-normal scores, n = 500: Fisher's interval holds the truth in some 65 % of the cases, BCa in some 90 %."""
    rng = np.random.default_rng(10)
    truth = (math.exp(0.6) - 1) / (math.e - 1)
    fisher: list[Any] = []
    bootstrap: list[Any] = []
    for _ in range(150):
        first, second = map(np.exp, normal(rng, 500, 0.6))
        for hits, result in (
            (fisher, correlate(first, second, coefficient="pearson")),
            (
                bootstrap,
                bootstrap_correlation(first, second, coefficient="pearson", samples=200, method="bca", rng=rng),
            ),
        ):
            hits.append(result.interval.low <= truth <= result.interval.high)
    assert np.mean(fisher) < 0.75
    assert np.mean(bootstrap) > 0.8
