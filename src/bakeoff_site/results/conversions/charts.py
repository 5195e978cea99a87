"""Figures of results as numbers for templates to draw: where dots, bars and lines are."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from bakeoff.evaluation import metric_title
from bakeoff_site.results.conversions.boards import Benchmark, BoardView, SystemRow
from bakeoff_site.results.conversions.labels import fitting
from bakeoff_site.results.conversions.overview import BoardLine
from bakeoff_site.results.conversions.scores import Cell, Metric

_WIDTH = 720.0
_LABELS = 220.0
_BESIDE = 10.0
"""Between a name and the chart."""
_RIGHT = 56.0
_TOP = 8.0
_ROW = 26.0
_FOOT = 30.0


@dataclass(frozen=True, slots=True)
class Tick:
    """A line of the grid."""

    at: float
    text: str


@dataclass(frozen=True, slots=True)
class Mark:
    """A dot with its interval, or a bar: across from `start` to `end`, at the height `y`."""

    label: str
    title: str
    """The text for a reader who points at it, or who cannot see it."""
    text: str
    y: float
    x: float
    start: float
    end: float
    look: str
    """A class of the style sheet."""

    @property
    def length(self) -> float:
        return round(self.end - self.start, 1)

    @property
    def top(self) -> float:
        return round(self.y - 7, 1)


@dataclass(frozen=True, slots=True)
class Chart:
    """Marks in rows under each other."""

    heading: str
    width: float
    height: float
    left: float
    bottom: float
    ticks: tuple[Tick, ...]
    marks: tuple[Mark, ...]
    lines: tuple[float, ...] = ()
    """Heights of lines of significance."""

    @property
    def right(self) -> float:
        return self.width - _RIGHT

    @property
    def label_end(self) -> float:
        return self.left - _BESIDE

    @property
    def tick_y(self) -> float:
        return self.bottom + 18


@dataclass(frozen=True, slots=True)
class Point:
    """A system by two metrics."""

    title: str
    number: int
    x: float
    y: float
    look: str


@dataclass(frozen=True, slots=True)
class Scatter:
    """Systems by one metric against another."""

    heading: str
    x_label: str
    y_label: str
    width: float
    height: float
    left: float
    bottom: float
    x_ticks: tuple[Tick, ...]
    y_ticks: tuple[Tick, ...]
    points: tuple[Point, ...]

    @property
    def tick_y(self) -> float:
        return self.bottom + 18

    @property
    def tick_x(self) -> float:
        return self.left - 8

    @property
    def label_y(self) -> float:
        return self.height - 6


class _Scale:
    """From values to places."""

    def __init__(self, low: float, high: float, start: float, end: float) -> None:
        self._step = _nice_step((high - low) or abs(high) or 1.0)
        self._low = math.floor(low / self._step) * self._step
        self._high = max(math.ceil(high / self._step) * self._step, self._low + self._step)
        self._start, self._end = start, end

    def at(self, value: float) -> float:
        share = (value - self._low) / (self._high - self._low)
        return round(self._start + share * (self._end - self._start), 1)

    def ticks(self) -> tuple[Tick, ...]:
        digits = max(0, -math.floor(math.log10(self._step) + 1e-9))
        count = round((self._high - self._low) / self._step)
        values = [self._low + number * self._step for number in range(count + 1)]
        return tuple(Tick(self.at(value), f"{value:.{digits}f}") for value in values)


def _nice_step(span: float) -> float:
    """A round number that divides a span into four to eight parts.

    >>> [_nice_step(span) for span in (1, 3.7, 42)]
    [0.2, 0.5, 10.0]
    """
    rough = span / 5
    power = 10.0 ** math.floor(math.log10(rough))
    return float(next(factor * power for factor in (1, 2, 5, 10) if factor * power >= rough * 0.999))


def dots(view: BoardView) -> Chart | None:
    """The official table by the metric that it is sorted by (else the first): dots with intervals, best on top."""
    metric = view.sorted_by or (view.metrics[0] if view.metrics else None)
    if metric is None:
        return None
    index = view.metrics.index(metric)
    rows = [row for row in view.rows if row.cells and row.cells[index].value is not None]
    if len(rows) < 2:
        return None
    cells = [row.cells[index] for row in rows]
    values = [v for cell in cells for v in (cell.low, cell.value, cell.high) if v is not None]
    scale = _Scale(min(values), max(values), _LABELS, _WIDTH - _RIGHT)
    marks = [_mark(row, cell, number, scale) for number, (row, cell) in enumerate(zip(rows, cells, strict=True))]
    lines = tuple(_TOP + _ROW * number for number, row in enumerate(rows) if number and row.starts_cluster)
    return _chart(f"{metric.heading} with intervals", marks, scale, lines)


def bars(view: BoardView) -> Chart | None:
    """The best of the compared systems of the year with the baseline and the best of earlier years."""
    metric = view.metrics[0] if view.metrics else None
    benchmarks = [stick for stick in (view.baseline, view.earlier) if stick is not None]
    best = next((system for stick in benchmarks for system in stick.systems if system.is_compared), None)
    if metric is None or best is None:
        return None
    labelled = [(f"{best.name} (best)", best.value, best.text, "own")]
    labelled += [(f"{stick.name} ({stick.short})", stick.value, stick.text, "quiet") for stick in benchmarks]
    return _bars(f"Best system ({best.kind_label}) against {_against(benchmarks)}, {metric.heading}", labelled)


def overview_bars(boards: Sequence[BoardLine]) -> tuple[Chart, ...]:
    """The best system of every board with its baseline, a figure for each metric."""
    labelled: dict[str, list[tuple[str, float, str, str]]] = {}
    for line in boards:
        if line.best_value is not None and line.baseline_value is not None:
            where = line.place.language_pair
            labelled.setdefault(line.metric, []).extend(
                [
                    (f"{where}: best", line.best_value, line.best, "own"),
                    (f"{where}: baseline", line.baseline_value, line.baseline, "quiet"),
                ]
            )
    charts = (_bars(f"Best system against the baseline, {metric_title(each)}", bars) for each, bars in labelled.items())
    return tuple(chart for chart in charts if chart is not None)


def scatter(view: BoardView, against: str = "") -> Scatter | None:
    """The official systems by the first metric and another one."""
    if len(view.metrics) < 2:
        return None
    first = view.metrics[0]
    second = next((m for m in view.metrics[1:] if m.key == against), view.metrics[1])
    index = view.metrics.index(second)
    rows = [
        (number, row, row.cells[0].value, row.cells[index].value)
        for number, row in enumerate(view.rows, start=1)
        if row.cells and row.cells[0].value is not None and row.cells[index].value is not None
    ]
    if len(rows) < 2:
        return None
    left, bottom, height, width = 64.0, 340.0, 392.0, 520.0
    xs, ys = [row[2] or 0.0 for row in rows], [row[3] or 0.0 for row in rows]
    across = _Scale(min(xs), max(xs), left, width - 36)
    up = _Scale(min(ys), max(ys), bottom, 12.0)
    points = [
        Point(_description(row, first, second, index), number, across.at(x or 0.0), up.at(y or 0.0), _look(row))
        for number, row, x, y in rows
    ]
    return Scatter(
        heading=f"{second.heading} against {first.heading}",
        x_label=first.heading,
        y_label=second.heading,
        width=width,
        height=height,
        left=left,
        bottom=bottom,
        x_ticks=across.ticks(),
        y_ticks=up.ticks(),
        points=tuple(points),
    )


def _description(row: SystemRow, first: Metric, second: Metric, index: int) -> str:
    return f"{row.name}: {first.heading} {row.cells[0].text}, {second.heading} {row.cells[index].text}"


def _against(benchmarks: Sequence[Benchmark]) -> str:
    return " and ".join(f"the {stick.label.lower()}" for stick in benchmarks)


def _bars(heading: str, labelled: Sequence[tuple[str, float, str, str]]) -> Chart | None:
    if not labelled:
        return None
    values = [value for _, value, _, _ in labelled]
    scale = _Scale(min(0.0, *values), max(values), _LABELS, _WIDTH - _RIGHT)
    zero = scale.at(0.0)
    marks = []
    for number, (label, value, text, look) in enumerate(labelled):
        end = scale.at(value)
        y = _TOP + _ROW * number + _ROW / 2
        marks.append(Mark(_label(label, look), f"{label}: {text}", text, y, end, min(zero, end), max(zero, end), look))
    return _chart(heading, marks, scale, ())


def _mark(row: SystemRow, cell: Cell, number: int, scale: _Scale) -> Mark:
    at = scale.at(cell.value or 0.0)
    return Mark(
        label=_label(row.name, _look(row)),
        title=f"{row.name}: {cell.text} {cell.interval}".strip(),
        text=cell.text,
        y=_TOP + _ROW * number + _ROW / 2,
        x=at,
        start=at if cell.low is None else scale.at(cell.low),
        end=at if cell.high is None else scale.at(cell.high),
        look=_look(row),
    )


def _chart(heading: str, marks: Sequence[Mark], scale: _Scale, lines: tuple[float, ...]) -> Chart:
    bottom = _TOP + _ROW * len(marks)
    return Chart(heading, _WIDTH, bottom + _FOOT, _LABELS, bottom, scale.ticks(), tuple(marks), lines)


def _look(row: SystemRow) -> str:
    if row.is_own:
        return "own"
    return "quiet" if row.kind not in ("primary", "contrastive", "combination") else "plain"


def _label(name: str, look: str) -> str:
    return fitting(name, _LABELS - _BESIDE, bold=look == "own")
