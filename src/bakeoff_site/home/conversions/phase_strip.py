"""The phases around today in one row: what is over, what is open, what comes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from bakeoff.rulebook import Period
from bakeoff.rulebook.calendar import FOREVER

_SHOWN = 5


@dataclass(frozen=True, slots=True)
class StripPhase:
    """A phase of the row."""

    label: str
    look: Literal["done", "now", "next"]
    start: datetime
    end: datetime | None
    """None where it has no end."""


def phase_strip(periods: Sequence[Period], now: datetime) -> tuple[StripPhase, ...]:
    """At most five phases: the last one that is over, what is open, and what comes next."""
    ordered = sorted(periods, key=lambda period: (period.start, period.end))
    looks = [_look(period, now) for period in ordered]
    current = next((place for place, look in enumerate(looks) if look != "done"), len(ordered))
    # What stays open for good, such as an evaluation server, must not hold the row at an early phase.
    moving = (
        look == "next" or (look == "now" and each.end != FOREVER) for each, look in zip(ordered, looks, strict=True)
    )
    coming = next((place for place, moves in enumerate(moving) if moves), len(ordered))
    first = max(min(max(current - 1, coming - 3), len(ordered) - _SHOWN), 0)
    return tuple(
        StripPhase(period.phase.label, look, period.start, _end(period, look, now))
        for period, look in list(zip(ordered, looks, strict=True))[first : first + _SHOWN]
    )


def _end(period: Period, look: str, now: datetime) -> datetime | None:
    """When it ends; None for what stays, such as results that are public."""
    return None if period.end == FOREVER or (look == "done" and period.end > now) else period.end


def _look(period: Period, now: datetime) -> Literal["done", "now", "next"]:
    if period.start > now:
        return "next"
    return "now" if now < period.end and period.phase.opens else "done"
