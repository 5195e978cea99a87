"""Averages over tasks, and accuracy by the difference of scores."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from bakeoff.errors import InputError
from bakeoff.meta_evaluation.averages import average_tasks
from bakeoff.meta_evaluation.score_differences import (
    CURVES,
    AccuracyCurve,
    PairsByDifference,
    accuracy_by_difference,
    edges_of_equal_bins,
    fit_accuracy_curve,
    pairs_by_difference,
)


def test_averages_of_wmt23_and_wmt24_are_those_of_the_tool(data: Path) -> None:
    """English–German alone: four tasks in the style of 2023, two in that of 2024."""
    with (data / "meta-golden" / "wmt23-en-de.metrics.tsv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    assert len(rows) == 32
    for row in rows:
        agreeing, pairs = map(int, row["sys_agree"].split("/"))
        values = {name: float(row[name]) for name in ("sys_pearson", "seg_pearson_pooled", "acc_t", "spa_seed4_k1000")}
        of_2023 = [
            ("accuracy", agreeing / pairs),
            ("pearson", values["sys_pearson"]),
            ("segment-pearson", values["seg_pearson_pooled"]),
            ("acc-t", values["acc_t"]),
        ]
        assert average_tasks(of_2023) == pytest.approx(float(row["avg_wmt23_style"]), abs=1.5e-6)
        of_2024 = [("spa", values["spa_seed4_k1000"]), ("acc-t", values["acc_t"])]
        assert average_tasks(of_2024) == pytest.approx(float(row["avg_wmt24_style"]), abs=1.5e-6)


def test_weights_suit_the_tasks() -> None:
    with pytest.raises(InputError, match="a weight for each task"):
        average_tasks([("spa", 0.5)], weights=[1, 2])
    with pytest.raises(InputError, match="above 0"):
        average_tasks([("spa", 0.5)], weights=[0])


def test_published_curves_give_the_figures_of_their_package() -> None:
    """mt-thresholds 1.0.4."""
    assert round(CURVES["chrf"].accuracy(1), 3) == 70.022
    assert round(CURVES["chrf"].difference(63.989), 4) == 0.7099
    assert round(CURVES["comet22"].accuracy(1), 3) == 90.892
    assert CURVES["bleu"].accuracy(0) == CURVES["bleu"].a / 2
    with pytest.raises(InputError, match="below 88"):
        CURVES["bleu"].difference(90)


def test_pairs_are_counted_by_their_difference() -> None:
    pairs = pairs_by_difference([1, 2, 3, 4], [10, 10.5, 10.2, 20])
    found = accuracy_by_difference(pairs, edges=[0, 0.4, 5])
    assert [(each.agreeing, each.pairs) for each in found] == [(1, 2), (1, 1), (3, 3)]
    assert found[2].interval.low < 1 == found[2].accuracy
    assert accuracy_by_difference(pairs_by_difference([1, 2], [1, 9]), edges=[0, 1])[0].accuracy is None
    with pytest.raises(InputError, match="edges that rise"):
        accuracy_by_difference(pairs, edges=[1, 1])


def test_pairs_of_several_sets_are_added_and_ties_of_one_side_are_wrong() -> None:
    pairs = pairs_by_difference([1, 1, 2], [1, 1, 1]) + pairs_by_difference([5, 9], [2, 3])
    assert pairs.differences.tolist() == [0, 0, 0, 1]
    assert pairs.agreeing.tolist() == [True, False, False, True]


def test_ranges_hold_about_as_many_pairs_each() -> None:
    rng = np.random.default_rng(1)
    pairs = pairs_by_difference(rng.normal(size=60), rng.normal(size=60))
    edges = edges_of_equal_bins(pairs, bins=6)
    counts = [each.pairs for each in accuracy_by_difference(pairs, edges=edges)]
    assert (len(counts), sum(counts)) == (6, 60 * 59 // 2)
    assert max(counts) < 1.4 * min(counts)  # ends are written with two digits
    assert edges_of_equal_bins(pairs_by_difference([1, 2, 3], [4, 4, 4]), bins=3) == (0.0,)


def test_a_curve_that_made_the_pairs_is_found_again() -> None:
    rng = np.random.default_rng(7)
    true = AccuracyCurve(95.0, 0.8)
    differences = rng.exponential(2.0, size=20_000)
    agreeing = 100 * rng.random(len(differences)) < [true.accuracy(each) for each in differences]
    found = fit_accuracy_curve(PairsByDifference(differences, agreeing))
    assert found is not None
    for difference in (0, 0.5, 1, 2, 5, 10):
        assert found.accuracy(difference) == pytest.approx(true.accuracy(difference), abs=0.7)


@pytest.mark.parametrize(
    ("human", "metric"),
    [
        (range(4), range(4)),  # six pairs
        (range(8), [1.0] * 8),  # no differences
        (range(8), range(8)),  # all agree: no slope
        (range(8), range(8, 0, -1)),  # none does
    ],
)
def test_no_curve_where_there_is_no_slope(human: Sequence[float], metric: Sequence[float]) -> None:
    assert fit_accuracy_curve(pairs_by_difference(list(human), list(metric))) is None
