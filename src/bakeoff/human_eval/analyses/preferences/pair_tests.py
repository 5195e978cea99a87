"""Which systems differ, by their comparisons with each other."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations
from types import MappingProxyType
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from bakeoff.errors import InputError
from bakeoff.human_eval.analyses.preferences.win_scores import HeadToHead, head_to_head
from bakeoff.human_eval.protocols.observations import Floats, Preferences, Unit, unit_numbers
from bakeoff.statistics import Correction, adjust_p_values, sign_test_of_counts
from bakeoff.statistics.inputs import one_of, positive
from bakeoff.statistics.significance.unit_randomization import least_p

PreferenceTest = Literal["sign", "sign-w08", "randomization"]
Marks = Mapping[float, str]
"""A mark for each level of significance."""

MARKS_W08: Marks = MappingProxyType({0.01: "†", 0.05: "★"})
MARKS_I12: Marks = MappingProxyType({0.01: "★", 0.05: "‡", 0.10: "†"})


@dataclass(frozen=True, slots=True, eq=False)
class PairTests:
    """Every pair of systems, tested."""

    table: HeadToHead
    test: PreferenceTest
    correction: Correction
    p: Floats
    """Two-sided, systems × systems; NaN where a pair was never compared."""
    adjusted: Floats
    """The same after the correction for the number of pairs."""
    ahead: NDArray[np.bool_]
    """Whether the test saw the system of the row better than that of the column: in more units, or by `sign-w08` and
    `randomization` in more judgments."""
    least: Floats
    """The smallest p that each pair can have after the correction, with as many units as it has."""
    dependent: bool
    """Whether some segment has several judgments of one pair, which are not independent of each other."""

    def beats(self, level: float = 0.05) -> NDArray[np.bool_]:
        """Whether the system of the row is significantly better than that of the column, after the correction."""
        return np.asarray(self.ahead & (np.nan_to_num(self.adjusted, nan=1.0) <= level))

    def mark(self, first: int, second: int, marks: Marks = MARKS_W08) -> str:
        """The mark of the lowest level that the pair reaches after the correction; nothing where it reaches none."""
        return next((mark for level, mark in sorted(marks.items()) if self.adjusted[first, second] <= level), "")


def compare_pairs(
    preferences: Preferences,
    *,
    test: PreferenceTest = "sign",
    unit: Unit = "segment",
    correction: Correction = "holm",
    trials: int = 10_000,
    rng: np.random.Generator | None = None,
) -> PairTests:
    """Whether one system of each pair is judged better more often than the other.

    `sign`: the exact sign test over units, each won by the system that was better in more of its comparisons; ties are
    left out. `sign-w08`: the same over all single comparisons, as in W08; it takes those of one segment for independent
    of each other, and so finds differences where there are none. `randomization`: paired approximate randomisation over
    units, as in I12: in each trial the outcomes of each unit, all together, are turned round or not. A unit is a
    segment, a document, or all that one judge answered. Majorities are tested by giving those of `majority_votes`. All
    pairs that were compared are one family for the `correction`.
    """
    one_of(test, get_args(PreferenceTest), "test")
    if test == "randomization" and rng is None:
        raise InputError(expected="a generator of random numbers as rng", found="none")
    table = head_to_head(preferences)
    pairs = [(i, j) for i, j in combinations(range(len(table.systems)), 2) if table.judgments[i, j]]
    units = _Units.of(preferences.take(preferences.ordinary), unit)
    differences = [units.differences(i, j) for i, j in pairs]
    wins = table.wins
    if test == "sign":
        wins = np.zeros_like(table.wins)
        for (i, j), difference in zip(pairs, differences, strict=True):
            wins[i, j], wins[j, i] = (difference > 0).sum(), (difference < 0).sum()
    if test == "randomization" and rng is not None:
        p = [_randomized(difference, trials, rng) for difference in differences]
        least = [least_p(int((difference != 0).sum()), 0, 0, trials=trials) for difference in differences]
    else:
        p = [sign_test_of_counts(int(wins[i, j]), int(wins[j, i])).p for i, j in pairs]
        least = [least_p(int(wins[i, j] + wins[j, i]), 0, 0) for i, j in pairs]
    return PairTests(
        table=table,
        test=test,
        correction=correction,
        p=_square(table, pairs, p),
        adjusted=_square(table, pairs, adjust_p_values(p, correction=correction)),
        ahead=np.asarray(wins > wins.T),
        least=_square(table, pairs, adjust_p_values(least, correction=correction)),
        dependent=units.has_repeated_segments,
    )


@dataclass(frozen=True, slots=True)
class _Units:
    """Comparisons with the lower number of the two systems first, sorted by pair."""

    pairs: NDArray[np.int64]
    item: NDArray[np.int64]
    unit: NDArray[np.int64]
    outcome: NDArray[np.int64]
    size: int

    @classmethod
    def of(cls, preferences: Preferences, unit: Unit) -> _Units:
        first, second = preferences.first.astype(np.int64), preferences.second.astype(np.int64)
        turned = first > second
        size = len(preferences.systems)
        pairs = np.where(turned, second * size + first, first * size + second)
        order = np.argsort(pairs, kind="stable")
        outcome = np.where(turned, -preferences.outcome, preferences.outcome).astype(np.int64)
        items, units = preferences.item.astype(np.int64), unit_numbers(preferences, unit)
        return cls(pairs[order], items[order], units[order], outcome[order], size)

    @property
    def has_repeated_segments(self) -> bool:
        """Whether some segment has several comparisons of a pair."""
        keys = np.column_stack([self.pairs, self.item])
        return len(np.unique(keys, axis=0)) < len(keys)

    def differences(self, first: int, second: int) -> NDArray[np.int64]:
        """Wins of the first less those of the second, unit by unit."""
        start, end = np.searchsorted(self.pairs, [(key := first * self.size + second), key + 1])
        _, unit = np.unique(self.unit[start:end], return_inverse=True)
        outcome = self.outcome[start:end]
        return np.bincount(unit, weights=outcome).astype(np.int64)


def _randomized(differences: NDArray[np.int64], trials: int, rng: np.random.Generator) -> float:
    """The p-value of paired approximate randomisation, as `paired_randomization` has it.

    Differences are small whole numbers: of those of one size as many keep their sign as coins fall on one side, so that
    a trial is one draw for each size and not one for each unit.
    """
    sizes, counts = np.unique(np.abs(differences[differences != 0]), return_counts=True)
    kept = rng.binomial(counts, 0.5, size=(positive(trials, "trials"), len(sizes)))
    drawn = np.abs((2 * kept - counts) @ sizes)
    return float((1 + (drawn >= abs(int(differences.sum()))).sum()) / (1 + trials))


def _square(table: HeadToHead, pairs: list[tuple[int, int]], values: Floats | list[float]) -> Floats:
    square = np.full(table.wins.shape, np.nan)
    for (i, j), value in zip(pairs, values, strict=True):
        square[i, j] = square[j, i] = value
    return square
