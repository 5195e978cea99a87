"""Correlation coefficients of many pairs of rows at once, as resampling asks for them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from bakeoff.statistics.inputs import Floats

Coefficient = Literal["pearson", "spearman", "kendall"]
"""Pearson's r, Spearman's rho (average ranks), Kendall's tau-b."""

Integers = NDArray[np.int64]
Numbers = NDArray[np.float64] | NDArray[np.integer]


def coefficient_of_rows(first: Floats, second: Floats, coefficient: Coefficient) -> Floats:
    """The coefficient of each row of `first` with the same row of `second`; NaN where a row does not vary."""
    if coefficient == "kendall":
        return kendall_of_rows(first, second)
    if coefficient == "spearman":
        return pearson_of_rows(average_ranks(first), average_ranks(second))
    return pearson_of_rows(first, second)


def pearson_of_rows(first: Floats, second: Floats) -> Floats:
    a, b = _centred(first), _centred(second)
    products, first_squares, second_squares = ((x * y).sum(axis=1) for x, y in ((a, b), (a, a), (b, b)))
    return _divided(products, first_squares, second_squares)


def kendall_of_rows(first: Floats, second: Floats) -> Floats:
    pairs = count_pairs(first, second)
    return _divided(pairs.concordant - pairs.discordant, pairs.untied_first, pairs.untied_second)


