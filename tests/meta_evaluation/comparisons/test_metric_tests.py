"""Tests between metrics against their definitions: scores are swapped and measured again."""

from __future__ import annotations

import numpy as np
import pytest

from bakeoff.errors import ExpressionError, InputError
from bakeoff.meta_evaluation.comparisons.clusters import cluster_metrics
from bakeoff.meta_evaluation.comparisons.metric_tests import ComparisonOptions, compare_metrics
from bakeoff.meta_evaluation.comparisons.swapped_correlations import more_correlation
from bakeoff.meta_evaluation.comparisons.swapped_pairs import more_right_pairs
from bakeoff.meta_evaluation.comparisons.swapped_soft_accuracy import more_soft_accuracy
from bakeoff.meta_evaluation.measures import MetricOutputs, Settings
from bakeoff.meta_evaluation.segment_level import segment_correlation
from bakeoff.meta_evaluation.soft_accuracy import Signs, soft_pairwise_accuracy
from bakeoff.native import coin_sums
from bakeoff.statistics.inputs import Floats
from tests.meta_evaluation.naive_measures import accuracy_at

PAIRS = np.array([[0, 1], [0, 2], [1, 2]], dtype=np.int32)


def scores(seed: int, *, systems: int = 5, segments: int = 7, missing: float = 0.0) -> tuple[Floats, Floats]:
    """Of people, and of three metrics."""
    rng = np.random.default_rng(seed)
    human = rng.integers(0, 4, size=(systems, segments)).astype(float)
    metrics = np.stack([np.round(human + noise * rng.normal(size=human.shape), 1) for noise in (0.3, 1, 2)])
    human[rng.random(human.shape) < missing] = np.nan
    return human, metrics


def outputs_of(human: Floats, metrics: Floats) -> list[tuple[str, MetricOutputs]]:
    return [
        (
            f"m{number}",
            MetricOutputs(
                human_systems=np.nanmean(human, axis=1),
                metric_systems=each.mean(axis=1),
                human_segments=human,
                metric_segments=each,
            ),
        )
        for number, each in enumerate(metrics)
    ]


@pytest.mark.parametrize(("missing", "skip_ties"), [(0.0, False), (0.0, True), (0.2, False)])
def test_each_draw_counts_the_pairs_of_swapped_scores(missing: float, skip_ties: bool) -> None:
    human, metrics = scores(1, missing=missing)
    thresholds, rng = [0.05, 0.25, 0.35], np.random.default_rng(2)
    masks = rng.integers(0, 2, size=(human.shape[1], 6, human.shape[0]), dtype=np.bool_)
    counted = np.array([max(1, accuracy_weight(column, skip_ties)) for column in human.T])
    equal = missing == 0 and not skip_ties
    observed, drawn = more_right_pairs(
        np.ascontiguousarray(human.T),
        np.ascontiguousarray(metrics.swapaxes(1, 2)),
        thresholds,
        PAIRS,
        count_human_ties=not skip_ties,
        weights=np.ones(len(counted)) if equal else 1 / counted,
        swaps=lambda size: iter(masks),
        draws=6,
    )

    def measured(metric: Floats, threshold: float) -> float:
        share, right = accuracy_at(human, metric, threshold, skip_ties=skip_ties)
        return right if equal else share * sum(accuracy_weight(column, skip_ties) > 0 for column in human.T)

    for place, (a, b) in enumerate(PAIRS.tolist()):
        plain = measured(metrics[a], thresholds[a]) - measured(metrics[b], thresholds[b])
        assert observed[place] == pytest.approx(plain)
        for draw in range(6):
            swap = masks[:, draw].T
            first, second = np.where(swap, metrics[b], metrics[a]), np.where(swap, metrics[a], metrics[b])
            expected = measured(first, thresholds[a]) - measured(second, thresholds[b])
            assert drawn[draw, place] == pytest.approx(expected)


def accuracy_weight(column: Floats, skip_ties: bool) -> int:
    known = column[~np.isnan(column)]
    first, second = np.triu_indices(len(known), k=1)
    return int((known[first] != known[second]).sum()) if skip_ties else len(first)


