"""How many points of a metric are a real difference, as a chart."""

from __future__ import annotations

from math import inf

import pytest

from bakeoff.evaluation.metrics_task.figures import AgreementByDifference
from bakeoff.meta_evaluation.score_differences import CURVES, AccuracyCurve, DifferenceBin
from bakeoff.reports import agreement_by_difference_chart
from bakeoff.reports.charts.axes import BOTTOM, TOP
from bakeoff.reports.charts.shapes import Dot, Drawing, Group, Line
from bakeoff.statistics import Interval

BINS = (
    DifferenceBin(0, 1, 11, 20, Interval(0.3, 0.75, 0.95)),
    DifferenceBin(1, 3, 18, 20, Interval(0.7, 0.97, 0.95)),
    DifferenceBin(3, inf, 20, 20, Interval(0.84, 1.0, 0.95)),
)
FIT = AccuracyCurve(98.0, 1.2)


def chart_of(
    bins: tuple[DifferenceBin, ...] = BINS, fit: AccuracyCurve | None = FIT, published: AccuracyCurve | None = None
) -> Drawing | None:
    return agreement_by_difference_chart(
        AgreementByDifference(
            metric="bleu", pairs=sum(each.pairs for each in bins), bins=bins, fit=fit, published=published
        )
    )


def test_points_are_in_the_middle_of_their_ranges_at_their_shares() -> None:
    chart = chart_of()
    assert chart is not None
    groups = [shape for shape in chart.shapes if isinstance(shape, Group)]
    assert [group.title for group in groups] == [
        "0 to 1: 11 of 20 pairs agree",
        "1 to 3: 18 of 20 pairs agree",
        "from 3: 20 of 20 pairs agree",
    ]
    dots = [shape for group in groups for shape in group.shapes if isinstance(shape, Dot)]
    assert dots[2].y == TOP
    # Shares are 11, 18 and 20 of 20: places upwards have the same ratio.
    assert (dots[0].y - TOP) / (dots[1].y - TOP) == pytest.approx(9 / 2, abs=0.01)
    # Middles 0.5 and 2; the last range goes on for a quarter of the chart.
    assert (dots[1].x - 8) / (dots[0].x - 8) == pytest.approx(4, abs=0.01)
    assert dots[2].x == pytest.approx(8 + 92 * 0.875, abs=0.01)
    assert chart.heading == "How many points of BLEU are a real difference"


def test_the_finding_says_what_difference_it_takes() -> None:
    chart = chart_of()
    assert chart is not None
    assert chart.finding == f"By the fit, 90 % of pairs agree at a difference of {FIT.difference(90):.2g} BLEU"
    lower = chart_of(fit=AccuracyCurve(85.0, 1.2))
    assert lower is not None
    assert "80 % of pairs agree" in lower.finding
    slow = chart_of(fit=AccuracyCurve(98.0, 0.01))
    assert slow is not None
    assert slow.finding == ""


def test_fit_and_published_curve_are_told_apart_and_inside() -> None:
    chart = chart_of(published=CURVES["bleu"])
    assert chart is not None
    for look in ("line", "line q"):
        pieces = [shape for shape in chart.shapes if isinstance(shape, Line) and shape.look == look]
        assert len(pieces) > 20
        assert all(TOP <= y <= BOTTOM for piece in pieces for y in (piece.y1, piece.y2))
    assert chart.note.endswith("Line: fit. Dashed: Kocmi et al. 2024.")
    alone = chart_of(fit=None)
    assert alone is not None
    assert "Line:" not in alone.note


def test_one_range_is_no_chart() -> None:
    assert chart_of(BINS[:1]) is None
    assert chart_of(()) is None
