"""Segments where a metric and people disagree most."""

from __future__ import annotations

import pytest

from bakeoff.errors import ExpressionError
from bakeoff.evaluation.metrics_task.disagreements import disagreements
from tests.evaluation.metrics_task.sets import Table, compared, graded, metric, only_systems

HUMAN: Table = {"A": (9, 9, 5, 5), "B": (1, 5, 5, 6), "C": (5, 7, 5, 4)}


def test_the_greatest_disagreement_of_each_segment_comes_with_the_scores_of_both_sides() -> None:
    # Segment 1: the metric turns A and B around, by much; segment 2: B and C, by less; the others agree.
    own = metric("m", {"A": (1, 9, 5, 5), "B": (9, 8, 5, 6), "C": (5, 7, 5, 4)})
    first, second = disagreements(graded(HUMAN, own), "m")
    assert (first.segment, first.better, first.worse, first.human, first.metric) == ("1", "A", "B", (9, 1), (1, 9))
    assert (second.segment, second.better, second.worse, second.human, second.metric) == ("2", "C", "B", (7, 5), (7, 8))
    assert first.size > second.size > 0
    assert first.language_pair == "en-de"
    assert disagreements(graded(HUMAN, own), "m", limit=1) == (first,)


def test_the_size_is_that_of_the_side_that_is_less_sure() -> None:
    """Deviations around 0 of all differences: people 6.5 ** .5, the metric 50 ** .5."""
    found = disagreements(graded({"A": (3, 2), "B": (1, 5)}, metric("m", {"A": (0, 0), "B": (10, 0)})), "m")
    assert [each.segment for each in found] == ["1"]
    assert found[0].size == pytest.approx(2 / 6.5**0.5)


def test_agreement_and_ties_are_no_disagreement() -> None:
    assert disagreements(graded(HUMAN, metric("m", HUMAN)), "m") == ()
    tied = dict.fromkeys(HUMAN, (1.0,) * 4)
    assert disagreements(graded(HUMAN, metric("m", tied)), "m") == ()


def test_outputs_that_people_left_out_are_not_compared() -> None:
    human = {"A": (9.0, float("nan")), "B": (1.0, 2.0)}
    own = metric("m", {"A": (9, 1), "B": (1, 9)})
    assert disagreements(graded(human, own), "m") == ()


def test_single_comparisons_count_how_often_each_side_was_preferred() -> None:
    own = metric("m", {"A": (1.0, 2.0), "B": (3.0, 1.0)})
    judged = [("1", "A", "B", 1), ("1", "B", "A", -1), ("1", "A", "B", -1), ("2", "A", "B", 1)]
    (found,) = disagreements(compared(judged, ("A", "B"), own), "m")
    assert (found.segment, found.better, found.human, found.metric) == ("1", "A", (2, 1), (1, 3))


def test_without_scores_of_segments_there_are_none() -> None:
    assert disagreements(graded(HUMAN, only_systems("m", {"A": 1, "B": 2, "C": 3})), "m") == ()


def test_an_unknown_metric_is_named() -> None:
    with pytest.raises(ExpressionError, match=r"no metric 'M'. Did you mean m\? Known: m\."):
        disagreements(graded(HUMAN, metric("m", HUMAN)), "M")
