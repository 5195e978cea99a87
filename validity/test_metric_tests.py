"""Do tests between metrics keep their level, and are measures without bias? By simulation, at the sizes stated.

Two metrics are equally good where their errors have the same distribution: under that null a test at 5 % may reject in
5 % of the cases plus Monte Carlo error (three standard errors). Errors are independent, or those of one system and of
one segment have something in common, as they do in practice. What rejects too often is stated with its rate.
"""

import math
from typing import Literal

import numpy as np
import pytest

from bakeoff.meta_evaluation.comparisons.metric_tests import ComparisonOptions, MetricTest, compare_metrics
from bakeoff.meta_evaluation.measures import MetricOutputs, Settings, find_measure
from bakeoff.meta_evaluation.resampled_measures import Resampled, measure_intervals
from validity.conftest import RecordRow

SYSTEMS, SEGMENTS = 10, 60
RUNS = 1000
TRIALS = 199
INTERVAL_RUNS = 400
Errors = Literal["independent", "shared"]


def scores(rng: np.random.Generator, *, errors: Errors) -> np.ndarray:
    """Of outputs; with `shared` errors, those of one system and of one segment have something in common."""
    own = rng.normal(size=(SYSTEMS, SEGMENTS))
    common = 0.3 * rng.normal(size=(SYSTEMS, 1)) + 0.5 * rng.normal(size=(1, SEGMENTS))
    return own + common if errors == "shared" else own


def simulated(
    rng: np.random.Generator, *, errors: Errors, r: float = 0.5, rounded: bool = False
) -> list[tuple[str, MetricOutputs]]:
    """Two metrics of one quality."""
    truth = scores(rng, errors="shared")
    human = np.round(truth) if rounded else truth
    metrics = [r * truth + math.sqrt(1 - r**2) * scores(rng, errors=errors) for _ in range(2)]
    return [
        (
            f"m{number}",
            MetricOutputs(
                human_systems=human.mean(axis=1),
                metric_systems=metric.mean(axis=1),
                human_segments=human,
                metric_segments=metric,
            ),
        )
        for number, metric in enumerate(metrics)
    ]


def rejected(measure: str, test: MetricTest, *, errors: Errors) -> float:
    rng = np.random.default_rng(20)
    found, rounded = 0, measure in ("acc-eq", "acc-t", "tau10", "consistency")
    for run in range(RUNS):
        options = ComparisonOptions(test=test, trials=TRIALS, settings=Settings(seed=run, draws=200))
        found += (
            compare_metrics(measure, simulated(rng, errors=errors, rounded=rounded), options=options).p[0, 1] <= 0.05
        )
    return found / RUNS


KEPT: list[tuple[str, MetricTest, Errors]] = [
    ("spearman", "swap", "shared"),
    ("kendall", "swap", "shared"),
    ("consistency", "swap", "shared"),
    ("spa", "swap", "independent"),
    ("accuracy", "swap", "shared"),
    ("segment-pearson", "swap", "independent"),
    ("segment-pearson-item", "swap", "independent"),
    ("acc-eq", "swap", "shared"),
    ("acc-t", "swap", "shared"),
    ("tau10", "swap", "shared"),
    ("pearson", "williams", "shared"),
    ("segment-pearson", "williams", "independent"),
]
"""What is measured, the test, and whether errors of a system and of a segment have something in common."""
TOO_OFTEN: list[tuple[str, MetricTest, Errors]] = [
    ("acc-t", "pair-swap", "independent"),
    ("acc-t", "pair-swap", "shared"),
    ("pearson", "swap", "shared"),
    ("spa", "swap", "shared"),
    ("segment-pearson", "swap", "shared"),
    ("segment-pearson", "williams", "shared"),
    ("segment-pearson-item", "swap", "shared"),
]
"""The pair swap takes pairs of one segment for independent; tests of outputs take their errors for independent; and ten
systems are few to standardise a metric by, which swapping their scores for Pearson's r does."""


