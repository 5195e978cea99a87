"""Systems of a board with the intervals of their scores and the lines between clusters."""

from __future__ import annotations

from itertools import pairwise

from bakeoff.reports.campaign_figures.board_scores import (
    Key,
    PlottedRun,
    axis_title,
    deciding_key,
    key_title,
    ranked_runs,
)
from bakeoff.reports.campaign_figures.report_figure import ReportFigure, board_id, place_title
from bakeoff.reports.campaign_results.boards import BoardResults
from bakeoff.reports.campaign_results.results import CampaignResults
from bakeoff.reports.charts.interval_marks import axis_below, mark_shapes
from bakeoff.reports.charts.labels import fitting
from bakeoff.reports.charts.scales import Scale
from bakeoff.reports.charts.shapes import Drawing, Group, Label, Line

_ROW = 28
_PLOT = (34.0, 92.0)
"""Where dots are, in percent: names before, scores after."""
_NAMES = 215.0
"""Pixels for names."""


def interval_chart(results: CampaignResults, board: BoardResults) -> ReportFigure | None:
    """The chart of a board; None for fewer than two ranked systems."""
    key = deciding_key(results.rulebook, board)
    drawing = _chart(board, key) if key is not None else None
    if drawing is None:
        return None
    place = place_title(results.rulebook, board)
    return ReportFigure(
        id=board_id("intervals", board),
        section="automatic",
        heading=place,
        caption=f"{drawing.heading}: {place}",
        drawing=drawing,
    )


def _chart(board: BoardResults, key: Key) -> Drawing | None:
    runs = ranked_runs(board, key)
    if len(runs) < 2:
        return None
    ends = [end for run in runs for end in (run.value, *(run.ends or ()))]
    scale = Scale.around(ends, start=_PLOT[0], end=_PLOT[1])
    bottom = len(runs) * _ROW
    shapes = axis_below(scale, bottom)
    shapes += [Line("cut", 0, 100, row * _ROW, row * _ROW) for row in _cluster_starts(board, key, runs)]
    shapes += [_row(run, scale, row * _ROW + _ROW / 2) for row, run in enumerate(runs)]
    title = axis_title(key_title(board, key), runs[0].score.direction)
    return Drawing(
        name="intervals",
        heading=f"{title} with intervals" if any(run.ends for run in runs) else title,
        description="; ".join(run.sentence for run in runs),
        height=bottom + 24,
        shapes=tuple(shapes),
        note=_note(board, key, runs),
    )


def _row(run: PlottedRun, scale: Scale, y: float) -> Group:
    low, high = (scale.at(end) for end in run.ends) if run.ends else (None, None)
    name = Label("name", _PLOT[0] - 2, y + 4, fitting(run.run.name, _NAMES), "end")
    score = Label("name", 100, y + 4, run.text, "end")
    marked = mark_shapes(scale.at(run.value), low, high, y)
    return Group("quiet-mark" if run.is_quiet else "", run.sentence, (name, *marked, score))


def _cluster_starts(board: BoardResults, key: Key, runs: tuple[PlottedRun, ...]) -> list[int]:
    """The rows that are the first of a cluster after the first one; none where rows do not follow clusters."""
    comparison = board.comparison(key[1], key[0])
    if comparison is None:
        return []
    cluster = {run: number for number, members in enumerate(comparison.clusters) for run in members}
    shown = [(row, cluster[run.run.id]) for row, run in enumerate(runs) if run.run.id in cluster]
    if [number for _, number in shown] != sorted(number for _, number in shown):
        return []
    return [row for (_, before), (row, number) in pairwise(shown) if number != before]


def _note(board: BoardResults, key: Key, runs: tuple[PlottedRun, ...]) -> str:
    said = ["Filled: submitted runs."]
    said += ["Open: online, baseline and contrastive systems."] if any(run.is_quiet for run in runs) else []
    said += ["Lines separate clusters."] if _cluster_starts(board, key, runs) else []
    return " ".join(said)
