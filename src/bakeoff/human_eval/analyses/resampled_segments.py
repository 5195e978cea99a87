"""Segments drawn again: what a figure would have been on other segments of the same kind.

Judgments of one segment are not independent of each other: the segment is easy or hard for all of them. So it is
segments that are drawn, each with all its judgments.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bakeoff.human_eval.protocols.observations import Floats
from bakeoff.statistics import Interval
from bakeoff.statistics.inputs import positive, share
from bakeoff.statistics.intervals import percentile_interval

Integers = NDArray[np.integer]
_PORTION = 4_000_000
"""Numbers that are held at a time."""


def drawn_weights(segments: Integers, *, samples: int, rng: np.random.Generator) -> Iterator[Floats]:
    """For each sample how often each row was drawn; `segments` has the number of the segment (or unit) of every row."""
    present, places = np.unique(segments, return_inverse=True)
    size = len(present)
    for _ in range(positive(samples, "number of samples")):
        yield np.bincount(rng.integers(size, size=size), minlength=size).astype(np.float64)[places]


def drawn_scores(columns: Any, score: Callable[[Floats], Floats], *, samples: int, rng: np.random.Generator) -> Floats:
    """The score of the sums of each sample; `columns` are segments × numbers, sparse or not."""
    size, width = columns.shape
    # Samples are made some at a time, so that neither many segments nor many columns fill the memory.
    portion = max(1, _PORTION // (size + width))
    scores = []
    for start in range(0, positive(samples, "number of samples"), portion):
        count = min(portion, samples - start)
        drawn = rng.integers(size, size=(count, size)) + size * np.arange(count)[:, None]
        weights = np.bincount(drawn.ravel(), minlength=count * size).reshape(count, size).astype(np.float64)
        scores.append(score(np.asarray((columns.T @ weights.T).T)))
    return np.concatenate(scores)


def interval_of(values: Iterable[float], *, level: float) -> Interval | None:
    """The middle share of what samples gave; NaN results are left out; None where all are NaN."""
    share(level, "level")
    known = np.asarray(list(values), dtype=np.float64)
    known = known[~np.isnan(known)]
    return percentile_interval(known, level=level) if len(known) else None


def weighted_median(ordered: Floats, weights: Floats) -> float:
    """The median of values in ascending order, each as often as its weight, a whole number, says; NaN of nothing."""
    reached = np.cumsum(weights)
    total = reached[-1] if len(reached) else 0
    if not total:
        return float("nan")
    low, high = np.searchsorted(reached, [(total - 1) // 2, total // 2], side="right")
    return float((ordered[low] + ordered[high]) / 2)
