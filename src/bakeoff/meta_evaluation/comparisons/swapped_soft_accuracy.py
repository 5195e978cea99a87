"""PERM-BOTH for soft pairwise accuracy: the scores of two metrics are swapped cell by cell.

What a permutation test of two systems needs are signed sums of each system's scores. Those of swapped scores are the
plain ones and the difference of what each metric has in the swapped cells, so that a draw sums each metric once,
whatever the number of pairs of metrics.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from numpy.typing import NDArray

from bakeoff.meta_evaluation.soft_accuracy import Signs, order_probabilities, order_shares, soft_accuracy
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

    def sums(tables: Floats) -> tuple[Floats, Floats]:
        found = signs.positive_sums(tables.reshape(-1, segments))
        return found.reshape(number, systems, -1), tables.sum(axis=2)

    def accuracy(signed: Floats, total: Floats) -> float:
        return soft_accuracy(by_human, order_shares(signed, total))

    def differences(swap: Booleans) -> list[float]:
        picked, of_picked = sums(metrics * swap)
        found = []
        for first, second in pairs.tolist():
            change, of_change = picked[second] - picked[first], of_picked[second] - of_picked[first]
            better = accuracy(plain[first] + change, totals[first] + of_change)
            found.append(better - accuracy(plain[second] - change, totals[second] - of_change))
        return found

    plain, totals = sums(metrics)
    own = np.array([accuracy(*each) for each in zip(plain, totals, strict=True)])
    swaps = [rng.integers(0, 2, size=human.shape, dtype=np.bool_) for _ in range(draws)]
    drawn = np.empty((draws, len(pairs)))
    with ThreadPoolExecutor(threads) as pool:
        for draw, found in enumerate(pool.map(differences, swaps)):
            drawn[draw] = found
            if on_progress is not None:
                on_progress(draw + 1, draws)
    return own[pairs[:, 0]] - own[pairs[:, 1]], drawn
