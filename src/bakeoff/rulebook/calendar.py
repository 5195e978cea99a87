"""The schedule: phases as times on the clock of the world, whatever the campaign's time zone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, time, timedelta
from types import MappingProxyType
from zoneinfo import ZoneInfo

from bakeoff.rulebook.keeping import once_for_each_rulebook
from bakeoff.rulebook.schema import Phase, Rulebook

FOREVER = datetime.max.replace(tzinfo=UTC)
_NO_EXTENSIONS: Mapping[str, datetime] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Period:
    """A phase with its times. `end` is the first moment that no longer belongs to it."""

    phase: Phase
    start: datetime
    end: datetime
    doubtful: tuple[str, ...] = field(default=(), compare=False)
    """Which of start and end fall where clocks are set back or forward."""

    def holds(self, when: datetime) -> bool:
        """Whether it lasts at that time."""
        return self.start <= when < self.end


@dataclass(frozen=True, slots=True)
class Event:
    """A phase that begins or ends."""

    when: datetime
    phase: Phase
    begins: bool


def schedule(rulebook: Rulebook, *, extensions: Mapping[str, datetime] = _NO_EXTENSIONS) -> tuple[Period, ...]:
    """All phases in the order in which they begin. `extensions` are later ends that a site was granted, by phase."""
    periods = _periods(rulebook)
    if not extensions:
        return periods
    extended = [replace(period, end=max(period.end, extensions.get(period.phase.id, period.end))) for period in periods]
    return tuple(sorted(extended, key=_in_order))


@once_for_each_rulebook
def _periods(rulebook: Rulebook) -> tuple[Period, ...]:
    zone = rulebook.campaign.zone
    periods = []
    for phase in rulebook.phases.values():
        start, start_sure = _moment(phase.start, zone, last=False)
        end, end_sure = (FOREVER, True) if phase.end is None else _moment(phase.end, zone, last=True)
        doubtful = tuple(key for key, sure in (("start", start_sure), ("end", end_sure)) if not sure)
        periods.append(Period(phase, start, end, doubtful))
    return tuple(sorted(periods, key=_in_order))


def _in_order(period: Period) -> tuple[datetime, datetime]:
    return period.start, period.end


def phases_at(rulebook: Rulebook, when: datetime) -> tuple[Phase, ...]:
    """The phases that last at a time, in the order in which they began."""
    return tuple(period.phase for period in schedule(rulebook) if period.holds(when))


def events_after(rulebook: Rulebook, when: datetime) -> tuple[Event, ...]:
    """What begins and ends after a time, soonest first."""
    periods = schedule(rulebook)
    begins = [Event(period.start, period.phase, begins=True) for period in periods if period.start > when]
    ends = [Event(period.end, period.phase, begins=False) for period in periods if when < period.end < FOREVER]
    return tuple(sorted(begins + ends, key=lambda event: (event.when, event.begins)))


def _moment(value: date | datetime, zone: ZoneInfo, *, last: bool) -> tuple[datetime, bool]:
    """A moment of a rulebook in UTC, and whether clocks of the zone show it just once.

    An end that is a day is the end of that day; one written to the minute is the end of that minute, so that what
    arrives at 11:59:30 is in time for 11:59.
    """
    if not isinstance(value, datetime):
        # Days part where midnight is shown first, or would be: Python's earlier fold.
        midnight = datetime.combine(value + timedelta(days=1) if last else value, time.min, tzinfo=zone)
        return midnight.astimezone(UTC), True
    whole = timedelta(minutes=1) if last and not (value.second or value.microsecond) else timedelta()
    if value.tzinfo is not None:
        return value.astimezone(UTC) + whole, True
    moments = {value.replace(tzinfo=zone, fold=fold).astimezone(UTC) + whole for fold in (0, 1)}
    # Of a time that clocks show twice or not at all, an end is the later and a start the earlier reading: in doubt a
    # phase is longer.
    return (max(moments) if last else min(moments)), len(moments) == 1
