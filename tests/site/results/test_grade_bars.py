"""How often each grade was given, as bars."""

from __future__ import annotations

from bakeoff.data.judgments import Judgment
from bakeoff.human_eval import HumanAnalysis, RankedSystem, analyse_judgments
from bakeoff_site.results.conversions.grade_bars import grade_bars


def graded(*grades: float, protocol: str = "fluency") -> RankedSystem:
    judgments = [
        Judgment(id=str(n), protocol=protocol, judge="ann", segment=str(n), systems=("a",), answer=grade)
        for n, grade in enumerate(grades)
    ]
    (ranking,) = analyse_judgments(judgments, analysis=HumanAnalysis(interval="none", standardised=False)).rankings
    return ranking.systems[0]


def test_every_grade_of_the_scale_has_a_bar_under_its_label() -> None:
    bars = grade_bars(graded(0, 2, 2, 2), scale=(0, 2), labels=("bad", "fair", "good"))
    assert [(bar.label, bar.count, bar.share, bar.height) for bar in bars] == [
        ("bad", 1, "25%", 8.0),
        ("fair", 0, "0%", 0.0),
        ("good", 3, "75%", 24.0),
    ]
    assert [bar.label for bar in grade_bars(graded(0, 3), scale=None)] == ["0", "1", "2", "3"]


def test_a_fine_scale_has_ten_bars() -> None:
    bars = grade_bars(graded(0, 9, 10, 100, protocol="direct"), scale=(0, 100))
    assert [bar.label for bar in bars][:2] == ["0–10", "10–20"]
    assert [bar.count for bar in bars] == [2, 1, 0, 0, 0, 0, 0, 0, 0, 1]


def test_one_grade_alone_is_one_bar() -> None:
    assert [(bar.label, bar.count) for bar in grade_bars(graded(3, 3), scale=None)] == [("3", 2)]
    assert [bar.count for bar in grade_bars(graded(3.5, 3.5, protocol="direct"), scale=None)] == [2]
