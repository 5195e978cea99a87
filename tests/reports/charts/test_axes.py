"""Axes of charts that have values across and upwards."""

from __future__ import annotations

import pytest

from bakeoff.reports.charts.axes import BOTTOM, TOP, axes
from bakeoff.reports.charts.scales import Scale
from bakeoff.reports.charts.shapes import Label, Line

ACROSS, UP = Scale(0, 10, 8, 100), Scale(0.5, 1, BOTTOM, TOP)


@pytest.mark.parametrize(("percent", "written"), [(False, ["0.5", "0.6"]), (True, ["50", "60"])])
def test_round_numbers_stand_at_their_values(percent: bool, written: list[str]) -> None:
    shapes = list(axes(ACROSS, UP, x_title="BLEU", y_title="People", percent=percent))
    labels = {shape.text: shape for shape in shapes if isinstance(shape, Label)}
    assert {"↑ People", "BLEU →", *written} <= set(labels)
    for value, text in zip((0.5, 0.6), written, strict=True):
        assert labels[text].y == UP.at(value) - 4
    assert [each.x for text, each in labels.items() if text in ("2", "10")] == [ACROSS.at(2), ACROSS.at(10)]
    lines = [shape for shape in shapes if isinstance(shape, Line) and shape.look == "grid"]
    assert [line.y1 for line in lines] == [tick.at for tick in UP.ticks]
