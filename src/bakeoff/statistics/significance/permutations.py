"""Permutation tests of two samples and of pairs, with the statistic of the caller's choice."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations, islice
from math import comb

import numpy as np
from numpy.typing import ArrayLike

from bakeoff.errors import InputError
from bakeoff.statistics.inputs import Booleans, Floats, Integers, check_alternative, numbers, positive, same_length
from bakeoff.statistics.results import Alternative

Statistic = Callable[[Floats, Floats], ArrayLike]
"""Takes first and second values along the last axis, with any axes before it, and gives one number for each row."""

# Numbers held at a time for one block of trials: 8 MB.
_BLOCK = 1 << 20
# Statistics that differ by less than this share of the largest are equal: sums in another order round otherwise.
_TOLERANCE = 1e-10


@dataclass(frozen=True, slots=True, eq=False)
class PermutationSignificance:
    """The outcome of a permutation test, with the distribution it rests on."""

    p: float
    statistic: float
    n: int
    """Values that counted: all of two samples; of pairs, only pairs whose two values differ."""
    null: Floats
    """The statistic of every arrangement, or of every random trial."""
    exact: bool
    """Whether every arrangement was looked at; the null then holds the observed one too."""


def difference_of_means(first: Floats, second: Floats) -> Floats:
    """The mean of the first values less that of the second, along the last axis.

    >>> difference_of_means(np.array([3.0, 5.0]), np.array([1.0, 2.0])).tolist()
    2.5
    """
    return np.asarray(first.mean(axis=-1) - second.mean(axis=-1))


def permutation_test(
    first: ArrayLike,
    second: ArrayLike,
    *,
    statistic: Statistic = difference_of_means,
    trials: int = 10_000,
    alternative: Alternative = "two-sided",
    rng: np.random.Generator,
) -> PermutationSignificance:
    """Whether two independent samples come from one population: their values are dealt again.

    Where there are at most `trials` ways to deal them, all are looked at and p is the share whose statistic is as
    extreme as the observed one. Otherwise p = (1 + as extreme trials) / (1 + trials), which is never 0. As extreme is:
    at least as large ("greater"), at least as small ("less"), at least as far from 0 ("two-sided"; the statistic
    should be a difference, 0 where there is none). Equal up to rounding counts as equal; where all values are equal, p
    is 1.

    Source: R. A. Fisher 1935, The Design of Experiments; B. Phipson and G. K. Smyth 2010, Permutation p-values should
    never be zero.

    >>> test = permutation_test([7.1, 8.4, 6.9, 9.0], [5.2, 6.0, 7.0], rng=np.random.default_rng(1))
    >>> (round(test.statistic, 3), round(test.p, 3), len(test.null), test.exact)
    (1.783, 0.114, 35, True)
    """
    check_alternative(alternative)
    left, right = numbers(first, "the first sample"), numbers(second, "the second sample")
    values, size = np.concatenate([left, right]), len(left)
    exact = comb(len(values), size) <= positive(trials, "trials")

    def deals() -> Iterator[tuple[Floats, Floats]]:
        for order in _all_deals(len(values), size) if exact else _random_deals(len(values), trials, rng):
            yield values[order[:, :size]], values[order[:, size:]]

    return _outcome(left, right, deals(), statistic, alternative, n=len(values), exact=exact)


def paired_permutation_test(
    first: ArrayLike,
    second: ArrayLike,
    *,
    statistic: Statistic = difference_of_means,
    trials: int = 10_000,
    alternative: Alternative = "two-sided",
    rng: np.random.Generator,
) -> PermutationSignificance:
    """Whether the values of a pair could as well be exchanged: in every trial each pair is swapped or not.

    Where the pairs that differ (their number is n) allow at most `trials` arrangements, all are looked at. For the
    rest, and for what p and "as extreme" mean, see `permutation_test`. Where no pair differs, n is 0 and p is 1.

    Source: R. A. Fisher 1935; E. W. Noreen 1989, Computer-Intensive Methods for Testing Hypotheses.

    >>> test = paired_permutation_test([3, 5, 6, 7, 9], [1, 5, 2, 6, 6], rng=np.random.default_rng(1))
    >>> (test.statistic, test.p, test.n, test.exact)
    (2.0, 0.125, 4, True)
    """
    check_alternative(alternative)
    left, right = numbers(first, "the first values"), numbers(second, "the second values")
    same_length(left, right, "samples")
    differs = left != right
    n = int(differs.sum())
    exact = n < 64 and 1 << n <= positive(trials, "trials")

    def exchanges() -> Iterator[tuple[Floats, Floats]]:
        for swaps in all_swaps(n) if exact else random_swaps(n, trials, rng):
            swapped = np.zeros((len(swaps), len(left)), dtype=bool)
            swapped[:, differs] = swaps
            yield np.where(swapped, right, left), np.where(swapped, left, right)

    return _outcome(left, right, exchanges(), statistic, alternative, n=n, exact=exact)


def _outcome(
    left: Floats,
    right: Floats,
    arrangements: Iterator[tuple[Floats, Floats]],
    statistic: Statistic,
    alternative: Alternative,
    *,
    n: int,
    exact: bool,
) -> PermutationSignificance:
    observed = float(_values_of(statistic, left[None], right[None])[0])
    null = np.concatenate([_values_of(statistic, *arrangement) for arrangement in arrangements])
    slack = _TOLERANCE * max(abs(observed), float(np.abs(null).max()))
    extreme = {
        "greater": null >= observed - slack,
        "less": null <= observed + slack,
        "two-sided": np.abs(null) >= abs(observed) - slack,
    }[alternative]
    as_extreme = int(extreme.sum())
    p = as_extreme / len(null) if exact else (1 + as_extreme) / (1 + len(null))
    return PermutationSignificance(p=p, statistic=observed, n=n, null=null, exact=exact)


def _values_of(statistic: Statistic, first: Floats, second: Floats) -> Floats:
    values = numbers(statistic(first, second), "the statistic's values")
    if len(values) != len(first):
        raise InputError(
            expected=f"one value of the statistic for each of {len(first)} rows",
            found=str(len(values)),
            remedy="Let it reduce the last axis only.",
        )
    return values


def _blocks(rows: int, columns: int) -> Iterator[int]:
    """The sizes of the blocks in which rows are made."""
    size = max(1, _BLOCK // max(1, columns))
    yield from (min(size, rows - start) for start in range(0, rows, size))


def _all_deals(count: int, size: int) -> Iterator[Integers]:
    choices = combinations(range(count), size)
    for rows in _blocks(comb(count, size), count):
        chosen = np.array(list(islice(choices, rows)))
        left_over = np.ones((rows, count), dtype=bool)
        np.put_along_axis(left_over, chosen, values=False, axis=1)
        yield np.concatenate([chosen, np.nonzero(left_over)[1].reshape(rows, count - size)], axis=1)


def _random_deals(count: int, trials: int, rng: np.random.Generator) -> Iterator[Integers]:
    for rows in _blocks(trials, count):
        yield rng.permuted(np.tile(np.arange(count), (rows, 1)), axis=1)


def all_swaps(count: int) -> Iterator[Booleans]:
    """Every way to swap or not swap each pair, a block of rows at a time."""
    start = 0
    for rows in _blocks(1 << count, count):
        yield (np.arange(start, start + rows)[:, None] >> np.arange(count)) % 2 == 1
        start += rows


def random_swaps(count: int, trials: int, rng: np.random.Generator) -> Iterator[Booleans]:
    """Trials that swap each pair at even odds, a block of rows at a time."""
    for rows in _blocks(trials, count):
        yield rng.integers(0, 2, size=(rows, count), dtype=np.bool_)
