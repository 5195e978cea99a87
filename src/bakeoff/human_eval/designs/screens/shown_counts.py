"""How often systems were shown, by which screens with some of many systems are kept even."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from itertools import combinations

from bakeoff.human_eval.designs.design import Assignment, Design
from bakeoff.human_eval.designs.pools import Pool


class ShownCounts:
    """How often each system was shown with a segment, at all, and on one screen with each other system of its pool.

    Nothing is counted where screens show one system or all: there is nothing to be chosen.
    """

    def __init__(self, design: Design) -> None:
        self._counts = [] if design.shown in (1, None) else [_PoolCounts(pool) for pool in design.pools]

    def state(self) -> list[list[list[int]]]:
        """The counts of every pool."""
        return [each.state() for each in self._counts]

    def take_over(self, state: Sequence[Sequence[Sequence[int]]]) -> None:
        """Takes the counts that `state` gave."""
        for counts, stored in zip(self._counts, state, strict=True):
            counts.take_over(*stored)

    def note(self, assignment: Assignment, by: int = 1) -> None:
        """Notes an ordinary screen, or one that was given back (`by=-1`)."""
        if self._counts:
            self._counts[assignment.pool].note(assignment.segment, assignment.systems, by)

    def burden(self, pool: int, segment: int, chosen: Iterable[str], system: str) -> tuple[int, int, int]:
        """What speaks against a system: shown with the segment, met the others on the screen, shown at all."""
        return self._counts[pool].burden(segment, chosen, system)


class _PoolCounts:
    """The counts of one pool, as tables by numbers of segments and systems."""

    def __init__(self, pool: Pool) -> None:
        self._width = len(pool.systems)
        self._number_of = {system: number for number, system in enumerate(pool.systems)}
        self._with_segment = array("i", bytes(4 * len(pool.segments) * self._width))
        self._at_all = [0] * self._width
        self._met = [0] * self._width**2
        """Of two systems at the place of the smaller number's row."""

    def state(self) -> list[list[int]]:
        return [self._with_segment.tolist(), self._at_all, self._met]

    def take_over(self, with_segment: Sequence[int], at_all: Sequence[int], met: Sequence[int]) -> None:
        self._with_segment = array("i", with_segment)
        self._at_all, self._met = list(at_all), list(met)

    def note(self, segment: int, systems: Iterable[str], by: int) -> None:
        width, met = self._width, self._met
        numbers = sorted(self._number_of[system] for system in systems)
        for number in numbers:
            self._with_segment[segment * width + number] += by
            self._at_all[number] += by
        for one, two in combinations(numbers, 2):
            met[one * width + two] += by

    def burden(self, segment: int, chosen: Iterable[str], system: str) -> tuple[int, int, int]:
        number, width = self._number_of[system], self._width
        others = (self._number_of[other] for other in chosen)
        met = sum(self._met[min(number, other) * width + max(number, other)] for other in others)
        return (self._with_segment[segment * width + number], met, self._at_all[number])
