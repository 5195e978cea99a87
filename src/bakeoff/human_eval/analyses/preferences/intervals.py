"""How scores from comparisons vary when segments, documents, judgments or judges are drawn again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from bakeoff import native
from bakeoff.errors import InputError
from bakeoff.human_eval.analyses.preferences.head_to_head import HeadToHead, cells_of, head_to_head, table_of
from bakeoff.human_eval.analyses.units import unit_numbers
from bakeoff.human_eval.protocols.observations import Floats, Preferences
from bakeoff.statistics import BootstrapResult
from bakeoff.statistics.inputs import one_of, positive, share
from bakeoff.statistics.intervals import percentile_interval

DrawnUnit = Literal["segment", "document", "judgment", "judge"]


def bootstrap_preferences(
    preferences: Preferences,
    score: Callable[[HeadToHead], Floats],
    *,
    rng: np.random.Generator,
    unit: DrawnUnit = "segment",
    samples: int = 1000,
    level: float = 0.95,
    threads: int = 1,
) -> tuple[BootstrapResult, ...]:
    """The score of every system with mean, deviation and interval over samples of segments (or of other units).

    A unit is drawn with all its comparisons, so that those of one screen stay together. The interval is that of the
    percentiles. Samples that have no score (Bradley and Terry's may not exist) are left out; where none has one, or
    there are fewer than two units, InputError. Source: Efron and Tibshirani 1993, An introduction to the bootstrap.
    """
    tables = drawn_tables(preferences, rng=rng, unit=unit, samples=samples, threads=threads)
    return scores_with_intervals(preferences, score, tables, level=level)


def drawn_tables(
    preferences: Preferences,
    *,
    rng: np.random.Generator,
    unit: DrawnUnit = "segment",
    samples: int = 1000,
    threads: int = 1,
) -> tuple[HeadToHead, ...]:
    """The table of every sample; all scores can be taken from the same ones."""
    one_of(unit, get_args(DrawnUnit), "unit")
    starts, cells = _grouped(preferences.take(preferences.ordinary), unit)
    counts = native.resampled_counts(
        starts,
        cells,
        columns=2 * len(preferences.systems) ** 2,
        key=int(rng.integers(1 << 63)),
        first=0,
        samples=positive(samples, "number of samples"),
        threads=threads,
    )
    return tuple(table_of(preferences.systems, each) for each in counts)


def scores_with_intervals(
    preferences: Preferences,
    score: Callable[[HeadToHead], Floats],
    tables: Iterable[HeadToHead],
    *,
    level: float = 0.95,
) -> tuple[BootstrapResult, ...]:
    """The score of every system with what the tables of samples say about it; see `bootstrap_preferences`."""
    share(level, "level")
    values = score(head_to_head(preferences))
    drawn = [found for each in tables if (found := _scored(score, each)) is not None]
    if not drawn:
        raise InputError(expected="samples that have a score", found="none", remedy="Collect more judgments.")
    return tuple(
        BootstrapResult(float(value), float(row.mean()), float(row.std()), percentile_interval(row, level=level), row)
        for value, row in zip(values, np.array(drawn).T, strict=True)
    )


def share_ends(tables: Sequence[HeadToHead], *, level: float = 0.95) -> tuple[Floats, Floats]:
    """Lower and upper ends of the intervals of all shares of wins (systems × systems); NaN where two never met."""
    share(level, "level")
    drawn = np.array([each.shares for each in tables])
    known = ~np.isnan(drawn)
    ends = np.full((2, *known.shape[1:]), np.nan)
    always, sometimes = known.all(axis=0), known.any(axis=0)
    # The quantile that passes over what is not known is a hundred times slower.
    for pairs, quantile in ((always, np.quantile), (sometimes & ~always, np.nanquantile)):
        if pairs.any():
            ends[:, pairs] = quantile(drawn[:, pairs], [(1 - level) / 2, (1 + level) / 2], axis=0)
    return ends[0], ends[1]


def _grouped(preferences: Preferences, unit: DrawnUnit) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
    """The cells of all comparisons unit by unit, and where each unit begins."""
    column = preferences.judgment if unit == "judgment" else unit_numbers(preferences, unit)
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
