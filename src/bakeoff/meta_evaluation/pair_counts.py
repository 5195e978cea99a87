"""Pairs of outputs by how people and a metric order them, and the variants of Kendall's tau that WMT made of them."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from bakeoff.errors import InputError
from bakeoff.meta_evaluation.tables import (
    GroupedValue,
    Grouping,
    checked_tables,
    human_table,
    in_groups,
    mean_of_groups,
)
from bakeoff.native import count_score_pairs
from bakeoff.statistics.inputs import numbers, one_of, same_length

PairMeasure = Literal["consistency", "tau10", "tau13", "tau14", "tau-a", "tau-b", "acc-eq"]
"""What is made of counted pairs: see the properties of `PairCounts`."""


@dataclass(frozen=True, slots=True)
class PairCounts:
    """Pairs of outputs, each counted once. Measures are None where nothing is counted."""

    concordant: int
    discordant: int
    tied_human: int
    """By people alone."""
    tied_metric: int
    """By the metric alone."""
    tied_both: int

    @property
    def pairs(self) -> int:
        return self.concordant + self.discordant + self.tied_human + self.tied_metric + self.tied_both

    @property
    def consistency(self) -> float | None:
        """W08: of pairs that people do not tie, the share that the metric orders alike; its own ties are wrong."""
        return _ratio(self.concordant, self.concordant + self.discordant + self.tied_metric)

    @property
    def tau10(self) -> float | None:
        """WMT 2010 to 2012, and on differences of direct assessment 2017 to 2020: ties of the metric are discordant."""
        return _ratio(
            self.concordant - self.discordant - self.tied_metric, self.concordant + self.discordant + self.tied_metric
        )

    @property
    def tau13(self) -> float | None:
        """WMT 2013: ties of either side are left out."""
        return _ratio(self.concordant - self.discordant, self.concordant + self.discordant)

    @property
    def tau14(self) -> float | None:
        """WMT 2014 to 2016: ties of the metric count in the denominator only."""
        return _ratio(self.concordant - self.discordant, self.concordant + self.discordant + self.tied_metric)

    @property
    def tau_a(self) -> float | None:
        """Kendall's tau-a: all pairs count."""
        return _ratio(self.concordant - self.discordant, self.pairs)

    @property
    def tau_b(self) -> float | None:
        """Kendall's tau-b: the denominator is the geometric mean of the pairs that each side does not tie."""
        decided = self.concordant + self.discordant
        return _ratio(
            self.concordant - self.discordant, math.sqrt((decided + self.tied_human) * (decided + self.tied_metric))
        )

    @property
    def acc_eq(self) -> float | None:
        """Deutsch et al. 2023: pairs ordered alike or tied by both, of all pairs; without calibration of ties."""
        return _ratio(self.concordant + self.tied_both, self.pairs)

    def measured(self, measure: PairMeasure) -> float | None:
        """The measure of this name."""
        one_of(measure, get_args(PairMeasure), "the measure")
        value: float | None = getattr(self, measure.replace("-", "_"))
        return value

    def __add__(self, other: PairCounts) -> PairCounts:
        return PairCounts(*(a + b for a, b in zip(self._counts(), other._counts(), strict=True)))

    def _counts(self) -> tuple[int, ...]:
        return self.concordant, self.discordant, self.tied_human, self.tied_metric, self.tied_both


@dataclass(frozen=True, slots=True, eq=False)
class GroupedPairs:
    """Counts of the pairs inside each group (a row of five counts, in the order of `PairCounts`)."""

    counts: NDArray[np.int64]

    @property
    def total(self) -> PairCounts:
        """All groups together: a group weighs as much as it has pairs."""
        return PairCounts(*self.counts.sum(axis=0).tolist())

    def mean(self, measure: PairMeasure) -> GroupedValue:
        """The mean of a measure over the groups that have a value."""
        values = (PairCounts(*row).measured(measure) for row in self.counts.tolist())
        return mean_of_groups(np.array([math.nan if value is None else value for value in values]))


def count_segment_pairs(human: ArrayLike, metric: ArrayLike, *, grouping: Grouping = "item") -> GroupedPairs:
    """Counts the pairs of outputs of one segment (or of one system, or all) by how people and the metric order them.

    Scores are tied where they are exactly equal. Pairs of which people left out an output do not count.

    >>> count_segment_pairs([[1, 2], [2, 2], [3, 1]], [[1, 1], [3, 2], [3, 0]]).total
    PairCounts(concordant=4, discordant=0, tied_human=1, tied_metric=1, tied_both=0)
    """
    h, m = (in_groups(table, grouping) for table in checked_tables(human, metric))
    return GroupedPairs(count_score_pairs(h, m))


def count_relative_ranks(
    raw: ArrayLike, metric: ArrayLike, *, least_difference: float = 25, scores: ArrayLike | None = None
) -> GroupedPairs:
    """Counts pairs of outputs of one segment whose grades differ enough to be taken for a preference (daRR).

    A pair counts where the raw grades differ by at least `least_difference`, 25 of 100 points at WMT 2017 to 2020, and
    is then ordered by these grades, or by `scores` if given. `tau10` of the total is WMT's "tau-like" coefficient.
    Source: Ma et al. 2018, Results of the WMT18 metrics shared task.

    >>> count_relative_ranks([[10], [40], [50]], [[1], [2], [1]]).total
    PairCounts(concordant=1, discordant=0, tied_human=0, tied_metric=1, tied_both=0)
    """
    if not least_difference > 0:
        raise InputError(expected="a difference above 0", found=f"{least_difference:g}")
    grades, m = checked_tables(raw, metric)
    order = grades if scores is None else human_table(scores)
    counts = np.zeros((grades.shape[1], 5), dtype=np.int64)
    for first in range(len(grades)):
        for second in range(first + 1, len(grades)):
            counted = np.abs(grades[first] - grades[second]) >= least_difference
            human = np.sign(order[first] - order[second])[counted]
            by_metric = np.sign(m[first] - m[second])[counted]
            places = np.flatnonzero(counted)
            np.add.at(counts, (places, _kinds(human, by_metric)), 1)
    return GroupedPairs(counts)


def count_preferences(preferences: ArrayLike, first: ArrayLike, second: ArrayLike) -> PairCounts:
    """Counts single judgments of two outputs: each is +1 (the first is better), 0 (a tie) or −1, with the metric's
    scores of both. A pair that was judged again counts again, as in WMT's five-way rankings (2008 to 2016).

    >>> count_preferences([1, 1, -1, 0], [3, 2, 2, 1], [1, 2, 1, 1])
    PairCounts(concordant=1, discordant=1, tied_human=0, tied_metric=1, tied_both=1)
    """
    human = numbers(preferences, "the preferences", least=0)
    one, other = numbers(first, "the first scores", least=0), numbers(second, "the second scores", least=0)
    same_length(human, one, "preferences and scores")
    same_length(one, other, "lists of scores")
    counts = np.bincount(_kinds(np.sign(human), np.sign(one - other)), minlength=5)
    return PairCounts(*counts.tolist())


def _kinds(human: np.ndarray, metric: np.ndarray) -> NDArray[np.int64]:
    """For each pair the place of its count, from the signs of both differences."""
    decided = np.where(human == metric, 0, 1)
    tied = np.where(human == 0, np.where(metric == 0, 4, 2), 3)
    return np.where((human != 0) & (metric != 0), decided, tied)


def _ratio(numerator: float, denominator: float) -> float | None:
    return numerator / denominator if denominator else None
