"""Bars: the best system against the baseline and earlier years."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bakeoff.evaluation import metric_title
from bakeoff.reports.charts.labels import fitting
from bakeoff.reports.charts.scales import Scale
from bakeoff.reports.charts.shapes import Bar, Drawing, Group, Label, Line, Shape
from bakeoff_site.results.conversions.boards import Benchmark, BoardView
from bakeoff_site.results.conversions.overview import BoardLine

_ROW = 46
_ROOM = 340.0
"""Pixels for a name above its bar, on a phone."""


@dataclass(frozen=True, slots=True)
class _Bar:
    label: str
    value: float
    text: str
    is_quiet: bool


def benchmark_chart(view: BoardView) -> Drawing | None:
    """The best of the compared systems of the year with the baseline and the best of earlier years."""
    benchmarks = [stick for stick in (view.baseline, view.earlier) if stick is not None]
    best = next((system for stick in benchmarks for system in stick.systems if system.is_compared), None)
    if best is None:
        return None
    bars = [_Bar(f"{best.name} (best)", best.value, best.text, is_quiet=False)]
    bars += [_Bar(f"{stick.name} ({stick.short})", stick.value, stick.text, is_quiet=True) for stick in benchmarks]
    heading = f"Best system ({best.kind_label}) against {_against(benchmarks)}, {benchmarks[0].metric}"
    return _chart("benchmarks", heading, bars)


def overview_charts(boards: Sequence[BoardLine]) -> tuple[Drawing, ...]:
    """The best system of every board with its baseline, a chart for each metric."""
    by_metric: dict[str, list[_Bar]] = {}
    for line in boards:
        if line.best_value is not None and line.baseline_value is not None:
            where = ", ".join(filter(None, [line.place.language_pair, line.place.condition]))
            by_metric.setdefault(line.metric, []).extend(
                [
                    _Bar(f"{where}: best", line.best_value, line.best, is_quiet=False),
                    _Bar(f"{where}: baseline", line.baseline_value, line.baseline, is_quiet=True),
                ]
            )
    return tuple(
        _chart(f"best-{number}", f"Best system against the baseline, {metric_title(metric)}", bars)
        for number, (metric, bars) in enumerate(by_metric.items(), start=1)
    )


def _against(benchmarks: Sequence[Benchmark]) -> str:
    return " and ".join(f"the {stick.label[0].lower()}{stick.label[1:]}" for stick in benchmarks)


def _chart(name: str, heading: str, bars: Sequence[_Bar]) -> Drawing:
    # Scores after the bars need room.
    scale = Scale.from_zero((bar.value for bar in bars), end=86.0)
    zero = scale.at(0.0)
    shapes: list[Shape] = []
    for number, bar in enumerate(bars):
        top, end = number * _ROW, scale.at(bar.value)
        shapes.append(
            Group(
                "",
                f"{bar.label}: {bar.text}",
                (
                    Label("name", 0, top + 14, fitting(bar.label, _ROOM)),
                    Bar("bar q" if bar.is_quiet else "bar", min(zero, end), abs(end - zero), top + 21, 14),
                    Label("name", max(zero, end), top + 33, bar.text, dx=8),
                ),
            )
        )
    bottom = len(bars) * _ROW
    shapes.append(Line("axis", zero, zero, 0, bottom))
    return Drawing(
        name=name,
        heading=heading,
        description="; ".join(f"{bar.label}: {bar.text}" for bar in bars),
        height=bottom,
        shapes=tuple(shapes),
    )
