"""Paired approximate randomisation."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from bakeoff.errors import InputError
from bakeoff.statistics.bootstrap import PairedResult
from bakeoff.statistics.inputs import Floats, one_of, positive
from bakeoff.statistics.resampling import Measure, Progress, Sampler, Score, measure, sampler, spread
from bakeoff.statistics.results import Alternative


def paired_randomization(
    first: ArrayLike,
    second: ArrayLike,
    *,
    rng: np.random.Generator,
    score: Score | None = None,
    trials: int = 10_000,
    alternative: Alternative = "two-sided",
    blocks: ArrayLike | None = None,
    threads: int = 1,
) -> PairedResult:
    """Whether two systems differ: if they do not, their outputs of any segment may be swapped (Noreen 1989).

    p = (1 + #{|d*| ≥ |d|}) / (1 + trials), d* the difference after each segment was swapped or not by a fair coin;
    never 0. One value a segment is averaged; statistics (segments × columns) come with the `score` of their sums. With
    `blocks` documents are swapped. Equal systems have p = 1 (sacreBLEU counts only |d*| > |d| and gives them the
    smallest p); so has a single segment.

    >>> first, second = [3.0, 4.0, 5.0, 6.0, 3.5], [1.0, 2.5, 3.0, 4.5, 4.0]
    >>> result = paired_randomization(first, second, rng=np.random.default_rng(1), trials=1000)
    >>> round(result.difference, 2), 0.1 < result.p < 0.15
    (1.3, True)
    """
    one_of(alternative, ("two-sided", "greater", "less"), "alternative")
    positive(trials, "number of trials")
    both = measure([first, second], score=score)
    draws = sampler("coins", [both], rng=rng, blocks=blocks, threads=threads)
    totals, values = both.rows.sum(axis=1), both.scores()
    pieces = [_swapped(both, totals, sums[0], (0, 1)) for _, sums in draws.pieces(trials)]
    differences = np.concatenate(pieces)
    difference = float(values[0] - values[1])
    p = (1 + _count_extreme(differences, values, alternative)) / (1 + trials)
    return PairedResult(difference, p, draws.units, differences)


def randomize_pairs(
    draws: Sampler, pairs: Sequence[tuple[int, int]], *, trials: int = 10_000, on_progress: Progress | None = None
) -> Floats:
    """Two-sided p-values (measures × pairs) of `paired_randomization`, by the same swaps for all pairs and measures."""
    positive(trials, "number of trials")
    if draws.kind != "coins":
        raise InputError(expected="a sampler of coins", found=draws.kind)
    totals = [m.rows.sum(axis=1) for m in draws.measures]
    values = [np.asarray(m.score(total), dtype=np.float64) for m, total in zip(draws.measures, totals, strict=True)]
    tasks = [(k, number) for k in range(len(draws.measures)) for number in range(len(pairs))]
    extreme = np.zeros((len(draws.measures), len(pairs)), dtype=np.int64)
    for _, sums in draws.pieces(trials, on_progress):

        def work(task: tuple[int, int], sums: Sequence[Floats] = sums) -> None:
            k, number = task
            pair = pairs[number]
            differences = _swapped(draws.measures[k], totals[k], sums[k], pair)
            extreme[k, number] += _count_extreme(differences, values[k][list(pair)], "two-sided")

        spread(work, tasks, draws.threads)
    return (1 + extreme) / (1 + trials)


def _swapped(one: Measure, totals: Floats, picked: Floats, pair: tuple[int, int]) -> Floats:
    """Differences of a pair of systems after the segments that the coins picked were swapped."""
    a, b = pair
    moved = picked[b] - picked[a]
    both = np.empty((len(moved), 2, moved.shape[1]))
    np.add(totals[a][:, np.newaxis], moved, out=both[:, 0])
    np.subtract(totals[b][:, np.newaxis], moved, out=both[:, 1])
    scores = one.score(np.moveaxis(both, 0, -1))
    differences: Floats = scores[0] - scores[1]
    return differences


def _count_extreme(differences: Floats, values: Floats, alternative: Alternative) -> int:
    observed = values[0] - values[1]
    # Rounding must not decide whether a difference is as large as the one that was found.
    slack = 1e-12 * np.abs(values).max()
    if alternative == "greater":
        return int((differences >= observed - slack).sum())
    if alternative == "less":
        return int((differences <= observed + slack).sum())
    return int((np.abs(differences) >= abs(observed) - slack).sum())
