"""How many judgments came when: by hour, by day or by week."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, tzinfo
from typing import Literal

import numpy as np
from numpy.typing import NDArray

PaceUnit = Literal["hour", "day", "week"]
_MOST: dict[PaceUnit, timedelta] = {"hour": timedelta(days=2), "day": timedelta(days=120)}
"""Longer times are counted by the next longer unit."""


@dataclass(frozen=True, slots=True)
class PacePoint:
    """An hour, a day or a week, from its start on."""

    start: datetime
    judgments: int
    total: int
    """Until its end."""


@dataclass(frozen=True, slots=True)
class Pace:
    """Judgments over time, from the first one on, without gaps."""

    unit: PaceUnit
    points: tuple[PacePoint, ...]
    end: datetime
    """Up to when it is known: the last point may be of a part of its day."""


def pace_of(sent: NDArray[np.float64], *, zone: tzinfo = UTC, until: datetime | None = None) -> Pace | None:
    """How many of the judgments came in each hour, day or week of the time zone; None where no time is known.

    `sent` is in seconds since 1970, 0 where it is not known. `until` is when nothing more can have come; None: the last
    judgment. What came after it, as clocks may differ, counts in the last part.
    """
    known = sent[sent > 0]
    if not len(known):
        return None
    first, last = (datetime.fromtimestamp(float(each), zone) for each in (known.min(), known.max()))
    end = last if until is None else max(last, until.astimezone(zone))
    unit: PaceUnit = next((unit for unit, most in _MOST.items() if end - first <= most), "week")
    starts = list(_starts(unit, first, end))
    edges = [each.timestamp() for each in starts]
    counts = np.bincount(np.searchsorted(edges, known, side="right") - 1, minlength=len(starts))
    totals = np.cumsum(counts)
    return Pace(unit, tuple(map(PacePoint, starts, counts.tolist(), totals.tolist())), end)


def _starts(unit: PaceUnit, first: datetime, end: datetime) -> Iterator[datetime]:
    """Starts of all parts from that of the first judgment on."""
    if unit == "hour":
        # Hours go on where clocks are turned.
        at = first.replace(minute=0, second=0, microsecond=0).astimezone(UTC)
        while at <= end:
            yield at.astimezone(first.tzinfo)
            at += timedelta(hours=1)
        return
    at = first.replace(hour=0, minute=0, second=0, microsecond=0, fold=0)
    step = timedelta(days=1)
    if unit == "week":
        at, step = at - timedelta(days=at.weekday()), timedelta(days=7)
    while at <= end:
        yield at
        at += step  # by the calendar: a day may have 23 hours
