"""All charts of a metrics task, and the table of disagreements."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from bakeoff.errors import ExpressionError
from bakeoff.evaluation.metrics_task.analysis import MetricsAnalysis, MetricsTaskInput, analyse_metrics
from bakeoff.evaluation.metrics_task.disagreements import disagreements
from bakeoff.meta_evaluation.comparisons.metric_tests import ComparisonOptions
from bakeoff.reports import disagreements_table, metrics_figures
from bakeoff.reports.charts.rendering import standalone_svg
from bakeoff.reports.charts.shapes import Dot, Group
from tests.evaluation.metrics_task.sets import metric, people, simulated

ANALYSIS = MetricsAnalysis(
    measures=("pearson", "acc-t"), compared="acc-t", tests=ComparisonOptions(trials=20), outliers="rule"
)


def test_every_chart_has_a_name_of_its_own_and_is_valid_svg() -> None:
    charts = metrics_figures(simulated(pairs=("en-de", "de-en"), analysis=ANALYSIS))
    names = [chart.name for chart in charts]
    assert len(set(names)) == len(names)
    assert {
        "metrics-by-metrics-system-en-de-da",
        "metrics-by-metrics-segment-de-en-da-without_outliers",
        "metrics-compared-acc-t-en-de-da",
        "metric-against-people-good-en-de-da",
        "agreement-by-subset-pearson",
        "accuracy-by-difference-good-da",
    } <= set(names)
    for chart in charts:
        ElementTree.fromstring(standalone_svg(chart))
    headings = {chart.name: chart.heading for chart in charts}
    assert headings["metric-against-people-good-en-de-da"] == "good against people: en-de, da"


def test_systems_that_a_set_beside_leaves_out_are_marked() -> None:
    charts = {chart.name: chart for chart in metrics_figures(simulated(analysis=ANALYSIS))}
    looks = [
        shape.look
        for group in charts["metric-against-people-good-en-de-da"].shapes
        if isinstance(group, Group)
        for shape in group.shapes
        if isinstance(shape, Dot)
    ]
    assert looks == ["dot"] * 7 + ["open"]


def test_charts_of_one_metric_are_those_asked_for() -> None:
    result = simulated()
    of_one = {chart.name for chart in metrics_figures(result, ["poor", "fair"]) if chart.name.startswith("metric-")}
    assert of_one == {"metric-against-people-poor-en-de-da", "metric-against-people-fair-en-de-da"}
    with pytest.raises(ExpressionError, match=r"no metric 'god'. Did you mean good\?"):
        metrics_figures(result, ["god"])


def test_metrics_whose_names_differ_in_signs_only_have_charts_of_their_own() -> None:
    human = {"A": (1.0, 2.0), "B": (3.0, 1.0), "C": (2.0, 2.5)}
    metrics = [metric(name, human) for name in ("m/1", "m 1")]
    result = analyse_metrics([MetricsTaskInput(human=people(human), metrics=metrics)])
    names = [chart.name for chart in metrics_figures(result, ["m/1", "m 1"]) if "against" in chart.name]
    assert names == ["metric-against-people-m_1-en-de-da", "metric-against-people-m_1-en-de-da-2"]


def test_the_table_shows_the_disagreements_of_the_best_metric_or_of_those_asked_for() -> None:
    result = simulated()
    own = result.sets[0]
    table = disagreements_table(result.sets, ["poor"], limit=3)
    expected = disagreements(own.scored, "poor", limit=3)
    assert [(row[3], row[5], row[6], row[7], row[-1]) for row in table.rows] == [
        ("poor", each.segment, each.better, each.worse, each.size) for each in expected
    ]
    assert len(table.columns) == len(table.rows[0])
    assert {row[3] for row in disagreements_table(result.sets).rows} == {own.rows[0].metric}
    assert disagreements_table([]).says_empty
