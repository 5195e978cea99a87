"""The measures against their definitions."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from bakeoff.errors import ExpressionError, InputError
from bakeoff.meta_evaluation.measures import MEASURES, MetricOutputs, Settings, find_measure
from bakeoff.meta_evaluation.pair_counts import (
    PairCounts,
    count_preferences,
    count_relative_ranks,
    count_segment_pairs,
)
from bakeoff.meta_evaluation.resampled_measures import Resampled, measure_intervals
from bakeoff.meta_evaluation.segment_level import segment_correlation
from bakeoff.meta_evaluation.soft_accuracy import soft_pairwise_accuracy
from bakeoff.meta_evaluation.system_level import PairwiseAccuracy, outlier_systems, pairwise_accuracy
from bakeoff.meta_evaluation.tie_calibration import calibrated_accuracy
from bakeoff.statistics.inputs import Floats
from tests.meta_evaluation.naive_measures import accuracy_at, best_threshold


def tables(seed: int, systems: int, segments: int, missing: float = 0.0) -> tuple[Floats, Floats]:
    """Grades with ties, a metric with ties, some outputs that people left out."""
    rng = np.random.default_rng(seed)
    human = rng.integers(0, 4, size=(systems, segments)).astype(float)
    metric = np.round(human + rng.normal(size=human.shape), 1)
    human[rng.random(human.shape) < missing] = np.nan
    return human, metric


@given(st.integers(0, 10**6), st.integers(2, 6), st.integers(1, 5), st.sampled_from([0.0, 0.3]))
def test_pairs_and_thresholds_are_those_of_the_definition(
    seed: int, systems: int, segments: int, missing: float
) -> None:
    human, metric = tables(seed, systems, segments, missing)
    if max((~np.isnan(human)).sum(axis=0)) < 2:
        return
    counts = count_segment_pairs(human, metric)
    accuracy, right = accuracy_at(human, metric, 0)
    assert counts.mean("acc-eq").value == pytest.approx(accuracy)
    assert counts.total.concordant + counts.total.tied_both == right
    threshold, best = best_threshold(human, metric)
    found = calibrated_accuracy(human, metric)
    assert (found.value, found.threshold) == (pytest.approx(best), pytest.approx(threshold, abs=1e-12))
    if found.right is not None:
        assert found.right == accuracy_at(human, metric, found.threshold)[1]


def test_kendall_of_segments_is_that_of_scipy() -> None:
    human, metric = tables(1, 7, 9, 0.1)
    expected = [
        stats.kendalltau(h[~np.isnan(h)], m[~np.isnan(h)]).statistic for h, m in zip(human.T, metric.T, strict=True)
    ]
    found = segment_correlation(human, metric, coefficient="kendall", grouping="item")
    assert found.value == pytest.approx(np.nanmean(expected))
    assert count_segment_pairs(human, metric).mean("tau-b").value == pytest.approx(found.value)
    assert found.groups == np.isfinite(expected).sum()
    known = ~np.isnan(human)
    pooled = segment_correlation(human, metric, grouping="pooled").value
    assert pooled == pytest.approx(stats.pearsonr(human[known], metric[known]).statistic)


def test_variants_of_kendall_differ_by_their_ties() -> None:
    counts = PairCounts(concordant=6, discordant=2, tied_human=3, tied_metric=4, tied_both=5)
    assert counts.tau10 == 0 == 2 * counts.consistency - 1
    assert (counts.tau13, counts.tau14, counts.tau_a, counts.acc_eq) == (0.5, 4 / 12, 0.2, 11 / 20)
    assert counts + counts == PairCounts(12, 4, 6, 8, 10)
    assert PairCounts(0, 0, 1, 0, 1).tau14 is None


def test_groups_without_a_value_leave_the_mean() -> None:
    human, metric = np.array([[1, 2, np.nan], [1, 3, 4], [1, 4, np.nan]]), np.array([[1, 1, 1], [2, 2, 1], [3, 3, 1]])
    found = segment_correlation(human, metric, grouping="item")
    assert (found.value, found.groups, found.all_groups) == (1.0, 1, 3)
    nothing = segment_correlation([[1, 1], [1, 1]], [[1, 2], [3, 4]], grouping="item")
    assert (nothing.value, nothing.groups) == (None, 0)


def test_a_metric_may_not_leave_out_what_people_scored() -> None:
    with pytest.raises(InputError, match="system 1, segment 0"):
        count_segment_pairs(np.array([[1, 2], [3, np.nan]]), np.array([[1, 2], [np.nan, np.nan]]))
    assert count_segment_pairs(np.array([[1, 2], [3, np.nan]]), np.array([[1, 2], [2, np.nan]])).total.pairs == 1


def test_relative_ranks_need_a_large_difference() -> None:
    assert count_relative_ranks([[10], [34], [35], [60]], [[1], [2], [3], [0]]).total == PairCounts(1, 3, 0, 0, 0)
    assert count_preferences([1, 0, -1], [2, 2, 2], [1, 1, 2]) == PairCounts(1, 0, 1, 1, 0)


def test_accuracy_of_two_tasks_adds_their_counts() -> None:
    assert pairwise_accuracy([1, 2, 2], [1, 2, 2]) == PairwiseAccuracy(3, 3)
    assert (PairwiseAccuracy(2, 3) + PairwiseAccuracy(4, 6)).value == 6 / 9


def test_outliers_are_far_from_the_median() -> None:
    assert outlier_systems([0.1, 0.11, 0.12, 0.13, 0.2]) == (4,)
    with pytest.raises(InputError, match="half are equal"):
        outlier_systems([1, 1, 1, 5])


def test_soft_accuracy_compares_only_segments_that_both_systems_have() -> None:
    human, metric = tables(3, 4, 40)
    rng = np.random.default_rng
    complete = soft_pairwise_accuracy(human, metric, draws=500, rng=rng(1))
    assert 0 < complete < 1
    # The same segments missing everywhere: as if they did not exist.
    less = human.copy()
    less[:, 30:] = np.nan
    assert soft_pairwise_accuracy(less, less, draws=50, rng=rng(1)) == 1
    # One system lacks more: its pairs lose these segments, for both sides.
    less[0, :5] = np.nan
    assert soft_pairwise_accuracy(less, less, draws=50, rng=rng(1)) == 1


def test_every_measure_has_a_perfect_metric() -> None:
    human = 30 * tables(5, 6, 8)[0]
    outputs = MetricOutputs(
        human_systems=human.mean(axis=1),
        metric_systems=human.mean(axis=1),
        human_segments=human,
        metric_segments=human,
    )
    values = {name: measure.of(outputs, Settings(draws=50)).value for name, measure in MEASURES.items()}
    assert {name for name, value in values.items() if value != pytest.approx(1)} == {"tau-a", "tau-a-total"}


def test_an_unknown_measure_is_named() -> None:
    with pytest.raises(ExpressionError, match="Did you mean acc-t"):
        find_measure("acct")


@pytest.mark.parametrize("resampled", ["systems", "segments", "both"])
def test_intervals_hold_the_value(resampled: Resampled) -> None:
    human, metric = tables(7, 8, 60)
    outputs = MetricOutputs(
        human_systems=human.mean(axis=1),
        metric_systems=metric.mean(axis=1),
        human_segments=human,
        metric_segments=metric,
    )
    names = ("segment-pearson", "acc-t", "accuracy")
    found = measure_intervals(
        names,
        outputs,
        resampled=resampled,
        samples=200,
        rng=np.random.default_rng(1),
    )
    for name in names:
        value = find_measure(name).of(outputs, Settings()).value
        assert found[name].low <= value <= found[name].high, name
        assert found[name].high - found[name].low > 0.01
