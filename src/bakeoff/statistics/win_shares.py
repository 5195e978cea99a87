"""Shares won against the other systems, from a table of head-to-head comparisons."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from bakeoff.errors import InputError
from bakeoff.statistics.inputs import Floats

_PRINTED = 0.01 + 1e-9
"""How much the two shares of a pair may exceed 1, being rounded to two digits."""


def share_better(wins: ArrayLike, *, judgments: ArrayLike | None = None) -> Floats:
    """`> others`: for each system the mean share, over the other systems, in which it was judged better.

    `wins[i][j]` is the share of judgments, 0 to 1, in which system i beat system j; what is missing to 1 in
    `wins[i][j] + wins[j][i]` are ties. The diagonal does not count. With `judgments`, the number of judgments of each
    pair, pairs count by their judgments, so that the result is a share of all judgments of the system; a pair with 0
    judgments may have no shares (NaN). From 0 to 1, higher is better.
    Sources: I12, appendix B.4 (mean of pairs); W08, section 3.1 (share of judgments).

    >>> share_better([[0, 0.5, 0.4], [0.25, 0, 0.3], [0.1, 0.3, 0]]).round(3).tolist()
    [0.45, 0.275, 0.2]
    """
    table, weights = _checked(wins, judgments)
    return _mean(table, weights)


def share_not_worse(wins: ArrayLike, *, judgments: ArrayLike | None = None) -> Floats:
    """`≥ others`: for each system the mean share, over the other systems, in which it was judged better or equal.

    That is 1 − `wins[j][i]`, averaged as in `share_better`.

    >>> share_not_worse([[0, 0.5, 0.4], [0.25, 0, 0.3], [0.1, 0.3, 0]]).round(3).tolist()
    [0.825, 0.6, 0.65]
    """
    table, weights = _checked(wins, judgments)
    return _mean(1 - table.T, weights)


def _mean(shares: Floats, weights: Floats) -> Floats:
    sums: Floats = (shares * weights).sum(axis=1) / weights.sum(axis=1)
    return sums


def _checked(wins: ArrayLike, judgments: ArrayLike | None) -> tuple[Floats, Floats]:
    """The shares and the weights of the pairs, with nothing in the diagonal and where there are no judgments."""
    table = _square(wins, "wins")
    weights = np.ones(table.shape) if judgments is None else _square(judgments, "judgments")
    if weights.shape != table.shape:
        raise InputError(expected=f"{len(table)} × {len(table)} judgments", found=f"{len(weights)} × {len(weights)}")
    off_diagonal = ~np.eye(len(table), dtype=bool)
    weights = np.where(off_diagonal, weights, 0)
    if not (np.isfinite(weights).all() and (weights >= 0).all() and (weights == weights.T).all()):
        raise InputError(expected="judgments of 0 or more, the same for i, j and j, i", found="others")
    table = np.where(weights > 0, table, 0)
    bad = ~((table >= 0) & (table <= 1) & (table + table.T <= 1 + _PRINTED))
    if bad.any():
        i, j = np.argwhere(bad)[0].tolist()
        raise InputError(
            expected="shares from 0 to 1 that sum to at most 1 for each pair",
            found=f"{table[i, j]:g} and {table[j, i]:g} for {i} and {j} (counted from 0)",
            remedy="Divide percentages by 100.",
        )
    if (weights.sum(axis=1) == 0).any():
        lonely = int((weights.sum(axis=1) == 0).argmax())
        raise InputError(expected="judgments of every system", found=f"none of system {lonely} (counted from 0)")
    return table, weights


def _square(values: ArrayLike, name: str) -> Floats:
    try:
        table: Floats = np.asarray(values, dtype=np.float64)
    except (TypeError, ValueError):
        raise InputError(expected=f"a table of numbers as {name}", found=f"{values!r:.60}") from None
    if table.ndim != 2 or table.shape[0] != table.shape[1] or len(table) < 2:
        shape = " × ".join(map(str, table.shape))
        raise InputError(expected=f"as many rows as columns in {name}, at least 2", found=shape or "a number")
    return table
