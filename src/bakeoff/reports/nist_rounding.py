"""Rounding as NIST's programs do it."""

from __future__ import annotations

import math


def half_away(value: float, digits: int) -> float:
    """The value rounded half away from zero, as people do.

    >>> half_away(15.25, 1), half_away(-0.0005, 3), round(15.25, 1)
    (15.3, -0.001, 15.2)
    """
    scale = 10.0**digits
    return math.copysign(math.floor(abs(value) * scale + 0.5) / scale, value) if value else 0.0
