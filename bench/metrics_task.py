"""Speed of meta-evaluation: measures and tests against plain NumPy in the same run, and against the times of
mt-metrics-eval, which were measured elsewhere (CPU time, 2 cores; it is no package that could be installed).

Usage: python bench/metrics_task.py [--pairs TRIALS]. `--pairs` also tests all pairs of 50 metrics on 15 systems × 2,000
segments, at system level and by acc-t. Needs the real campaign data (BAKEOFF_DATA).
"""

from __future__ import annotations

import argparse
import os
import resource
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from bakeoff.evaluation.metrics_task.inputs import folder_human_scores, folder_metrics
from bakeoff.evaluation.metrics_task.scored_sets import scored_set
from bakeoff.formats.scores.mtme_folder import list_mtme_folder
from bakeoff.meta_evaluation.comparisons.metric_tests import ComparisonOptions, compare_metrics
from bakeoff.meta_evaluation.measures import MetricOutputs
from bakeoff.meta_evaluation.soft_accuracy import soft_pairwise_accuracy
from bakeoff.meta_evaluation.tie_calibration import calibrated_accuracy
from bakeoff.statistics.inputs import Floats

DATA = Path(os.environ.get("BAKEOFF_DATA", Path(__file__).parents[2] / "shared" / "data")) / "wmt23-metrics-en-de"
TOOL_MS = {
    "acc-t, one metric": 168,
    "soft pairwise accuracy, one metric": 5.6,
    "pooled Pearson, a draw": 0.87,
    "soft pairwise accuracy, a draw": 14,
    "pair swap, 500 draws": 500 * 47,
}
TWENTY_TIMES = ("acc-t, one metric", "pooled Pearson, a draw", "pair swap, 500 draws")
"""What must be as many times as fast as mt-metrics-eval; all must be faster."""
REPEATS = 5


def plain_calibrated_accuracy(human: Floats, metric: Floats) -> float:
    """acc-t as it is written in NumPy: all differences, sorted once."""
    first, second = np.triu_indices(len(human), k=1)
    known = ~np.isnan(human).any(axis=0)
    h = np.sign(human[first] - human[second])[:, known].ravel()
    m = (metric[first] - metric[second])[:, known].ravel()
    change = np.where(h == 0, 1, np.where(h == np.sign(m), -1, 0))
    order = np.argsort(np.abs(m), kind="stable")
    sizes = np.abs(m)[order]
    right = (h != 0) & (h == np.sign(m))
    sums = right.sum() + np.cumsum(change[order])
    last = np.append(sizes[1:] != sizes[:-1], True)
    return float(sums[last].max() / len(h))


def plain_soft_accuracy(human: Floats, metric: Floats, draws: int = 1000) -> float:
    """Soft pairwise accuracy as it is written in NumPy: a matrix of signs, and a product for each side."""
    known = ~np.isnan(human[0])
    signs = np.random.default_rng(4).integers(0, 2, size=(int(known.sum()), draws)) * 2.0 - 1
    first, second = np.triu_indices(len(human), k=1)
    shares = []
    for table in (human[:, known], metric[:, known]):
        signed, plain = table @ signs, table.sum(axis=1)
        shares.append((signed[first] - signed[second] >= (plain[first] - plain[second])[:, None]).mean(axis=1))
    return float(1 - np.abs(shares[0] - shares[1]).mean())


def plain_soft_accuracy_draws(human: Floats, first: Floats, second: Floats, draws: int) -> float:
    """PERM-BOTH for soft pairwise accuracy, measured again in each draw."""
    rng = np.random.default_rng(1)
    observed = plain_soft_accuracy(human, first) - plain_soft_accuracy(human, second)
    extreme = 0
    for _ in range(draws):
        swap = rng.integers(0, 2, size=human.shape, dtype=np.bool_)
        x, y = np.where(swap, second, first), np.where(swap, first, second)
        extreme += plain_soft_accuracy(human, x) - plain_soft_accuracy(human, y) >= observed
    return (1 + extreme) / (1 + draws)


def plain_pearson_draws(human: Floats, first: Floats, second: Floats, draws: int) -> float:
    """PERM-BOTH for pooled Pearson, each draw with new vectors."""
    known = ~np.isnan(human)
    h, a, b = human[known], first[known], second[known]
    a, b = (a - a.mean()) / a.std(), (b - b.mean()) / b.std()
    rng = np.random.default_rng(1)
    observed = np.corrcoef(h, a)[0, 1] - np.corrcoef(h, b)[0, 1]
    extreme = 0
    for _ in range(draws):
        swap = rng.integers(0, 2, size=len(h), dtype=np.bool_)
        x, y = np.where(swap, b, a), np.where(swap, a, b)
        extreme += np.corrcoef(h, x)[0, 1] - np.corrcoef(h, y)[0, 1] >= observed
    return (1 + extreme) / (1 + draws)


