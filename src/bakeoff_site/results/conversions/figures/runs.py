"""Charts of a run: parts of the test set against the median, and its score document by document."""

from __future__ import annotations

from dataclasses import dataclass

from bakeoff.reports.charts.interval_marks import axis_below
from bakeoff.reports.charts.labels import fitting
from bakeoff.reports.charts.scales import Scale
from bakeoff.reports.charts.shapes import Bar, Dot, Drawing, Group, Label, Line, Shape
from bakeoff_site.core.interval_marks import Axis, IntervalMark, mark_of, scale_of
from bakeoff_site.results.conversions.runs import PartScore, RunView
from bakeoff_site.results.conversions.scores import Cell

_ROW = 32
_PLOT = (34.0, 90.0)
_NAMES = 215.0
_TOP, _BOTTOM = 26, 120
_LEFT = 7.0
"""Where the plot of documents starts; the numbers of its axis are outside it."""
_FEWEST = 3
"""Documents that make a chart."""


@dataclass(frozen=True, slots=True)
class PartMarks:
    """Parts of the test set on one axis."""

    axis: Axis
    rows: tuple[tuple[PartScore, IntervalMark | None], ...]


def part_marks(view: RunView) -> PartMarks | None:
    scale = scale_of((part.cell for part in view.parts), [part.median for part in view.parts])
    if scale is None:
        return None
    rows = tuple((part, mark_of(part.cell, scale, median=part.median)) for part in view.parts)
    return PartMarks(Axis(scale.ticks), rows)


def run_charts(view: RunView) -> tuple[Drawing, ...]:
    """The charts of a run by the metric that is chosen."""
    charts = (_parts_chart(view), documents_chart(view))
    return tuple(chart for chart in charts if chart is not None)


def _parts_chart(view: RunView) -> Drawing | None:
    metric = view.part_metric
    values = [
        value
        for part in view.parts
        for value in (part.cell.value, part.cell.low, part.cell.high, part.median)
        if value is not None
    ]
    if metric is None or not values or len(view.parts) < 2:
        return None
    scale = Scale.around(values, start=_PLOT[0], end=_PLOT[1])
    bottom = len(view.parts) * _ROW
    shapes = axis_below(scale, bottom)
    for number, part in enumerate(view.parts):
        middle = number * _ROW + _ROW / 2
        shapes.append(Label("name", _PLOT[0] - 2, middle + 4, fitting(part.label, _NAMES), "end"))
        shapes.append(Label("name", 100, middle + 4, part.cell.text, "end"))
        if (mark := mark_of(part.cell, scale, median=part.median)) is not None:
            shapes += mark.shapes(_ROW, top=number * _ROW)
    return Drawing(
        name="parts",
        heading=f"{view.system.name}: {metric.heading} by part of the test set",
        description="; ".join(f"{part.label}: {part.cell.text} {part.cell.interval}".strip() for part in view.parts),
        height=bottom + 24,
        shapes=tuple(shapes),
        note="Dots with intervals; dotted lines: median of all ranked systems.",
    )


def documents_chart(view: RunView) -> Drawing | None:
    """The score of every document in the order of the test set, with the best and the worst named."""
    metric = view.part_metric
    if metric is None:
        return None
    index = view.columns.index(metric)
    known = [(line, line.cells[index]) for line in view.documents if line.cells[index].value is not None]
    if len(known) < _FEWEST:
        return None
    values = [_value(cell) for _, cell in known]
    overall = next((part.cell for part in view.parts), None)
    band = (overall.low, overall.high) if overall is not None else (None, None)
    up = Scale.around([*values, *(end for end in band if end is not None)], start=_BOTTOM, end=_TOP, margin=0.1)
    across = Scale(0, len(known) - 1, _LEFT + 2, 98.0)
    points = [(across.at(number), up.at(value)) for number, value in enumerate(values)]
    sign = 1 if metric.direction == "higher" else -1
    best = max(range(len(values)), key=lambda k: sign * values[k])
    worst = min(range(len(values)), key=lambda k: sign * values[k])
    shapes: list[Shape] = []
    low, high = band
    if low is not None and high is not None:
        shapes.append(Bar("area", _LEFT, 100 - _LEFT, up.at(high), up.at(low) - up.at(high)))
    for tick in up.ticks[:: max(1, len(up.ticks) // 3)]:
        shapes += [Line("grid", _LEFT, 100, tick.at, tick.at), Label("", _LEFT - 1, tick.at + 4, tick.text, "end")]
    shapes += [Dot("dot", x, y) for number, (x, y) in enumerate(points) if number not in (best, worst)]
    for word, number in (("best", best), ("worst", worst)):
        (x, y), (line, cell) = points[number], known[number]
        above = (word == "best") == (metric.direction == "higher")
        label = Label(
            "name",
            x,
            y - 9 if above else y + 18,
            f"{fitting(line.label, 150)} {cell.text}",
            "start" if x < 50 else "end",
        )
        shapes.append(Group("", f"{word}: {line.label} {cell.text}", (Dot("dot", x, y), label)))
    noun = "recording" if view.unit else "document"
    return Drawing(
        name="documents",
        heading=f"{view.system.name}: {metric.heading} by {noun}",
        description="; ".join(f"{line.label}: {cell.text}" for line, cell in known),
        height=_BOTTOM + 24,
        shapes=tuple(shapes),
        note=f"{len(known)} {noun}s in the order of the test set."
        + (" The band is the interval of the score on all segments." if low is not None else ""),
    )


def _value(cell: Cell) -> float:
    return cell.value or 0.0
