"""Scores of people and of a metric for the same outputs: tables of systems (rows) and segments (columns)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np
from numpy.typing import ArrayLike

from bakeoff.errors import InputError
from bakeoff.statistics.inputs import Floats, one_of

Grouping = Literal["item", "system", "pooled"]
"""Which outputs are compared with each other: those of one segment, those of one system, or all."""


@dataclass(frozen=True, slots=True)
class GroupedValue:
    """The mean of a measure over groups. Groups in which it is undefined leave the mean."""

    value: float | None
    """None where it is defined in no group."""
    groups: int
    """That have a value."""
    all_groups: int


def checked_tables(human: ArrayLike, metric: ArrayLike) -> tuple[Floats, Floats]:
    """Both tables as arrays; people may have left out outputs (NaN), a metric may not leave out what people scored."""
    h, m = human_table(human), np.asarray(metric, dtype=np.float64)
    if h.shape != m.shape:
        raise InputError(
            expected="scores of people and of the metric for the same systems and segments",
            found=f"{' × '.join(map(str, h.shape))} and {' × '.join(map(str, m.shape))}",
        )
    missing = np.argwhere(~np.isnan(h) & ~np.isfinite(m))
    if len(missing):
        system, segment = missing[0].tolist()
        raise InputError(
            expected="a finite score of the metric for every output that people scored",
            found=f"{m[system, segment]} at system {system}, segment {segment} (counted from 0)",
            remedy="Score it: leaving it out would change what is compared.",
        )
    return h, np.where(np.isnan(h), np.nan, m)


def human_table(human: ArrayLike) -> Floats:
    """Scores of people as an array, at least two systems and one segment; NaN where an output was not judged."""
    table = np.asarray(human, dtype=np.float64)
    if table.ndim != 2 or table.shape[0] < 2 or table.shape[1] < 1:
        raise InputError(
            expected="a table of at least two systems (rows) and one segment (columns)",
            found=" × ".join(map(str, table.shape)) or "one number",
        )
    if np.isinf(table).any():
        raise InputError(expected="finite scores of people, or NaN where there is none", found="an infinite score")
    if np.isnan(table).all():
        raise InputError(expected="at least one score of people", found="none")
    return table


def in_groups(table: Floats, grouping: Grouping) -> Floats:
    """The table with a row for each group."""
    one_of(grouping, get_args(Grouping), "the grouping")
    if grouping == "pooled":
        return np.ascontiguousarray(table.reshape(1, -1))
    return np.ascontiguousarray(table.T if grouping == "item" else table)


def mean_of_groups(values: Floats) -> GroupedValue:
    """The mean of the values that are defined."""
    known = values[~np.isnan(values)]
    return GroupedValue(float(known.mean()) if len(known) else None, len(known), len(values))
