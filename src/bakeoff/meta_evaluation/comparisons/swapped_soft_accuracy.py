"""PERM-BOTH for soft pairwise accuracy: the scores of two metrics are swapped cell by cell.

What a permutation test of two systems needs are signed sums of each system's scores. Those of swapped scores are the
plain ones and the difference of what each metric has in the swapped cells, so that a draw sums each metric once, and a
pair of metrics takes two comparisons of tables.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from bakeoff.meta_evaluation.soft_accuracy import Signs, order_probabilities, rounding_of, soft_accuracy
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
    starts = np.cumsum([0, *range(systems - 1, 0, -1)]).tolist()

    def margins(tables: Floats) -> tuple[Floats, float]:
        """By metric, pair of systems and vector of signs: by how much the signed difference is above the plain one."""
        sums, totals = signs.positive_sums(tables.reshape(-1, segments)), tables.sum(axis=2)
        sums = sums.reshape(number, systems, -1)
        exceeding = sums - totals[:, :, None]
        found = np.empty((number, starts[-1], signs.draws))
        for first, (start, stop) in enumerate(pairwise(starts)):
            np.subtract(exceeding[:, first, None], exceeding[:, first + 1 :], out=found[:, start:stop])
        return found, rounding_of(sums, totals)

    def accuracy(is_at_least: Booleans) -> float:
        counts = is_at_least.sum(axis=1, dtype=np.int32)
        return soft_accuracy(by_human, counts / signs.draws)

    def differences(swap: Booleans) -> list[float]:
        """A metric keeps its own margins but for the swapped cells, and gets those of the other one there."""
        swapped, rounding = margins(metrics * swap)
        kept = plain - swapped
        np.negative(swapped, out=swapped)
        swapped -= max(rounding, of_plain)
        return [accuracy(kept[a] >= swapped[b]) - accuracy(kept[b] >= swapped[a]) for a, b in pairs.tolist()]

    plain, of_plain = margins(metrics)
    own = np.array([accuracy(each >= -of_plain) for each in plain])
    swaps = [rng.integers(0, 2, size=human.shape, dtype=np.bool_) for _ in range(draws)]
    drawn = np.empty((draws, len(pairs)))
    with ThreadPoolExecutor(threads) as pool:
        for draw, found in enumerate(pool.map(differences, swaps)):
            drawn[draw] = found
            if on_progress is not None:
                on_progress(draw + 1, draws)
    return own[pairs[:, 0]] - own[pairs[:, 1]], drawn
