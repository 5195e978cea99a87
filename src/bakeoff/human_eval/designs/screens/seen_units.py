"""The units that one judge got."""

from __future__ import annotations

from array import array
from collections.abc import Collection

import numpy as np
from numpy.typing import NDArray


class SeenUnits:
    """Units with the segments that a judge got of each, to be asked for one or looked at all together.

    >>> seen = SeenUnits()
    >>> seen.add(7, 0, position=0); seen.add(7, 1, position=1); seen.add(9, 4, position=2); seen.discard(7, 0)
    >>> 7 in seen, sorted(seen.segments(7)), seen.numbers().tolist(), seen.position(9, 4)
    (True, [1], [7, 9], 2)
    """

    def __init__(self) -> None:
        self._units: array[int] = array("q")
        self._places: dict[int, int] = {}
        """Where a unit is in `_units`."""
        self._single: dict[int, tuple[int, int]] = {}
        """Segment and position of units of which one segment was seen: nearly all, where documents are not shown."""
        self._several: dict[int, dict[int, int]] = {}
        """The positions of segments, for the other units."""

    def __contains__(self, unit: int) -> bool:
        return unit in self._places

    def segments(self, unit: int) -> Collection[int]:
        single = self._single.get(unit)
        return self._several.get(unit, ()) if single is None else single[:1]

    def position(self, unit: int, segment: int) -> int | None:
        """Where the judge saw a segment of a unit."""
        single = self._single.get(unit)
        if single is None:
            return self._several.get(unit, {}).get(segment)
        return single[1] if single[0] == segment else None

    def numbers(self) -> NDArray[np.int64]:
        return np.array(self._units, dtype=np.int64)

    def add(self, unit: int, segment: int, *, position: int) -> None:
        if unit not in self._places:
            self._places[unit] = len(self._units)
            self._units.append(unit)
            self._single[unit] = (segment, position)
            return
        if unit in self._single:
            self._several[unit] = dict([self._single.pop(unit)])
        self._several[unit][segment] = position

    def discard(self, unit: int, segment: int) -> None:
        if self._single.pop(unit, None) is None:
            several = self._several[unit]
            several.pop(segment, None)
            if several:
                return
            del self._several[unit]
        place, last = self._places.pop(unit), self._units.pop()
        if last != unit:
            self._units[place] = last
            self._places[last] = place
