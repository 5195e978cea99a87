"""The best system of each board against the baseline and earlier systems."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bakeoff.reports.campaign_figures.board_scores import (
    PlottedRun,
    axis_title,
    deciding_key,
    key_title,
    ranked_runs,
)
from bakeoff.reports.campaign_figures.report_figure import ReportFigure
from bakeoff.reports.campaign_results.boards import BoardResults
from bakeoff.reports.campaign_results.results import CampaignResults
from bakeoff.reports.campaign_tables.report_table import table_id
from bakeoff.reports.charts.labels import fitting
from bakeoff.reports.charts.scales import Scale
from bakeoff.reports.charts.shapes import Bar, Drawing, Group, Label, Line, Shape

_HEADING, _ROW, _GAP = 26, 46, 14
_ROOM = 340.0
"""Pixels for a name above its bar, on a phone."""
_MOST = 12
"""Boards in one chart: more do not fit on a printed page."""
_KINDS = {"baseline": "baseline", "earlier": "earlier system"}


@dataclass(frozen=True, slots=True)
class _Bar:
    label: str
    value: float
    text: str
    is_quiet: bool


@dataclass(frozen=True, slots=True)
class _Place:
    """The bars of a board under its name."""

    title: str
    bars: tuple[_Bar, ...]


def best_bar_charts(results: CampaignResults) -> Iterator[ReportFigure]:
    """Charts for each track and metric: the best compared system of a board, then the baseline and earlier systems."""
    by_metric: dict[tuple[str, str], list[_Place]] = {}
    for board in results.boards:
        key = deciding_key(results.rulebook, board)
        runs = ranked_runs(board, key) if key is not None else ()
        bars = tuple(_bars(runs))
        if key is not None and bars:
            title = axis_title(key_title(board, key), runs[0].score.direction)
            by_metric.setdefault((board.track, title), []).append(_Place(_title(results, board), bars))
    for (track, title), boards in by_metric.items():
        parts = [boards[start : start + _MOST] for start in range(0, len(boards), _MOST)]
        for number, part in enumerate(parts, start=1):
            drawing = _chart(title, part)
            label = results.rulebook.tracks[track].label
            counted = f" ({number} of {len(parts)})" if len(parts) > 1 else ""
            yield ReportFigure(
                id=table_id("best", track, title, str(number) if len(parts) > 1 else ""),
                section="automatic",
                heading="Best systems against baselines",
                caption=f"{drawing.heading}: {label}{counted}",
                drawing=drawing,
            )


def _title(results: CampaignResults, board: BoardResults) -> str:
    """Of a chart for one track: what else distinguishes its boards."""
    pair, test_set = results.rulebook.language_pairs[board.language_pair], results.rulebook.test_sets[board.test_set]
    return f"{pair.label}, {test_set.label}"


def _bars(runs: Sequence[PlottedRun]) -> Iterator[_Bar]:
    """The best compared system, then the best of each kind that it is held against; none without these."""
    best = next((run for run in runs if run.run.compared and run.run.kind not in _KINDS), None)
    benchmarks = [run for kind in _KINDS for run in _first_of(runs, kind)]
    if best is None or not benchmarks:
        return
    yield _Bar(f"{best.run.name} (best)", best.value, best.text, is_quiet=False)
    for run in benchmarks:
        yield _Bar(f"{run.run.name} ({_KINDS[run.run.kind]})", run.value, run.text, is_quiet=True)


def _first_of(runs: Sequence[PlottedRun], kind: str) -> list[PlottedRun]:
    return [run for run in runs if run.run.kind == kind][:1]


def _chart(title: str, places: Sequence[_Place]) -> Drawing:
    # Scores after the bars need room.
    scale = Scale.from_zero((bar.value for place in places for bar in place.bars), end=86.0)
    zero = scale.at(0.0)
    shapes: list[Shape] = []
    top = 0
    for place in places:
        shapes.append(Label("", 0, top + 14, fitting(place.title, _ROOM)))
        first = top + _HEADING
        for number, bar in enumerate(place.bars):
            shapes.append(_drawn(bar, scale, first + number * _ROW))
        top = first + len(place.bars) * _ROW + _GAP
        shapes.append(Line("axis", zero, zero, first, top - _GAP))
    return Drawing(
        name="best",
        heading=f"Best systems, {title}",
        description="; ".join(f"{place.title}: {bar.label} {bar.text}" for place in places for bar in place.bars),
        height=top - _GAP,
        shapes=tuple(shapes),
        note="Grey: baselines and earlier systems.",
    )


def _drawn(bar: _Bar, scale: Scale, top: float) -> Group:
    zero, end = scale.at(0.0), scale.at(bar.value)
    shapes = (
        Label("name", 0, top + 14, fitting(bar.label, _ROOM)),
        Bar("bar q" if bar.is_quiet else "bar", min(zero, end), abs(end - zero), top + 21, 14),
        Label("name", max(zero, end), top + 33, bar.text, dx=8),
    )
    return Group("", f"{bar.label}: {bar.text}", shapes)
