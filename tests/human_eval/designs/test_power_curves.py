"""The power of a plan: what the tests have, on the segments that two systems share."""

from __future__ import annotations

from itertools import pairwise

import pytest

from bakeoff.human_eval import planned_power
from bakeoff.human_eval.designs.design import Design
from bakeoff.human_eval.designs.pools import Pool
from bakeoff.reports import power_chart, power_note, power_sentences
from bakeoff.reports.charts.rendering import inline_svg
from bakeoff.statistics import MeanEffect, WinEffect, paired_power, pairs_needed


def pool(segments: int, systems: int) -> Pool:
    places = tuple(("talk", str(number)) for number in range(segments))
    names = tuple(f"system{number}" for number in range(systems))
    return Pool(language_pair="en-de", test_set="news", segments=places, systems=names)


def test_grades_are_compared_on_every_segment() -> None:
    power = planned_power(Design(name="own", protocol="fluency", pools=(pool(200, 4), pool(150, 4)), shown=None))
    assert power is not None
    assert (power.segments, power.compared) == (150, 1.0)
    assert [curve.effect for curve in power.curves] == [MeanEffect(0.1), MeanEffect(0.2), MeanEffect(0.3)]
    for curve in power.curves:
        assert curve.planned == paired_power(curve.effect, n=150)
        assert curve.needed == pairs_needed(curve.effect)


def test_two_of_many_systems_meet_on_a_share_of_the_segments() -> None:
    ranking = Design(name="own", protocol="ranking", pools=(pool(300, 10),), shown=5, redundancy=2)
    power = planned_power(ranking, ties=False)
    assert power is not None
    assert power.compared == pytest.approx(2 * 20 / 90)
    curve = power.curves[1]
    assert curve.effect == WinEffect(0.55)
    assert curve.planned == paired_power(WinEffect(0.55), n=133)
    assert curve.needed == pytest.approx(pairs_needed(WinEffect(0.55)) * 90 / 40, abs=1)


def test_more_segments_find_more() -> None:
    power = planned_power(Design(name="own", protocol="fluency", pools=(pool(60, 3),), shown=None))
    assert power is not None
    for curve in power.curves:
        assert all(one.segments < other.segments for one, other in pairwise(curve.points))
        assert all(one.power <= other.power for one, other in pairwise(curve.points))


def test_one_system_has_no_difference_to_find() -> None:
    assert planned_power(Design(name="own", protocol="direct", pools=(pool(60, 1),))) is None


def test_the_chart_marks_the_plan_and_says_its_numbers() -> None:
    power = planned_power(Design(name="own", protocol="pairwise", pools=(pool(400, 2),), shown=2))
    assert power is not None
    drawn = inline_svg(power_chart(power))
    assert "plan: 400" in drawn
    assert drawn.count('class="dot"') == len(power.curves) == 3
    first = power_sentences(power)[0]
    assert first.startswith("A difference of 52.5% of decided comparisons won is found in ")
    assert "with 400 segments; 3,9" in first
    assert "20% of the comparisons are taken to be ties" in power_note(power)
