"""Dots with intervals on an axis that the rows of a chart share."""

from __future__ import annotations

from bakeoff.reports.charts.scales import Scale
from bakeoff.reports.charts.shapes import Dot, Label, Line, Shape


def mark_shapes(x: float, low: float | None, high: float | None, y: float) -> tuple[Line | Dot, ...]:
    """A dot, with whiskers where there is an interval, around the line `y`."""
    dot = Dot("dot", x, y)
    if low is None or high is None:
        return (dot,)
    return (
        Line("whisker", low, high, y, y),
        Line("cap", low, low, y - 4, y + 4),
        Line("cap", high, high, y - 4, y + 4),
        dot,
    )


def axis_below(scale: Scale, bottom: float) -> list[Shape]:
    """Lines over all rows of a chart, with their numbers under the last one."""
    return [
        shape
        for tick in scale.ticks
        for shape in (
            Line("grid", tick.at, tick.at, 0, bottom),
            Label("", tick.at, bottom + 18, tick.text, "middle"),
        )
    ]
