"""Power against statsmodels, against sums over every outcome, and against simulation."""

from __future__ import annotations

from collections.abc import Callable
from math import comb
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bakeoff.errors import InputError
from bakeoff.statistics.power.paired_power import DiscordantEffect, MeanEffect, WinEffect, paired_power, pairs_needed
from bakeoff.statistics.results import Alternative
from bakeoff.statistics.significance.paired_tests import mcnemar_test, sign_test_of_counts
from tests.depth import cases

pytestmark = pytest.mark.filterwarnings("error")

ALTERNATIVES = {"two-sided": "two-sided", "greater": "larger", "less": "smaller"}
LEVELS = st.sampled_from([0.001, 0.01, 0.05, 0.0625, 0.21875])


@pytest.mark.parametrize("alternative", ALTERNATIVES)
@pytest.mark.parametrize("size", [-0.4, 0.0, 0.1, 0.5, 1.2])
@pytest.mark.parametrize("n", [2, 5, 30, 200])
def test_power_of_the_t_test_against_statsmodels(n: int, size: float, alternative: Alternative) -> None:
    from statsmodels.stats.power import TTestPower

    expected = TTestPower().power(size, n, 0.05, alternative=ALTERNATIVES[alternative])
    if np.isfinite(expected):
        assert paired_power(MeanEffect(size), n=n, alternative=alternative) == pytest.approx(expected, abs=1e-10)


@pytest.mark.parametrize("alternative", ALTERNATIVES)
@pytest.mark.parametrize("size", [-0.2, 0.0, 0.1, 0.5])
def test_power_of_the_z_test_against_statsmodels(size: float, alternative: Alternative) -> None:
    from statsmodels.stats.power import normal_power

    expected = normal_power(size, 50, 0.05, alternative=ALTERNATIVES[alternative])
    assert paired_power(MeanEffect(size, test="normal"), n=50, alternative=alternative) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("size", "wanted", "level"), [(0.5, 0.8, 0.05), (0.2, 0.8, 0.05), (0.1, 0.95, 0.01), (0.02, 0.9, 0.05)]
)
def test_pairs_needed_for_the_t_test_against_statsmodels(size: float, wanted: float, level: float) -> None:
    from statsmodels.stats.power import TTestPower

    expected = TTestPower().solve_power(size, None, level, wanted)
    assert pairs_needed(MeanEffect(size), power=wanted, level=level) == np.ceil(expected)


def test_cohens_medium_effect() -> None:
    """Cohen 1988 and G*Power: d = .5, two-sided .05, power .80 takes 34 pairs (.8078)."""
    assert pairs_needed(MeanEffect(0.5)) == 34
    assert round(paired_power(MeanEffect(0.5), n=34), 4) == 0.8078


@pytest.mark.parametrize("size", [1, 3, 10, 100, 1e6])
@pytest.mark.parametrize("n", [2, 3, 10, 100, 100_000])
def test_huge_effects_have_a_power_too(size: float, n: int) -> None:
    """Where SciPy's noncentral t has no number for the tail away from the effect."""
    power = paired_power(MeanEffect(size), n=n)
    assert paired_power(MeanEffect(size), n=n, alternative="greater") >= power - 1e-12
    assert 0.09 <= power <= 1
    assert paired_power(MeanEffect(-size), n=n) == power
    assert paired_power(MeanEffect(-size), n=n, alternative="greater") <= 0.01


def brute_force(effect: WinEffect, n: int, level: float, alternative: Alternative) -> float:
    """Every number of wins, losses and ties, with its probability and whether the test finds it."""
    won, lost = (1 - effect.ties) * effect.wins, (1 - effect.ties) * (1 - effect.wins)
    total = 0.0
    for wins in range(n + 1):
        for losses in range(n + 1 - wins):
            if sign_test_of_counts(wins, losses, alternative=alternative).p <= level:
                ways = comb(n, wins) * comb(n - wins, losses)
                total += ways * won**wins * lost**losses * effect.ties ** (n - wins - losses)
    return total


@settings(max_examples=cases(40))
@given(
    st.floats(0, 1), st.sampled_from([0.0, 0.1, 0.5, 0.9]), st.integers(1, 24), LEVELS, st.sampled_from([*ALTERNATIVES])
)
def test_power_of_the_sign_test_is_the_sum_over_every_outcome(
    wins: float, ties: float, n: int, level: float, alternative: Alternative
) -> None:
    effect = WinEffect(wins, ties)
    power = paired_power(effect, n=n, level=level, alternative=alternative)
    assert power == pytest.approx(brute_force(effect, n, level, alternative), abs=1e-11)


