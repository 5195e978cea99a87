"""The power of a plan as a drawing and in sentences."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Literal

from bakeoff.human_eval.designs.power_curves import PlannedPower, PowerCurve
from bakeoff.reports.charts.scales import Scale
from bakeoff.reports.charts.shapes import Dot, Drawing, Group, Label, Line, Shape
from bakeoff.statistics import WinEffect

_HEIGHT, _TOP, _BOTTOM, _LEFT = 296, 44, 246, 8.0
_APART = 15
"""Pixels from the label of a curve to that of the next one at least."""
_TICKS = (0.0, 0.25, 0.5, 0.75, 1.0)


def power_chart(power: PlannedPower) -> Drawing:
    """How likely differences of several sizes are found, against the number of segments; the plan is marked."""
    most = max(point.segments for curve in power.curves for point in curve.points)
    across, up = Scale(0, most, _LEFT, 100), Scale(0, 1, _BOTTOM, _TOP)
    shapes: list[Shape] = [*_axes(across, up), *_plan(power, across)]
    shapes += [_curve(power, curve, across, up) for curve in power.curves]
    shapes += _names(power, up)
    return Drawing(
        name="power",
        heading="Power of the plan",
        description="; ".join(power_sentences(power)),
        height=_HEIGHT,
        shapes=tuple(shapes),
        note=power_note(power),
    )


def power_sentences(power: PlannedPower) -> tuple[str, ...]:
    """What each assumed difference comes to."""
    return tuple(_sentence(power, curve) for curve in power.curves)


def power_note(power: PlannedPower) -> str:
    """What the numbers rest on."""
    effect = power.curves[0].effect
    test = "the sign test" if isinstance(effect, WinEffect) else "the paired t test"
    said = [f"By {test} at level {power.level:g}."]
    if isinstance(effect, WinEffect) and effect.ties:
        said.append(f"{effect.ties:.0%} of the comparisons are taken to be ties.")
    if power.compared < 1:
        said.append(f"Two systems meet on {power.compared:.0%} of the segments.")
    said.append("A segment counts once, however many judges it has: more judges find more.")
    return " ".join(said)


def _sentence(power: PlannedPower, curve: PowerCurve) -> str:
    enough = (
        "no number of segments is enough"
        if curve.needed is None
        else f"{curve.needed:,} segments are needed for {power.wanted:.0%}"
    )
    found = f"found in {curve.planned:.0%} of evaluations with {power.segments:,} segments"
    return f"A difference of {curve.words} is {found}; {enough}"


def _axes(across: Scale, up: Scale) -> Iterator[Shape]:
    yield Label("", 0, 12, "↑ Probability that the difference is found")
    for share in _TICKS:
        at = up.at(share)
        yield Line("grid", _LEFT, 100, at, at)
        yield Label("", 0, at + 4, f"{share:.0%}")
    yield Line("axis", _LEFT, 100, _BOTTOM, _BOTTOM)
    for tick in across.ticks:
        yield Line("axis", tick.at, tick.at, _BOTTOM, _BOTTOM + 5)
        yield Label("", tick.at, _BOTTOM + 20, tick.text, "end" if tick.at > 95 else "middle")
    yield Label("", 100, _BOTTOM + 40, "segments judged →", "end")


def _plan(power: PlannedPower, across: Scale) -> Iterator[Shape]:
    at = across.at(power.segments)
    yield Line("line q", at, at, _TOP - 6, _BOTTOM)
    beside: Literal["start", "end"] = "start" if at < 50 else "end"
    yield Label("name", at, _TOP - 10, f"plan: {power.segments:,}", "middle" if 15 < at < 85 else beside)


def _curve(power: PlannedPower, curve: PowerCurve, across: Scale, up: Scale) -> Group:
    places = [(across.at(point.segments), up.at(point.power)) for point in curve.points]
    lines = [Line("line", x1, x2, y1, y2) for (x1, y1), (x2, y2) in pairwise(places)]
    return Group("", _sentence(power, curve), (*lines, Dot("dot", across.at(power.segments), up.at(curve.planned))))


def _names(power: PlannedPower, up: Scale) -> Iterator[Shape]:
    """The name of each curve above its end, none over another."""
    below = float(_BOTTOM)
    for curve in power.curves:
        below = min(below, up.at(curve.points[-1].power)) - 6
        yield Label("name", 100, below, curve.words, "end")
        below -= _APART - 6
