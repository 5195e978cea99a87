"""The schedule of a campaign as bars in time: across in percent, a line for today."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from typing import Literal
from zoneinfo import ZoneInfo

from bakeoff.reports import ScheduleRow
from bakeoff.rulebook import Period
from bakeoff.rulebook.calendar import FOREVER, last_moment

_SHORTEST = 1.2
"""Percent of the width that a bar has at least."""
_WEEKS_UNTIL = 62
"""Days up to which a schedule is divided into weeks."""
_LABELS = 14
"""How many months have labels of their own; of more, every third has one."""
_NEAR_TODAY = 6.0
"""Percent next to the label of today in which no other label fits."""
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "June", "July", "Aug", "Sept", "Oct", "Nov", "Dec")
_CLOSING = ("register", "submit", "judge", "describe")
"""What is closed after a phase, where it opens that."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A line of the grid, and what it is called; without a name where there is no room."""

    at: str
    label: str


@dataclass(frozen=True, slots=True)
class TimelineRow:
    """A phase as a bar."""

    label: str
    look: Literal["past", "now", "next"]
    chip: str
    start: datetime
    start_text: str
    end: datetime | None
    """Its last moment; None where it has no end, or is a single day."""
    end_text: str
    text: str
    """One clause: what people can do in it, or what it releases. The rules say all of it."""
    note: str
    at: str
    width: str
    fades: bool
    """Whether it has no end, so that its bar fades at the edge."""


@dataclass(frozen=True, slots=True)
class Timeline:
    """All phases in one scale."""

    marks: tuple[Mark, ...]
    today: str
    """Where today is; empty where that is before or after all phases."""
    rows: tuple[TimelineRow, ...]


def timeline(schedule: Sequence[ScheduleRow], now: datetime, zone: ZoneInfo) -> Timeline | None:
    """The phases in the order in which they start; None where there is none."""
    if not schedule:
        return None
    periods = [row.period for row in schedule]
    first = min(period.start for period in periods).astimezone(zone)
    last = max(_shown_end(period) for period in periods).astimezone(zone)
    scale = _Scale(_month(first), _next_month(_month(last)))
    today = scale.place(now) if scale.holds(now) else None
    return Timeline(
        marks=tuple(_marks(scale, today)),
        today="" if today is None else f"{today:.2f}%",
        rows=tuple(_row(row, now, zone, scale) for row in schedule),
    )


def _row(row: ScheduleRow, now: datetime, zone: ZoneInfo, scale: _Scale) -> TimelineRow:
    period = row.period
    look = _look(period, now)
    closes = any(opening.partition(":")[0] in _CLOSING for opening in period.phase.opens)
    fades = period.end == FOREVER
    begin, end = scale.place(period.start), 100.0 if fades else scale.place(period.end)
    start_text, end_text = _texts(period, now, zone)
    return TimelineRow(
        label=period.phase.label,
        look=look,
        chip=_chip(period, look, closes=closes),
        start=period.start,
        start_text=start_text,
        end=None if period.end == FOREVER or not end_text else last_moment(period.end),
        end_text=end_text,
        text=row.short,
        note=period.phase.note,
        at=f"{min(begin, 100 - _SHORTEST):.2f}%",
        width=f"{max(end - begin, _SHORTEST):.2f}%",
        fades=fades,
    )


def _look(period: Period, now: datetime) -> Literal["past", "now", "next"]:
    """What only releases something, without an end, has happened once it has started: nobody can miss it."""
    if period.start > now:
        return "next"
    happened = period.end == FOREVER and not any(text.partition(":")[0] in _CLOSING for text in period.phase.opens)
    return "past" if happened or period.end <= now else "now"


def _chip(period: Period, look: str, *, closes: bool) -> str:
    """What has no end and lets people do something, such as an evaluation server, is open rather than now."""
    if look == "now":
        return "Now"
    if look == "past" and period.end == FOREVER:
        return "Open" if period.phase.opens else ""
    return "Closed" if look == "past" and closes else ""


def _texts(period: Period, now: datetime, zone: ZoneInfo) -> tuple[str, str]:
    """Start and end in words; of a single day only the start. This year needs no number."""
    start, this_year = period.start.astimezone(zone), now.astimezone(zone).year
    start_text = _day(start, this_year, full=start.time() == time.min)
    if period.end == FOREVER:
        return f"{'from' if period.start > now else 'since'} {start_text}", ""
    end = last_moment(period.end).astimezone(zone)
    end_text = _day(end, this_year, full=(end.hour, end.minute) == (23, 59))
    return start_text, ("" if end_text == start_text else end_text)


def _day(moment: datetime, this_year: int, *, full: bool) -> str:
    day = f"{moment.day} {moment:%B}" + (f" {moment.year}" if moment.year != this_year else "")
    return day if full else f"{day}, {moment:%H:%M}"


def _shown_end(period: Period) -> datetime:
    """The last moment that the scale has to show; what never ends has none after its start."""
    return period.start if period.end == FOREVER else period.end


@dataclass(frozen=True, slots=True)
class _Scale:
    """From moments to percent."""

    begin: datetime
    end: datetime

    def place(self, when: datetime) -> float:
        return 100 * ((when - self.begin) / (self.end - self.begin))

    def holds(self, when: datetime) -> bool:
        return self.begin <= when <= self.end

    @property
    def days(self) -> float:
        return (self.end - self.begin) / timedelta(days=1)


def _marks(scale: _Scale, today: float | None) -> Iterator[Mark]:
    moments = list(_weeks(scale) if scale.days <= _WEEKS_UNTIL else _months(scale))
    by_weeks = scale.days <= _WEEKS_UNTIL
    for number, moment in enumerate(moments):
        at = scale.place(moment)
        label = f"{moment.day} {_MONTHS[moment.month - 1]}" if by_weeks else _MONTHS[moment.month - 1]
        if not by_weeks and moment.month == 1 and number:
            label = str(moment.year)
        is_crowded = len(moments) > _LABELS and (moment.month - 1) % 3
        is_taken = today is not None and abs(at - today) < _NEAR_TODAY
        yield Mark(f"{at:.2f}%", "" if is_crowded or is_taken else label)


def _months(scale: _Scale) -> Iterator[datetime]:
    month = scale.begin
    while month < scale.end:
        yield month
        month = _next_month(month)


def _weeks(scale: _Scale) -> Iterator[datetime]:
    """Mondays."""
    day = scale.begin + timedelta(days=-scale.begin.weekday() % 7)
    while day < scale.end:
        yield day
        day += timedelta(days=7)


def _month(moment: datetime) -> datetime:
    return moment.replace(day=1, hour=0, minute=0, second=0, microsecond=0)


def _next_month(month: datetime) -> datetime:
    return (month + timedelta(days=32)).replace(day=1)
