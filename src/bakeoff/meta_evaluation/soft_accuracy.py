"""Soft pairwise accuracy: whether a metric is as sure as people are that one system is better than another."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from bakeoff.meta_evaluation.tables import checked_tables
from bakeoff.statistics.inputs import Floats, positive

# Sums of equal scores in another order differ by less than this share of the largest.
_ROUNDING = 1e-10
_BLOCK = 2**22
"""Signs held at a time."""


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
    signs = random_signs(positive(draws, "draws"), h.shape[1], rng)
    return soft_accuracy_by_signs(order_probabilities(h, signs), order_probabilities(m, signs))


def random_signs(draws: int, segments: int, rng: np.random.Generator) -> Floats:
    """Rows of +1 and −1, at even odds."""
    return rng.integers(0, 2, size=(draws, segments)).astype(np.float64) * 2 - 1


def order_probabilities(table: Floats, signs: Floats) -> Floats:
    """For each pair of systems the share of sign vectors whose signed sum of differences is at least the plain one."""
    known = ~np.isnan(table)
    first, second = np.triu_indices(len(table), k=1)
    # Where all systems lack the same segments one product serves all pairs.
    if (known == known[0]).all():
        kept = table[:, known[0]]
        return _shares(kept @ signs[:, known[0]].T, kept.sum(axis=1), first, second)
    result = np.empty(len(first))
    for pair, (i, j) in enumerate(zip(first, second, strict=True)):
        both = known[i] & known[j]
        rows = table[[i, j]][:, both]
        result[pair] = _shares(rows @ signs[:, both].T, rows.sum(axis=1), np.array([0]), np.array([1]))[0]
    return result


def soft_accuracy_by_signs(human: Floats, metric: Floats) -> float:
    """The accuracy from the p-values of both."""
    return float(1 - np.abs(human - metric).mean())


def _shares(signed: Floats, plain: Floats, first: np.ndarray, second: np.ndarray) -> Floats:
    slack = _ROUNDING * max(1e-300, float(np.abs(signed).max(initial=0)), float(np.abs(plain).max(initial=0)))
    rows = max(1, _BLOCK // signed.shape[1])
    shares = [
        (
            signed[first[start : start + rows]] - signed[second[start : start + rows]]
            >= (plain[first[start : start + rows]] - plain[second[start : start + rows]] - slack)[:, None]
        ).mean(axis=1)
        for start in range(0, len(first), rows)
    ]
    return np.concatenate(shares)
