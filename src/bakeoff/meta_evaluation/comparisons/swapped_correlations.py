"""PERM-BOTH for Pearson's r of outputs: the scores of two metrics are swapped cell by cell.

With every metric standardised, what r needs after swapping are sums over the swapped cells of three columns of each
metric: its scores, their squares and their products with those of people. One set of swaps serves all pairs.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from bakeoff.native import coin_sums
from bakeoff.statistics.inputs import Floats

Progress = Callable[[int, int], None]
_BLOCK = 2**20
"""Numbers of each intermediate result."""
# Of a variance, as a share of the sum of squares: below this scores differ by rounding alone.
_NOTHING = 1e-12


def more_correlation(
    human: Floats,
    metrics: Floats,
    pairs: NDArray[np.int32],
    *,
    draws: int,
    rng: np.random.Generator,
    threads: int = 1,
    on_progress: Progress | None = None,
) -> tuple[Floats, Floats]:
    """The mean r of the first metric over groups (rows) less that of the second: observed, and in each draw.

    Groups in which a side does not vary leave the mean, in each draw again. Both results are by pair of metrics, the
    second with a row for each draw.
    """
    sums = _Means(len(pairs), draws)
    for group, (truth, scores) in enumerate(zip(human, metrics.swapaxes(0, 1), strict=True)):
        key = int(rng.integers(2**63))
        known = ~np.isnan(truth)
        if known.sum() > 1 and np.ptp(truth[known]) > 0:
            centred = truth[known] - truth[known].mean()
            own = np.ascontiguousarray(scores[:, known].T)
            sums.add(centred, own, pairs, key=key, threads=threads)
        if on_progress is not None:
            on_progress(group + 1, len(human))
    return sums.differences()


class _Means:
    """Adds up coefficients over groups, next to how many groups have one; the last column is without swaps."""

    def __init__(self, pairs: int, draws: int) -> None:
        self._draws = draws
        self._sums = np.zeros((2, pairs, draws + 1))
        self._counts = np.zeros((2, pairs, draws + 1), dtype=np.int32)

    def add(self, human: Floats, metrics: Floats, pairs: NDArray[np.int32], *, key: int, threads: int) -> None:
        size, number = metrics.shape
        columns = np.hstack([metrics, metrics * metrics, metrics * human[:, None]])
        picked = coin_sums(np.ascontiguousarray(columns), key=key, first=0, samples=self._draws, threads=threads)
        picked = np.hstack([picked, np.zeros((len(picked), 1))]).reshape(3, number, -1)
        totals = columns.sum(axis=0).reshape(3, number)
        variation = float((human * human).sum())
        step = max(1, _BLOCK // (self._draws + 1))
        for start in range(0, len(pairs), step):
            rows = slice(start, start + step)
            a, b = pairs[rows, 0], pairs[rows, 1]
            change = picked[:, b] - picked[:, a]
            for side, (own, sign) in enumerate(((a, 1), (b, -1))):
                plain, squares, products = (totals[k, own, None] + sign * change[k] for k in range(3))
                spread = squares - plain * plain / size
                is_known = spread > _NOTHING * np.maximum(squares, 1e-300)
                r = products / np.sqrt(np.where(is_known, spread * variation, 1))
                self._sums[side, rows] += np.where(is_known, r, 0)
                self._counts[side, rows] += is_known

    def differences(self) -> tuple[Floats, Floats]:
        with np.errstate(invalid="ignore", divide="ignore"):
            means = self._sums / self._counts
        difference = means[0] - means[1]
        return difference[:, -1].copy(), np.ascontiguousarray(difference[:, :-1].T)
