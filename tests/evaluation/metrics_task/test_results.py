"""One figure for a metric over measures and language pairs."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bakeoff.evaluation.metrics_task.analysis import MetricsAnalysis
from bakeoff.reports import overall_table
from tests.evaluation.metrics_task.sets import simulated

ANALYSIS = MetricsAnalysis(measures=("accuracy", "pearson", "acc-t"))


def test_measures_and_language_pairs_weigh_the_same() -> None:
    result = simulated(pairs=("en-de", "de-en"), analysis=ANALYSIS)
    rows = [row.measured for own in result.sets for row in own.rows if row.metric == "poor"]
    accuracy = sum(row["accuracy"].right or 0 for row in rows) / sum(row["accuracy"].pairs or 0 for row in rows)
    pearson, calibrated = ([row[name].value or 0.0 for row in rows] for name in ("pearson", "acc-t"))
    expected = (2 * accuracy + sum((r + 1) / 2 for r in pearson) + sum(calibrated)) / 6
    found = {each.metric: each for each in result.overall}
    assert (found["poor"].value, found["poor"].tasks) == (pytest.approx(expected), 6)
    assert list(found) == ["good", "fair", "poor"]
    assert [row[2] for row in overall_table(result).rows] == ["good", "fair", "poor"]


def test_a_metric_that_a_set_lacks_has_no_average() -> None:
    result = simulated(pairs=("en-de", "de-en"), analysis=ANALYSIS)
    first, second = result.sets
    less = replace(result, sets=(first, replace(second, rows=second.rows[:-1])))
    assert {each.metric for each in less.overall} == {row.metric for row in second.rows[:-1]}
    assert overall_table(replace(result, sets=())).says_empty
