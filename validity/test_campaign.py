"""The complete way from the texts of the example campaign: two systems made equal, and the scores of test sets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import kstest

from bakeoff.evaluation import Evaluation, add_intervals, compare_runs, score_runs
from bakeoff.evaluation.comparison.pair_tests import PairTest
from bakeoff.statistics.intervals import IntervalMethod
from tests.evaluation.example_campaign import REFERENCES, RUNS, SOURCE
from validity.cases import LEVELS, SEED, around_95
from validity.conftest import RecordRow
from validity.test_p_values import chance

SEGMENTS, REPLICATIONS, TRIALS = 500, 2000, 999


@pytest.fixture(scope="module")
def campaign() -> Evaluation:
    """Two systems; the 40 segments stand for all the segments there are."""
    runs = [run for run in RUNS if run.system in {"basalt", "dune"}]
    return score_runs(runs, REFERENCES, source=SOURCE, metrics="bleu chrf")


def with_rows(campaign: Evaluation, rows: Sequence[dict[str, np.ndarray]]) -> Evaluation:
    systems = [replace(s, statistics=statistics) for s, statistics in zip(campaign.systems, rows, strict=False)]
    return replace(campaign, systems=tuple(systems))


def equal_systems(campaign: Evaluation, rng: np.random.Generator) -> Evaluation:
    """Segments drawn from the campaign; a coin says which system gets which of two outputs."""
    first, second = (system.statistics for system in campaign.systems)
    drawn, coin = rng.integers(campaign.segments, size=SEGMENTS), rng.random((SEGMENTS, 1)) < 0.5
    both = [(first, second), (second, first)]
    return with_rows(
        campaign, [{name: np.where(coin, a[name][drawn], b[name][drawn]) for name in first} for a, b in both]
    )


@pytest.mark.parametrize("test", ["randomization", "bootstrap", "bootstrap@sacrebleu", "sign"])
def test_equal_systems_of_a_campaign_differ_no_more_often_than_the_level_says(
    campaign: Evaluation, test: PairTest, record_row: RecordRow
) -> None:
    rng = np.random.default_rng(SEED)
    found = []
    for seed in range(REPLICATIONS):
        comparison = compare_runs(equal_systems(campaign, rng), test=test, trials=TRIALS, seed=seed, threads=1)
        found.append([one.pairs[0].p for one in comparison.comparisons])
    for metric, p in zip(campaign.metrics, np.array(found).T, strict=True):
        rates = {level: float((p <= level).mean()) for level in LEVELS}
        uniformity = float(kstest(p - rng.random(len(p)) / (1 + TRIALS), "uniform").pvalue)
        uniform = test in {"randomization", "bootstrap"}
        cells = [*(f"{100 * rate:.1f}" for rate in rates.values()), f"{uniformity:.2g}" if uniform else ""]
        record_row(
            "tests", f"`compare_runs` `test={test}`", f"{metric} of the example campaign", SEGMENTS, len(p), *cells
        )
        if test == "bootstrap@sacrebleu":
            assert 0.05 + chance(0.05, len(p)) < rates[0.05] < 0.13
            continue
        for level, rate in rates.items():
            assert rate <= level + chance(level, len(p)), (metric, level)
        assert not uniform or uniformity > 1e-4, metric


@pytest.mark.parametrize("method", ["percentile", "bca"])
def test_intervals_of_a_campaign_hold_the_true_scores(
    campaign: Evaluation, method: IntervalMethod, record_row: RecordRow
) -> None:
    system = campaign.systems[0]
    rng = np.random.default_rng(SEED)
    held = []
    for seed in range(2 * REPLICATIONS):
        drawn = rng.integers(campaign.segments, size=SEGMENTS)
        rows = {name: rows[drawn] for name, rows in system.statistics.items()}
        scored = add_intervals(with_rows(campaign, [rows]), method=method, seed=seed, threads=1).systems[0].scores
        intervals = {name: score.variation.interval for name, score in scored.items()}
        held.append([i.low <= system.scores[name].value <= i.high for name, i in intervals.items()])
    low, high = around_95(len(held))
    for metric, share in zip(campaign.metrics, np.mean(held, axis=0), strict=True):
        what = f"{metric} of the example campaign"
        record_row("intervals", f"`add_intervals` `method={method}`", what, SEGMENTS, len(held), f"{100 * share:.1f}")
        assert low <= share <= high, metric
