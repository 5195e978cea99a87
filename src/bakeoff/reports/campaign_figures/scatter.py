"""Systems of a board by the metric that decides, against what people judged or another metric."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from bakeoff.evaluation import order_agreement
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
from bakeoff.reports.charts.axes import BOTTOM, HEIGHT, TOP, axes
from bakeoff.reports.charts.labels import NamedPoint, fitting, point_labels
from bakeoff.reports.charts.scales import Scale
from bakeoff.reports.charts.shapes import Dot, Drawing, Group, Label, Line, Shape

_LONGEST = 120.0
"""Pixels for a name."""


@dataclass(frozen=True, slots=True)
class _Other:
    """What systems are drawn against: values by the ids of runs, and the ends of their intervals."""

    title: str
    is_lower_better: bool
    digits: int
    values: dict[str, float]
    ends: dict[str, tuple[float, float]]


def scatter_chart(results: CampaignResults, board: BoardResults) -> ReportFigure | None:
    """The chart of a board; None unless two ranked systems have two kinds of scores."""
    key = deciding_key(results.rulebook, board)
    other = _other(results, board, key) if key is not None else None
    drawing = _chart(board, key, other) if key is not None and other is not None else None
    if drawing is None:
        return None
    place = place_title(results.rulebook, board)
    return ReportFigure(
        id=board_id("scatter", board),
        section="automatic",
        heading=place,
        caption=f"{drawing.heading}: {place}",
        drawing=drawing,
    )


def _other(results: CampaignResults, board: BoardResults, key: Key) -> _Other | None:
    """What people judged of two systems or more, else the next metric."""
    for human in results.human:
        if (human.language_pair, human.test_set) != (board.language_pair, board.test_set):
            continue
        rows = {human.systems[each.system].run: each for each in human.ranking.systems if each.system in human.systems}
        values = {run.id: rows[run.id] for run in board.runs if run.id in rows}
        if len(values) > 1:
            return _Other(
                title=f"People: {human.title}",
                is_lower_better=not human.result.higher_is_better,
                digits=2,
                values={run: each.score for run, each in values.items()},
                ends={
                    run: (each.interval.low, each.interval.high)
                    for run, each in values.items()
                    if each.interval is not None
                },
            )
    second = next((each for each in board.keys if each[1] != key[1] and each[0] == key[0]), None)
    if second is None:
        return None
    runs = ranked_runs(board, second)
    if len(runs) < 2:
        return None
    return _Other(
        title=key_title(board, second),
        is_lower_better=runs[0].score.direction == "lower",
        digits=runs[0].score.digits,
        values={each.run.id: each.value for each in runs},
        ends={each.run.id: each.ends for each in runs if each.ends is not None},
    )


def _chart(board: BoardResults, key: Key, other: _Other) -> Drawing | None:
    runs = [run for run in ranked_runs(board, key) if run.run.id in other.values]
    if len(runs) < 2:
        return None
    across = Scale.around([end for run in runs for end in (run.value, *(run.ends or ()))], margin=0.08)
    ends = [end for run in runs for end in (other.values[run.run.id], *other.ends.get(run.run.id, ()))]
    up = Scale.around(ends, start=BOTTOM, end=TOP, margin=0.08)
    first = key_title(board, key)
    titles = (
        axis_title(first, runs[0].score.direction),
        axis_title(other.title, "lower" if other.is_lower_better else "higher"),
    )
    shapes: list[Shape] = [*axes(across, up, x_title=titles[0], y_title=titles[1])]
    labels = [shape for shape in shapes if isinstance(shape, Label)]
    points = [
        NamedPoint(across.at(run.value), up.at(other.values[run.run.id]), fitting(run.run.name, _LONGEST))
        for run in runs
    ]
    for run, point, label in zip(runs, points, point_labels(points, labels, bottom=BOTTOM), strict=True):
        lines = tuple(_cross(run, other, across, up, point))
        dot = Dot("open" if run.is_quiet else "dot", point.x, point.y, 5)
        shapes.append(Group("", _sentence(run, other), (*lines, dot, *([] if label is None else [label]))))
    return Drawing(
        name="scatter",
        heading=f"{other.title} against {first}",
        description="; ".join(_sentence(run, other) for run in runs),
        height=HEIGHT,
        shapes=tuple(shapes),
        finding=_finding(runs, other),
        note=_note(runs, other),
    )


def _cross(run: PlottedRun, other: _Other, across: Scale, up: Scale, point: NamedPoint) -> Iterator[Line]:
    look = "cross q" if run.is_quiet else "cross"
    if run.ends is not None:
        yield Line(look, across.at(run.ends[0]), across.at(run.ends[1]), point.y, point.y)
    if run.run.id in other.ends:
        low, high = other.ends[run.run.id]
        yield Line(look, point.x, point.x, up.at(low), up.at(high))


def _sentence(run: PlottedRun, other: _Other) -> str:
    return f"{run.run.name}: {run.text}, {other.title} {other.values[run.run.id]:.{other.digits}f}"


def _finding(runs: list[PlottedRun], other: _Other) -> str:
    sign = 1 if runs[0].score.direction == "higher" else -1
    its = -1 if other.is_lower_better else 1
    tau = order_agreement([sign * run.value for run in runs], [its * other.values[run.run.id] for run in runs])
    return "" if tau is None else f"The two orders agree with Kendall’s τ = {tau:.2f} over {len(runs)} systems"


def _note(runs: list[PlottedRun], other: _Other) -> str:
    said = ["Filled: submitted runs."]
    said += ["Open: online, baseline and contrastive systems."] if any(run.is_quiet for run in runs) else []
    said += ["Lines: intervals."] if other.ends or any(run.ends for run in runs) else []
    return " ".join(said)
