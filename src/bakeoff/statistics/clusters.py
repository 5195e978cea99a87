"""Clusters and rank ranges of systems, from which of them is significantly better than which."""

from __future__ import annotations

from typing import Literal, NamedTuple, get_args

import numpy as np
from numpy.typing import ArrayLike

from bakeoff.errors import InputError
from bakeoff.statistics.inputs import Booleans, booleans, one_of

ClusterRule = Literal["strict", "wmt", "neighbours"]


class RankRange(NamedTuple):
    """The best and the worst rank that a system may have, counted from 1."""

    low: int
    high: int


def cluster_systems(beats: ArrayLike, *, rule: ClusterRule = "strict") -> tuple[tuple[int, ...], ...]:
    """Divides systems, sorted best first, into clusters; each is a tuple of their places, counted from 0.

    `beats[i, j]` says that system i is significantly better than system j. By the strict rule a line is drawn where
    every system above it beats every system below. By the rule of WMT's published tables it is drawn after system i
    when the number of systems i beats, wherever they are, equals the number of systems below it: only i's own wins
    are looked at, so a line may be where a system above does not beat one below. By the rule of the tables of IWSLT
    2012 it is drawn between neighbours where one beats the other. Without any system, no cluster.

    Source: the direct assessment scripts of WMT 2021 and 2022 (Akhbardeh et al. 2021, Kocmi et al. 2022).

    >>> cluster_systems([[0, 0, 1], [0, 0, 1], [0, 0, 0]])
    ((0, 1), (2,))
    >>> cluster_systems([[0, 0, 0], [0, 0, 1], [0, 0, 0]], rule="wmt")
    ((0, 1), (2,))
    """
    one_of(rule, get_args(ClusterRule), "the rule of clusters")
    matrix = _checked(beats)
    n = len(matrix)
    if rule == "strict":
        ends = [end for end in range(1, n + 1) if matrix[:end, end:].all()]
    elif rule == "wmt":
        ends = [end for end in range(1, n + 1) if matrix[end - 1].sum() == n - end or end == n]
    else:
        ends = [end for end in range(1, n + 1) if end == n or matrix[end - 1, end]]
    return tuple(tuple(range(start, end)) for start, end in zip([0, *ends], ends, strict=False))


def rank_ranges(beats: ArrayLike) -> tuple[RankRange, ...]:
    """The ranks each system may have: low is 1 + the systems that beat it, high is n − the systems it beats.

    `beats` is as for `cluster_systems`; the order of the systems does not matter. Of n systems where none beats
    another, each may have any rank from 1 to n.

    Source: Kocmi et al. 2022, Findings of the 2022 Conference on Machine Translation.

    >>> rank_ranges([[0, 0, 1], [0, 0, 1], [0, 0, 0]])
    (RankRange(low=1, high=2), RankRange(low=1, high=2), RankRange(low=3, high=3))
    """
    matrix = _checked(beats)
    wins, losses = matrix.sum(axis=1), matrix.sum(axis=0)
    return tuple(RankRange(1 + int(lost), len(matrix) - int(won)) for won, lost in zip(wins, losses, strict=True))


def _checked(beats: ArrayLike) -> Booleans:
    name = "the matrix of who beats whom"
    matrix = booleans(beats, name, least=0, dimensions=2)
    if matrix.shape[0] != matrix.shape[1]:
        raise InputError(expected=f"as many columns as rows in {name}", found="{} × {}".format(*matrix.shape))
    if (both := matrix & matrix.T).any():
        first, second = np.argwhere(both)[0].tolist()
        found = f"system {first} beats itself" if first == second else f"{first} and {second} beat each other"
        raise InputError(expected="of two systems at most one to beat the other", found=found)
    return matrix
