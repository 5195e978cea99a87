"""PERM-BOTH for measures that count pairs: the scores of two metrics are swapped, and the right pairs counted again.

How many more pairs the first metric then has right is a quadratic form of the swaps, whose coefficients the kernel
computes once for all pairs of metrics; after that a draw is a row of a matrix product. Counts are whole numbers, so
equal differences are equal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bakeoff.native import swap_effects
from bakeoff.statistics.inputs import Booleans, Floats

Progress = Callable[[int, int], None]
_BLOCK_BYTES = 48 * 2**20
"""Of effects at a time."""


def more_right_pairs(
    human: Floats,
    metrics: Floats,
    thresholds: Sequence[float],
    pairs: NDArray[np.int32],
    *,
    count_human_ties: bool,
    weights: Floats,
    swaps: Callable[[int], Iterator[Booleans]],
    draws: int,
    threads: int = 1,
    on_progress: Progress | None = None,
) -> tuple[Floats, Floats]:
    """Right pairs of the first metric less those of the second: observed, and in each draw (draws × pairs of metrics).

    `human` is a table of groups (rows), `metrics` one such table for each metric. `swaps(size)` gives for each group in
    turn which of its `size` cells are swapped in each draw.
    """
    groups, size = human.shape
    first, second = np.triu_indices(size, k=1)
    effects_of_group = 1 + size + len(first)
    is_whole = bool((weights == weights[0]).all())
    number = np.float32 if is_whole else np.float64
    step = max(1, _BLOCK_BYTES // max(1, effects_of_group * max(len(pairs), draws) * np.dtype(number).itemsize))
    observed = np.zeros(len(pairs))
    drawn = np.zeros((draws, len(pairs)))
    masks = swaps(size)
    limits = np.asarray(thresholds, dtype=np.float64)
    for start in range(0, groups, step):
        end = min(groups, start + step)
        effects: NDArray[Any] = swap_effects(
            np.ascontiguousarray(human[start:end]),
            np.ascontiguousarray(metrics[:, start:end]),
            limits,
            pairs,
            count_human_ties=count_human_ties,
            threads=threads,
        ).astype(number, copy=False)
        if not is_whole:
            effects = effects * np.repeat(weights[start:end], effects_of_group)[:, None]
        taken = np.empty((draws, end - start, effects_of_group), dtype=number)
        for at in range(end - start):
            mask = next(masks)
            taken[:, at, 0] = 1
            taken[:, at, 1 : 1 + size] = mask
            taken[:, at, 1 + size :] = mask[:, first] & mask[:, second]
        drawn += taken.reshape(draws, -1) @ effects
        observed += effects[::effects_of_group].sum(axis=0, dtype=np.float64)
        if on_progress is not None:
            on_progress(end, groups)
    return observed, drawn
