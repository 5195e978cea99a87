"""Accuracy of a metric on pairs of outputs when small differences of it count as ties."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from bakeoff.errors import InputError
from bakeoff.meta_evaluation.tables import Grouping, checked_tables, in_groups
from bakeoff.native import best_tie_threshold
from bakeoff.statistics.inputs import Floats


@dataclass(frozen=True, slots=True)
class CalibratedAccuracy:
    """The greatest accuracy that any threshold gives, and the smallest threshold that gives it."""

    value: float
    threshold: float
    """Differences of the metric up to this are ties."""
    right: int | None
    """Pairs that are right; None where groups differ in size, so that pairs do not weigh the same."""
    pairs: int
    groups: int
    all_groups: int


def calibrated_accuracy(human: ArrayLike, metric: ArrayLike, *, grouping: Grouping = "item") -> CalibratedAccuracy:
    """acc-t: the share of pairs of outputs that the metric orders, or ties, as people do, at its best threshold.

    A difference of the metric up to the threshold is a tie; people tie only equal scores. In each group (a segment, a
    system, all) the share of right pairs is taken, then the mean over groups with two scores or more. The threshold is
    0 or a difference that occurs, one for all groups, and is chosen on the data that it is measured on. From 0 to 1.
    Source: Deutsch, Foster and Freitag 2023, Ties matter: meta-evaluating modern metrics with pairwise accuracy and
    tie calibration.

    >>> calibrated_accuracy([[1], [1], [2]], [[0.1], [0.2], [0.9]])
    CalibratedAccuracy(value=1.0, threshold=0.1, right=3, pairs=3, groups=1, all_groups=1)
    """
    h, m = (in_groups(table, grouping) for table in checked_tables(human, metric))
    pairs = pairs_in_groups(h)
    kept = pairs > 0
    if not kept.any():
        raise InputError(expected="two outputs that people scored in at least one group", found="none")
    counted = pairs[kept]
    equal = bool((counted == counted[0]).all())
    weights = np.ones(len(counted)) if equal else 1 / counted
    threshold, right = best_tie_threshold(h[kept], m[kept], weights)
    value = right / int(counted.sum()) if equal else right / len(counted)
    return CalibratedAccuracy(
        value, threshold, int(right) if equal else None, int(counted.sum()), len(counted), len(pairs)
    )


def pairs_in_groups(human: Floats) -> Floats:
    """How many pairs of scored outputs each group (row) has."""
    sizes = (~np.isnan(human)).sum(axis=1).astype(np.float64)
    return np.asarray(sizes * (sizes - 1) / 2)
