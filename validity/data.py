"""Simulated data: scores, errors and answers as campaigns have them, skewed, heavy-tailed or in few grades."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.random import Generator

from bakeoff.statistics import Measure, pearson

Draw = Callable[[Generator], tuple[Any, ...]]


def skewed(rng: Generator, n: int) -> np.ndarray:
    return rng.exponential(size=n)


def heavy_tailed(rng: Generator, n: int) -> np.ndarray:
    return rng.standard_t(2, size=n)


def normal(rng: Generator, n: int) -> np.ndarray:
    return rng.standard_normal(n)


def log_normal(rng: Generator, n: int) -> np.ndarray:
    return np.exp(rng.standard_normal(n))


def grades(rng: Generator, n: int) -> np.ndarray:
    """Grades from 0 to 4, most of them high."""
    return rng.choice(5, size=n, p=[0.05, 0.1, 0.2, 0.35, 0.3]).astype(float)


Law = Callable[[Generator, int], np.ndarray]


def pairs(law: Law, n: int) -> Draw:
    """Two systems of equal quality on segments of their own difficulty: each pair could as well be exchanged."""

    def draw(rng: Generator) -> tuple[Any, ...]:
        difficulty = rng.gamma(2.0, size=n)
        return difficulty + law(rng, n), difficulty + law(rng, n)

    return draw


def graded_pairs(n: int) -> Draw:
    """As `pairs`, in grades from 0 to 4: a third of the pairs are ties."""

    def draw(rng: Generator) -> tuple[Any, ...]:
        quality = rng.normal(2.5, 1.0, size=n)
        return tuple(np.clip(np.rint(quality + rng.normal(0, 0.8, size=n)), 0, 4) for _ in range(2))

    return draw


def differences(paired: Draw) -> Draw:
    def draw(rng: Generator) -> tuple[Any, ...]:
        first, second = paired(rng)
        return (first - second,)

    return draw


def counts(paired: Draw) -> Draw:
    """Wins and losses of pairs; of answers, those that only one has right."""

    def draw(rng: Generator) -> tuple[Any, ...]:
        first, second = paired(rng)
        return int((first > second).sum()), int((first < second).sum())

    return draw


def right_or_wrong(n: int) -> Draw:
    """Answers of two equal systems to items that are more or less hard."""

    def draw(rng: Generator) -> tuple[Any, ...]:
        chance = rng.beta(3.0, 1.0, size=n)
        return rng.random(n) < chance, rng.random(n) < chance

    return draw


def error_counts(n: int) -> Draw:
    """Errors of two equal recognisers in segments, at least one in each: few in most, many in some."""

    def draw(rng: Generator) -> tuple[Any, ...]:
        mean = np.repeat(rng.gamma(0.8, 1.5, size=4 * n)[:, None], 2, axis=1)
        errors = rng.poisson(mean)
        return tuple(errors[errors.any(axis=1)][:n].T)

    return draw


def document_pairs(documents: int, length: int, *, with_blocks: bool) -> Callable[[Generator], dict[str, Any]]:
    """Two equal systems of which each suits some documents: pairs can be exchanged by documents, not by segments."""
    blocks = np.repeat(np.arange(documents), length)

    def draw(rng: Generator) -> dict[str, Any]:
        scores = rng.gamma(2.0, size=len(blocks)) + rng.exponential(size=(2, len(blocks)))
        first, second = scores + rng.normal(0, 0.7, size=(2, documents))[:, blocks]
        return {"first": first, "second": second, "blocks": blocks if with_blocks else None}

    return draw


def two_samples(law: Law, first: int, second: int) -> Draw:
    return lambda rng: (law(rng, first), law(rng, second))


def correlated(matrix: list[list[float]], n: int) -> Draw:
    """Jointly normal scores with these correlations."""
    root = np.linalg.cholesky(np.array(matrix))
    return lambda rng: tuple(root @ rng.standard_normal((len(root), n)))


def correlations(scores: Draw, *names: str) -> Callable[[Generator], dict[str, Any]]:
    """Sample correlations by their names: r13 is that of the first and the third."""

    def draw(rng: Generator) -> dict[str, Any]:
        drawn = scores(rng)
        return {name: pearson(drawn[int(name[1]) - 1], drawn[int(name[2]) - 1]).value for name in names}

    return draw


def two_metrics(law: Law, n: int) -> Draw:
    """Human scores and two metrics that follow them equally closely, with errors in part the same."""

    def draw(rng: Generator) -> tuple[Any, ...]:
        human, shared = law(rng, n), law(rng, n)
        return human, human + shared / 2 + law(rng, n), human + shared / 2 + law(rng, n)

    return draw


def _texts(size: int) -> np.ndarray:
    """Statistics of two equal systems on a number of segments: 2 × segments × (4 matches, 4 totals, length, errors)."""
    rng = np.random.default_rng(1)
    length = 3 + rng.negative_binomial(2, 0.09, size=size)
    ease = rng.beta(6.0, 4.0, size=size)
    systems = []
    for _ in range(2):
        produced = np.maximum(4, np.rint(length * rng.normal(0.93, 0.1, size=size))).astype(int)
        quality = np.clip(ease + rng.normal(0, 0.1, size=size), 0.05, 0.98)
        totals = np.stack([produced - k for k in range(4)], axis=1)
        matches = rng.binomial(totals, np.stack([quality ** (1 + 0.8 * k) for k in range(4)], axis=1))
        errors = rng.binomial(length, 1 - quality) + rng.poisson(0.05 * length)
        systems.append(np.concatenate([matches, totals, length[:, None], errors[:, None]], axis=1))
    return np.array(systems, dtype=float)


TEXTS = _texts(20_000)
"""The world from which test sets are drawn, so that the true score of a system is known."""


def like_bleu(sums: np.ndarray) -> np.ndarray:
    precision = np.exp(np.log(sums[..., :4] / sums[..., 4:8]).mean(axis=-1))
    return precision * np.exp(np.minimum(0, 1 - sums[..., 8] / sums[..., 4]))


def like_wer(sums: np.ndarray) -> np.ndarray:
    return sums[..., 9] / sums[..., 8]


def mean_of_segments(sums: np.ndarray) -> np.ndarray:
    return sums[..., 0] / sums[..., 1]


def drawn_set(rng: Generator, n: int) -> np.ndarray:
    """Statistics of two systems on n segments; which is which is tossed for every segment, so that they are equal."""
    drawn = TEXTS[:, rng.integers(TEXTS.shape[1], size=n)]
    return np.where(rng.random(n)[:, None] < 0.5, drawn, drawn[::-1])


def segment_rates(rows: np.ndarray) -> np.ndarray:
    """The error rate of each segment, with a column of ones, for their mean."""
    rates = rows[..., 9] / rows[..., 8]
    return np.stack([rates, np.ones_like(rates)], axis=-1)


def three_measures(rows: np.ndarray) -> list[Measure]:
    """A mean over segments, a ratio of sums and a score like BLEU, of systems × segments × columns."""
    return [Measure(segment_rates(rows), mean_of_segments), Measure(rows, like_wer), Measure(rows, like_bleu)]
