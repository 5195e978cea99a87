"""Corrections of p-values where several hypotheses are tested at once.

Each function takes the p-values of a family of tests in an array of any shape and gives adjusted ones in the same
places: a test is significant at a level when its adjusted p-value is at most that level.
"""

from __future__ import annotations

from typing import Literal, get_args

import numpy as np
from numpy.typing import ArrayLike

from bakeoff.errors import InputError
from bakeoff.statistics.inputs import Floats, numbers, one_of

Correction = Literal["holm", "bh", "bonferroni", "none"]


def bonferroni(p_values: ArrayLike) -> Floats:
    """Every p-value times their number, at most 1. Bounds the chance of any false finding, whatever the dependence.

    Source: O. J. Dunn 1961, Multiple comparisons among means.

    >>> bonferroni([0.01, 0.03, 0.5]).tolist()
    [0.03, 0.09, 1.0]
    """
    p = _shares(p_values)
    return np.asarray(np.minimum(1.0, p * p.size))


def holm(p_values: ArrayLike) -> Floats:
    """Holm's step-down correction: the k-th smallest of m times m − k + 1, none below one before it, at most 1.

    Bounds the chance of any false finding as Bonferroni's does, and never finds less.

    Source: S. Holm 1979, A simple sequentially rejective multiple test procedure.

    >>> holm([0.01, 0.03, 0.02]).tolist()
    [0.03, 0.04, 0.04]
    """
    p = _shares(p_values)
    order = np.argsort(p, axis=None, kind="stable")
    steps = p.ravel()[order] * np.arange(p.size, 0, -1)
    return _in_place(np.minimum(1.0, np.maximum.accumulate(steps)), order, p)


def benjamini_hochberg(p_values: ArrayLike) -> Floats:
    """Benjamini and Hochberg's step-up correction: the k-th smallest of m times m / k, none above one after it.

    Bounds the expected share of false findings among all findings, for independent or positively dependent tests.

    Source: Y. Benjamini and Y. Hochberg 1995, Controlling the false discovery rate.

    >>> benjamini_hochberg([0.01, 0.04, 0.03, 0.5]).round(4).tolist()
    [0.04, 0.0533, 0.0533, 0.5]
    """
    p = _shares(p_values)
    order = np.argsort(p, axis=None, kind="stable")
    steps = p.ravel()[order] * (p.size / np.arange(1, p.size + 1))
    return _in_place(np.minimum.accumulate(steps[::-1])[::-1], order, p)


def adjust_p_values(p_values: ArrayLike, *, correction: Correction) -> Floats:
    """The p-values corrected in the way named: "holm", "bh" (Benjamini–Hochberg), "bonferroni" or "none".

    >>> adjust_p_values([0.01, 0.03], correction="none").tolist()
    [0.01, 0.03]
    """
    one_of(correction, get_args(Correction), "the correction")
    ways = {"holm": holm, "bh": benjamini_hochberg, "bonferroni": bonferroni, "none": _shares}
    return ways[correction](p_values)


def _shares(p_values: ArrayLike) -> Floats:
    p = numbers(p_values, "the p-values", least=0, dimensions=None)
    if (outside := (p < 0) | (p > 1)).any():
        raise InputError(expected="p-values from 0 to 1", found=f"{p[outside][0]:g}")
    return p.copy()


def _in_place(adjusted: Floats, order: np.ndarray, p: Floats) -> Floats:
    """The adjusted values, given from the smallest to the largest, at the places of the p-values they belong to."""
    result = np.empty(p.size)
    result[order] = adjusted
    return result.reshape(p.shape)
