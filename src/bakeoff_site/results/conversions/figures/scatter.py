"""Systems by one metric against another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from bakeoff.evaluation import order_agreement
from bakeoff.reports.charts.scales import Scale
from bakeoff.reports.charts.shapes import Dot, Drawing, Group, Label, Line, Shape
from bakeoff_site.results.conversions.boards import BoardView, SystemRow
from bakeoff_site.results.conversions.figures.intervals import is_quiet
from bakeoff_site.results.conversions.labels import fitting, width
from bakeoff_site.results.conversions.scores import Cell, Metric

_HEIGHT, _TOP, _BOTTOM = 326, 30, 276
_LONGEST = 120.0
"""Pixels for a name."""
_WIDTHS = (340.0, 560.0)
"""Of the chart on a phone and on a wide page: names overlap on neither."""
_PLACES = (
    (10.0, 4.0),
    (-10.0, 4.0),
    (0.0, -11.0),
    (0.0, 19.0),
    (10.0, -8.0),
    (-10.0, -8.0),
    (10.0, 16.0),
    (-10.0, 16.0),
)
"""Where the name of a point may be, from the first choice on: pixels to the right of it, and below."""
_USUAL = "_primary"
"""What names need not say in the chart: most systems are primary ones."""


@dataclass(frozen=True, slots=True)
class _Point:
    row: SystemRow
    first: Cell
    second: Cell
    x: float
    y: float


def usual_other(view: BoardView) -> str:
    """The key of what the main metric is drawn against unless something else is chosen: what people judged."""
    return next((metric.key for metric in view.metrics if metric.judged and metric != view.main), "")


def scatter_chart(view: BoardView, against: str = "") -> Drawing | None:
    """The official systems by the main metric and another one, with how far the two orders agree."""
    first = view.main
    others = [metric for metric in view.metrics if metric != first]
    if first is None or not others:
        return None
    second = next((metric for metric in others if metric.key == (against or usual_other(view))), others[0])
    places = view.metrics.index(first), view.metrics.index(second)
    rows = [
        (row, row.cells[places[0]], row.cells[places[1]])
        for row in view.rows
        if row.cells and row.cells[places[0]].value is not None and row.cells[places[1]].value is not None
    ]
    if len(rows) < 2:
        return None
    across = Scale.around(_values([cell for _, cell, _ in rows]), margin=0.08)
    up = Scale.around(_values([cell for _, _, cell in rows]), start=_BOTTOM, end=_TOP, margin=0.08)
    points = [_Point(row, a, b, across.at(a.value or 0.0), up.at(b.value or 0.0)) for row, a, b in rows]
    shapes: list[Shape] = [*_axes(across, up, first, second)]
    labels = dict(_labels(points, [shape for shape in shapes if isinstance(shape, Label)]))
    shapes += [_drawn(point, across, up, labels.get(point.row.key + point.row.name)) for point in points]
    return Drawing(
        name="scatter",
        heading=f"{second.heading} against {first.heading}",
        description="; ".join(f"{row.name}: {first.heading} {a.text}, {second.heading} {b.text}" for row, a, b in rows),
        height=_HEIGHT,
        shapes=tuple(shapes),
        finding=_finding(rows, first, second),
        note=_note(rows),
    )


def _values(cells: Sequence[Cell]) -> list[float]:
    return [value for cell in cells for value in (cell.value, cell.low, cell.high) if value is not None]


def _finding(rows: Sequence[tuple[SystemRow, Cell, Cell]], first: Metric, second: Metric) -> str:
    signs = [1 if metric.direction == "higher" else -1 for metric in (first, second)]
    tau = order_agreement(
        [signs[0] * (cell.value or 0.0) for _, cell, _ in rows], [signs[1] * (cell.value or 0.0) for _, _, cell in rows]
    )
    if tau is None:
        return ""
    return f"The two orders agree with Kendall’s τ = {tau:.2f} over {len(rows)} systems"


def _note(rows: Sequence[tuple[SystemRow, Cell, Cell]]) -> str:
    said = ["Filled: submitted runs."]
    said += ["Open: online, baseline and contrastive systems."] if any(is_quiet(row) for row, _, _ in rows) else []
    said += ["Lines: intervals."] if any(cell.low is not None for _, a, b in rows for cell in (a, b)) else []
    return " ".join(said)


def _axes(across: Scale, up: Scale, first: Metric, second: Metric) -> Iterator[Shape]:
    yield Label("", 0, 12, f"↑ {_titled(second)}")
    for tick in up.ticks:
        yield Line("grid", 0, 100, tick.at, tick.at)
        yield Label("", 0, tick.at - 4, tick.text)
    yield Line("axis", 0, 100, _BOTTOM, _BOTTOM)
    for tick in across.ticks:
        yield Line("axis", tick.at, tick.at, _BOTTOM, _BOTTOM + 5)
        yield Label("", tick.at, _BOTTOM + 22, tick.text, "middle")
    yield Label("", 100, _BOTTOM + 42, f"{_titled(first)} →", "end")


def _titled(metric: Metric) -> str:
    return f"{metric.heading} (lower is better)" if metric.direction == "lower" else metric.heading


def _drawn(point: _Point, across: Scale, up: Scale, label: Label | None) -> Group:
    quiet = is_quiet(point.row)
    cross = "cross q" if quiet else "cross"
    shapes: list[Line | Dot | Label] = []
    if point.first.low is not None and point.first.high is not None:
        shapes.append(Line(cross, across.at(point.first.low), across.at(point.first.high), point.y, point.y))
    if point.second.low is not None and point.second.high is not None:
        shapes.append(Line(cross, point.x, point.x, up.at(point.second.low), up.at(point.second.high)))
    shapes.append(Dot("open" if quiet else "dot", point.x, point.y, 5))
    shapes += [] if label is None else [label]
    return Group("", f"{point.row.name}: {point.first.text}, {point.second.text}", tuple(shapes))


_Box = tuple[float, float, float, float]


def _labels(points: Sequence[_Point], axes: Sequence[Label]) -> Iterator[tuple[str, Label]]:
    """A name for each point that has room for it; own systems first. The others are named when pointed at."""
    taken: list[list[_Box]] = [
        [(wide * point.x / 100 - 6, point.y - 6, wide * point.x / 100 + 6, point.y + 6) for point in points]
        for wide in _WIDTHS
    ]
    for boxes in taken:
        boxes += [(0.0, label.y - 10, width(label.text), label.y + 2) for label in axes if label.anchor == "start"]
    names = [point.row.name for point in points]
    for point in sorted(points, key=lambda point: not point.row.is_own):
        text = fitting(_short(point.row.name, names), _LONGEST, bold=point.row.is_own)
        for dx, dy in _PLACES:
            boxes = [_box(point, text, dx, dy, wide) for wide in _WIDTHS]
            if all(_is_free(box, others, wide) for box, others, wide in zip(boxes, taken, _WIDTHS, strict=True)):
                for box, others in zip(boxes, taken, strict=True):
                    others.append(box)
                look = "name mine" if point.row.is_own else "name"
                anchor: Literal["start", "middle", "end"] = "start" if dx > 0 else "end" if dx < 0 else "middle"
                label = Label(look, point.x, point.y + dy, text, anchor, dx)
                yield point.row.key + point.row.name, label
                break


def _short(name: str, names: Sequence[str]) -> str:
    """Without what most names end with, where it is still the name of one system."""
    short = name.removesuffix(_USUAL)
    return name if short in names else short


def _box(point: _Point, text: str, dx: float, dy: float, wide: float) -> _Box:
    start = wide * point.x / 100 + dx - (0 if dx > 0 else width(text) if dx < 0 else width(text) / 2)
    return (start, point.y + dy - 11, start + width(text), point.y + dy + 3)


def _is_free(box: _Box, taken: Sequence[_Box], wide: float) -> bool:
    inside = box[0] >= 0 and box[2] <= wide and box[1] >= 0 and box[3] <= _BOTTOM
    return inside and not any(
        box[0] < other[2] and other[0] < box[2] and box[1] < other[3] and other[1] < box[3] for other in taken
    )
