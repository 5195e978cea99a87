"""Numbers sorted by how often they were used, any of the least used available at once."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator
from random import Random

import numpy as np
from numpy.typing import NDArray

_PROBES = 40
"""Units that are tried at random before all are looked at."""


class UnitLevels:
    """Units by the times that they were handed out.

    >>> levels = UnitLevels(3)
    >>> levels.raise_(1); levels.raise_(1)
    >>> [sorted(level) for level in levels]
    [[0, 2], [], [1]]
    """

    def __init__(self, count: int) -> None:
        self._levels: list[list[int]] = [list(range(count))]
        self._level_of = array("i", bytes(4 * count))
        self._place_of = list(range(count))

    def state(self) -> list[list[int]]:
        """The units of each level; their order decides what is picked."""
        return self._levels

    def take_over(self, levels: Iterable[Iterable[int]]) -> None:
        """Puts units where `state` said they were."""
        self._levels = [list(units) for units in levels]
        for level, units in enumerate(self._levels):
            for place, unit in enumerate(units):
                self._level_of[unit], self._place_of[unit] = level, place

    def __len__(self) -> int:
        return len(self._place_of)

    def __iter__(self) -> Iterator[list[int]]:
        return iter(self._levels)

    def level_of(self, unit: int) -> int:
        return self._level_of[unit]

    def raise_(self, unit: int, by: int = 1) -> None:
        """Notes that a unit was handed out, or given back (`by=-1`)."""
        level, place = self._level_of[unit], self._place_of[unit]
        members = self._levels[level]
        last = members.pop()
        if last != unit:
            members[place] = last
            self._place_of[last] = place
        target = level + by
        while len(self._levels) <= target:
            self._levels.append([])
        self._place_of[unit] = len(self._levels[target])
        self._level_of[unit] = target
        self._levels[target].append(unit)

    def pick(
        self, fits: Callable[[int], bool], *, among: Callable[[], NDArray[np.bool_]], below: int, rng: Random
    ) -> int | None:
        """A unit of the lowest level that has one that fits, at random; levels from `below` on are not looked at.

        Units are tried at random first: nearly always one of a few fits, whatever was handed out before. Only where
        that fails are all looked at together, by `among`, which says of every unit whether it fits.
        """
        fitting: NDArray[np.bool_] | None = None
        for level, members in enumerate(self._levels[:below]):
            if not members:
                continue
            if (unit := _probe(members, fits, rng)) is not None:
                return unit
            fitting = among() if fitting is None else fitting
            here = fitting & (np.frombuffer(self._level_of, dtype=np.intc) == level)
            if count := int(np.count_nonzero(here)):
                return int(np.flatnonzero(here)[rng.randrange(count)])
        return None


def _probe(members: list[int], fits: Callable[[int], bool], rng: Random) -> int | None:
    for _ in range(min(_PROBES, len(members))):
        unit = members[rng.randrange(len(members))]
        if fits(unit):
            return unit
    return None
