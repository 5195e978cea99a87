"""Numbers sorted by how often they were used, any of the least used being at hand at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random


class Levels:
    """Units by the times that they were handed out. Picking and moving one takes the same time however many there are.

    >>> levels = Levels(3)
    >>> levels.raise_(1); levels.raise_(1)
    >>> [sorted(level) for level in levels]
    [[0, 2], [], [1]]
    """

    def __init__(self, count: int) -> None:
        self._levels: list[list[int]] = [list(range(count))]
        self._level_of = [0] * count
        self._place_of = list(range(count))

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

    def pick(self, fits: Callable[[int], bool], *, below: int | None, rng: Random, probes: int = 40) -> int | None:
        """A unit of the lowest level that has one that fits, at random; levels from `below` on are not looked at.

        Units are tried at random first, so that a judge who has seen most of a level still finds one; only where that
        fails is the level gone through.
        """
        for number, members in enumerate(self._levels):
            if below is not None and number >= below:
                return None
            if not members:
                continue
            for _ in range(min(probes, len(members))):
                unit = members[rng.randrange(len(members))]
                if fits(unit):
                    return unit
            found = [unit for unit in members if fits(unit)]
            if found:
                return found[rng.randrange(len(found))]
        return None
