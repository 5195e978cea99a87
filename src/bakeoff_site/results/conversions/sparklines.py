"""Small lines of numbers within a table: across in percent, down in pixels, so that nothing is ever stretched."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

HEIGHT = 32
_MARGIN = 5
_EDGE_PERCENT = 4.0


@dataclass(frozen=True, slots=True)
class Point:
    """A number of the line; `x` in percent, `y` in pixels from the top."""

    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Sparkline:
    """A line through numbers, those that are missing left out."""

    points: tuple[Point, ...]

    @property
    def strokes(self) -> tuple[tuple[Point, Point], ...]:
        return tuple(pairwise(self.points))

    @property
    def last(self) -> Point:
        return self.points[-1]


def sparkline_of(values: Sequence[float | None]) -> Sparkline | None:
    """The line of numbers in their order, higher ones above; None where there are fewer than two.

    >>> [(point.x, point.y) for point in sparkline_of([1.0, None, 2.0]).points]
    [(4.0, 27.0), (96.0, 5.0)]
    """
    known = [(place, value) for place, value in enumerate(values) if value is not None]
    if len(known) < 2:
        return None
    low, high = min(value for _, value in known), max(value for _, value in known)
    reach = HEIGHT - 2 * _MARGIN
    return Sparkline(
        tuple(
            Point(
                round(_EDGE_PERCENT + (100 - 2 * _EDGE_PERCENT) * place / (len(values) - 1), 2),
                round(HEIGHT / 2 if high == low else HEIGHT - _MARGIN - reach * (value - low) / (high - low), 2),
            )
            for place, value in known
        )
    )
