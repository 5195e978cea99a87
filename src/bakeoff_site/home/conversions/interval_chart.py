"""A small dot-and-whiskers chart as numbers for a template: across in percent, so that text never scales."""

from __future__ import annotations

import math
from dataclasses import dataclass

from bakeoff_site.results.conversions.boards import BoardView, SystemRow
from bakeoff_site.results.conversions.scores import Cell

_MARGIN = 8.0
"""Percent that are free on both sides, so that marks and labels are not cut."""
_MOST_TICKS = 4
_FILLED = ("primary", "combination")
"""Kinds of systems whose dots are filled; the others are open and grey."""


@dataclass(frozen=True, slots=True)
class Tick:
    """A line of the grid."""

    at: str
    text: str


@dataclass(frozen=True, slots=True)
class Interval:
    """A system: its score and, where one was computed, its interval."""

    name: str
    text: str
    interval: str
    at: str
    low: str
    high: str
    is_quiet: bool
    """Whether it is drawn open and grey, as contrastive and online systems are."""
    starts_cluster: bool


@dataclass(frozen=True, slots=True)
class IntervalChart:
    """The best systems of a board."""

    ticks: tuple[Tick, ...]
    rows: tuple[Interval, ...]

    @property
    def has_clusters(self) -> bool:
        return any(row.starts_cluster for row in self.rows)


def interval_chart(view: BoardView, *, most: int) -> IntervalChart | None:
    """The best systems of the official table by the metric that it is sorted by; None where fewer than two have one."""
    metric = view.sorted_by or (view.metrics[0] if view.metrics else None)
    if metric is None:
        return None
    index = view.metrics.index(metric)
    scored = [(row, row.cells[index]) for row in view.rows if row.cells and row.cells[index].value is not None][:most]
    if len(scored) < 2:
        return None
    values = [value for _, cell in scored for value in (cell.low, cell.value, cell.high) if value is not None]
    scale = _Scale(min(values), max(values))
    rows = [_interval(row, cell, scale, is_first=number == 0) for number, (row, cell) in enumerate(scored)]
    return IntervalChart(scale.ticks(), tuple(rows))


def _interval(row: SystemRow, cell: Cell, scale: _Scale, *, is_first: bool) -> Interval:
    value = cell.value or 0.0
    return Interval(
        name=row.name,
        text=cell.text,
        interval=cell.interval,
        at=scale.at(value),
        low=scale.at(value if cell.low is None else cell.low),
        high=scale.at(value if cell.high is None else cell.high),
        is_quiet=row.kind not in _FILLED,
        starts_cluster=row.starts_cluster and not is_first,
    )


class _Scale:
    """From scores to percent of the width."""

    def __init__(self, low: float, high: float) -> None:
        self._step = _nice_step((high - low) or abs(high) or 1.0)
        self._low, self._high = low, max(high, low + self._step)

    def at(self, value: float) -> str:
        share = (value - self._low) / (self._high - self._low)
        return f"{_MARGIN + share * (100 - 2 * _MARGIN):.2f}%"

    def ticks(self) -> tuple[Tick, ...]:
        digits = max(0, -math.floor(math.log10(self._step) + 1e-9))
        first, last = math.ceil(self._low / self._step - 1e-9), math.floor(self._high / self._step + 1e-9)
        values = [number * self._step for number in range(first, last + 1)]
        return tuple(Tick(self.at(value), f"{value:.{digits}f}") for value in values)


def _nice_step(span: float) -> float:
    """A round number that fits into a span at most four times.

    >>> [_nice_step(span) for span in (1, 3.7, 42)]
    [0.5, 1.0, 20.0]
    """
    rough = span / _MOST_TICKS
    power = 10.0 ** math.floor(math.log10(rough))
    return float(next(factor * power for factor in (1, 2, 5, 10) if factor * power >= rough * 0.999))
