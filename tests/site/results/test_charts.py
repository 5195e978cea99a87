"""Figures: where things stand."""

from __future__ import annotations

import pytest

from bakeoff.rulebook.release.status import OFFICIAL
from bakeoff_site.results.conversions.boards import BoardView, SystemRow
from bakeoff_site.results.conversions.charts import _nice_step, _Scale, scatter
from bakeoff_site.results.conversions.scores import Cell, Metric
from bakeoff_site.results.conversions.titles import Place


@pytest.mark.parametrize(("low", "high"), [(0, 1), (12.3, 45.6), (-3, 7), (5, 5), (0.001, 0.002), (0, 0)])
def test_a_scale_holds_its_values_between_round_numbers(low: float, high: float) -> None:
    scale = _Scale(low, high, 100, 500)
    assert 100 <= scale.at(low) <= scale.at(high) <= 500
    ticks = scale.ticks()
    assert 2 <= len(ticks) <= 8
    assert (ticks[0].at, ticks[-1].at) == (100, 500)
    assert len({tick.text for tick in ticks}) == len(ticks)


def test_a_scale_that_goes_up_the_page() -> None:
    scale = _Scale(0, 10, 300, 0)
    assert (scale.at(0), scale.at(10)) == (300, 0)


@pytest.mark.parametrize("span", [0.03, 1, 9.99, 1234])
def test_steps_are_round(span: float) -> None:
    assert 4 <= span / _nice_step(span) <= 10 or _nice_step(span) > span / 5
    assert f"{_nice_step(span):e}"[0] in "125"


def test_the_number_beside_the_last_point_has_room() -> None:
    metrics = tuple(Metric(name, name, "case+punc", "higher", 2, "", is_official=False) for name in ("bleu", "chrf"))
    rows = tuple(
        SystemRow(
            key=str(value),
            name=f"system {value}",
            team="",
            kind="primary",
            kind_label="primary",
            part="official",
            status=OFFICIAL,
            remark="",
            flags=(),
            is_own=False,
            has_page=True,
            rank="",
            starts_cluster=False,
            cells=(Cell(value), Cell(value)),
        )
        for value in (0.0, 100.0)
    )
    place = Place(1, "mt", "English to German", "", "news", "mt", "en-de", "", "news", "en", "de", is_progress=False)
    view = BoardView(
        place=place,
        seen="all",
        opens=None,
        specification="case+punc",
        group="",
        sort="bleu",
        specifications=(),
        groups=(),
        kinds=(),
        segments=2,
        metrics=metrics,
        rows=rows,
        unofficial=(),
        named=(),
        method="",
        is_stale=False,
        baseline=None,
        earlier=None,
    )
    chart = scatter(view)
    assert chart is not None
    assert max(point.x for point in chart.points) <= chart.width - 30
