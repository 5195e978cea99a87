"""Axes."""

from __future__ import annotations

import pytest

from bakeoff.reports.charts.scales import Scale, nice_step


@pytest.mark.parametrize("values", [(0, 1), (12.3, 45.6), (-3, 7), (5, 5), (0.001, 0.002), (0, 0), (99.9, 100)])
def test_a_scale_holds_its_values_between_its_ends(values: tuple[float, float]) -> None:
    scale = Scale.around(values, start=10, end=90)
    assert 10 < scale.at(min(values)) <= scale.at(max(values)) < 90
    assert 2 <= len(scale.ticks) <= 8
    assert all(10 <= tick.at <= 90 for tick in scale.ticks)
    assert len({tick.text for tick in scale.ticks}) == len(scale.ticks)


def test_a_scale_for_bars_starts_at_zero() -> None:
    assert Scale.from_zero([20, 40]).at(0) == 0
    assert Scale.from_zero([-10, 10]).at(0) == 50
    assert Scale.from_zero([0, 0]).at(0) == 0


def test_a_scale_that_goes_up_the_page() -> None:
    scale = Scale(0, 10, 300, 0)
    assert (scale.at(0), scale.at(10)) == (300, 0)


@pytest.mark.parametrize("span", [0.03, 1, 9.99, 1234])
def test_steps_are_round(span: float) -> None:
    assert 2 <= span / nice_step(span) <= 6
    assert f"{nice_step(span):e}"[0] in "125"
