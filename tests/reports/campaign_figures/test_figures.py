"""The figures of a campaign's report."""

from __future__ import annotations

from dataclasses import replace
from xml.etree import ElementTree

import pytest

from bakeoff.reports.campaign_figures.registry import report_figures
from bakeoff.reports.campaign_figures.report_figure import ReportFigure
from bakeoff.reports.campaign_results.results import CampaignResults
from bakeoff.reports.charts.shapes import Dot, Drawing, Group, Label, Line
from tests.reports.campaign_report.campaigns import NAMES, campaign


def figures_of(results: CampaignResults, kind: str) -> list[ReportFigure]:
    return [figure for figure in report_figures(results) if figure.id.startswith(kind)]


def drawing_of(results: CampaignResults, kind: str) -> Drawing:
    return figures_of(results, kind)[0].drawing


def rows_of(drawing: Drawing) -> list[Group]:
    return [shape for shape in drawing.shapes if isinstance(shape, Group)]


@pytest.mark.parametrize("template", ["iwslt2005", "wmt2008", "iwslt2012", "openmt2012", "iwslt2016"])
def test_every_board_has_its_intervals_and_a_scatter_plot_of_two_metrics(template: str) -> None:
    results = campaign(template)
    figures = report_figures(results)
    assert len({figure.id for figure in figures}) == len(figures)
    assert len(figures_of(results, "intervals")) == len(results.boards)
    several = [board for board in results.boards if len(board.keys) > 1]
    assert len(figures_of(results, "scatter")) == len(several)
    for figure in figures:
        ElementTree.fromstring(figure.standalone())


def test_systems_are_in_the_order_of_the_official_metric_with_lines_between_clusters() -> None:
    results = campaign("openmt2012")
    board = results.boards[0]
    drawing = drawing_of(results, "intervals")
    scored = [(run.scores[0].value, run.name) for run in board.runs if run.scores]
    assert [row.title.split(": ")[0] for row in rows_of(drawing)] == [name for _, name in sorted(scored, reverse=True)]
    assert sum(isinstance(shape, Line) and shape.look == "cut" for shape in drawing.shapes) == 1
    assert "Lines separate clusters." in drawing.note


def test_runs_that_are_not_compared_are_open_and_runs_without_scores_are_absent() -> None:
    drawing = drawing_of(campaign("openmt2012"), "intervals")
    looks = {row.title.split(": ")[0]: row.look for row in rows_of(drawing)}
    assert looks["Base_primary"] == "quiet-mark"
    assert looks["ASTER_primary"] == ""
    assert "late_primary" not in looks


def test_a_lower_score_comes_first_where_lower_is_better() -> None:
    results = campaign("iwslt2012")
    wer = next(board for board in results.boards if board.keys[0][1].startswith("wer"))
    drawing = drawing_of(replace(results, boards=(wer,)), "intervals")
    values = [float(row.title.split(": ")[1].split(",")[0]) for row in rows_of(drawing)]
    assert values == sorted(values)
    assert "(lower is better)" in drawing.heading


def test_clusters_are_not_drawn_where_rows_do_not_follow_them() -> None:
    results = campaign("openmt2012")
    board = results.boards[0]
    (comparison,) = board.comparisons
    turned = replace(comparison, clusters=tuple(reversed(comparison.clusters)))
    drawing = drawing_of(replace(results, boards=(replace(board, comparisons=(turned,)),)), "intervals")
    assert not any(isinstance(shape, Line) and shape.look == "cut" for shape in drawing.shapes)
    assert "clusters" not in drawing.note


def test_the_best_compared_system_is_drawn_above_the_baseline() -> None:
    results = campaign("openmt2012")
    bars = [row.title for row in rows_of(drawing_of(results, "best"))]
    board = results.boards[0]
    best = max((run for run in board.runs if run.scores and run.compared), key=lambda run: run.scores[0].value)
    assert f"{best.name} (best): {best.scores[0].value:.2f}" in bars[0]
    assert bars[1].startswith("Base_primary (baseline): ")


def test_there_is_no_chart_of_best_systems_without_a_baseline() -> None:
    results = campaign("openmt2012")
    boards = tuple(
        replace(board, runs=tuple(run for run in board.runs if run.kind != "baseline")) for board in results.boards
    )
    assert figures_of(replace(results, boards=boards), "best") == []


def test_points_of_a_scatter_plot_are_named_and_say_both_scores() -> None:
    results = campaign("openmt2012")
    drawing = drawing_of(results, "scatter")
    groups = rows_of(drawing)
    assert len(groups) == len(NAMES) + 1
    assert all(any(isinstance(shape, Dot) for shape in group.shapes) for group in groups)
    names = [shape.text for group in groups for shape in group.shapes if isinstance(shape, Label)]
    assert "ASTER_primary" in names
    first, second = results.boards[0].runs[0].scores[:2]
    assert f"ASTER_primary: {first.value:.2f}, {drawing.heading.split(' against ')[0]} {second.value:.2f}" in [
        group.title for group in groups
    ]


def test_the_same_results_give_the_same_bytes() -> None:
    first, second = ([figure.standalone() for figure in report_figures(campaign("iwslt2012"))] for _ in range(2))
    assert first == second


def of_year(year: int, order: tuple[str, ...]) -> CampaignResults:
    """A campaign of a year whose teams score in this order."""
    results = campaign("openmt2012", names=order, pairs=1)
    board = results.boards[0]
    runs = [run for run in board.runs if run.scores and run.compared]
    runs.sort(key=lambda run: order.index(run.team))
    values = sorted((run.scores[0].value for run in runs), reverse=True)
    ranked = tuple(
        replace(run, scores=(replace(run.scores[0], value=value),)) for run, value in zip(runs, values, strict=True)
    )
    rules = {**results.rules, "campaign": {**results.rules["campaign"], "year": year}}
    return replace(results, rules=rules, boards=(replace(board, runs=ranked, comparisons=()),))


def test_places_of_teams_over_the_years_are_joined_by_lines() -> None:
    years = [of_year(2012, ("A", "B", "C")), of_year(2010, ("C", "A")), of_year(2011, ("A", "D"))]
    [figure] = [each for each in report_figures(years[0], years[1:]) if each.section == "progress"]
    assert [group.title for group in rows_of(figure.drawing)] == [
        "C: 2010 place 1, 2012 place 3",
        "A: 2010 place 2, 2011 place 1, 2012 place 1",
        "D: 2011 place 2",
        "B: 2012 place 2",
    ]
    lines = {
        group.title[0]: [shape.look for shape in group.shapes if isinstance(shape, Line)]
        for group in rows_of(figure.drawing)
    }
    assert lines == {"C": ["line q"], "A": ["line", "line"], "D": [], "B": []}  # dashed over a year without the team


def test_years_without_a_team_in_common_make_no_chart() -> None:
    years = [of_year(2012, ("A", "B")), of_year(2011, ("C", "D"))]
    assert [each for each in report_figures(years[0], years[1:]) if each.section == "progress"] == []
