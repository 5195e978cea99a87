"""Divisions that are not defined everywhere."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


def ratio(part: Floats, total: Floats, *, where: NDArray[np.bool_], otherwise: float = 0.0) -> Floats:
    """Part / complete where that is wanted, elsewhere another value.

    >>> ratio(np.array([1.0, 3.0]), np.array([2.0, 0.0]), where=np.array([True, False])).tolist()
    [0.5, 0.0]
    """
    if where.all():
        # So it is for nearly all sums of a corpus, and a division with exceptions takes several times as long.
        quotient: Floats = part / total
        return quotient
    quotient = np.full(where.shape, otherwise)
    np.divide(part, total, out=quotient, where=where)
    return quotient


def count_true(values: NDArray[np.bool_]) -> NDArray[np.uint8]:
    """How many of the last axis are true; they are few, such as orders of n-grams."""
    counted: NDArray[np.uint8] = np.add.reduce(values, axis=-1, dtype=np.uint8)
    return counted
