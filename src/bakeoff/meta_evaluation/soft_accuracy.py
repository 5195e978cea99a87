"""Soft pairwise accuracy: whether a metric is as sure as people are that one system is better than another."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from bakeoff.meta_evaluation.tables import checked_tables
from bakeoff.native import coin_sums
from bakeoff.statistics.inputs import Floats, positive

# Sums of equal scores in another order differ by less than this share of the largest.
_ROUNDING = 1e-10


def soft_pairwise_accuracy(
    human: ArrayLike, metric: ArrayLike, *, draws: int = 1000, rng: np.random.Generator
) -> float:
    """The mean over pairs of systems of 1 − |p − q|, with p and q the p-values of people and of the metric.

    p is that of a permutation test of the segments of two systems: the share of draws of signs whose sum of signed
    differences is at least the observed sum, one-sided. The same signs serve people, the metric and all pairs. From 0
    to 1, higher is better. Only segments that people judged for both systems of a pair count, so a metric's own system
    score, which may be no mean of its segments, plays no part. Source: Thompson et al. 2024, Improving statistical
    significance in human evaluation of automatic metrics via soft pairwise accuracy.

    >>> scores = [[1, 2, 3, 4], [2, 3, 4, 5], [4, 1, 2, 2]]
    >>> soft_pairwise_accuracy(scores, scores, rng=np.random.default_rng(1))
    1.0
    """
    h, m = checked_tables(human, metric)
    signs = Signs.drawn(rng, draws)
    return soft_accuracy(order_probabilities(h, signs), order_probabilities(m, signs))


@dataclass(frozen=True, slots=True)
class Signs:
    """Vectors of +1 and −1 at even odds, one sign for each segment: which they are follows from the key."""

    key: int
    draws: int

    @classmethod
    def drawn(cls, rng: np.random.Generator, draws: int) -> Signs:
        return cls(int(rng.integers(2**63)), positive(draws, "draws"))

    def positive_sums(self, table: Floats) -> Floats:
        """For each row of the table the sum of its segments with +1, in every vector of signs."""
        return coin_sums(np.ascontiguousarray(table.T), key=self.key, first=0, samples=self.draws)


def order_probabilities(table: Floats, signs: Signs) -> Floats:
    """For each pair of systems the share of sign vectors whose signed sum of differences is at least the plain one."""
    known = ~np.isnan(table)
    # Where all systems lack the same segments one set of sums serves all pairs.
    if have_same_segments(table):
        kept = np.where(known, table, 0)
        return order_shares(signs.positive_sums(kept), kept.sum(axis=1))
    first, second = np.triu_indices(len(table), k=1)
    result = np.empty(len(first))
    for pair, (i, j) in enumerate(zip(first, second, strict=True)):
        rows = np.where(known[i] & known[j], table[[i, j]], 0)
        result[pair] = order_shares(signs.positive_sums(rows), rows.sum(axis=1))[0]
    return result


def have_same_segments(table: Floats) -> bool:
    """Whether all systems have scores of the same segments."""
    known = ~np.isnan(table)
    return bool((known == known[0]).all())


def soft_accuracy(human: Floats, metric: Floats) -> float:
    """The accuracy from the p-values of both."""
    return float(1 - np.abs(human - metric).mean())


def order_shares(positive_sums: Floats, totals: Floats) -> Floats:
    """For each pair of systems the share of sign vectors (columns) with at least the plain difference of their sums.

    A signed sum is twice that of the segments with +1 less the plain one, so those of +1 alone are compared with it.
    """
    rounding = rounding_of(positive_sums, totals)
    # Slices of the table: picking its rows by their numbers takes many times as long.
    shares = [
        (own - positive_sums[number:] >= (total - totals[number:] - rounding)[:, None]).mean(axis=1)
        for number, (own, total) in enumerate(zip(positive_sums, totals, strict=True), start=1)
    ]
    return np.concatenate(shares)


def rounding_of(positive_sums: Floats, totals: Floats) -> float:
    """How far sums that are equal by definition may be apart."""
    return _ROUNDING * max(1e-300, float(np.abs(positive_sums).max(initial=0)), float(np.abs(totals).max(initial=0)))
