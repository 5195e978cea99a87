"""The power of a paired test of any size, by drawing again and again from the differences of a pilot."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np
from numpy.typing import ArrayLike

from bakeoff.statistics.inputs import Floats, check_alternative, numbers, one_of, positive, share
from bakeoff.statistics.intervals import wilson_interval
from bakeoff.statistics.results import Alternative, Interval
from bakeoff.statistics.significance.fair_coin import coin_p_values

PilotTest = Literal["t", "sign", "wilcoxon", "randomization"]
"""Wilcoxon's test and the randomization test are here with their normal approximations, good from 20 pairs on."""

# Differences held at a time for one block of trials: 8 MB.
_BLOCK = 1 << 20


@dataclass(frozen=True, slots=True)
class SimulatedPower:
    """The share of trials in which the test found the effect."""

    power: float
    interval: Interval
    """What this number of trials leaves open (Wilson's interval). It does not speak of the pilot's own chance."""
    n: int
    trials: int


def power_from_pilot(
    differences: ArrayLike,
    *,
    n: int,
    test: PilotTest = "t",
    trials: int = 2_000,
    level: float = 0.05,
    alternative: Alternative = "two-sided",
    rng: np.random.Generator,
) -> SimulatedPower:
    """The power that n pairs would have if the world were like the pilot: each trial draws n of its differences again.

    The differences are drawn with replacement, so their distribution with its ties and outliers is kept. The pilot's
    mean is taken for the true one: a small pilot that came out high promises too much. The test finds the effect in a
    trial when its p-value is at most the level; a trial without any difference finds nothing, and for the t test one
    whose differences are all equal is left to the sign test.

    Source: B. Efron and R. J. Tibshirani 1993, An Introduction to the Bootstrap, section 25.

    >>> pilot = [0.4, 0.1, 0.0, 0.9, -0.2, 0.3, 0.5, -0.6]
    >>> power_from_pilot(pilot, n=60, test="sign", trials=500, rng=np.random.default_rng(1)).power
    0.852
    """
    check_alternative(alternative)
    one_of(test, get_args(PilotTest), "the test")
    values = numbers(differences, "the pilot's differences", least=2)
    size, rounds = positive(n, "n"), positive(trials, "trials")
    alpha, p_values = share(level, "the level"), P_VALUES[test]
    rows = max(1, _BLOCK // size)
    significant = 0
    for start in range(0, rounds, rows):
        drawn = rng.choice(values, size=(min(rows, rounds - start), size))
        significant += int((p_values(drawn, alternative) <= alpha).sum())
    return SimulatedPower(
        power=significant / rounds, interval=wilson_interval(significant, rounds), n=size, trials=rounds
    )


def _sign_p(differences: Floats, alternative: Alternative) -> Floats:
    wins = (differences > 0).sum(axis=1)
    return coin_p_values(wins, wins + (differences < 0).sum(axis=1), alternative)


def _t_p(differences: Floats, alternative: Alternative) -> Floats:
    from scipy.special import stdtr

    n = differences.shape[1]
    z = _ratio(differences.sum(axis=1), np.sqrt((differences**2).sum(axis=1)))
    # t follows from z; its variance, n − z² up to a factor, is 0 where all differences are equal.
    spread = n - z**2
    varies = spread > 1e-12 * n
    t = z * np.sqrt((n - 1) / np.where(varies, spread, 1))
    freedom = max(n - 1, 1)
    p = _two_tails(stdtr(freedom, -t), stdtr(freedom, t), alternative)
    return np.where(varies, p, _sign_p(differences, alternative))


def _randomization_p(differences: Floats, alternative: Alternative) -> Floats:
    """Under random signs the sum of the differences has mean 0 and the summed squares for variance."""
    return _normal_p(_ratio(differences.sum(axis=1), np.sqrt((differences**2).sum(axis=1))), alternative)


def _wilcoxon_p(differences: Floats, alternative: Alternative) -> Floats:
    from scipy.stats import rankdata

    zeros = (differences == 0).sum(axis=1, keepdims=True)
    # Zeros hold the lowest ranks; without them every other rank is lower by their number.
    ranks = np.where(differences == 0, 0, rankdata(np.abs(differences), axis=1) - zeros)
    deviation = (ranks * np.sign(differences)).sum(axis=1) / 2
    continuity = {"greater": 0.5, "less": -0.5, "two-sided": np.clip(deviation, -0.5, 0.5)}[alternative]
    return _normal_p(_ratio(deviation - continuity, np.sqrt((ranks**2).sum(axis=1) / 4)), alternative)


def _normal_p(z: Floats, alternative: Alternative) -> Floats:
    from scipy.special import ndtr

    return _two_tails(ndtr(-z), ndtr(z), alternative)


def _two_tails(above: Floats, below: Floats, alternative: Alternative) -> Floats:
    if alternative == "two-sided":
        return np.asarray(np.minimum(1.0, 2 * np.minimum(above, below)))
    return above if alternative == "greater" else below


def _ratio(numerator: Floats, denominator: Floats) -> Floats:
    """0 where there is nothing to divide by."""
    return np.divide(numerator, denominator, out=np.zeros_like(numerator), where=denominator > 0)


P_VALUES: dict[PilotTest, Callable[[Floats, Alternative], Floats]] = {
    "t": _t_p,
    "sign": _sign_p,
    "wilcoxon": _wilcoxon_p,
    "randomization": _randomization_p,
}
