"""Bootstrap and permutation of correlations."""

import itertools
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from scipy import stats

from bakeoff.errors import InputError
from bakeoff.statistics import (
    bootstrap_correlation,
    correlate,
    pearson,
    permutation_comparison,
    permutation_correlation,
)
from bakeoff.statistics.correlation import resampled_correlations as module
from bakeoff.statistics.correlation.coefficients import Coefficient
from bakeoff.statistics.intervals import IntervalMethod

pytestmark = pytest.mark.filterwarnings("error")

COEFFICIENTS = ("pearson", "spearman", "kendall")


def scores(n: int, seed: int = 1, *, slope: float = 0.8) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    rng = np.random.default_rng(seed)
    first = rng.normal(size=n)
    return first, slope * first + rng.normal(size=n)


@pytest.mark.parametrize("coefficient", COEFFICIENTS)
def test_resampling_keeps_the_plain_coefficient(coefficient: Coefficient) -> None:
    first, second = scores(30)
    expected = correlate(first, second, coefficient=coefficient)
    for resample in (bootstrap_correlation, permutation_correlation):
        result = resample(first, second, coefficient=coefficient, rng=np.random.default_rng(1))
        assert result.value == pytest.approx(expected.value, abs=1e-12)
        assert (result.n, result.coefficient) == (30, coefficient)


@pytest.mark.parametrize("method", ["percentile", "bca"])
def test_bootstrap_interval_against_scipy(method: IntervalMethod) -> None:
    """Two independent draws of 20,000 samples: their bounds differ by Monte Carlo error alone."""
    first, second = scores(60, 2)
    ours = bootstrap_correlation(
        first, second, coefficient="pearson", samples=20_000, method=method, rng=np.random.default_rng(1)
    )
    theirs = stats.bootstrap(
        (first, second),
        lambda a, b, axis: stats.pearsonr(a, b, axis=axis).statistic,
        paired=True,
        n_resamples=20_000,
        vectorized=True,
        method=method,
        rng=np.random.default_rng(2),
    ).confidence_interval
    assert (ours.interval.low, ours.interval.high) == pytest.approx((theirs.low, theirs.high), abs=0.01)
    assert ours.p is None


@pytest.mark.parametrize("method", ["percentile", "bca"])
@pytest.mark.parametrize("coefficient", COEFFICIENTS)
def test_bootstrap_interval_is_near_the_asymptotic_one(coefficient: Coefficient, method: IntervalMethod) -> None:
    first, second = scores(400, 3)
    plain = correlate(first, second, coefficient=coefficient).interval
    drawn = bootstrap_correlation(first, second, coefficient=coefficient, method=method, rng=np.random.default_rng(1))
    assert (drawn.interval.low, drawn.interval.high) == pytest.approx((plain.low, plain.high), abs=0.03)


def test_bca_differs_from_percentile_in_the_quantiles_alone() -> None:
    first, second = scores(15, 4)
    percentile, bca = (
        bootstrap_correlation(first, second, coefficient="pearson", method=method, rng=np.random.default_rng(1))
        for method in ("percentile", "bca")
    )
    assert np.array_equal(percentile.samples, bca.samples)
    assert percentile.interval != bca.interval
    assert (percentile.method, bca.method) == ("bootstrap", "bootstrap-bca")


def test_samples_without_differences_are_drawn_again() -> None:
    result = bootstrap_correlation(
        [0, 0, 0, 0, 1], [1, 2, 3, 4, 5], coefficient="kendall", samples=500, rng=np.random.default_rng(1)
    )
    assert len(result.samples) == 500
    assert not np.isnan(result.samples).any()


@pytest.mark.parametrize("method", ["percentile", "bca"])
def test_two_items_have_two_coefficients(method: IntervalMethod) -> None:
    result = bootstrap_correlation([1, 2], [1, 2], coefficient="pearson", method=method, rng=np.random.default_rng(1))
    assert set(result.samples.tolist()) == {1.0}
    assert (result.interval.low, result.interval.high) == (1, 1)


@pytest.mark.parametrize("resample", [bootstrap_correlation, permutation_correlation])
@pytest.mark.parametrize("coefficient", COEFFICIENTS)
def test_the_same_seed_gives_the_same_result(resample: Callable[..., Any], coefficient: str) -> None:
    first, second = scores(12, 5)
    one, two = (resample(first, second, coefficient=coefficient, rng=np.random.default_rng(9)) for _ in range(2))
    assert one == two
    assert np.array_equal(one.samples, two.samples)


def test_work_is_done_in_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = scores(20, 6)
    monkeypatch.setattr(module, "BLOCK", 20 * 7)  # 7 rows at a time
    result = bootstrap_correlation(first, second, coefficient="pearson", samples=100, rng=np.random.default_rng(1))
    assert len(result.samples) == 100
    shuffled = permutation_correlation(first, second, coefficient="pearson", trials=100, rng=np.random.default_rng(1))
    assert len(shuffled.samples) == 100
    bca = bootstrap_correlation(first, second, coefficient="pearson", method="bca", rng=np.random.default_rng(1))
    assert bca.interval.low < result.value < bca.interval.high


