"""What figures of a metrics task show, as values."""

from __future__ import annotations

import numpy as np
import pytest

from bakeoff.errors import ExpressionError
from bakeoff.evaluation.metrics_task.analysis import WITHOUT_OUTLIERS, MetricsAnalysis
from bakeoff.evaluation.metrics_task.figures import (
    agreement_by_difference,
    agreement_by_subset,
    correlations_between_metrics,
    metric_against_human,
    p_values_between_metrics,
)
from bakeoff.meta_evaluation.comparisons.metric_tests import ComparisonOptions
from bakeoff.meta_evaluation.score_differences import CURVES
from tests.evaluation.metrics_task.sets import Table, graded, metric, only_systems, simulated

HUMAN: Table = {"A": (1, 2), "B": (2, 4), "C": (6, 3)}
SCORES = {"one": {"A": 1.0, "B": 2.0, "C": 4.0}, "two": {"A": 3.0, "B": 1.0, "C": 2.0}}


def test_metrics_correlate_with_each_other_over_systems() -> None:
    scored = graded(HUMAN, *(only_systems(name, scores) for name, scores in SCORES.items()))
    r = float(np.corrcoef([1, 2, 4], [3, 1, 2])[0, 1])
    found = correlations_between_metrics(scored)
    assert (found.metrics, found.kind, found.measure, found.level) == (("one", "two"), "correlation", "pearson", None)
    assert np.array(found.values, dtype=float) == pytest.approx(np.array([[1, r], [r, 1]]))
    assert correlations_between_metrics(scored, metrics=["two", "one"]).metrics == ("two", "one")
    assert correlations_between_metrics(scored, level="segment").metrics == ()
    with pytest.raises(ExpressionError, match="no metric 'three'"):
        correlations_between_metrics(scored, metrics=["three"])


def test_metrics_correlate_with_each_other_over_all_outputs() -> None:
    scored = graded(HUMAN, metric("same", HUMAN), metric("flat", dict.fromkeys(HUMAN, (1.0, 1.0))))
    found = correlations_between_metrics(scored, level="segment", coefficient="spearman")
    assert found.measure == "segment-spearman"
    assert found.values == ((1.0, None), (None, None))


def test_p_values_are_those_of_the_tests_and_the_rest_is_empty() -> None:
    options = ComparisonOptions(trials=50, correction="holm", level=0.1)
    (own,) = simulated(analysis=MetricsAnalysis(measures=("acc-t",), compared="acc-t", tests=options)).sets
    assert own.tests is not None
    found = p_values_between_metrics(own.tests)
    assert (found.metrics, found.kind, found.measure, found.level) == (own.tests.metrics, "p", "acc-t", 0.1)
    assert found.values[0][1:] == tuple(own.tests.corrected[0, 1:].tolist())
    assert (found.values[0][0], found.values[1][0]) == (None, None)


def test_outliers_are_points_that_are_not_fitted() -> None:
    human: Table = {"A": (1,), "B": (2,), "C": (3,), "D": (-50,)}
    scored = graded(human, only_systems("m", {"A": 10, "B": 12, "C": 14, "D": 13}))
    found = metric_against_human(scored, "m", outliers=["D"])
    assert found is not None
    assert [(each.system, each.human, each.metric, each.is_outlier) for each in found.points] == [
        ("A", 1, 10, False),
        ("B", 2, 12, False),
        ("C", 3, 14, False),
        ("D", -50, 13, True),
    ]
    assert (found.slope, found.intercept, found.pearson) == pytest.approx((0.5, -4.0, 1.0))
    flat = metric_against_human(graded(human, only_systems("m", dict.fromkeys(human, 1.0))), "m")
    assert flat is not None
    assert (flat.slope, flat.intercept, flat.pearson) == (None, None, None)


def test_what_differs_names_subsets() -> None:
    result = simulated(
        pairs=("en-de", "de-en"), analysis=MetricsAnalysis(measures=("pearson", "acc-t"), outliers="rule")
    )
    found = agreement_by_subset(result.sets, "pearson")
    assert found.subsets == (
        "en-de, all",
        f"en-de, {WITHOUT_OUTLIERS}",
        "de-en, all",
        f"de-en, {WITHOUT_OUTLIERS}",
    )
    assert [metric for metric, _ in found.rows] == [row.metric for row in result.sets[0].rows]
    values = dict(found.rows)
    for place, own in enumerate(result.sets):
        for row in own.rows:
            assert values[row.metric][place] == row.measured["pearson"].value
    assert agreement_by_subset(result.sets[:1], "acc-t").subsets == ("all",)
    assert dict(agreement_by_subset(result.sets, "spa").rows)["good"] == (None,) * 4
    with pytest.raises(ExpressionError, match="no measure 'acct'"):
        agreement_by_subset(result.sets, "acct")


def test_pairs_of_systems_are_compared_within_their_sets() -> None:
    result = simulated(pairs=("en-de", "de-en", "en-cs"), systems=9, analysis=MetricsAnalysis(measures=("accuracy",)))
    scored = [own.scored for own in result.sets]
    found = agreement_by_difference(scored, "poor", bins=4)
    assert found is not None
    assert found.pairs == 3 * 36 == sum(each.pairs for each in found.bins)
    rows = [row.measured["accuracy"] for own in result.sets for row in own.rows if row.metric == "poor"]
    assert sum(each.agreeing for each in found.bins) == sum(row.right or 0 for row in rows)
    assert len(found.bins) == 4
    assert found.published is None
    assert agreement_by_difference(scored, "absent") is None
    few = agreement_by_difference(scored[:1], "good", bins=50)
    assert few is not None
    assert len(few.bins) <= 36 // 5


def test_published_curves_come_with_metrics_of_their_name() -> None:
    scored = graded(HUMAN, only_systems("BLEU", SCORES["one"]))
    found = agreement_by_difference([scored], "BLEU")
    assert found is not None
    assert found.published == CURVES["bleu"]
    assert found.fit is None