def milliseconds(call: Callable[[], object]) -> float:
    times = []
    for _ in range(REPEATS):
        start = time.process_time()
        call()
        times.append(time.process_time() - start)
    return 1000 * min(times)


def compare_with_peers() -> bool:
    (pair,) = list_mtme_folder(DATA)
    human = next(each for each in folder_human_scores(pair) if each.kind == "mqm").without({"refA", "synthetic_ref"})
    outputs = scored_set(human, folder_metrics(pair)).outputs
    comet, bleurt = outputs["COMET"], outputs["BLEURT-20"]
    h, a, b = comet.human_segments, comet.metric_segments, bleurt.metric_segments
    assert h is not None
    assert a is not None
    assert b is not None
    draws, few = 1000, 50
    both = [("COMET", comet), ("BLEURT-20", bleurt)]
    rows = {
        "acc-t, one metric": (lambda: calibrated_accuracy(h, a), lambda: plain_calibrated_accuracy(h, a), 1),
        "pooled Pearson, a draw": (
            lambda: compare_metrics("segment-pearson", both, options=ComparisonOptions(trials=draws)),
            lambda: plain_pearson_draws(h, a, b, draws),
            draws,
        ),
        "soft pairwise accuracy, one metric": (
            lambda: soft_pairwise_accuracy(h, a, rng=np.random.default_rng(4)),
            lambda: plain_soft_accuracy(h, a),
            1,
        ),
        "soft pairwise accuracy, a draw": (
            lambda: compare_metrics("spa", both, options=ComparisonOptions(trials=few)),
            lambda: plain_soft_accuracy_draws(h, a, b, few),
            few,
        ),
        "pair swap, 500 draws": (
            lambda: compare_metrics("acc-t", both, options=ComparisonOptions(test="pair-swap")),
            None,
            1,
        ),
    }
    kept = True
    print("| what | ms | plain NumPy | times | mt-metrics-eval (elsewhere) | times |\n|---|---|---|---|---|---|")
    for name, (own, plain, number) in rows.items():
        mine = milliseconds(own) / number
        numpy_ms = milliseconds(plain) / number if plain is not None else None
        tool = TOOL_MS[name]
        against = "–" if numpy_ms is None else f"{numpy_ms:.3f} | {numpy_ms / mine:.1f}"
        print(f"| {name} | {mine:.4f} | {against if numpy_ms is not None else '– | –'} | {tool} | {tool / mine:.0f} |")
        kept &= tool / mine >= (20 if name in TWENTY_TIMES else 1) and (numpy_ms is None or numpy_ms > mine)
    return kept


def compare_all_pairs(trials: int, *, metrics: int = 50, systems: int = 15, segments: int = 2000) -> None:
    """Grades with ties, metrics of all qualities."""
    rng = np.random.default_rng(1)
    human = np.minimum(0, np.round(rng.normal(-3, 3, size=(systems, segments)) + rng.normal(0, 1, size=(systems, 1))))
    scores = [human + rng.normal(0, noise, size=human.shape) for noise in np.linspace(1, 10, metrics)]
    outputs = [
        (
            f"m{number:02}",
            MetricOutputs(
                human_systems=human.mean(axis=1),
                metric_systems=each.mean(axis=1),
                human_segments=human,
                metric_segments=each,
            ),
        )
        for number, each in enumerate(scores)
    ]
    threads = os.cpu_count() or 1
    for measure in ("pearson", "accuracy", "spa", "segment-pearson", "acc-t"):
        start = time.perf_counter()
        compare_metrics(measure, outputs, options=ComparisonOptions(trials=trials, threads=threads))
        seconds = time.perf_counter() - start
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        pairs = metrics * (metrics - 1) // 2
        print(f"| {measure} | {pairs:,} pairs, {trials:,} trials | {seconds:.1f} s | {memory:,.0f} MB |", flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, metavar="TRIALS")
    arguments = parser.parse_args()
    succeeded = compare_with_peers()
    if arguments.pairs:
        compare_all_pairs(arguments.pairs)
    sys.exit(0 if succeeded else 1)
