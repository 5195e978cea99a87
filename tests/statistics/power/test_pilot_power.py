"""Power from a pilot: the tests in it against SciPy, the whole against exact power."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy import stats

from bakeoff.errors import InputError
from bakeoff.statistics.power.paired_power import MeanEffect, WinEffect, paired_power
from bakeoff.statistics.power.pilot_power import P_VALUES, PilotTest, power_from_pilot
from bakeoff.statistics.results import Alternative, Interval
from bakeoff.statistics.significance.paired_tests import sign_test

pytestmark = pytest.mark.filterwarnings("error")

ALTERNATIVES = ("two-sided", "greater", "less")
PILOT = [1.0, 2.0, -1.0, 0.0, 3.0, -2.0, 0.5, 0.0, 1.5, -0.5]


def rng() -> np.random.Generator:
    return np.random.default_rng(4)


def samples(n: int = 60) -> np.ndarray:
    return rng().choice(PILOT, size=(20, n))


@pytest.mark.parametrize("alternative", ALTERNATIVES)
def test_t_in_every_row_against_scipy(alternative: Alternative) -> None:
    expected = stats.ttest_1samp(samples(), 0, axis=1, alternative=alternative).pvalue
    assert P_VALUES["t"](samples(), alternative) == pytest.approx(expected)


@pytest.mark.parametrize("alternative", ALTERNATIVES)
def test_wilcoxon_in_every_row_against_scipy(alternative: Alternative) -> None:
    options: dict[str, Any] = {"correction": True, "method": "asymptotic", "alternative": alternative}
    expected = [stats.wilcoxon(row, **options).pvalue for row in samples()]
    assert P_VALUES["wilcoxon"](samples(), alternative) == pytest.approx(expected)


@pytest.mark.parametrize("alternative", ALTERNATIVES)
def test_sign_in_every_row_is_the_sign_test(alternative: Alternative) -> None:
    expected = [sign_test(row, alternative=alternative).p for row in samples()]
    assert P_VALUES["sign"](samples(), alternative).tolist() == expected


def test_randomization_in_every_row_comes_near_random_signs() -> None:
    rows = samples(200)
    signs = rng().choice([-1, 1], size=(4000, 200))
    expected = [(np.abs(signs @ row) >= abs(row.sum())).mean() for row in rows]
    assert P_VALUES["randomization"](rows, "two-sided") == pytest.approx(expected, abs=0.04)


@pytest.mark.parametrize("test", P_VALUES)
def test_rows_without_a_difference_show_nothing(test: PilotTest) -> None:
    assert P_VALUES[test](np.zeros((2, 30)), "two-sided").tolist() == [1.0, 1.0]


def test_t_of_rows_without_spread_is_left_to_the_sign_test() -> None:
    assert P_VALUES["t"](np.array([[0.3] * 5, [-0.1] * 5]), "two-sided") == pytest.approx([1 / 16, 1 / 16])
    assert P_VALUES["t"](np.array([[0.3], [0.0]]), "two-sided").tolist() == [1.0, 1.0]


def test_sign_test_of_a_pilot_has_the_exact_power_of_its_shares() -> None:
    result = power_from_pilot(PILOT, n=80, test="sign", trials=4000, rng=rng())
    exact = paired_power(WinEffect(wins=5 / 8, ties=0.2), n=80)
    assert result.power == pytest.approx(exact, abs=4 * np.sqrt(exact * (1 - exact) / 4000))


def test_t_test_of_a_normal_pilot_has_the_exact_power_of_its_effect() -> None:
    pilot = stats.norm.ppf((np.arange(2000) + 0.5) / 2000) + 0.3
    result = power_from_pilot(pilot, n=60, test="t", trials=4000, rng=rng())
    exact = paired_power(MeanEffect(0.3 / pilot.std()), n=60)
    assert result.power == pytest.approx(exact, abs=4 * np.sqrt(exact * (1 - exact) / 4000))


@pytest.mark.parametrize("test", P_VALUES)
def test_a_pilot_without_an_effect_is_found_as_often_as_the_level_says(test: PilotTest) -> None:
    pilot = np.concatenate([PILOT, np.negative(PILOT)])
    result = power_from_pilot(pilot, n=100, test=test, trials=4000, rng=rng())
    assert 0.02 < result.power < 0.05 + 4 * np.sqrt(0.05 * 0.95 / 4000)


@pytest.mark.parametrize("test", P_VALUES)
def test_more_pairs_find_more(test: PilotTest) -> None:
    powers = [power_from_pilot(PILOT, n=n, test=test, trials=1000, rng=rng()).power for n in (20, 80, 320)]
    assert powers == sorted(powers)
    assert powers[0] < powers[-1] - 0.3


def test_trials_in_blocks_count_once_and_the_same_seed_gives_the_same() -> None:
    first, second = (power_from_pilot(PILOT, n=5000, test="sign", trials=500, rng=rng()) for _ in range(2))
    assert first == second
    assert (first.n, first.trials, first.power) == (5000, 500, 1.0)


def test_interval_is_wilsons() -> None:
    from statsmodels.stats.proportion import proportion_confint

    result = power_from_pilot(PILOT, n=60, trials=400, rng=rng())
    low, high = proportion_confint(round(result.power * 400), 400, method="wilson")
    assert result.interval == Interval(pytest.approx(low, abs=1e-7), pytest.approx(high, abs=1e-7))  # type: ignore[arg-type]


def test_alternative_looks_at_one_side() -> None:
    options: dict[str, Any] = {"n": 60, "test": "wilcoxon", "trials": 500}
    greater = power_from_pilot(PILOT, alternative="greater", rng=rng(), **options).power
    less = power_from_pilot(np.negative(PILOT), alternative="less", rng=rng(), **options).power
    assert greater == less > power_from_pilot(PILOT, rng=rng(), **options).power


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"n": 0}, "expected n of 1 or more, found 0."),
        ({"n": 5, "trials": 0}, "expected trials of 1 or more, found 0."),
        ({"n": 5, "test": "z"}, "expected the test to be one of t, sign, wilcoxon, randomization, found 'z'."),
        ({"n": 5, "level": 0}, "expected the level between 0 and 1, found 0."),
        ({"n": 5, "differences": [1]}, "expected at least 2 values in the pilot's differences, found 1."),
    ],
    ids=["n", "trials", "test", "level", "pilot"],
)
def test_bad_input_is_named(options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(InputError) as error:
        power_from_pilot(options.pop("differences", PILOT), rng=rng(), **options)
    assert str(error.value) == sentence
