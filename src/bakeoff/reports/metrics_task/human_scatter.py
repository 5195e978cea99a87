"""Systems by a metric and by people."""

from __future__ import annotations

from bakeoff.evaluation import metric_title
from bakeoff.evaluation.metrics_task.figures import MetricAgainstHuman, SystemPoint
from bakeoff.reports.charts.axes import BOTTOM, HEIGHT, TOP, axes
from bakeoff.reports.charts.labels import NamedPoint, fitting, point_labels
from bakeoff.reports.charts.scales import Scale
from bakeoff.reports.charts.shapes import Dot, Drawing, Group, Label, Line, Shape

_LONGEST = 120.0
"""Pixels for a name."""


def metric_against_human_chart(found: MetricAgainstHuman) -> Drawing | None:
    """A point with a name for each system, and the straight line through them; None for fewer than two systems."""
    if len(found.points) < 2:
        return None
    title = metric_title(found.metric)
    people = f"People ({found.kind})" if found.kind else "People"
    across = Scale.around((point.metric for point in found.points), margin=0.08)
    up = Scale.around((point.human for point in found.points), start=BOTTOM, end=TOP, margin=0.08)
    shapes: list[Shape] = [*axes(across, up, x_title=title, y_title=people)]
    labels = [shape for shape in shapes if isinstance(shape, Label)]
    shapes += _fit(found, across, up)
    named = [
        NamedPoint(across.at(point.metric), up.at(point.human), fitting(point.system, _LONGEST))
        for point in found.points
    ]
    for point, place, label in zip(found.points, named, point_labels(named, labels, bottom=BOTTOM), strict=True):
        dot = Dot("open" if point.is_outlier else "dot", place.x, place.y, 5)
        shapes.append(Group("", _sentence(point), (dot, *([] if label is None else [label]))))
    fitted = [point for point in found.points if not point.is_outlier]
    outliers = len(fitted) < len(found.points)
    return Drawing(
        name="metric-against-people",
        heading=f"{title} against people",
        description="; ".join(_sentence(point) for point in found.points),
        height=HEIGHT,
        shapes=tuple(shapes),
        finding="" if found.pearson is None else f"Pearson’s r = {found.pearson:.3f} over {len(fitted)} systems",
        note="Line: least squares." + (" Open: outliers, which neither r nor the line counts." if outliers else ""),
    )


def _sentence(point: SystemPoint) -> str:
    said = f"{point.system}: metric {point.metric:.4g}, people {point.human:.4g}"
    return f"{said} (outlier)" if point.is_outlier else said


def _fit(found: MetricAgainstHuman, across: Scale, up: Scale) -> list[Line]:
    """The line, as far as it is inside the chart."""
    if found.slope is None or found.intercept is None:
        return []
    ends = [across.low, across.high]
    if found.slope:
        at = sorted((value - found.intercept) / found.slope for value in (up.low, up.high))
        ends = [max(ends[0], at[0]), min(ends[1], at[1])]
    if ends[0] >= ends[1]:
        return []
    low, high = (found.intercept + found.slope * value for value in ends)
    return [Line("line q", across.at(ends[0]), across.at(ends[1]), up.at(low), up.at(high))]
