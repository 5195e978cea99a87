"""How probable it is that a paired test finds an effect, and how many pairs it takes.

The effect says what is assumed of the pairs and, with it, which test is meant. A test finds the effect when its
p-value is at most the level.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal

import numpy as np

from bakeoff.errors import InputError
from bakeoff.statistics.inputs import Floats, Integers, check_alternative, one_of, positive, share
from bakeoff.statistics.results import Alternative
from bakeoff.statistics.significance.fair_coin import critical_heads

MOST_PAIRS: Final = 10_000_000
"""A plan that needs more pairs than this is refused."""


@dataclass(frozen=True, slots=True)
class MeanEffect:
    """A mean difference, for the paired t test or for a z test (which large samples allow)."""

    size: float
    """The mean of the differences over their standard deviation (Cohen's d for pairs)."""
    test: Literal["t", "normal"] = "t"

    def __post_init__(self) -> None:
        one_of(self.test, ("t", "normal"), "the test")
        if not np.isfinite(self.size):
            raise InputError(expected="a finite size of the effect", found=str(self.size))


@dataclass(frozen=True, slots=True)
class WinEffect:
    """How often the first of a pair wins, for the exact sign test."""

    wins: float
    """The share of wins among the pairs that are no ties."""
    ties: float = 0.0
    """The share of ties among all pairs."""

    def __post_init__(self) -> None:
        if not (0 <= self.wins <= 1 and 0 <= self.ties < 1):
            raise InputError(
                expected="a share of wins from 0 to 1 and one of ties below 1", found=f"{self.wins} and {self.ties}"
            )


@dataclass(frozen=True, slots=True)
class DiscordantEffect:
    """How often only one of two systems is right, for McNemar's exact test."""

    only_first: float
    """The share of all items that the first has right and the second has not."""
    only_second: float

    def __post_init__(self) -> None:
        decided = self.only_first + self.only_second
        if not (self.only_first >= 0 and self.only_second >= 0 and 0 < decided <= 1):
            raise InputError(
                expected="shares of items that add up to more than 0 and at most 1",
                found=f"{self.only_first} and {self.only_second}",
            )

    def as_wins(self) -> WinEffect:
        """The same effect as the sign test sees it: McNemar's test is the sign test of the discordant items."""
        decided = self.only_first + self.only_second
        return WinEffect(wins=self.only_first / decided, ties=max(0.0, 1 - decided))


Effect = MeanEffect | WinEffect | DiscordantEffect


def paired_power(effect: Effect, *, n: int, level: float = 0.05, alternative: Alternative = "two-sided") -> float:
    """The probability that the test of this effect rejects at the level, given n pairs (ties among them).

    Exact for each test: by the noncentral t distribution (differences normally distributed), the normal distribution,
    or the binomial law of wins given the binomial number of pairs that are decided. From 0 to 1; without an effect it
    is the level, or less where the test is discrete. The t test needs 2 pairs: with one the power is 0.

    Source: J. Cohen 1988, Statistical Power Analysis for the Behavioral Sciences; W. J. Dixon 1953, Power functions of
    the sign test.

    >>> round(paired_power(MeanEffect(0.5), n=34), 3)
    0.808
    >>> round(paired_power(WinEffect(0.6), n=200), 3)
    0.787
    """
    check_alternative(alternative)
    sizes = np.array([positive(n, "n")])
    return float(_power(effect, sizes, share(level, "the level"), alternative)[0])


def pairs_needed(
    effect: Effect, *, power: float = 0.8, level: float = 0.05, alternative: Alternative = "two-sided"
) -> int:
    """The fewest pairs with which the test of this effect has the wanted power, and has it with more of them too.

    The power of exact tests goes up and down by a little from one n to the next; the answer has the power with itself
    and with each of the next 63. An effect that no number of pairs up to ten million shows is an error: none at all,
    or one opposite to the alternative.

    >>> pairs_needed(MeanEffect(0.5))
    34
    >>> pairs_needed(DiscordantEffect(0.12, 0.08), power=0.9)
    1348
    """
    check_alternative(alternative)
    wanted, alpha = share(power, "the power"), share(level, "the level")

    def powers(sizes: Integers) -> Floats:
        return _power(effect, sizes, alpha, alternative)

    high = 2
    while (powers(_window(high)) < wanted).any():
        if high >= MOST_PAIRS:
            raise InputError(
                expected=f"an effect that {MOST_PAIRS:,} pairs show with a power of {wanted:g}",
                found=_in_words(effect),
                remedy="Assume a larger effect, on the side that is tested.",
            )
        high = min(2 * high, MOST_PAIRS)
    return _last_short(powers, wanted, high) + 1


def _in_words(effect: Effect) -> str:
    match effect:
        case MeanEffect(size):
            return f"a difference of {size:g} standard deviations"
        case WinEffect(wins, ties):
            return f"a share of wins of {wins:g} with {ties:g} ties"
        case DiscordantEffect(only_first, only_second):
            return f"shares of {only_first:g} and {only_second:g} that only one has right"


def _window(size: int) -> Integers:
    """Numbers of pairs from this one on; a discrete test's power dips every two or three of them."""
    return np.arange(size, size + 64)


def _last_short(powers: Callable[[Integers], Floats], wanted: float, high: int) -> int:
    """The largest number of pairs below `high` that is too few, 0 if none is."""
    low = 0
    while high - low > 1:
        middle = (low + high) // 2
        if (powers(_window(middle)) < wanted).any():
            low = middle
        else:
            high = middle
    return low


def _power(effect: Effect, sizes: Integers, level: float, alternative: Alternative) -> Floats:
    if isinstance(effect, MeanEffect):
        return (_t_power if effect.test == "t" else _normal_power)(effect.size, sizes, level, alternative)
    wins = effect.as_wins() if isinstance(effect, DiscordantEffect) else effect
    return _sign_power(wins, sizes, level, alternative)


def _normal_power(size: float, n: Integers, level: float, alternative: Alternative) -> Floats:
    from scipy.special import ndtr, ndtri

    shift = size * np.sqrt(n)
    if alternative == "two-sided":
        limit = -ndtri(level / 2)
        return np.asarray(ndtr(shift - limit) + ndtr(-shift - limit))
    return np.asarray(ndtr((shift if alternative == "greater" else -shift) + ndtri(level)))


def _t_power(size: float, n: Integers, level: float, alternative: Alternative) -> Floats:
    from scipy.stats import nct, t

    freedom = np.maximum(n - 1, 1)
    shift = abs(size) * np.sqrt(n)
    limit = t.isf(level / 2 if alternative == "two-sided" else level, freedom)
    power = np.zeros(len(n))
    if alternative == "two-sided" or (size >= 0) == (alternative == "greater"):
        power += nct.sf(limit, freedom, shift)
    if alternative == "two-sided" or (size >= 0) != (alternative == "greater"):
        # The tail away from the effect is below 1e-11 from here on, and SciPy's is not a number.
        power += np.where(shift < 7, nct.cdf(-limit, freedom, np.minimum(shift, 7)), 0)
    return np.where(n < 2, 0.0, np.clip(power, 0, 1))


def _sign_power(effect: WinEffect, sizes: Integers, level: float, alternative: Alternative) -> Floats:
    """Over every number of decided pairs that may come: how probable it is, times the power it gives."""
    from scipy.special import bdtr, bdtrc
    from scipy.stats import binom

    least, most = binom.ppf(1e-15, sizes[0], 1 - effect.ties), binom.isf(1e-15, sizes[-1], 1 - effect.ties)
    decided = np.arange(max(0, int(least)), int(most) + 1)
    limit = critical_heads(decided, level / 2 if alternative == "two-sided" else level)
    reached = np.zeros(len(decided))
    if alternative != "greater":
        reached += np.where(limit >= 0, bdtr(np.maximum(limit, 0.0), decided, effect.wins), 0)
    if alternative != "less":
        reached += np.where(limit >= 0, bdtrc(decided - limit - 1.0, decided, effect.wins), 0)
    return np.minimum(1.0, binom.pmf(decided, sizes[:, None], 1 - effect.ties) @ reached)
