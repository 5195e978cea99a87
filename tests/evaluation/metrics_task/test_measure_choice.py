"""Measures that suit what people said."""

from __future__ import annotations

from dataclasses import replace

from bakeoff.evaluation.metrics_task.human_scores import HumanScores, Preference
from bakeoff.evaluation.metrics_task.measure_choice import choose_measures
from bakeoff.meta_evaluation.measures import DEFAULT_MEASURES
from tests.evaluation.metrics_task.sets import people

GRADES = people({"a": (1, 2), "b": (2, 3), "c": (3, 1)})
SCORES = replace(GRADES, segments={})
COMPARISONS = HumanScores(
    kind="pairs",
    language_pair="en-de",
    systems={"a": 1.0, "b": 0.0},
    segments={},
    preferences=(Preference(("", "1"), "a", "b", 1),),
)


def test_usual_measures_suit_grades_and_comparisons() -> None:
    grades, comparisons = choose_measures([GRADES]), choose_measures([COMPARISONS])
    assert (grades.measures, grades.compared, grades.remarks) == (DEFAULT_MEASURES, "pearson", ())
    assert (comparisons.compared, comparisons.remarks) == ("spearman", ())
    assert "consistency" in comparisons.measures


def test_what_does_not_suit_is_left_out_and_said() -> None:
    asked = ("acc-t", "kendall", "consistency")
    assert choose_measures([GRADES], measures=asked).measures == asked
    found = choose_measures([COMPARISONS], measures=asked, compared="acc-t")
    assert (found.measures, found.compared) == (("kendall", "consistency"), "kendall")
    assert found.remarks == (
        "No acc-t: people did not grade the segments.",
        "Metrics are tested for kendall instead: acc-t needs grades of segments.",
    )
    assert choose_measures([SCORES], measures=["acc-t"]).measures == DEFAULT_MEASURES


def test_a_test_of_few_measures_is_left_out_where_none_of_them_suits() -> None:
    assert choose_measures([GRADES], measures=("spa",), compared="acc-t", test="pair-swap").compared == "acc-t"
    found = choose_measures([COMPARISONS], measures=("accuracy", "acc-t"), compared="acc-t", test="pair-swap")
    assert found.compared is None
    assert found.remarks[-1] == "Metrics are not tested: acc-t needs grades of segments."
