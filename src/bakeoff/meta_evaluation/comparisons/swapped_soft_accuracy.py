"""PERM-BOTH for soft pairwise accuracy: the scores of two metrics are swapped cell by cell.

What a permutation test of two systems needs are signed sums of each system's scores. Those of swapped scores are the
plain ones and the difference of what each metric has in the swapped cells, so that a draw sums each metric once, and a
pair of metrics takes comparisons of these sums alone.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from numpy.typing import NDArray

from bakeoff.meta_evaluation.soft_accuracy import Signs, order_probabilities, rounding_of
from bakeoff.native import count_orders_after_swap
from bakeoff.statistics.inputs import Booleans, Floats

Progress = Callable[[int, int], None]


def more_soft_accuracy(
    human: Floats,
    metrics: Floats,
    pairs: NDArray[np.int32],
    *,
    signs: Signs,
    draws: int,
    rng: np.random.Generator,
    threads: int = 1,
    on_progress: Progress | None = None,
) -> tuple[Floats, Floats]:
    """The accuracy of the first metric less that of the second, observed and in each draw (rows).

    People must have judged the same segments of all systems; the scores of metrics are 0 elsewhere.
    """
    by_human = order_probabilities(human, signs)
    number, systems, segments = metrics.shape

    def exceeding(tables: Floats) -> tuple[Floats, float]:
        """By metric, system and vector of signs: by how much the signed sum is above the plain one."""
        sums, totals = signs.positive_sums(tables.reshape(-1, segments)), tables.sum(axis=2)
        sums = sums.reshape(number, systems, -1)
        return sums - totals[:, :, None], rounding_of(sums, totals)

    def differences(swapped: Floats, rounding: float, compared: NDArray[np.int32]) -> Floats:
        counts = count_orders_after_swap(plain, swapped, compared, rounding=rounding)
        first, second = counts.reshape(len(compared), 2, -1).swapaxes(0, 1) / signs.draws
        return accuracies(first) - accuracies(second)

    def accuracies(shares: Floats) -> Floats:
        return np.asarray(1 - np.abs(by_human - shares).mean(axis=1))

    def draw(swap: Booleans) -> Floats:
        swapped, rounding = exceeding(
            metrics * swap.astype(np.float64)
        )  # which NumPy multiplies in a fifth of the time
        return differences(swapped, max(rounding, of_plain), pairs)

    plain, of_plain = exceeding(metrics)
    swaps = (rng.integers(0, 2, size=human.shape, dtype=np.bool_) for _ in range(draws))
    drawn = np.empty((draws, len(pairs)))
    with ThreadPoolExecutor(threads) as pool:
        for number_of_draw, found in enumerate(pool.map(draw, swaps)):
            drawn[number_of_draw] = found
            if on_progress is not None:
                on_progress(number_of_draw + 1, draws)
    return differences(np.zeros_like(plain), of_plain, pairs), drawn
