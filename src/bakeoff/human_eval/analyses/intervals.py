"""How scores from comparisons vary when segments, judgments or judges are drawn anew."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from bakeoff import native
from bakeoff.errors import InputError
from bakeoff.human_eval.analyses.head_to_head import HeadToHead, cells_of, head_to_head, table_of
from bakeoff.human_eval.observations import Floats, Preferences
from bakeoff.statistics import BootstrapResult
from bakeoff.statistics.inputs import one_of, positive, share
from bakeoff.statistics.intervals import percentile_interval

Unit = Literal["segment", "judgment", "judge"]


def bootstrap_preferences(
    preferences: Preferences,
    score: Callable[[HeadToHead], Floats],
    *,
    rng: np.random.Generator,
    unit: Unit = "segment",
    samples: int = 1000,
    level: float = 0.95,
    threads: int = 1,
) -> tuple[BootstrapResult, ...]:
    """The score of every system with mean, deviation and interval over samples of segments (or judgments, judges).

    A unit is drawn with all its comparisons, so that those of one screen stay together. The interval is that of the
    percentiles. Samples that have no score (Bradley and Terry's may not exist) are left out; where none has one, or
    there are fewer than two units, InputError. Source: Efron and Tibshirani 1993, An introduction to the bootstrap.
    """
    one_of(unit, get_args(Unit), "unit")
    share(level, "level")
    counted = preferences.take(preferences.ordinary)
    starts, cells = _grouped(counted, unit)
    key = int(rng.integers(1 << 63))
    counts = native.resampled_counts(
        starts,
        cells,
        columns=2 * len(preferences.systems) ** 2,
        key=key,
        first=0,
        samples=positive(samples, "number of samples"),
        threads=threads,
    )
    values = score(head_to_head(preferences))
    drawn = [found for each in counts if (found := _scored(score, table_of(preferences.systems, each))) is not None]
    if not drawn:
        raise InputError(expected="samples that have a score", found="none", remedy="Collect more judgments.")
    return tuple(
        BootstrapResult(float(value), float(row.mean()), float(row.std()), percentile_interval(row, level=level), row)
        for value, row in zip(values, np.array(drawn).T, strict=True)
    )


def _grouped(preferences: Preferences, unit: Unit) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
    """The cells of all comparisons unit by unit, and where each unit begins."""
    column = {"segment": preferences.item, "judgment": preferences.judgment, "judge": preferences.judge}[unit]
    order = np.argsort(column, kind="stable")
    _, sizes = np.unique(column, return_counts=True)
    if len(sizes) < 2:
        raise InputError(expected=f"at least two {unit}s to draw from", found=str(len(sizes)))
    return np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64), np.ascontiguousarray(cells_of(preferences)[order])


def _scored(score: Callable[[HeadToHead], Floats], table: HeadToHead) -> Floats | None:
    try:
        return score(table)
    except InputError:  # a system was not drawn, or won always
        return None
