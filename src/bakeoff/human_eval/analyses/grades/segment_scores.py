"""Scores of outputs that were graded: one for each segment, and summed over segments, documents or judges."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from bakeoff.human_eval.protocols.observations import Floats, Grades, Ints, Item, Unit, document_numbers

_DIGITS = 15
"""Of a mean. Means that are equal but for rounding must be ties to a test by ranks; WMT's scripts hand on as many."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SegmentScores:
    """Scores of outputs as columns, ordered by system and item."""

    systems: tuple[str, ...]
    items: tuple[Item, ...]
    system: Ints
    item: Ints
    value: Floats
    judgments: Ints
    """How many grades each output got."""

    def of(self, system: str) -> Floats:
        """The scores of a system's outputs."""
        values: Floats = self.value[self.system == self.systems.index(system)]
        return values

    @property
    def judged(self) -> tuple[str, ...]:
        """The systems that have scores."""
        return tuple(self.systems[number] for number in np.unique(self.system))

    def table(self) -> Floats:
        """Systems × items, NaN where an output was not graded."""
        table = np.full((len(self.systems), len(self.items)), np.nan)
        table[self.system, self.item] = self.value
        return table


def segment_scores(grades: Grades) -> SegmentScores:
    """The mean grade of each output, over judges and repeats; gold and attention items do not count.

    Where judges differ in how mild they are, `standardise_by_judge` comes first. For penalties (MQM) it is the mean
    over raters of what each found.
    """
    counted = grades.take(grades.ordinary)
    keys = counted.system.astype(np.int64) * len(grades.items) + counted.item
    order = np.argsort(keys, kind="stable")
    outputs, starts, counts = np.unique(keys[order], return_index=True, return_counts=True)
    # Extended precision, so that the last of the digits kept is right.
    values = counted.value[order].astype(np.longdouble)
    means = (np.add.reduceat(values, starts) / counts).astype(np.float64) if len(starts) else np.empty(0)
    return SegmentScores(
        systems=grades.systems,
        items=grades.items,
        system=(outputs // max(1, len(grades.items))).astype(np.int32),
        item=(outputs % max(1, len(grades.items))).astype(np.int32),
        value=np.array([float(f"{mean:.{_DIGITS}g}") for mean in means.tolist()]),
        judgments=counts.astype(np.int32),
    )


Averaged = Literal["segments", "grades"]
"""Whether a system's mean is over its segments, each the mean of its grades (WMT), or over all single grades (I05)."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class UnitScores:
    """Systems × units. The mean of a system is the sum of its sums, divided by that of its counts."""

    systems: tuple[str, ...]
    unit: Unit
    sums: Floats
    """Of scores; 0 where a system has none in a unit."""
    counts: Floats
    """Segments, or grades, that the sums are of. An output with several judges counts for each of them in parts."""

    @property
    def means(self) -> Floats:
        """Of each unit; NaN where a system has nothing in it."""
        return np.divide(self.sums, self.counts, out=np.full_like(self.sums, np.nan), where=self.counts > 0)

    def of(self, system: int) -> Floats:
        """Sums and counts of a system, a row for each unit that it has."""
        present = self.counts[system] > 0
        return np.column_stack([self.sums[system][present], self.counts[system][present]])

    def rows(self, systems: list[int], *, sign: int = 1) -> UnitScores:
        """These systems, in this order, with sums times `sign`."""
        return UnitScores(
            systems=tuple(self.systems[system] for system in systems),
            unit=self.unit,
            sums=sign * self.sums[systems],
            counts=self.counts[systems],
        )


def unit_scores(
    grades: Grades,
    *,
    unit: Unit = "segment",
    averaged: Averaged = "segments",
    segments: SegmentScores | None = None,
) -> UnitScores:
    """The scores of outputs summed unit by unit; gold and attention items do not count.

    `segments` are the scores of the outputs, where they are known already.
    """
    known = segments or segment_scores(grades)
    return _by_judge(grades, known, averaged) if unit == "judge" else by_items(known, unit, averaged)


def by_items(segments: SegmentScores, unit: Unit = "segment", averaged: Averaged = "segments") -> UnitScores:
    """The same from scores of outputs, for units that are made of segments."""
    of_item = document_numbers(segments.items) if unit == "document" else np.arange(len(segments.items))
    counts = np.ones(len(segments.value)) if averaged == "segments" else segments.judgments.astype(np.float64)
    add = _Sums(segments.systems, segments.system, of_item[segments.item])
    return UnitScores(systems=segments.systems, unit=unit, sums=add(segments.value * counts), counts=add(counts))


def _by_judge(grades: Grades, segments: SegmentScores, averaged: Averaged) -> UnitScores:
    counted = grades.take(grades.ordinary)
    outputs = segments.system.astype(np.int64) * len(grades.items) + segments.item
    places = np.searchsorted(outputs, counted.system.astype(np.int64) * len(grades.items) + counted.item)
    counts = np.ones(len(counted)) if averaged == "grades" else 1 / segments.judgments[places]
    add = _Sums(grades.systems, counted.system, counted.voter)
    return UnitScores(systems=grades.systems, unit="judge", sums=add(counted.value * counts), counts=add(counts))


class _Sums:
    """Adds up numbers of rows by system and unit."""

    def __init__(self, systems: tuple[str, ...], system: Ints, units: NDArray[np.int64]) -> None:
        present, places = np.unique(units, return_inverse=True)
        self._shape = (len(systems), len(present))
        self._cells = system.astype(np.int64) * len(present) + places

    def __call__(self, values: Floats) -> Floats:
        summed = np.bincount(self._cells, weights=values, minlength=self._shape[0] * self._shape[1])
        return np.asarray(summed.reshape(self._shape), dtype=np.float64)
