"""How many points of a metric are a real difference: agreement with people by the difference of two systems."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import inf

from bakeoff.evaluation import metric_title
from bakeoff.evaluation.metrics_task.figures import AgreementByDifference
from bakeoff.meta_evaluation.score_differences import AccuracyCurve, DifferenceBin
from bakeoff.reports.charts.axes import BOTTOM, HEIGHT, TOP, axes
from bakeoff.reports.charts.scales import Scale
from bakeoff.reports.charts.shapes import Dot, Drawing, Group, Line, Shape

_PIECES = 48
"""Of a curve."""
_ASKED = (90, 80, 70)
"""Accuracy in percent that the finding speaks of: the first that the curve reaches within the chart."""
_LEAST_ROOM = 0.25
"""Of the chart, for the last range, which has no end."""


def agreement_by_difference_chart(found: AgreementByDifference) -> Drawing | None:
    """The share of pairs of systems ordered as people order them, by the difference of the metric.

    None where pairs are too few for two ranges of differences, or differ alike.
    """
    bins = [each for each in found.bins if each.pairs]
    if len(bins) < 2:
        return None
    end = bins[-1].low / (1 - _LEAST_ROOM)
    lows = [each.interval.low for each in bins if each.interval is not None]
    curves = [(look, curve) for look, curve in (("line", found.fit), ("line q", found.published)) if curve is not None]
    least = min([0.5, *lows, *(curve.accuracy(0) / 100 for _, curve in curves)])
    across = Scale(0, end, 8.0, 100.0)
    up = Scale(max(0.0, least - 0.03), 1.0, BOTTOM, TOP)
    title = metric_title(found.metric)
    shapes: list[Shape] = [
        *axes(
            across,
            up,
            x_title=f"difference of two systems in {title}",
            y_title="Pairs of systems ordered as people do, percent",
            percent=True,
        )
    ]
    for look, curve in curves:
        shapes += _curve(curve, look, across, up)
    for each in bins:
        shapes.append(_bin(each, across, up))
    return Drawing(
        name="accuracy-by-difference",
        heading=f"How many points of {title} are a real difference",
        description="; ".join(_sentence(each) for each in bins),
        height=HEIGHT,
        shapes=tuple(shapes),
        finding=_finding(found.fit, title, end),
        note=_note(found),
    )


def _finding(fit: AccuracyCurve | None, title: str, end: float) -> str:
    for accuracy in _ASKED:
        if fit is not None and fit.a / 2 < accuracy < fit.a and fit.difference(accuracy) <= end:
            points = f"{fit.difference(accuracy):.2g} {title}"
            return f"By the fit, {accuracy} % of pairs agree at a difference of {points}"
    return ""


def _note(found: AgreementByDifference) -> str:
    said = [f"{found.pairs:,} pairs of systems in ranges of differences, with 95 % intervals."]
    said += ["Line: fit."] if found.fit is not None else []
    said += ["Dashed: Kocmi et al. 2024."] if found.published is not None else []
    return " ".join(said)


def _sentence(each: DifferenceBin) -> str:
    where = f"from {each.low:g}" if each.high == inf else f"{each.low:g} to {each.high:g}"
    return f"{where}: {each.agreeing} of {each.pairs} pairs agree"


def _bin(each: DifferenceBin, across: Scale, up: Scale) -> Group:
    x1, x2 = across.at(each.low), across.at(min(each.high, across.high))
    y = up.at(each.accuracy or 0.0)
    shapes: list[Line | Dot] = [Line("cross q", x1, x2, y, y)]
    if each.interval is not None:
        shapes.append(Line("cross", (x1 + x2) / 2, (x1 + x2) / 2, up.at(each.interval.low), up.at(each.interval.high)))
    return Group("", _sentence(each), (*shapes, Dot("dot", (x1 + x2) / 2, y, 5)))


def _curve(curve: AccuracyCurve, look: str, across: Scale, up: Scale) -> Iterator[Line]:
    at = [across.high * piece / _PIECES for piece in range(_PIECES + 1)]
    places = [(across.at(each), up.at(curve.accuracy(each) / 100)) for each in at]
    for (x1, y1), (x2, y2) in pairwise(places):
        yield Line(look, x1, x2, y1, y2)
