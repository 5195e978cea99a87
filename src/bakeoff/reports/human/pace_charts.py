"""Judgments over time against the plan, as a drawing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise
from math import ceil
from typing import Literal

from bakeoff.human_eval.analyses.judging_pace import Pace, PacePoint, PaceUnit
from bakeoff.reports.charts.scales import Scale, nice_step
from bakeoff.reports.charts.shapes import Bar, Dot, Drawing, Group, Label, Line, Shape

_TOP, _MIDDLE, _BARS, _BOTTOM, _HEIGHT = 14, 164, 190, 236, 260
"""The lines are from top to middle, the bars below them; dates are under the bars."""
_LEFT = 10.0
_AHEAD = 2
"""How far the plan is drawn: times the time that has passed."""
_MOST_DATES = 5
_LENGTHS: dict[PaceUnit, timedelta] = {
    "hour": timedelta(hours=1),
    "day": timedelta(days=1),
    "week": timedelta(days=7),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedPace:
    """Judgments that come evenly from one time to another."""

    start: datetime
    end: datetime
    judgments: int

    def at(self, when: datetime) -> float:
        share = (when - self.start) / (self.end - self.start)
        return self.judgments * min(1.0, max(0.0, share))


def pace_chart(pace: Pace, *, title: str, plan: PlannedPace | None = None) -> Drawing:
    """Judgments added up as a line, the plan as a dashed one, and how many came in each part of the time as bars."""
    first, end = pace.points[0].start, pace.points[-1].start + _LENGTHS[pace.unit]
    if plan is not None:
        first = min(first, plan.start)
        end = max(end, min(plan.end, first + _AHEAD * (pace.end - first)))
    across = Scale(first.timestamp(), end.timestamp(), _LEFT, 99.0)
    most = max(pace.points[-1].total, 1 if plan is None else plan.at(end))
    up = Scale(0, most, _MIDDLE, _TOP)
    drawn = _Drawn(pace, across, up)
    shapes: list[Shape] = [*drawn.axes(), *(drawn.plan(plan, end) if plan is not None else ())]
    shapes += [*drawn.lines(), *drawn.bars(), *drawn.dates(first, end)]
    return Drawing(
        name="judgments",
        heading=f"{title}: judgments by {pace.unit}",
        description="; ".join(pace_sentence(pace, point) for point in pace.points),
        height=_HEIGHT,
        shapes=tuple(shapes),
        finding=pace_finding(pace, plan),
        note=f"Line: all judgments so far. Bars: judgments in each {pace.unit}."
        + ("" if plan is None else " Dashed: the plan, with the same number every day."),
    )


def pace_finding(pace: Pace, plan: PlannedPace | None) -> str:
    """Where judging is against the plan, in a sentence."""
    done = pace.points[-1].total
    if plan is None:
        return f"{done:,} judgment{'' if done == 1 else 's'}"
    if done >= plan.judgments:
        return f"All {plan.judgments:,} judgments are done"
    ahead = done - round(plan.at(pace.end))
    if not ahead:
        return "Judging goes as planned"
    return f"{abs(ahead):,} judgment{'' if abs(ahead) == 1 else 's'} {'ahead of' if ahead > 0 else 'behind'} the plan"


def pace_sentence(pace: Pace, point: PacePoint) -> str:
    """A part of the time in words."""
    return f"{part_title(pace.unit, point.start)}: {point.judgments:,}, in all {point.total:,}"


def part_title(unit: PaceUnit, start: datetime) -> str:
    """What an hour, a day or a week is called: 14 July 2026; 14 July 2026, 09:00; week of 13 July 2026."""
    day = f"{start.day} {start:%B %Y}"
    return f"{day}, {start:%H:%M}" if unit == "hour" else f"week of {day}" if unit == "week" else day


@dataclass(frozen=True, slots=True)
class _Drawn:
    pace: Pace
    across: Scale
    up: Scale

    def _x(self, when: datetime) -> float:
        return self.across.at(when.timestamp())

    def axes(self) -> Iterator[Shape]:
        step = max(1, round(nice_step(self.up.high)))
        for value in range(0, int(self.up.high) + 1, step):
            at = self.up.at(value)
            yield Line("grid", 0, 100, at, at)
            yield Label("", 0, at - 4, f"{value:,}")

    def plan(self, plan: PlannedPace, end: datetime) -> Iterator[Shape]:
        corners = [(when, plan.at(when)) for when in (plan.start, min(end, plan.end), end)]
        for (one, low), (other, high) in pairwise(corners):
            if one < other:
                yield Line("line q", self._x(one), self._x(other), self.up.at(low), self.up.at(high))
        # Over the line, before its end, so that it meets neither the edge nor the dot.
        when = self.pace.end + (min(end, plan.end) - self.pace.end) * 0.6
        if when > self.pace.end:
            yield Label("name", self._x(when), self.up.at(plan.at(when)) - 10, "Plan", "end")

    def lines(self) -> Iterator[Shape]:
        points = self.pace.points
        ends = [*(each.start for each in points[1:]), self.pace.end]
        places = [(self._x(points[0].start), self.up.at(0))]
        places += [(self._x(when), self.up.at(each.total)) for when, each in zip(ends, points, strict=True)]
        for (x1, y1), (x2, y2) in pairwise(places):
            yield Line("line", x1, x2, y1, y2)
        x, y = places[-1]
        yield Dot("dot", x, y)
        beside: Literal["start", "end"] = "start" if x < 70 else "end"
        done = points[-1].total
        label = Label("name mine", x, min(y + 18, _MIDDLE - 6), f"{done:,} done", beside, 8 if x < 70 else -8)
        yield label

    def bars(self) -> Iterator[Shape]:
        points = self.pace.points
        most = max(each.judgments for each in points)
        down = Scale(0, most, _BOTTOM, _BARS)
        yield Label(
            "", 0, _BARS - 6, f"{most:,} at most in {'an' if self.pace.unit == 'hour' else 'a'} {self.pace.unit}"
        )
        yield Line("axis", _LEFT, 99, _BOTTOM, _BOTTOM)
        length = _LENGTHS[self.pace.unit]
        for each in points:
            x, end = self._x(each.start), self._x(each.start + length)
            top = down.at(each.judgments)
            gap = min(0.6, (end - x) / 5)
            bar = Bar("bar", x + gap / 2, end - x - gap, top, _BOTTOM - top)
            yield Group("", pace_sentence(self.pace, each), (bar,))

    def dates(self, first: datetime, end: datetime) -> Iterator[Shape]:
        zone = self.pace.points[0].start.tzinfo
        for when in _dates(self.pace.unit, first.astimezone(zone), end.astimezone(zone)):
            x = self._x(when)
            text = f"{when:%H:%M}" if self.pace.unit == "hour" and when.hour else f"{when.day} {when:%b}"
            yield Label("", x, _HEIGHT - 6, text, "start" if x < _LEFT + 3 else "end" if x > 95 else "middle")


def _dates(unit: PaceUnit, first: datetime, end: datetime) -> Sequence[datetime]:
    """Times along the axis, few enough for a phone."""
    length = _LENGTHS[unit]
    start = first.replace(minute=0, second=0, microsecond=0)
    start = start if unit == "hour" else start.replace(hour=0)
    if start < first:
        start += length
    parts = max(1, int((end - start) / length))
    steps = (1, 2, 3, 6, 12, 24) if unit == "hour" else (1, 2, 7, 14, 28) if unit == "day" else (1, 2, 4, 8, 13, 26)
    # A plan may start long before the first judgment.
    longest = steps[-1] * max(1, ceil(parts / steps[-1] / _MOST_DATES))
    step = next((step for step in steps if parts / step <= _MOST_DATES), longest)
    return [
        start + number * step * length for number in range(parts // step + 1) if start + number * step * length < end
    ]
