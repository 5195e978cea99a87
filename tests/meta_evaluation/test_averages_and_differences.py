"""Averages over tasks, and accuracy by the difference of scores."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from bakeoff.errors import InputError
from bakeoff.meta_evaluation.averages import average_tasks
from bakeoff.meta_evaluation.score_differences import CURVES, accuracy_by_difference


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
    found = accuracy_by_difference([1, 2, 3, 4], [10, 10.5, 10.2, 20], edges=[0, 0.4, 5])
    assert [(each.agreeing, each.pairs) for each in found] == [(1, 2), (1, 1), (3, 3)]
    assert found[2].interval.low < 1 == found[2].accuracy
    assert accuracy_by_difference([1, 2], [1, 9], edges=[0, 1])[0].accuracy is None
    with pytest.raises(InputError, match="edges that rise"):
        accuracy_by_difference([1, 2], [1, 9], edges=[1, 1])