@pytest.mark.parametrize("grouping", ["pooled", "item"])
def test_each_draw_correlates_swapped_scores(grouping: str) -> None:
    human, metrics = scores(3, segments=6)
    known = (metrics - metrics.mean(axis=(1, 2), keepdims=True)) / metrics.std(axis=(1, 2), keepdims=True)
    rows = [human.reshape(1, -1) if grouping == "pooled" else human.T.copy()]
    rows += [each.reshape(1, -1) if grouping == "pooled" else each.T.copy() for each in known]
    observed, drawn = more_correlation(rows[0], np.stack(rows[1:]), PAIRS, draws=5, rng=np.random.default_rng(4))
    # The same coins, picked once more: which cells of each group were swapped.
    rng = np.random.default_rng(4)
    swaps = [
        coin_sums(np.eye(rows[0].shape[1]), key=int(rng.integers(2**63)), first=0, samples=5).astype(bool)
        for _ in range(len(rows[0]))
    ]

    def value(first: Floats) -> float:
        # Rows are the groups, whatever they were.
        return segment_correlation(np.vstack([rows[0]] * 2), np.vstack([first] * 2), grouping="system").value

    for place, (a, b) in enumerate(PAIRS.tolist()):
        assert observed[place] == pytest.approx(value(rows[1 + a]) - value(rows[1 + b]))
        for draw in range(5):
            swap = np.stack([each[:, draw] for each in swaps])
            first = np.where(swap, rows[1 + b], rows[1 + a])
            second = np.where(swap, rows[1 + a], rows[1 + b])
            assert drawn[draw, place] == pytest.approx(value(first) - value(second))


@pytest.mark.parametrize("missing", [False, True])
def test_each_draw_of_soft_accuracy_measures_swapped_scores(missing: bool) -> None:
    human, metrics = scores(11, segments=12)
    if missing:
        human[:, 3] = np.nan
        metrics[:, :, 3] = 0
    signs = Signs.drawn(np.random.default_rng(9), 40)
    observed, drawn = more_soft_accuracy(human, metrics, PAIRS, signs=signs, draws=6, rng=np.random.default_rng(5))

    def value(metric: Floats) -> float:
        return soft_pairwise_accuracy(human, metric, draws=40, rng=np.random.default_rng(9))

    rng = np.random.default_rng(5)
    for draw in range(6):
        swap = rng.integers(0, 2, size=human.shape, dtype=np.bool_)
        for place, (a, b) in enumerate(PAIRS.tolist()):
            first, second = np.where(swap, metrics[b], metrics[a]), np.where(swap, metrics[a], metrics[b])
            assert observed[place] == pytest.approx(value(metrics[a]) - value(metrics[b]))
            assert drawn[draw, place] == pytest.approx(value(first) - value(second))


@pytest.mark.parametrize(
    "measure",
    ["pearson", "kendall", "accuracy", "segment-pearson", "segment-pearson-item", "acc-t", "tau10", "tau14", "spa"],
)
def test_the_better_metric_is_found_and_the_same_one_is_not(measure: str) -> None:
    human, metrics = scores(5, systems=9, segments=60)
    pairs = outputs_of(human, np.stack([metrics[0], metrics[0], metrics[2]]))
    options = ComparisonOptions(trials=99, settings=Settings(seed=3))
    found = compare_metrics(measure, pairs, options=options)
    assert found.p[0, 1] == 1  # equal metrics: every swap gives the same difference, 0
    # Nine systems tell little apart: their means over 60 segments are good with either metric.
    assert found.p[0, 2] < (0.6 if measure in ("pearson", "kendall", "accuracy") else 0.05)
    assert np.isnan(found.p[1, 0])
    again = compare_metrics(measure, pairs, options=options)
    assert np.array_equal(found.p, again.p, equal_nan=True)


def test_the_pair_swap_is_a_sign_test_and_tests_have_their_measures() -> None:
    human, metrics = scores(6, systems=6, segments=30)
    pairs = outputs_of(human, metrics)
    assert compare_metrics("acc-t", pairs, options=ComparisonOptions(test="pair-swap")).trials is None
    with pytest.raises(ExpressionError, match="acc-t, not for pearson"):
        compare_metrics("pearson", pairs, options=ComparisonOptions(test="pair-swap"))
    with pytest.raises(ExpressionError, match="Williams"):
        compare_metrics("acc-t", pairs, options=ComparisonOptions(test="williams"))
    with pytest.raises(InputError, match="two metrics"):
        compare_metrics("acc-t", pairs[:1])


def test_a_cluster_ends_where_any_member_beats_the_next() -> None:
    beats = np.zeros((5, 5), dtype=bool)
    beats[0, 2] = beats[2, 4] = beats[0, 3] = True
    assert cluster_metrics(beats) == (1, 1, 2, 2, 3)
    assert cluster_metrics(np.zeros((0, 0))) == ()


def test_corrections_join_clusters() -> None:
    human, metrics = scores(8, systems=8, segments=40)
    pairs = outputs_of(human, metrics)
    plain = compare_metrics("segment-pearson", pairs, options=ComparisonOptions(trials=199))
    corrected = compare_metrics(
        "segment-pearson", pairs, options=ComparisonOptions(trials=199, correction="bonferroni")
    )
    assert np.nanmax(corrected.corrected - plain.corrected) > 0
    assert corrected.clusters_wmt == plain.clusters
