"""Which differences are significant, as a chart by itself; on its page it is a table."""

from __future__ import annotations

from bakeoff.reports.charts.labels import fitting
from bakeoff.reports.charts.shapes import Bar, Drawing, Group, Label, Shape
from bakeoff_site.results.conversions.significance import Significance

_ROW = 24
_NAMES = 28.0
"""Percent for names."""
_NAME_ROOM = 160.0


def significance_chart(significance: Significance) -> Drawing | None:
    """A row and a column for each system: marked where the row is significantly better than the column."""
    count = len(significance.systems)
    if count < 2:
        return None
    step = min((100 - _NAMES) / count, 5.0)
    shapes: list[Shape] = [
        Label("name", _NAMES + (place + 0.5) * step, 14, str(place + 1), "middle") for place in range(count)
    ]
    wins = 0
    for number, (system, results) in enumerate(significance.rows()):
        top = 22 + number * _ROW
        look = "name mine" if system.is_own else "name"
        name = fitting(system.name, _NAME_ROOM, bold=system.is_own)
        shapes.append(Label(look, _NAMES - 1, top + 16, f"{name} {number + 1}", "end"))
        for place, result in enumerate(results):
            if result is None:
                continue
            wins += result.beats
            x = _NAMES + place * step
            cell = Bar("win" if result.beats else "cell", x + step * 0.04, step * 0.92, top, _ROW - 2)
            sign = Label("mark" if result.beats else "", x + step / 2, top + 15, "▲" if result.beats else "·", "middle")
            shapes.append(Group("", f"{result.first.name}, {result.second.name}: p {result.p_in_words}", (cell, sign)))
    return Drawing(
        name="significance",
        heading="Which differences are significant",
        description=f"{wins} of {count * (count - 1) // 2} pairs differ significantly by {significance.metric.heading}",
        height=22 + count * _ROW,
        shapes=tuple(shapes),
        finding=f"▲ the row is significantly better than the column, by {significance.metric.heading}",
        note="Numbers are the rows of the matrix, best first.",
    )
