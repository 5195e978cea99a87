"""One figure for a metric over several tasks, as the metrics tasks of WMT make it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import fsum

from bakeoff.errors import InputError
from bakeoff.meta_evaluation.measures import find_measure


def average_tasks(tasks: Sequence[tuple[str, float]], *, weights: Sequence[float] | None = None) -> float:
    """The weighted mean of a metric's values, each with the name of its measure; correlations enter as (r + 1) / 2.

    WMT 2023 gives pairwise accuracy over all language pairs the weight 3 and each of nine other tasks 1; WMT 2024 takes
    the plain mean of soft pairwise accuracy and acc-t over the pairs. All shares stay as they are, so the result is
    from 0 to 1. Source: Freitag et al. 2023, Results of WMT23 metrics shared task.

    >>> average_tasks([("accuracy", 0.9), ("pearson", 0.8), ("acc-t", 0.6)], weights=[2, 1, 1])
    0.825
    """
    chosen = [1.0] * len(tasks) if weights is None else list(weights)
    if len(chosen) != len(tasks) or not tasks:
        raise InputError(
            expected="a weight for each task, and at least one", found=f"{len(chosen)} weights of {len(tasks)} tasks"
        )
    if min(chosen) <= 0:
        raise InputError(expected="weights above 0", found=f"{min(chosen):g}")
    shares = [value if find_measure(name).is_share else (value + 1) / 2 for name, value in tasks]
    return fsum(share * weight for share, weight in zip(shares, chosen, strict=True)) / fsum(chosen)


def average_ranks_of_clusters(clusters: Sequence[Mapping[str, int]], *, weights: Sequence[float]) -> dict[str, float]:
    """The weighted mean of each metric's clusters over tasks, as in WMT 2022; lower is better.

    Only metrics of all tasks have one.

    >>> average_ranks_of_clusters([{"a": 1, "b": 2}, {"a": 2, "b": 1, "c": 3}], weights=[1, 3])
    {'a': 1.75, 'b': 1.25}
    """
    if len(clusters) != len(weights) or not clusters:
        raise InputError(
            expected="a weight for each task, and at least one",
            found=f"{len(weights)} weights of {len(clusters)} tasks",
        )
    return {
        metric: fsum(task[metric] * weight for task, weight in zip(clusters, weights, strict=True)) / fsum(weights)
        for metric in clusters[0]
        if all(metric in task for task in clusters)
    }
