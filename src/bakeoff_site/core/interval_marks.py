"""Scores with their intervals as marks on an axis that the rows of a table share."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from bakeoff.reports.charts.interval_marks import mark_shapes
from bakeoff.reports.charts.scales import Scale, Tick
from bakeoff.reports.charts.shapes import Group, Label, Line, Shape


@dataclass(frozen=True, slots=True)
class PrintedScore:
    """A score: the number that is printed, and its interval."""

    value: float | None
    low: float | None = None
    high: float | None = None
    text: str = "–"
    interval: str = ""
    """As people read it: `[67.6, 70.1]`."""


@dataclass(frozen=True, slots=True)
class IntervalMark:
    """A score on the axis of a table, in percent."""

    x: float
    low: float | None
    high: float | None
    is_quiet: bool
    """Whether it is drawn open and grey: an online system, or a run that is not compared."""
    label: str
    """For people who do not see it."""
    median: float | None = None
    """What it is held against."""

    def shapes(self, height: float, *, top: float = 0.0) -> tuple[Shape, ...]:
        """In a row of a height that starts at `top`."""
        marked = mark_shapes(self.x, self.low, self.high, top + height / 2)
        group = Group("quiet-mark" if self.is_quiet else "", "", marked)
        if self.median is None:
            return (group,)
        return (group, Line("best", self.median, self.median, top + 6, top + height - 6))


@dataclass(frozen=True, slots=True)
class Axis:
    """The axis that the rows of a table share."""

    ticks: tuple[Tick, ...]

    def labels(self) -> tuple[Shape, ...]:
        return tuple(Label("", tick.at, 13, tick.text, "middle") for tick in self.ticks)

    def grid(self, height: float) -> tuple[Shape, ...]:
        return tuple(Line("grid", tick.at, tick.at, 0, height) for tick in self.ticks)


def scale_of(scores: Iterable[PrintedScore], also: Iterable[float | None] = ()) -> Scale | None:
    """A scale for scores, their intervals and other values; None where there is no score."""
    known = [value for score in scores for value in (score.value, score.low, score.high)]
    values = [value for value in (*known, *also) if value is not None]
    return Scale.around(values) if values else None


def mark_of(
    score: PrintedScore, scale: Scale, *, is_quiet: bool = False, median: float | None = None
) -> IntervalMark | None:
    """A score as a mark; None where there is none."""
    if score.value is None:
        return None
    known = score.low is not None and score.high is not None
    return IntervalMark(
        x=scale.at(score.value),
        low=scale.at(score.low) if score.low is not None else None,
        high=scale.at(score.high) if score.high is not None else None,
        is_quiet=is_quiet,
        label=f"interval {interval_text(score)}" if known else "no interval",
        median=None if median is None else scale.at(median),
    )


def interval_text(score: PrintedScore) -> str:
    """The ends of an interval: `67.6 to 70.1`."""
    return score.interval.strip("[]").replace(", ", " to ")
