"""Axes of charts that have values across and upwards."""

from __future__ import annotations

from collections.abc import Iterator

from bakeoff.reports.charts.scales import Scale
from bakeoff.reports.charts.shapes import Label, Line, Shape

HEIGHT, TOP, BOTTOM = 326, 30, 276
"""Of a chart with such axes: between top and bottom are its values, around them the axes."""


def axes(across: Scale, up: Scale, *, x_title: str, y_title: str, percent: bool = False) -> Iterator[Shape]:
    """Grid lines, round numbers along both axes, and what they measure. `percent`: shares upwards, written in percent.

    The upward axis has a line for each round number and its text above the line, so that it needs no room on the left.
    """
    bottom = up.start
    yield Label("", 0, 12, f"↑ {y_title}")
    for tick in up.ticks:
        yield Line("grid", 0, 100, tick.at, tick.at)
        yield Label("", 0, tick.at - 4, f"{100 * float(tick.text):.0f}" if percent else tick.text)
    yield Line("axis", 0, 100, bottom, bottom)
    for tick in across.ticks:
        yield Line("axis", tick.at, tick.at, bottom, bottom + 5)
        yield Label("", tick.at, bottom + 22, tick.text, "middle")
    yield Label("", 100, bottom + 42, f"{x_title} →", "end")
