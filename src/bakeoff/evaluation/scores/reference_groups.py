"""References that may differ in number between segments: segments that have the same ones are scored together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from bakeoff.errors import ExpressionError
from bakeoff.metrics import Metric, Statistics
from bakeoff.text import Text


@dataclass(frozen=True, slots=True)
class PreparedGroup:
    """The numbers of segments that have the same references, and what a metric made of these."""

    segments: tuple[int, ...]
    metric: Metric
    references: Any


class ReferenceGroups:
    """The references of a test set, and which segments each of them lacks.

    Where nothing is missing, metrics get all references as they are. Elsewhere each group of segments is scored apart:
    what a metric that takes uneven references counts in one segment does not depend on the others.
    """

    def __init__(self, references: Sequence[Text], missing: Sequence[frozenset[int]] = ()) -> None:
        self._references = tuple(references)
        self._missing = tuple(missing) if any(missing) else ()

    def fewest(self, metric: Metric) -> int | None:
        """How many of the references that the metric uses the segment has that has the fewest; None if all have all."""
        return min(map(len, self._groups(metric))) if self._missing else None

    def prepare(self, metric: Metric) -> tuple[PreparedGroup, ...]:
        """The references as the metric takes them, worked out once for all runs."""
        if not self._missing:
            every = tuple(range(len(self._references[0]))) if self._references else ()
            return (PreparedGroup(every, metric, metric.prepare(self._references)),)
        if not metric.takes_uneven_references:
            raise ExpressionError(f"{metric.name} needs every reference for every segment.")
        metric.used(self._references)  # refuses more references than there are
        plain = replace(metric, references=None)
        prepared = []
        for kept, segments in self._groups(metric).items():
            if not kept:
                wanted = "of the references" if metric.references is None else f"of the first {metric.references}"
                raise ExpressionError(f"{metric.name}: segment {segments[0] + 1} has none {wanted}.")
            texts = [self._references[number].part(segments) for number in kept]
            prepared.append(PreparedGroup(segments, plain, plain.prepare(texts)))
        return tuple(prepared)

    def _groups(self, metric: Metric) -> dict[tuple[int, ...], tuple[int, ...]]:
        """The segments grouped by which of the metric's references they have."""
        missing = self._missing[: metric.references]
        by_references: dict[tuple[int, ...], list[int]] = {}
        for segment in range(len(self._references[0])):
            kept = tuple(number for number, lacked in enumerate(missing) if segment not in lacked)
            by_references.setdefault(kept, []).append(segment)
        return {kept: tuple(segments) for kept, segments in by_references.items()}


def group_statistics(hypothesis: Text, groups: Sequence[PreparedGroup]) -> Statistics:
    """A row for each segment of the hypothesis, in their order."""
    if len(groups) == 1:
        return groups[0].metric.statistics(hypothesis, groups[0].references)
    rows = np.empty((len(hypothesis), len(groups[0].metric.columns)))
    for group in groups:
        rows[list(group.segments)] = group.metric.statistics(hypothesis.part(group.segments), group.references)
    return rows
