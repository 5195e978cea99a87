"""Systems by one metric against another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bakeoff.evaluation import order_agreement
from bakeoff.reports.charts.axes import BOTTOM, HEIGHT, TOP, axes
from bakeoff.reports.charts.labels import NamedPoint, fitting, point_labels
from bakeoff.reports.charts.scales import Scale
from bakeoff.reports.charts.shapes import Dot, Drawing, Group, Label, Line, Shape
from bakeoff_site.results.conversions.boards import BoardView, SystemRow
from bakeoff_site.results.conversions.figures.intervals import is_quiet
from bakeoff_site.results.conversions.scores import Cell, Metric

_LONGEST = 120.0
"""Pixels for a name."""
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
    up = Scale.around(_values([cell for _, _, cell in rows]), start=BOTTOM, end=TOP, margin=0.08)
    points = [_Point(row, a, b, across.at(a.value or 0.0), up.at(b.value or 0.0)) for row, a, b in rows]
    shapes: list[Shape] = [*axes(across, up, x_title=_titled(first), y_title=_titled(second))]
    labels = _labels(points, [shape for shape in shapes if isinstance(shape, Label)])
    shapes += [_drawn(point, across, up, labels.get(point.row.key + point.row.name)) for point in points]
    return Drawing(
        name="scatter",
        heading=f"{second.heading} against {first.heading}",
        description="; ".join(f"{row.name}: {first.heading} {a.text}, {second.heading} {b.text}" for row, a, b in rows),
        height=HEIGHT,
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


def _labels(points: Sequence[_Point], along: Sequence[Label]) -> dict[str, Label]:
    """A name for each point that has room for it and covers none of those along the axes; own systems first."""
    names = [point.row.name for point in points]
    ordered = sorted(points, key=lambda point: not point.row.is_own)
    named = [
        NamedPoint(
            point.x,
            point.y,
            fitting(_short(point.row.name, names), _LONGEST, bold=point.row.is_own),
            "name mine" if point.row.is_own else "name",
        )
        for point in ordered
    ]
    labels = point_labels(named, along, bottom=BOTTOM)
    return {
        point.row.key + point.row.name: label for point, label in zip(ordered, labels, strict=True) if label is not None
    }


def _short(name: str, names: Sequence[str]) -> str:
    """Without what most names end with, where it is still the name of one system."""
    short = name.removesuffix(_USUAL)
    return name if short in names else short