@pytest.mark.parametrize("n", [50, 400, 20_000])
@pytest.mark.parametrize("ties", [0.0, 0.3])
def test_without_an_effect_the_exact_test_stays_within_its_level(n: int, ties: float) -> None:
    assert 0.03 < paired_power(WinEffect(0.5, ties), n=n) <= 0.05
    assert paired_power(MeanEffect(0), n=n) == pytest.approx(0.05)


def test_mcnemars_power_is_the_share_of_simulated_campaigns_that_find_the_effect() -> None:
    rng = np.random.default_rng(5)
    found, trials = 0, 1000
    for _ in range(trials):
        kind = rng.choice(3, p=[0.15, 0.07, 0.78], size=150)
        found += mcnemar_test(kind == 0, kind == 1).p <= 0.05
    power = paired_power(DiscordantEffect(0.15, 0.07), n=150)
    assert found / trials == pytest.approx(power, abs=4 * np.sqrt(power * (1 - power) / trials))


@given(st.floats(0.01, 0.5), st.floats(0.01, 0.5), st.integers(1, 200))
def test_exchanged_systems_are_found_as_often(only_first: float, only_second: float, n: int) -> None:
    power = paired_power(DiscordantEffect(only_first, only_second), n=n)
    assert paired_power(DiscordantEffect(only_second, only_first), n=n) == pytest.approx(power, abs=1e-11)
    wins = WinEffect(only_first / (only_first + only_second), ties=1 - only_first - only_second)
    assert paired_power(wins, n=n) == pytest.approx(power, abs=1e-9)


@pytest.mark.parametrize(
    "effect",
    [WinEffect(0.6), WinEffect(0.3), WinEffect(0.65, ties=0.4), DiscordantEffect(0.2, 0.1), WinEffect(1.0)],
    ids=["wins", "losses", "ties", "discordant", "sure"],
)
@pytest.mark.parametrize("wanted", [0.5, 0.8, 0.95])
def test_fewest_pairs_are_the_first_after_which_the_power_stays_up(
    effect: DiscordantEffect | WinEffect, wanted: float
) -> None:
    needed = pairs_needed(effect, power=wanted)
    powers = [paired_power(effect, n=n) for n in range(1, 2 * needed + 50)]
    assert needed == 1 + max((n for n, power in enumerate(powers, start=1) if power < wanted), default=0)


def test_one_sided_tests_need_fewer_pairs_and_look_at_one_side() -> None:
    assert pairs_needed(WinEffect(0.6), alternative="greater") < pairs_needed(WinEffect(0.6))
    assert pairs_needed(WinEffect(0.4), alternative="less") == pairs_needed(WinEffect(0.6), alternative="greater")
    assert pairs_needed(MeanEffect(-0.3), alternative="less") == pairs_needed(MeanEffect(0.3), alternative="greater")


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: pairs_needed(WinEffect(0.5)), "expected an effect that 10,000,000 pairs show with a power of 0.8"),
        (lambda: pairs_needed(MeanEffect(0.0)), "expected an effect that 10,000,000 pairs show"),
        (lambda: pairs_needed(MeanEffect(-1), alternative="greater"), "expected an effect that 10,000,000 pairs show"),
        (lambda: pairs_needed(MeanEffect(1), power=1.0), "expected the power between 0 and 1, found 1.0."),
        (lambda: paired_power(MeanEffect(1), n=0), "expected n of 1 or more, found 0."),
        (lambda: paired_power(MeanEffect(1), n=5, level=5), "expected the level between 0 and 1, found 5."),
        (lambda: paired_power(MeanEffect(1), n=5, alternative="up"), "expected the alternative to be one of"),  # type: ignore[arg-type]
        (lambda: MeanEffect(float("nan")), "expected a finite size of the effect, found nan."),
        (lambda: MeanEffect(1, test="sign"), "expected the test to be one of t, normal, found 'sign'."),  # type: ignore[arg-type]
        (lambda: WinEffect(1.2), "expected a share of wins from 0 to 1 and one of ties below 1, found 1.2 and 0.0."),
        (lambda: WinEffect(0.5, ties=1), "expected a share of wins from 0 to 1 and one of ties below 1"),
        (lambda: DiscordantEffect(0, 0), "expected shares of items that add up to more than 0 and at most 1"),
        (lambda: DiscordantEffect(0.7, 0.4), "expected shares of items that add up to more than 0 and at most 1"),
    ],
    ids=lambda value: "" if callable(value) else value[:48],
)
def test_bad_input_is_named(call: Callable[..., Any], sentence: str) -> None:
    with pytest.raises(InputError) as error:
        call()
    assert str(error.value).startswith(sentence)
