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
from validity.conftest import RecordRow

SYSTEMS, SEGMENTS = 10, 60
RUNS = 1000
TRIALS = 199
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
    found, rounded = 0, measure in ("acc-eq", "acc-t", "tau10")
    for run in range(RUNS):
        options = ComparisonOptions(test=test, trials=TRIALS, settings=Settings(seed=run))
        found += (
            compare_metrics(measure, simulated(rng, errors=errors, rounded=rounded), options=options).p[0, 1] <= 0.05
        )
    return found / RUNS


KEPT: list[tuple[str, MetricTest, Errors]] = [
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
