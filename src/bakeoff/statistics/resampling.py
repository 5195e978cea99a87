"""Random samples of rows of statistics, for many systems and metrics at once.

A score is a function of sums over segments, so a sample is a row of sums and nothing is rescored. The same draws serve
every system and metric; sample number k is the same whatever is asked for next to it, on any number of threads.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Literal, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from bakeoff import native
from bakeoff.errors import InputError
from bakeoff.statistics.inputs import Floats, numbers

Score = Callable[[Floats], Floats]
"""Scores of sums of rows: shape (…, columns) in, shape (…) out."""
Progress = Callable[[int, int], None]
Kind = Literal["bootstrap", "coins"]

_KERNELS = {"bootstrap": native.bootstrap_sums, "coins": native.coin_sums}
# Sums of one piece of the work: large enough to keep the kernels busy, small next to the rows themselves.
_PIECE_VALUES = 1 << 24
_LONGEST_PIECE = 4096

T = TypeVar("T")
R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Measure:
    """One metric's statistics of all systems on the same segments, and how their sums are scored."""

    rows: Floats = field(repr=False)
    """Systems × segments × columns."""
    score: Score

    def scores(self) -> Floats:
        """The score of each system over all segments."""
        return np.asarray(self.score(self.rows.sum(axis=1)), dtype=np.float64)


def measure(systems: Sequence[ArrayLike], *, score: Score | None = None) -> Measure:
    """A measure of rows for each system; without `score` each system has one value a segment, and its mean counts."""
    if score is None:
        values = [numbers(system, f"system {number}") for number, system in enumerate(systems)]
        _check_segments([len(system) for system in values])
        rows = np.stack([np.stack([system, np.ones_like(system)], axis=-1) for system in values])
        return Measure(rows, lambda sums: sums[..., 0] / sums[..., 1])
    tables = [numbers(system, f"system {number}", dimensions=2) for number, system in enumerate(systems)]
    _check_segments([len(table) for table in tables])
    return Measure(np.stack(tables), score)


@dataclass(frozen=True, slots=True)
class Sampler:
    """Samples of the rows of several measures, drawn together: complete blocks of rows where blocks are given."""

    kind: Kind
    measures: tuple[Measure, ...]
    key: int
    blocks: NDArray[np.intp] | None = None
    threads: int = 1

    def pieces(self, count: int, on_progress: Progress | None = None) -> Iterator[tuple[slice, list[Floats]]]:
        """The sums of `count` samples, piece by piece: for each measure an array (systems × columns × samples).

        Samples come last because scores of many are reckoned column by column.
        """
        rows = self._joined()
        length = min(max(_PIECE_VALUES // rows.shape[1], 1), _LONGEST_PIECE)
        for first in range(0, count, length):
            size = min(length, count - first)
            sums = _KERNELS[self.kind](rows, key=self.key, first=first, samples=size, threads=self.threads)
            yield slice(first, first + size), self._split(sums)
            if on_progress:
                on_progress(first + size, count)

    @property
    def units(self) -> int:
        """How many segments, or blocks, are drawn from."""
        return self.measures[0].rows.shape[1] if self.blocks is None else int(self.blocks.max()) + 1

    def left_out(self, rows: Floats) -> Floats:
        """Sums of one system's rows without each of the segments or blocks in turn."""
        single = rows if self.blocks is None else block_sums(rows, self.blocks)
        sums: Floats = rows.sum(axis=0) - single
        return sums

    def _joined(self) -> Floats:
        """All systems of all measures side by side, one row for each segment or block."""
        segments = self.measures[0].rows.shape[1]
        rows = np.empty((segments, sum(m.rows.shape[0] * m.rows.shape[2] for m in self.measures)))
        start = 0
        for m in self.measures:
            systems, _, columns = m.rows.shape
            place = rows[:, start : start + systems * columns]
            place.reshape(segments, systems, columns)[...] = m.rows.transpose(1, 0, 2)
            start += systems * columns
        return rows if self.blocks is None else block_sums(rows, self.blocks)

    def _split(self, sums: Floats) -> list[Floats]:
        parts = []
        start = 0
        for m in self.measures:
            systems, _, columns = m.rows.shape
            parts.append(sums[start : start + systems * columns].reshape(systems, columns, -1))
            start += systems * columns
        return parts


def sampler(
    kind: Kind,
    measures: Sequence[Measure],
    *,
    rng: np.random.Generator,
    blocks: ArrayLike | None = None,
    threads: int = 1,
) -> Sampler:
    """A sampler whose draws are settled by the generator's next number."""
    _check_segments([m.rows.shape[1] for m in measures])
    return Sampler(kind, tuple(measures), int(rng.integers(1 << 63)), _numbered(blocks, measures), threads)


def block_sums(rows: Floats, blocks: NDArray[np.intp]) -> Floats:
    """Rows summed within each block; block numbers run from 0."""
    sums = np.zeros((int(blocks.max()) + 1, rows.shape[1]))
    np.add.at(sums, blocks, rows)
    return sums


def spread(work: Callable[[T], R], tasks: Sequence[T], threads: int) -> list[R]:
    """Results in the order of the tasks, computed on a number of threads."""
    if threads == 1 or len(tasks) < 2:
        return [work(task) for task in tasks]
    with ThreadPoolExecutor(threads) as pool:
        return list(pool.map(work, tasks))


def _numbered(blocks: ArrayLike | None, measures: Sequence[Measure]) -> NDArray[np.intp] | None:
    if blocks is None:
        return None
    labels = np.asarray(blocks)
    if labels.shape != (segments := measures[0].rows.shape[1],):
        raise InputError(expected=f"the block of each of {segments} segments", found=f"{labels.shape}")
    # In order of appearance, so that the draws do not depend on what the blocks are called.
    _, firsts, inverse = np.unique(labels, return_index=True, return_inverse=True)
    return np.argsort(np.argsort(firsts))[inverse]


def _check_segments(lengths: Sequence[int]) -> None:
    if len(set(lengths)) != 1:
        raise InputError(
            expected="the same segments for all systems and metrics",
            found=f"{', '.join(map(str, lengths))} segments" if lengths else "no system",
            remedy="Compare systems on the segments that all of them have.",
        )
