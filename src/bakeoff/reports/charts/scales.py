"""Axes: from values to places, with round numbers along them."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property


@dataclass(frozen=True, slots=True)
class Tick:
    """A round number on an axis."""

    at: float
    text: str


@dataclass(frozen=True)
class Scale:
    """Values from `low` to `high` at places from `start` to `end`."""

    low: float
    high: float
    start: float = 0.0
    end: float = 100.0

    @classmethod
    def around(cls, values: Iterable[float], *, start: float = 0.0, end: float = 100.0, margin: float = 0.06) -> Scale:
        """A scale that holds all values, with a margin on both sides."""
        known = list(values)
        low, high = min(known), max(known)
        room = (high - low) * margin or abs(high) * margin or 1.0
        return cls(low - room, high + room, start, end)

    @classmethod
    def from_zero(cls, values: Iterable[float], *, start: float = 0.0, end: float = 100.0) -> Scale:
        """A scale for bars, which start at zero."""
        known = [0.0, *values]
        low, high = min(known), max(known)
        return cls(low, high if high > low else low + 1.0, start, end)

    def at(self, value: float) -> float:
        share = (value - self.low) / (self.high - self.low)
        return round(self.start + share * (self.end - self.start), 2)

    @cached_property
    def ticks(self) -> tuple[Tick, ...]:
        """The round numbers between the ends.

        >>> [tick.text for tick in Scale(48, 72).ticks]
        ['50', '55', '60', '65', '70']
        """
        step = nice_step(self.high - self.low)
        digits = max(0, -math.floor(math.log10(step) + 1e-9))
        first, last = math.ceil(self.low / step - 1e-9), math.floor(self.high / step + 1e-9)
        return tuple(Tick(self.at(n * step), f"{n * step:.{digits}f}") for n in range(first, last + 1))


def nice_step(span: float) -> float:
    """A round number that divides a span into three to six parts or so.

    >>> [nice_step(span) for span in (1, 3.7, 42)]
    [0.2, 1.0, 10.0]
    """
    rough = span / 5
    power = 10.0 ** math.floor(math.log10(rough))
    return float(next(factor * power for factor in (1, 2, 5, 10) if factor * power >= rough * 0.999))
