"""How well a metric scores single outputs: coefficients over all outputs, by segment or by system."""

from __future__ import annotations

from typing import get_args

import numpy as np
from numpy.typing import ArrayLike

from bakeoff.meta_evaluation.tables import GroupedValue, Grouping, checked_tables, in_groups, mean_of_groups
from bakeoff.statistics import Coefficient
from bakeoff.statistics.correlation.coefficients import coefficient_of_rows
from bakeoff.statistics.inputs import Floats, one_of


def segment_correlation(
    human: ArrayLike, metric: ArrayLike, *, coefficient: Coefficient = "pearson", grouping: Grouping = "pooled"
) -> GroupedValue:
    """Pearson's r, Spearman's rho or Kendall's tau-b of outputs: of all together, or the mean over segments or systems.

    Outputs that people did not score are left out. A group has no value, and leaves the mean, where it has fewer than
    two scores or where one side does not vary. The three groupings differ much: pooled scores reward a metric for
    knowing easy segments and good systems, those by item only for comparing translations of one segment.

    >>> human, metric = [[1, 2], [2, 4], [3, 3]], [[1, 1], [2, 3], [4, 2]]
    >>> round(segment_correlation(human, metric, grouping="item").value, 3)
    0.991
    """
    one_of(coefficient, get_args(Coefficient), "the coefficient")
    h, m = checked_tables(human, metric)
    return mean_of_groups(group_correlations(in_groups(h, grouping), in_groups(m, grouping), coefficient))


def group_correlations(human: Floats, metric: Floats, coefficient: Coefficient) -> Floats:
    """The coefficient in each group (row); NaN where it has none."""
    known = ~np.isnan(human)
    values = np.full(len(human), np.nan)
    sizes = known.sum(axis=1)
    for size in np.unique(sizes[sizes > 1]):
        rows = sizes == size
        columns = known[rows]
        h, m = (side[rows][columns].reshape(-1, size) for side in (human, metric))
        values[rows] = coefficient_of_rows(h, m, coefficient)
    return values