def kendall_without_each(first: Floats, second: Floats) -> Floats:
    """Tau-b of one list of items without each of them in turn; NaN where a side does not vary then."""
    items = count_pairs_of_items(first, second)
    left = (counts.sum() // 2 - counts for counts in (items.excess, items.untied_first, items.untied_second))
    return _divided(*left)


def average_ranks(rows: Floats) -> Floats:
    """Ranks from 1 along each row; equal values share the mean of their ranks."""
    from scipy.stats import rankdata

    return np.asarray(rankdata(rows, axis=-1), dtype=np.float64)


@dataclass(frozen=True, slots=True)
class Pairs:
    """How the pairs of items are in each row: in the same order on both sides, in opposite order, tied on a side."""

    concordant: Integers
    discordant: Integers
    untied_first: Integers
    untied_second: Integers
    all: int


def count_pairs(first: Floats, second: Floats) -> Pairs:
    """O(n log² n) per row (Knight 1966: pairs in opposite order are the inversions left when one side is sorted)."""
    every = first.shape[1] * (first.shape[1] - 1) // 2
    # Among items tied on the first side the second is ascending, so that no such pair counts as an inversion.
    order = np.lexsort((second, first), axis=-1)
    a, b = np.take_along_axis(first, order, 1), np.take_along_axis(second, order, 1)
    starts_first, starts_both = _changes(a), _changes(a) | _changes(b)
    untied_first = every - _pairs_in_runs(starts_first)
    sorted_second = np.sort(second, axis=1)
    untied_second = every - _pairs_in_runs(_changes(sorted_second))
    discordant = _inversions(_dense_ranks(b))
    untied = untied_first + untied_second - (every - _pairs_in_runs(starts_both))
    return Pairs(untied - discordant, discordant, untied_first, untied_second, every)


@dataclass(frozen=True, slots=True)
class ItemPairs:
    """How the pairs of each item with the others are, of one list of items."""

    excess: Integers
    """Concordant pairs less discordant ones."""
    untied_first: Integers
    untied_second: Integers


def count_pairs_of_items(first: Floats, second: Floats) -> ItemPairs:
    """As `count_pairs`, for each item of one row by itself."""
    order = np.lexsort((second, first))
    a, b = (_dense_ranks(side[None])[0].astype(np.int64) for side in (first[order], second[order]))
    earlier_greater = _earlier_greater(b)
    later_smaller = _earlier_greater(b.max() - b[::-1])[::-1]
    tied_first, tied_second, tied_both = (_equal_items(side) for side in (a, b, a * (b.max() + 1) + b))
    untied = len(a) - tied_first - tied_second + tied_both
    excess = untied - 2 * (earlier_greater + later_smaller)
    back = np.argsort(order)
    return ItemPairs(excess[back], len(a) - tied_first[back], len(a) - tied_second[back])


def _equal_items(values: Integers) -> Integers:
    """For each item how many have the same value, itself included."""
    _, inverse, counts = np.unique(values, return_inverse=True, return_counts=True)
    return counts[inverse]


def _centred(rows: Floats) -> Floats:
    """Each row less its mean, scaled by a power of two; exactly 0 throughout where all values are equal."""
    _, exponents = np.frexp(np.abs(rows).max(axis=1, keepdims=True))
    scaled = np.ldexp(rows, -exponents)
    # Taking off the first value before the mean leaves no rounding error where nothing varies.
    shifted = scaled - scaled[:, :1]
    centred = shifted - shifted.mean(axis=1, keepdims=True)
    _, exponents = np.frexp(np.abs(centred).max(axis=1, keepdims=True))
    result: Floats = np.ldexp(centred, -exponents)
    return result


def _divided(numerators: Numbers, first: Numbers, second: Numbers) -> Floats:
    """Numerators over the geometric mean of the denominators: exactly 1 where all three are equal."""
    means = np.sqrt(np.asarray(first, dtype=np.float64) * second)
    values = np.full(len(means), np.nan)
    np.divide(numerators, means, out=values, where=means > 0)
    return np.asarray(np.clip(values, -1, 1), dtype=np.float64)


def _changes(rows: Numbers) -> NDArray[np.bool_]:
    """True at the first item of each row and wherever an item differs from the one before."""
    changes = np.ones(rows.shape, dtype=bool)
    np.not_equal(rows[:, 1:], rows[:, :-1], out=changes[:, 1:])
    return changes


def _pairs_in_runs(starts: NDArray[np.bool_]) -> Integers:
    """Pairs of items within the same run: each item pairs with those before it in its run."""
    places = np.arange(starts.shape[1])
    pairs: Integers = (places - np.maximum.accumulate(np.where(starts, places, 0), axis=1)).sum(axis=1)
    return pairs


def _dense_ranks(rows: Floats) -> NDArray[np.integer]:
    """Whole numbers from 0 in the order of the values, equal for equal values."""
    order = np.argsort(rows, axis=1)
    steps = _changes(np.take_along_axis(rows, order, 1)).cumsum(axis=1) - 1
    # NumPy sorts numbers of 16 bits by their digits, several times faster than longer ones.
    ranks = np.empty(rows.shape, dtype=np.uint16 if rows.shape[1] <= 2**16 else np.int64)
    np.put_along_axis(ranks, order, steps, axis=1)
    return ranks


def _inversions(ranks: NDArray[np.integer]) -> Integers:
    """Pairs of each row in which the earlier item has the greater rank."""
    total = np.zeros(len(ranks), dtype=np.int64)
    for bit in _bits(ranks):
        total += _greater_before(ranks, bit).sum(axis=1, dtype=np.int64)
        ranks = np.take_along_axis(ranks, np.argsort(ranks >> bit, axis=1, kind="stable"), 1)
    return total


def _earlier_greater(ranks: NDArray[np.integer]) -> Integers:
    """For each item of one row, how many of the earlier ones have a greater rank."""
    counts = np.zeros(len(ranks), dtype=np.int64)
    places = np.arange(len(ranks))
    for bit in _bits(ranks):
        counts[places] += _greater_before(ranks[places][None], bit)[0]
        places = places[np.argsort(ranks[places] >> bit, kind="stable")]
    return counts


def _bits(ranks: NDArray[np.integer]) -> Iterator[int]:
    """The bits of the ranks, highest first: two different ranks part at one of them, which counts the pair."""
    return reversed(range(int(ranks.max()).bit_length()))


def _greater_before(ranks: NDArray[np.integer], bit: int) -> NDArray[np.int32]:
    """For each item the earlier ones that have this bit where it has not, the higher bits being equal.

    The rows are sorted by the higher bits, with the first order kept among equals.
    """
    ones = ((ranks >> bit) & 1).astype(np.int32)
    before = ones.cumsum(axis=1, dtype=np.int32) - ones
    group_base = np.maximum.accumulate(np.where(_changes(ranks >> (bit + 1)), before, 0), axis=1)
    return (before - group_base) * (1 - ones)
