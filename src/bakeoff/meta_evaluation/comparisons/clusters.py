"""Clusters of metrics as the metrics tasks of WMT draw them."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from bakeoff.errors import InputError
from bakeoff.statistics.inputs import booleans


def cluster_metrics(beats: ArrayLike) -> tuple[int, ...]:
    """The cluster of each metric, from 1; `beats[i, j]` says that metric i, sorted best first, beats metric j.

    Walking down, a metric that any member of the current cluster beats starts a new one. Two metrics of different
    clusters need not differ significantly, since one member above is enough. Source: Freitag et al. 2023, Results of
    WMT23 metrics shared task.

    >>> cluster_metrics([[0, 0, 1], [0, 0, 0], [0, 0, 0]])
    (1, 1, 2)
    """
    matrix = booleans(beats, "the matrix of who beats whom", least=0, dimensions=2)
    if matrix.shape[0] != matrix.shape[1]:
        raise InputError(expected="as many columns as rows in the matrix", found="{} × {}".format(*matrix.shape))
    clusters: list[int] = []
    start = 0
    for metric in range(len(matrix)):
        if np.any(matrix[start:metric, metric]):
            start = metric
        clusters.append(clusters[-1] + (start == metric) if clusters else 1)
    return tuple(clusters)