@pytest.mark.parametrize(("measure", "test", "errors"), KEPT)
def test_tests_between_equal_metrics_keep_their_level(
    measure: str, test: MetricTest, errors: Errors, record_row: RecordRow
) -> None:
    share = rejected(measure, test, errors=errors)
    record_row("metrics", measure, test, errors, RUNS, f"{100 * share:.1f}")
    assert share <= 0.05 + 3 * math.sqrt(0.05 * 0.95 / RUNS)


@pytest.mark.parametrize(("measure", "test", "errors"), TOO_OFTEN)
def test_these_reject_too_often(measure: str, test: MetricTest, errors: Errors, record_row: RecordRow) -> None:
    share = rejected(measure, test, errors=errors)
    record_row("metrics", measure, test, errors, RUNS, f"{100 * share:.1f}")
    assert share > 0.05


@pytest.mark.parametrize("r", [0.2, 0.6, 0.9])
def test_known_correlations_are_recovered_without_bias(r: float, record_row: RecordRow) -> None:
    rng = np.random.default_rng(5)
    found = []
    for _ in range(RUNS // 4):
        truth = rng.normal(size=(SYSTEMS, SEGMENTS))
        metric = r * truth + math.sqrt(1 - r**2) * rng.normal(size=truth.shape)
        outputs = MetricOutputs(
            human_systems=truth.mean(axis=1),
            metric_systems=metric.mean(axis=1),
            human_segments=truth,
            metric_segments=metric,
        )
        pooled, item = (find_measure(f"segment-pearson{each}").of(outputs, Settings()).value for each in ("", "-item"))
        accuracy = find_measure("acc-eq").of(outputs, Settings()).value
        found.append((pooled, item, accuracy))
    means, errors = np.mean(found, axis=0), np.std(found, axis=0) / math.sqrt(len(found))
    # r by item is that of ten values, whose mean is lower by about r(1 − r²)/(2·(n − 1)) (Fisher 1915).
    expected = (r, r - r * (1 - r**2) / (2 * (SYSTEMS - 1)), 0.5 + math.asin(r) / math.pi)
    for name, mean, error, known in zip(("pooled", "by item", "acc-eq"), means, errors, expected, strict=True):
        record_row("recovered", name, r, f"{known:.4f}", f"{mean:.4f}", f"{error:.4f}")
        assert abs(mean - known) < 4 * error + 0.003


@pytest.mark.parametrize("resampled", ["segments", "systems", "both"])
@pytest.mark.parametrize("measure", ["segment-pearson", "segment-pearson-item", "acc-eq"])
def test_intervals_hold_the_known_value(measure: str, resampled: Resampled, record_row: RecordRow) -> None:
    """Outputs are independent, so the value is known. Ten systems are few to draw again."""
    r, rng, held = 0.6, np.random.default_rng(6), 0
    known = {
        "segment-pearson": r,
        "segment-pearson-item": r - r * (1 - r**2) / (2 * (SYSTEMS - 1)),
        "acc-eq": 0.5 + math.asin(r) / math.pi,
    }[measure]
    for _ in range(INTERVAL_RUNS):
        truth = rng.normal(size=(SYSTEMS, SEGMENTS))
        metric = r * truth + math.sqrt(1 - r**2) * rng.normal(size=truth.shape)
        outputs = MetricOutputs(
            human_systems=truth.mean(axis=1),
            metric_systems=metric.mean(axis=1),
            human_segments=truth,
            metric_segments=metric,
        )
        found = measure_intervals([measure], outputs, resampled=resampled, samples=200, rng=rng)[measure]
        held += found.low <= known <= found.high
    share = held / INTERVAL_RUNS
    record_row(
        "intervals", measure, f"{resampled} drawn", f"{SYSTEMS} × {SEGMENTS}", INTERVAL_RUNS, f"{100 * share:.1f}"
    )
    assert share >= (0.95 if resampled != "systems" else 0.85) - 3 * math.sqrt(0.95 * 0.05 / INTERVAL_RUNS)
