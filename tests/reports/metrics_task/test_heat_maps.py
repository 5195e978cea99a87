"""Metrics against each other and in subsets, as shaded cells."""

from __future__ import annotations

from collections import Counter

from bakeoff.evaluation.metrics_task.figures import AgreementBySubset, MetricMatrix
from bakeoff.reports import agreement_by_subset_chart, metric_matrix_chart
from bakeoff.reports.charts.rendering import standalone_svg
from bakeoff.reports.charts.shapes import Bar, Drawing, Group, Label


def correlations(*values: tuple[float | None, ...], names: tuple[str, ...] = ("bleu", "chrf", "comet")) -> MetricMatrix:
    return MetricMatrix(metrics=names, kind="correlation", measure="pearson", values=values)


SQUARE = correlations((1.0, 0.9, -0.2), (0.9, 1.0, None), (-0.2, None, 1.0))


def cells(chart: Drawing) -> dict[str, tuple[str, str]]:
    """Shade and text by what a cell says when it is pointed at."""
    return {
        shape.title: (shape.shapes[0].look, next((each.text for each in shape.shapes if isinstance(each, Label)), ""))
        for shape in chart.shapes
        if isinstance(shape, Group) and isinstance(shape.shapes[0], Bar)
    }


def test_cells_are_the_darker_the_higher_and_the_diagonal_is_empty() -> None:
    chart = metric_matrix_chart(SQUARE)
    assert chart is not None
    assert cells(chart) == {
        "BLEU and chrF: 0.900": ("shade-6", ".90"),
        "BLEU and COMET: -0.200": ("shade-1", "−.20"),
        "chrF and BLEU: 0.900": ("shade-6", ".90"),
        "COMET and BLEU: -0.200": ("shade-1", "−.20"),
    }
    assert chart.finding == "From −0.20 to 0.90"
    assert chart.description == "BLEU and chrF: 0.900; BLEU and COMET: -0.200"
    assert 'fill-opacity="0.95"' in standalone_svg(chart)


def test_all_cells_of_fifty_metrics_are_inside_and_values_have_no_room() -> None:
    names = tuple(f"metric-{number}" for number in range(50))
    values = [tuple(1 - abs(row - column) / 50 for column in range(50)) for row in range(50)]
    chart = metric_matrix_chart(correlations(*values, names=names))
    assert chart is not None
    assert len(cells(chart)) == 50 * 49
    assert {text for _, text in cells(chart).values()} == {""}
    bars = [bar for shape in chart.shapes if isinstance(shape, Group) for bar in shape.shapes if isinstance(bar, Bar)]
    assert max(bar.x + bar.width for bar in bars) <= 100
    assert max(bar.y + bar.height for bar in bars) <= chart.height
    shades = Counter(look for look, _ in cells(chart).values())
    assert sorted(shades) == [f"shade-{number}" for number in range(1, 7)]
    assert max(shades.values()) < 1.5 * min(shades.values())


def test_names_in_files_have_more_room() -> None:
    matrix = correlations((1.0, 0.5), (0.5, 1.0), names=("a metric with a long name", "b"))
    on_a_phone, in_a_file = metric_matrix_chart(matrix), metric_matrix_chart(matrix, room=225)
    assert [label_of(chart, "a metric with a long name") for chart in (on_a_phone, in_a_file)] == [
        "a metric wit…",
        "a metric with a long name",
    ]


def label_of(chart: Drawing | None, title: str) -> str:
    assert chart is not None
    (group,) = [shape for shape in chart.shapes if isinstance(shape, Group) and shape.title == title]
    return next(label.text for label in group.shapes if isinstance(label, Label))


def test_equal_values_have_one_shade_and_no_legend() -> None:
    chart = metric_matrix_chart(correlations((1.0, 0.5), (0.5, 1.0), names=("a", "b")))
    assert chart is not None
    assert {look for look, _ in cells(chart).values()} == {"shade-1"}
    assert not [shape for shape in chart.shapes if isinstance(shape, Bar)]


def test_there_is_no_chart_of_one_metric_or_of_no_value() -> None:
    assert metric_matrix_chart(correlations((1.0,), names=("a",))) is None
    assert metric_matrix_chart(correlations((None, None), (None, None), names=("a", "b"))) is None
    assert agreement_by_subset_chart(AgreementBySubset(measure="spa", subsets=("all",), rows=(("a", (None,)),))) is None


def test_significant_differences_are_marked() -> None:
    values = ((None, 0.2, 0.0004), (None, None, 0.05), (None, None, None))
    matrix = MetricMatrix(metrics=("a", "b", "c"), kind="p", measure="acc-t", values=values, level=0.05)
    chart = metric_matrix_chart(matrix)
    assert chart is not None
    assert cells(chart) == {
        "a against b: p = 0.200": ("cell", "·"),
        "a against c: p < 0.001": ("win", "▲"),
        "b against c: p = 0.050": ("win", "▲"),
    }
    assert chart.finding == "2 of 3 differences are significant (p ≤ 0.05)"
    assert chart.description == "a against c: p < 0.001; b against c: p = 0.050"


def test_subsets_are_columns_with_a_key() -> None:
    found = AgreementBySubset(
        measure="acc-t", subsets=("news", "speech"), rows=(("bleu", (0.5, 0.6)), ("chrf", (0.55, None)))
    )
    chart = agreement_by_subset_chart(found)
    assert chart is not None
    assert chart.heading == "Agreement with people by subset, acc-t"
    assert sorted(cells(chart)) == ["BLEU, news: 0.500", "BLEU, speech: 0.600", "chrF, news: 0.550"]
    texts = [shape.text for shape in chart.shapes if isinstance(shape, Label)]
    assert {"1  news", "2  speech"} <= set(texts)
