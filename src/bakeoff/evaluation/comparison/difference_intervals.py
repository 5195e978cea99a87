"""Intervals of the differences between systems."""

from __future__ import annotations

from dataclasses import replace

from bakeoff.evaluation.comparison.systems import compare_runs
from bakeoff.evaluation.scores.results import Evaluation
from bakeoff.statistics import Interval
from bakeoff.statistics.inputs import DEFAULT_SEED


def difference_intervals(
    evaluation: Evaluation,
    metric: str,
    *,
    samples: int = 1000,
    confidence: float = 0.95,
    seed: int = DEFAULT_SEED,
    threads: int | None = None,
) -> dict[tuple[str, str], Interval]:
    """For each pair of systems, in either order, the interval of the first one's score less the second's.

    Segments are drawn again for all systems together (paired bootstrap), from the statistics that are stored. Empty
    for a metric without scores of segments, and where there is one segment only.
    """
    if metric not in evaluation.metrics or evaluation.segments < 2:
        return {}
    one = replace(evaluation, metrics={metric: evaluation.metrics[metric]}, groups={}, given={})
    compared = compare_runs(
        one,
        test="bootstrap",
        trials=samples,
        level=1 - confidence,
        correction="none",
        seed=seed,
        threads=threads,
    )
    found: dict[tuple[str, str], Interval] = {}
    for pair in compared.comparisons[0].pairs:
        if pair.interval is not None:
            found[pair.a, pair.b] = pair.interval
            found[pair.b, pair.a] = replace(pair.interval, low=-pair.interval.high, high=-pair.interval.low)
    return found
