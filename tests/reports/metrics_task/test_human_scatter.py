"""Systems by a metric and by people, as a chart."""

from __future__ import annotations

import pytest

from bakeoff.evaluation.metrics_task.figures import MetricAgainstHuman, metric_against_human
from bakeoff.reports import metric_against_human_chart
from bakeoff.reports.charts.axes import BOTTOM, TOP
from bakeoff.reports.charts.shapes import Dot, Drawing, Group, Label, Line
from tests.evaluation.metrics_task.sets import Table, graded, only_systems

HUMAN: Table = {"A": (1,), "B": (2,), "C": (3,), "D": (-50,)}


def against(scores: dict[str, float], *outliers: str) -> MetricAgainstHuman:
    found = metric_against_human(graded(HUMAN, only_systems("bleu", scores)), "bleu", outliers=outliers)
    assert found is not None
    return found


def points(chart: Drawing) -> dict[str, Dot]:
    return {
        shape.title: dot
        for shape in chart.shapes
        if isinstance(shape, Group)
        for dot in shape.shapes
        if isinstance(dot, Dot)
    }


def test_the_line_goes_through_points_that_are_on_it_and_stays_inside() -> None:
    chart = metric_against_human_chart(against({"A": 10, "B": 12, "C": 14, "D": 13}, "D"))
    assert chart is not None
    found = points(chart)
    assert {title: dot.look for title, dot in found.items()} == {
        "A: metric 10, people 1": "dot",
        "B: metric 12, people 2": "dot",
        "C: metric 14, people 3": "dot",
        "D: metric 13, people -50 (outlier)": "open",
    }
    [line] = [shape for shape in chart.shapes if isinstance(shape, Line) and shape.look == "line q"]
    for name in ("A: metric 10, people 1", "C: metric 14, people 3"):
        share = (found[name].x - line.x1) / (line.x2 - line.x1)
        assert line.y1 + share * (line.y2 - line.y1) == pytest.approx(found[name].y, abs=0.05)
    assert TOP <= min(line.y1, line.y2) <= max(line.y1, line.y2) <= BOTTOM
    assert chart.finding == "Pearson’s r = 1.000 over 3 systems"
    assert chart.note.endswith("Open: outliers, which neither r nor the line counts.")
    names = [each.text for shape in chart.shapes if isinstance(shape, Group) for each in shape.shapes
             if isinstance(each, Label)]  # fmt: skip
    assert names == ["A", "B", "C", "D"]


def test_a_steep_line_is_cut_at_the_edges() -> None:
    chart = metric_against_human_chart(against({"A": 10, "B": 10.1, "C": 9.9, "D": 12}))
    assert chart is not None
    [line] = [shape for shape in chart.shapes if isinstance(shape, Line) and shape.look == "line q"]
    assert TOP - 0.01 <= min(line.y1, line.y2) <= max(line.y1, line.y2) <= BOTTOM + 0.01
    assert 0 <= line.x1 < line.x2 <= 100
    assert "Open" not in chart.note


def test_equal_scores_have_no_line_and_no_finding() -> None:
    chart = metric_against_human_chart(against(dict.fromkeys(HUMAN, 1.0)))
    assert chart is not None
    assert not [shape for shape in chart.shapes if isinstance(shape, Line) and shape.look == "line q"]
    assert chart.finding == ""


def test_one_system_is_no_chart() -> None:
    found = metric_against_human(graded({"A": (1,)}, only_systems("bleu", {"A": 2})), "bleu")
    assert found is not None
    assert metric_against_human_chart(found) is None
