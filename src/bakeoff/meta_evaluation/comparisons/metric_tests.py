"""Tests of all pairs of metrics for one measure: by swapping scores, by swapping verdicts, by Williams's formula."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from bakeoff.errors import ExpressionError, InputError
from bakeoff.meta_evaluation.comparisons.clusters import cluster_metrics
from bakeoff.meta_evaluation.comparisons.swap_tests import Progress, SwapTest, grades_of_outputs, scores_of_systems
from bakeoff.meta_evaluation.measures import MetricOutputs, Settings
from bakeoff.meta_evaluation.tables import in_groups
from bakeoff.meta_evaluation.tie_calibration import pairs_in_groups
from bakeoff.native import best_tie_threshold
from bakeoff.statistics import Correction, adjust_p_values, compare_correlations, sign_test_of_counts
from bakeoff.statistics.inputs import Booleans, Floats, one_of, positive, share

MetricTest = Literal["swap", "pair-swap", "williams"]
"""`swap`: PERM-BOTH, scores of two metrics change places cell by cell (system by system); `pair-swap`: WMT 2023 and
2024, their verdicts on each pair do; `williams`: the formula for two correlations with the same scores."""
MEASURES_OF_TESTS: Mapping[str, tuple[str, ...]] = {
    "pair-swap": ("acc-t",),
    "williams": ("pearson", "segment-pearson"),
}
"""What a test is for; those that are not here are for all measures."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparisonOptions:
    """How metrics are tested."""

    test: MetricTest = "swap"
    trials: int = 1000
    correction: Correction = "none"
    level: float = 0.05
    settings: Settings = field(default_factory=Settings)
    threads: int = 1


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class MetricTests:
    """All pairs of metrics, which are sorted best first. Tables have a value above the diagonal, NaN elsewhere."""

    measure: str
    test: MetricTest
    metrics: tuple[str, ...]
    p: Floats
    """One-sided: that the metric of the row is no better than that of the column."""
    corrected: Floats
    correction: Correction
    level: float
    trials: int | None
    """Random draws; None where all swaps were gone through, or where a formula gives p."""
    clusters: tuple[int, ...]
    """By the corrected p-values."""
    clusters_wmt: tuple[int, ...]
    """As WMT: by p-values without correction at .05."""


def compare_metrics(
    measure: str,
    metrics: Sequence[tuple[str, MetricOutputs]],
    *,
    options: ComparisonOptions | None = None,
    on_progress: Progress | None = None,
) -> MetricTests:
    """Tests every metric against all below it; `metrics` are names and scores, sorted best first.

    With `swap` (PERM-BOTH, Deutsch et al. 2021) both metrics are brought to mean 0 and deviation 1, their scores change
    places cell by cell at even odds (at system level system by system), and p is the share of draws whose difference is
    at least the observed one, (1 + extreme) / (1 + trials); where 2ⁿ ≤ trials all swaps are gone through. For acc-t the
    thresholds stay at their first optimum. `pair-swap` rejects too often: pairs of one segment depend on each other, so
    that of equal metrics about 12 in 100 differ at level .05 (see the page on validity).
    """
    asked = options or ComparisonOptions()
    one_of(asked.test, get_args(MetricTest), "the test")
    share(asked.level, "the level")
    positive(asked.trials, "trials")
    if len(metrics) < 2:
        raise InputError(expected="two metrics or more to compare", found=str(len(metrics)))
    names, outputs = [name for name, _ in metrics], [each for _, each in metrics]
    pairs = np.array(list(combinations(range(len(names)), 2)), dtype=np.int32)
    values, trials = _p_values(measure, outputs, pairs, asked, on_progress)
    corrected = adjust_p_values(values, correction=asked.correction)
    tables = [np.full((len(names), len(names)), np.nan) for _ in range(2)]
    for table, own in zip(tables, (values, corrected), strict=True):
        table[pairs[:, 0], pairs[:, 1]] = own
    return MetricTests(
        measure=measure,
        test=asked.test,
        metrics=tuple(names),
        p=tables[0],
        corrected=tables[1],
        correction=asked.correction,
        level=asked.level,
        trials=trials,
        clusters=cluster_metrics(np.nan_to_num(tables[1], nan=1) <= asked.level),
        clusters_wmt=cluster_metrics(np.nan_to_num(tables[0], nan=1) <= 0.05),
    )


def _p_values(
    measure: str,
    outputs: Sequence[MetricOutputs],
    pairs: NDArray[np.int32],
    asked: ComparisonOptions,
    on_progress: Progress | None,
) -> tuple[Floats, int | None]:
    if asked.test == "williams":
        return _williams(measure, outputs, pairs), None
    if asked.test == "pair-swap":
        return _pair_swap(measure, outputs, pairs), None
    swaps = SwapTest(
        outputs=outputs,
        pairs=pairs,
        trials=asked.trials,
        settings=asked.settings,
        rng=np.random.default_rng(asked.settings.seed),
        threads=asked.threads,
        on_progress=on_progress,
    )
    return swaps.run(measure)


def _williams(measure: str, outputs: Sequence[MetricOutputs], pairs: NDArray[np.int32]) -> Floats:
    if measure not in MEASURES_OF_TESTS["williams"]:
        raise ExpressionError(f"Williams's test is for pearson and segment-pearson, not for {measure}.")
    if measure == "pearson":
        human, columns = outputs[0].human_systems, [scores_of_systems(each) for each in outputs]
    else:
        table = grades_of_outputs(measure, outputs)
        known = ~np.isnan(table)
        human = table[known]
        columns = [each.metric_segments[known] for each in outputs if each.metric_segments is not None]
    results = (
        compare_correlations(human, columns[first], columns[second], test="williams", alternative="greater")
        for first, second in pairs.tolist()
    )
    return np.array([each.significance.p for each in results])


def _pair_swap(measure: str, outputs: Sequence[MetricOutputs], pairs: NDArray[np.int32]) -> Floats:
    if measure not in MEASURES_OF_TESTS["pair-swap"]:
        raise ExpressionError(f"the pair swap of WMT 2023 and 2024 is for acc-t, not for {measure}.")
    human = grades_of_outputs(measure, outputs)
    verdicts = [_verdicts(human, each) for each in outputs]
    tests = (
        sign_test_of_counts(
            int((verdicts[first] & ~verdicts[second]).sum()),
            int((verdicts[second] & ~verdicts[first]).sum()),
            alternative="greater",
        )
        for first, second in pairs.tolist()
    )
    return np.array([each.p for each in tests])


def _verdicts(human: Floats, outputs: MetricOutputs) -> Booleans:
    """Which pairs of outputs of one segment the metric has right at its best threshold."""
    assert outputs.metric_segments is not None
    truth, scores = in_groups(human, "item"), in_groups(outputs.metric_segments, "item")
    kept = pairs_in_groups(truth) > 0
    truth, scores = truth[kept], scores[kept]
    if np.isnan(truth).any():
        raise InputError(
            expected="scores of people for all outputs of a segment or for none, for the pair swap",
            found="segments in which some outputs were not scored",
            remedy="Test by swapping scores (swap).",
        )
    threshold, _ = best_tie_threshold(truth, scores, np.ones(len(truth)))
    first, second = np.triu_indices(truth.shape[1], k=1)
    difference = scores[:, first] - scores[:, second]
    by_metric = np.where(np.abs(difference) <= threshold, 0, np.sign(difference))
    return np.asarray(by_metric == np.sign(truth[:, first] - truth[:, second]))
