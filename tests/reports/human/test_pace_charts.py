"""Judgments over time as a drawing: what it says, and where lines are."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import numpy as np

from bakeoff.human_eval.analyses.judging_pace import Pace, pace_of
from bakeoff.reports.charts.rendering import inline_svg, standalone_svg
from bakeoff.reports.charts.shapes import Bar, Dot, Group, Label, Line
from bakeoff.reports.human.pace_charts import PlannedPace, pace_chart, pace_finding, part_title

START = datetime(2026, 7, 14, tzinfo=UTC)


def pace(*, days: float = 10, judgments: int = 100, until: datetime | None = None) -> Pace:
    sent = [(START + timedelta(days=days * number / judgments)).timestamp() for number in range(judgments)]
    found = pace_of(np.array(sent), until=until)
    assert found is not None
    return found


def plan(judgments: int, *, days: int = 20, start: datetime = START) -> PlannedPace:
    return PlannedPace(start=start, end=start + timedelta(days=days), judgments=judgments)


def test_the_finding_says_how_far_judging_is_from_the_plan() -> None:
    now = START + timedelta(days=10)
    found = pace(until=now)
    assert pace_finding(found, plan(300)) == "50 judgments behind the plan"
    assert pace_finding(found, plan(198)) == "1 judgment ahead of the plan"
    assert pace_finding(found, plan(200)) == "Judging goes as planned"
    assert pace_finding(found, plan(100)) == "All 100 judgments are done"
    assert pace_finding(found, None) == "100 judgments"
    assert pace_finding(pace(judgments=1), None) == "1 judgment"


def test_bars_hold_every_judgment_and_the_line_ends_where_they_add_up() -> None:
    now = START + timedelta(days=10)
    found = pace(until=now)
    chart = pace_chart(found, title="Ranking", plan=plan(300))
    bars = [shape.shapes[0] for shape in chart.shapes if isinstance(shape, Group)]
    heights = [bar.height for bar in bars if isinstance(bar, Bar)]
    assert len(heights) == len(found.points) == 11
    assert np.allclose(np.array(heights) / max(heights), [each.judgments / 10 for each in found.points], atol=0.01)
    dashed = [shape for shape in chart.shapes if isinstance(shape, Line) and shape.look == "line q"]
    [dot] = [shape for shape in chart.shapes if isinstance(shape, Dot)]
    # Half of the phase has passed: the plan is at 150 there, a third above the dot.
    first, last = dashed[0], dashed[-1]
    planned = first.y1 + (last.y2 - first.y1) * (dot.x - first.x1) / (last.x2 - first.x1)
    bottom = first.y1
    assert np.isclose((bottom - planned) / (bottom - dot.y), 1.5, atol=0.02)
    assert all(0 <= getattr(shape, "x", 0) <= 100 for shape in chart.shapes)


def test_the_plan_is_drawn_twice_as_far_as_the_time_that_has_passed() -> None:
    found = pace(days=3, until=START + timedelta(days=3))
    lines = [each for each in pace_chart(found, title="A", plan=plan(900, days=60)).shapes if isinstance(each, Line)]
    dashed = [each for each in lines if each.look == "line q"]
    solid = [each for each in lines if each.look == "line"]
    assert np.isclose((dashed[-1].x2 - dashed[0].x1) / (solid[-1].x2 - solid[0].x1), 2, atol=0.01)


def test_dates_are_few_and_in_the_language_of_the_unit() -> None:
    for days in (0.1, 1, 5, 40, 100, 400):
        chart = pace_chart(pace(days=days), title="A")
        dates = [shape for shape in chart.shapes if isinstance(shape, Label) and shape.y == chart.height - 6]
        assert 1 <= len(dates) <= 8, days
    late = pace_chart(pace(days=0.1), title="A", plan=plan(300, start=START - timedelta(days=260)))
    dates = [shape for shape in late.shapes if isinstance(shape, Label) and shape.y == late.height - 6]
    assert 1 <= len(dates) <= 8
    assert part_title("hour", START + timedelta(hours=9)) == "14 July 2026, 09:00"
    assert part_title("day", START) == "14 July 2026"
    assert part_title("week", START) == "week of 14 July 2026"


def test_pages_and_files_have_every_number_in_words() -> None:
    chart = pace_chart(pace(), title="Ranking <1>")
    assert "14 July 2026: 10, in all 10" in chart.description
    for text in (inline_svg(chart), standalone_svg(chart)):
        assert "Ranking &lt;1&gt;: judgments by day" in text
        assert "14 July 2026: 10, in all 10" in text
