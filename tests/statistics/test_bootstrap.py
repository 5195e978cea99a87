from types import SimpleNamespace
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from scipy import stats

from bakeoff.errors import InputError
from bakeoff.statistics import (
    Interval,
    Measure,
    bootstrap,
    bootstrap_measures,
    bootstrap_scores,
    paired_bootstrap,
    sampler,
)
from bakeoff.statistics.intervals import IntervalMethod


def ratio(sums: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    return sums[..., 0] / sums[..., 1]


def generator(seed: int = 1) -> np.random.Generator:
    return np.random.default_rng(seed)


def skewed(rows: int = 60) -> npt.NDArray[np.float64]:
    x = generator(7).exponential(size=rows)
    return np.stack([x, x + generator(8).exponential(size=rows)], axis=1)


@pytest.mark.parametrize("method", ["percentile", "bca"])
@pytest.mark.parametrize("level", [0.8, 0.95])
def test_intervals_against_scipy_on_the_same_samples(method: IntervalMethod, level: float) -> None:
    rows = skewed()
    ours = bootstrap(rows, score=ratio, samples=2000, level=level, method=method, rng=generator())
    distribution: Any = SimpleNamespace(bootstrap_distribution=ours.scores)
    theirs = stats.bootstrap(
        (rows[:, 0], rows[:, 1]),
        lambda x, y, axis=-1: x.sum(axis=axis) / y.sum(axis=axis),
        paired=True,
        vectorized=True,
        confidence_level=level,
        method=method,
        n_resamples=0,
        bootstrap_result=distribution,
    ).confidence_interval
    assert (ours.interval.low, ours.interval.high) == pytest.approx((theirs.low, theirs.high), rel=1e-9)
    assert ours.interval.level == level


def test_mean_and_deviation_against_theory() -> None:
    values = generator(2).normal(3, 2, size=500)
    result = bootstrap(values, samples=20_000, rng=generator())
    error = values.std() / np.sqrt(500)
    assert result.value == pytest.approx(values.mean())
    assert result.mean == pytest.approx(values.mean(), abs=5 * error / np.sqrt(20_000))
    assert result.sd == pytest.approx(error, rel=5 / np.sqrt(2 * 20_000))
    assert result.scores.shape == (20_000,)


def test_a_mean_with_blocks_weighs_segments_not_blocks() -> None:
    values = [1.0, 1.0, 1.0, 5.0]
    result = bootstrap(values, blocks=["a", "a", "a", "b"], samples=200, rng=generator())
    assert result.value == 2.0
    assert set(np.round(result.scores, 9)) == {1.0, 2.0, 5.0}


def test_the_same_seed_gives_the_same_numbers_on_any_number_of_threads() -> None:
    rows = skewed()
    one = bootstrap(rows, score=ratio, rng=generator())
    for threads in (2, 3):
        again = bootstrap(rows, score=ratio, rng=generator(), threads=threads)
        assert np.array_equal(again.scores, one.scores)
    other = bootstrap(rows, score=ratio, rng=generator(2))
    assert not np.array_equal(other.scores, one.scores)


def test_all_systems_and_measures_at_once_are_each_by_itself() -> None:
    rows = generator(3).integers(1, 9, (3, 50, 2)).astype(float)
    measures = [Measure(rows, ratio), Measure(rows + 1, ratio)]
    for method in ("percentile", "bca"):
        together = bootstrap_measures(
            sampler("bootstrap", measures, rng=generator(), threads=2), method=method, samples=300
        )
        for one, results in zip(measures, together, strict=True):
            for system, result in zip(one.rows, results, strict=True):
                alone = bootstrap(system, score=ratio, method=method, samples=300, rng=generator())
                assert (alone.value, alone.mean, alone.sd) == (result.value, result.mean, result.sd)
                assert alone.interval == result.interval


def test_constant_values_have_an_interval_without_width() -> None:
    for method in ("percentile", "bca"):
        result = bootstrap([2.0, 2.0, 2.0], method=method, rng=generator())
        assert (result.interval, result.sd) == (Interval(2.0, 2.0), 0.0)


def test_one_segment_says_nothing() -> None:
    with pytest.raises(InputError, match="at least two segments to draw from, found 1"):
        bootstrap([1.0], rng=generator())
    with pytest.raises(InputError, match="at least two documents to draw from, found 1"):
        paired_bootstrap([1.0, 2.0], [2.0, 3.0], blocks=[0, 0], rng=generator())


def test_options_that_make_no_sense_are_refused() -> None:
    with pytest.raises(InputError, match="number of samples of 1 or more, found 0"):
        bootstrap([1.0, 2.0], samples=0, rng=generator())
    with pytest.raises(InputError, match="level between 0 and 1, found 95"):
        bootstrap([1.0, 2.0], level=95, rng=generator())
    with pytest.raises(InputError, match="method to be one of percentile, bca, found 'normal'"):
        bootstrap([1.0, 2.0], method="normal", rng=generator())  # type: ignore[arg-type]
    with pytest.raises(InputError, match="centring to be one of"):
        paired_bootstrap([1.0, 2.0], [1.0, 2.0], centring="mean", rng=generator())  # type: ignore[arg-type]


def test_paired_bootstrap_is_counted_as_defined() -> None:
    first, second = generator(4).normal(0.3, 1, 80), generator(5).normal(0, 1, 80)
    result = paired_bootstrap(first, second, samples=999, rng=generator())
    draws = sampler(
        "bootstrap", [Measure(np.stack([first, second])[..., None], lambda s: s[..., 0] / 80)], rng=generator()
    )
    scores = bootstrap_scores(draws, samples=999)[0]
    differences = scores[0] - scores[1]
    assert result.differences == pytest.approx(differences)
    extreme = (np.abs(differences - differences.mean()) >= abs(result.difference)).sum()
    assert result.p == (1 + extreme) / 1000
    assert result.n == 80
    ends = np.quantile(result.differences, [0.025, 0.975])
    assert [result.interval.low, result.interval.high] == pytest.approx(ends, rel=1e-12)


def test_paired_bootstrap_is_symmetric() -> None:
    first, second = generator(4).normal(0.3, 1, 80), generator(5).normal(0, 1, 80)
    one = paired_bootstrap(first, second, rng=generator())
    other = paired_bootstrap(second, first, rng=generator())
    assert (one.p, one.difference) == (other.p, pytest.approx(-other.difference))


def test_equal_systems_do_not_differ() -> None:
    values = generator(4).normal(size=50)
    result = paired_bootstrap(values, values, rng=generator())
    assert (result.difference, result.p) == (0.0, 1.0)