@pytest.mark.parametrize("coefficient", COEFFICIENTS)
def test_few_items_are_permuted_in_all_orders(coefficient: Coefficient) -> None:
    first, second = [1, 2, 3, 4, 5, 5], [1, 3, 2, 5, 4, 4]
    value = correlate(first, second, coefficient=coefficient).value
    others = [correlate(first, order, coefficient=coefficient).value for order in itertools.permutations(second)]
    expected = np.mean(np.abs(others) >= abs(value) - 1e-9)
    result = permutation_correlation(first, second, coefficient=coefficient, rng=np.random.default_rng(1))
    assert result.p == pytest.approx(expected)
    assert len(result.samples) == 720


def test_permutation_against_scipy() -> None:
    first, second = scores(25, 7, slope=0.4)
    ours = permutation_correlation(first, second, coefficient="pearson", rng=np.random.default_rng(1))
    theirs = stats.pearsonr(first, second, method=stats.PermutationMethod(10_000, rng=np.random.default_rng(2)))
    assert ours.p == pytest.approx(theirs.pvalue, abs=5 * np.sqrt(2 * ours.p / 10_000))


def test_permutation_p_is_never_zero() -> None:
    result = permutation_correlation(
        range(40), range(40), coefficient="spearman", trials=99, rng=np.random.default_rng(1)
    )
    assert result.p == 1 / 100


def test_permutation_interval_is_what_chance_gives() -> None:
    first, second = scores(200, 8, slope=3)
    result = permutation_correlation(first, second, coefficient="pearson", rng=np.random.default_rng(1))
    assert result.value > 0.9
    assert (result.interval.low, result.interval.high) == pytest.approx((-1.96 / 200**0.5, 1.96 / 200**0.5), abs=0.01)


def test_compared_metrics_by_all_swaps() -> None:
    """The p-value of few items is the share of all 2ⁿ swaps, counted here one by one."""
    rng = np.random.default_rng(10)
    human = rng.normal(size=7)
    first, second = human + rng.normal(size=7) * 0.3, human + rng.normal(size=7)
    result = permutation_comparison(human, first, second, coefficient="pearson", rng=rng)
    a, b = stats.zscore(first), stats.zscore(second)
    differences = []
    for swap in itertools.product([False, True], repeat=7):
        c, d = np.where(swap, b, a), np.where(swap, a, b)
        differences.append(pearson(human, c).value - pearson(human, d).value)
    observed = pearson(human, first).value - pearson(human, second).value
    assert result.statistic == pytest.approx(observed)
    assert result.p == pytest.approx(np.mean(np.abs(differences) >= abs(observed) - 1e-9))


@pytest.mark.parametrize("coefficient", COEFFICIENTS)
def test_comparison_of_metrics_looks_where_it_is_told(coefficient: Coefficient) -> None:
    rng = np.random.default_rng(11)
    human = rng.normal(size=60)
    good, poor = human + rng.normal(size=60) * 0.5, human + rng.normal(size=60) * 3

    def p(first: Any, second: Any, alternative: Any) -> float:
        return permutation_comparison(
            human, first, second, coefficient=coefficient, trials=999, alternative=alternative, rng=rng
        ).p

    assert p(good, poor, "greater") == p(poor, good, "less") == 1 / 1000
    assert p(good, poor, "less") == 1
    assert p(good, poor, "two-sided") < 0.01


@pytest.mark.parametrize("coefficient", COEFFICIENTS)
def test_a_metric_is_no_better_than_itself_on_another_scale(coefficient: Coefficient) -> None:
    human, metric = scores(50, 12)
    metric = np.round(metric, 1)
    result = permutation_comparison(
        human, metric, metric * 100 + 3, coefficient=coefficient, trials=200, rng=np.random.default_rng(1)
    )
    assert result.statistic == pytest.approx(0, abs=1e-12)
    assert result.p == 1


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda rng: bootstrap_correlation([1, 2], [1, 2], coefficient="x", rng=rng), "coefficient to be one of"),  # type: ignore[arg-type]
        (
            lambda rng: bootstrap_correlation([1, 2], [1, 2], coefficient="pearson", method="x", rng=rng),  # type: ignore[arg-type]
            "method to be one of percentile, bca",
        ),
        (
            lambda rng: bootstrap_correlation([1, 2], [1, 2], coefficient="pearson", samples=0, rng=rng),
            "samples of 1 or more",
        ),
        (lambda rng: bootstrap_correlation([1, 1], [1, 2], coefficient="pearson", rng=rng), "scores that differ"),
        (
            lambda rng: permutation_correlation([1, 2], [1, 2], coefficient="pearson", trials=0, rng=rng),
            "trials of 1 or more",
        ),
        (lambda rng: permutation_correlation([1], [1], coefficient="pearson", rng=rng), "at least 2 values"),
        (
            lambda rng: permutation_comparison([1, 2], [1, 2], [1], coefficient="pearson", rng=rng),
            "at least 2 values",
        ),
        (
            lambda rng: permutation_comparison([1, 2], [1, 2], [2, 1], coefficient="pearson", alternative="x", rng=rng),  # type: ignore[arg-type]
            "alternative to be one of",
        ),
    ],
    ids=["coefficient", "method", "samples", "constant", "trials", "one item", "lengths", "alternative"],
)
def test_bad_input_is_named(call: Callable[..., Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        call(np.random.default_rng(1))
