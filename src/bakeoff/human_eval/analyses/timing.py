"""How long judges take for a screen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from statistics import NormalDist, median
from typing import Final

import numpy as np

from bakeoff.human_eval.protocols.observations import Floats, Observations
from bakeoff.statistics import Interval
from bakeoff.statistics.intervals import median_interval

LONGEST_SECONDS: Final = 300.0
"""Longer screens were left open during a break: W08 leaves out screens over five minutes."""
FEWEST_TIMES: Final = 3
"""Screens after which a judge's own times say something about the next ones."""
SHARES: Final = (0.0, 0.25, 0.5, 0.75, 1.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Timing:
    """Seconds a screen, from shown to sent."""

    screens: int
    """That counted."""
    too_long: int
    """Left out of mean and quantiles; they stay in the data."""
    unknown: int
    """Without a time."""
    mean: float | None
    """None where no screen counted."""
    interval: Interval | None
    """Of the mean by the normal distribution; None where fewer than two screens counted."""
    quantiles: tuple[float, ...] | None
    """Shortest, quarter, median, three quarters, longest."""
    median_interval: Interval | None
    """Of the median, between two of the times; None where there are too few."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Timings:
    """Times of all judges together, and of each."""

    overall: Timing
    judges: dict[str, Timing]


def measure_times(
    observations: Observations, *, longest_seconds: float | None = LONGEST_SECONDS, level: float = 0.95
) -> Timings:
    """Seconds a screen, over all and by judge; screens that took longer than the bound are counted apart.

    None as the bound keeps all. Each judgment counts once, however many outputs it graded or compared. Intervals say
    what other screens would have taken these judges: screens are taken for independent of each other.
    """
    _, rows = np.unique(observations.judgment, return_index=True)
    seconds, judge = observations.seconds[rows], observations.judge[rows]
    order = np.argsort(judge, kind="stable")
    present, starts = np.unique(judge[order], return_index=True)
    parts = np.split(seconds[order], starts[1:])
    return Timings(
        overall=timing_of(seconds, longest_seconds, level),
        judges={
            observations.judges[number]: timing_of(part, longest_seconds, level)
            for number, part in zip(present, parts, strict=True)
        }
        if len(rows)
        else {},
    )


def timing_of(seconds: Floats, longest: float | None, level: float = 0.95) -> Timing:
    """What screens took that took these seconds, NaN where that is not known; see `measure_times`."""
    known = seconds[~np.isnan(seconds)]
    counted = known if longest is None else known[known <= longest]
    mean = float(counted.mean()) if len(counted) else None
    interval = None
    if mean is not None and len(counted) > 1:
        half = NormalDist().inv_cdf((1 + level) / 2) * float(counted.std(ddof=1)) / len(counted) ** 0.5
        interval = Interval(mean - half, mean + half, level)
    return Timing(
        screens=len(counted),
        too_long=len(known) - len(counted),
        unknown=len(seconds) - len(known),
        mean=mean,
        interval=interval,
        quantiles=tuple(np.quantile(counted, SHARES).tolist()) if len(counted) else None,
        median_interval=median_interval(counted, level=level),
    )


def usual_seconds(seconds: Sequence[float], *, longest_seconds: float | None = LONGEST_SECONDS) -> float | None:
    """The median of the times that count; None where none does.

    >>> usual_seconds([12.0, 18.0, 4000.0])
    15.0
    """
    counted = [each for each in seconds if longest_seconds is None or each <= longest_seconds]
    return median(counted) if counted else None


def active_seconds(seconds: Sequence[float], *, longest_seconds: float | None = LONGEST_SECONDS) -> float:
    """Time at work: of a screen that was left open, as long as the longest that counts.

    >>> active_seconds([12.0, 18.0, 4000.0])
    330.0
    """
    return sum(each if longest_seconds is None else min(each, longest_seconds) for each in seconds)


def minutes_left(
    seconds: Sequence[float], screens: int, *, longest_seconds: float | None = LONGEST_SECONDS
) -> int | None:
    """Minutes that a judge needs for more screens, by the median of their own times; None with fewer than three.

    >>> minutes_left([12.0, 18.0, 24.0], 100)
    30
    """
    if len(seconds) < FEWEST_TIMES:
        return None
    usual = usual_seconds(seconds, longest_seconds=longest_seconds)
    return None if usual is None else ceil(usual * screens / 60)
