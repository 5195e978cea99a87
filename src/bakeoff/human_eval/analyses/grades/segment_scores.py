"""One score for each output that was graded: the mean of its grades."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from bakeoff.human_eval.protocols.observations import Floats, Grades, Ints, Item

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
