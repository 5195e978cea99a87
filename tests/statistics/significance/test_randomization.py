from collections.abc import Callable
from itertools import product
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from scipy import stats

from bakeoff.errors import InputError
from bakeoff.statistics import Measure, paired_randomization, randomize_pairs, sampler
from bakeoff.statistics.results import Alternative


def generator(seed: int = 1) -> np.random.Generator:
    return np.random.default_rng(seed)


def ratio(sums: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    return sums[..., 0] / sums[..., 1]


def exact_p(
    first: npt.NDArray[np.float64], second: npt.NDArray[np.float64], score: Callable[..., Any], alternative: str
) -> float:
    """All 2^n ways of swapping, the naive twin."""
    found = score(first.sum(axis=0)) - score(second.sum(axis=0))
    counts = []
    for swaps in product([False, True], repeat=len(first)):
        mask = np.array(swaps)[:, None]
        d = score(np.where(mask, second, first).sum(axis=0)) - score(np.where(mask, first, second).sum(axis=0))
        counts.append(
            {"two-sided": abs(d) >= abs(found) - 1e-12, "greater": d >= found - 1e-12, "less": d <= found + 1e-12}[
                alternative
            ]
        )
    return float(np.mean(counts))


@pytest.mark.parametrize("alternative", ["two-sided", "greater", "less"])
def test_p_values_are_near_those_of_all_swaps(alternative: Alternative) -> None:
    first, second = generator(2).integers(1, 9, (2, 10, 2)).astype(float)
    result = paired_randomization(first, second, score=ratio, trials=40_000, alternative=alternative, rng=generator())
    exact = exact_p(first, second, ratio, alternative)
    assert result.p == pytest.approx(exact, abs=5 * np.sqrt(exact * (1 - exact) / 40_000) + 1 / 40_000)
    assert result.difference == pytest.approx(ratio(first.sum(axis=0)) - ratio(second.sum(axis=0)))


@pytest.mark.parametrize("seed", range(4))
def test_mean_differences_against_scipy_permutation_test(seed: int) -> None:
    rng = generator(seed)
    first, second = rng.normal(0.2, 1, 200), rng.normal(0, 1, 200)
    ours = paired_randomization(first, second, rng=rng)
    theirs = stats.permutation_test(
        (first, second),
        lambda x, y, axis: (x - y).mean(axis=axis),
        permutation_type="samples",
        n_resamples=10_000,
        vectorized=True,
        rng=generator(seed + 100),
    )
    assert ours.p == pytest.approx(theirs.pvalue, abs=5 * np.sqrt(0.5 / 10_000))


def test_blocks_are_swapped_in_one_piece() -> None:
    rng = generator(3)
    first, second = rng.integers(1, 9, (2, 12, 2)).astype(float)
    blocks = np.repeat([0, 1, 2, 3, 4, 5], 2)
    one, other = (np.stack([rows[blocks == k].sum(axis=0) for k in range(6)]) for rows in (first, second))
    result = paired_randomization(first, second, score=ratio, blocks=blocks, trials=40_000, rng=generator())
    exact = exact_p(one, other, ratio, "two-sided")
    assert result.p == pytest.approx(exact, abs=5 * np.sqrt(0.25 / 40_000))
    assert result.n == 6


def test_all_pairs_at_once_are_each_by_itself_on_any_number_of_threads() -> None:
    rows = generator(4).integers(1, 9, (4, 60, 2)).astype(float)
    measures = [Measure(rows, ratio), Measure(rows[:, :, ::-1].copy(), ratio)]
    pairs = [(0, 1), (2, 1), (0, 3)]
    for threads in (1, 2, 4):
        p = randomize_pairs(sampler("coins", measures, rng=generator(), threads=threads), pairs, trials=3000)
        assert p.shape == (2, 3)
        for one, row in zip(measures, p.tolist(), strict=True):
            alone = [
                paired_randomization(one.rows[a], one.rows[b], score=ratio, trials=3000, rng=generator()).p
                for a, b in pairs
            ]
            assert row == alone


def test_p_is_never_zero_and_one_for_equal_systems_or_one_segment() -> None:
    far = paired_randomization(np.arange(50.0) + 100, np.arange(50.0), trials=500, rng=generator())
    assert far.p == 1 / 501
    values = generator().normal(size=30)
    assert paired_randomization(values, values, trials=100, rng=generator()).p == 1
    assert paired_randomization([5.0], [1.0], trials=100, rng=generator()).p == 1


def test_rounding_does_not_turn_equals_into_differences() -> None:
    # Every swap gives the same difference up to rounding, whose size a count of ≥ without slack would depend on.
    first = np.array([0.1, 0.2, 0.3])
    result = paired_randomization(first, first + 1e-17, trials=200, rng=generator())
    assert result.p == 1


def test_bad_input_is_refused() -> None:
    with pytest.raises(InputError, match="the same segments"):
        paired_randomization([1.0], [1.0, 2.0], rng=generator())
    with pytest.raises(InputError, match="number of trials of 1 or more, found 0"):
        paired_randomization([1.0], [2.0], trials=0, rng=generator())
    with pytest.raises(InputError, match="alternative to be one of"):
        paired_randomization([1.0], [2.0], alternative="other", rng=generator())  # type: ignore[arg-type]
    one = Measure(np.ones((2, 3, 1)), lambda sums: sums[..., 0])
    draws = sampler("bootstrap", [one], rng=generator())
    with pytest.raises(InputError, match="a sampler of coins, found bootstrap"):
        randomize_pairs(draws, [(0, 1)])
