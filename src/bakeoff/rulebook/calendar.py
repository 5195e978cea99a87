"""The schedule: phases as times on the clock of the world, whatever the campaign's time zone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, time, timedelta
from types import MappingProxyType
from zoneinfo import ZoneInfo

from bakeoff.rulebook.cache import once_for_each_rulebook
from bakeoff.rulebook.schema import Campaign, Phase, Rulebook
from bakeoff.rulebook.schema.rulebook import ANYWHERE, ANYWHERE_ZONE

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
    """A phase that starts or ends."""

    when: datetime
    phase: Phase
    starts: bool


def schedule(rulebook: Rulebook, *, extensions: Mapping[str, datetime] = _NO_EXTENSIONS) -> tuple[Period, ...]:
    """All phases in the order in which they start. `extensions` are later ends that a team was granted, by phase."""
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
    """The phases that last at a time, in the order in which they started."""
    return tuple(period.phase for period in schedule(rulebook) if period.holds(when))


def events_after(rulebook: Rulebook, when: datetime) -> tuple[Event, ...]:
    """What starts and ends after a time, soonest first."""
    periods = schedule(rulebook)
    starts = [Event(period.start, period.phase, starts=True) for period in periods if period.start > when]
    ends = [Event(period.end, period.phase, starts=False) for period in periods if when < period.end < FOREVER]
    return tuple(sorted(starts + ends, key=lambda event: (event.when, event.starts)))


def ended_by_change(before: Rulebook, after: Rulebook, when: datetime) -> tuple[Period, ...]:
    """Phases that would last or come by the rules before a change, and are over at that time by those after it."""
    unfinished = {period.phase.id for period in schedule(before) if period.end > when}
    return tuple(period for period in schedule(after) if period.end <= when and period.phase.id in unfinished)


def past_phases(rulebook: Rulebook, when: datetime) -> tuple[Period, ...]:
    """Phases that are over at a time, or started before that day by the campaign's clocks.

    In a campaign that is created now, they mean that people come too late, or that results are shown at once.
    """
    today = datetime.combine(when.astimezone(rulebook.campaign.zone).date(), time.min, tzinfo=rulebook.campaign.zone)
    return tuple(period for period in schedule(rulebook) if period.end <= when or period.start < today)


def clock_time(moment: datetime, campaign: Campaign, *, last: bool = False) -> str:
    """A moment as the campaign's clocks show it; with `last` an end, as the last minute that is still in time.

    >>> clock_time(datetime(2027, 4, 6, 16, tzinfo=UTC), Campaign(id="a", title="A", timezone="America/New_York"))
    'Tue 6 April 2027, 12:00 EDT'
    """
    return zoned_time(moment, campaign.zone, last=last)


def zoned_time(moment: datetime, zone: ZoneInfo, *, last: bool = False) -> str:
    """The same by the time zone alone.

    >>> zoned_time(datetime(2027, 4, 7, 12, tzinfo=UTC), ZoneInfo("Etc/GMT+12"), last=True)
    'Tue 6 April 2027, 23:59 AoE'
    """
    local = _on_the_clock(moment, zone, last=last)
    return f"{_in_words(local)} {_zone_name(local, zone)}"


def local_time(moment: datetime, zone: ZoneInfo, *, last: bool = False) -> str:
    """A moment on the clocks of a reader, next to the campaign's, which says the year.

    >>> local_time(datetime(2027, 4, 7, 12, tzinfo=UTC), ZoneInfo("Europe/Berlin"), last=True)
    'Wed 7 April, 13:59 (CEST)'
    """
    local = _on_the_clock(moment, zone, last=last)
    return f"{local:%a} {local.day} {local:%B}, {_clock(local)} ({_zone_name(local, zone)})"


def exact_time(moment: datetime, campaign: Campaign) -> str:
    """A moment as the campaign's clocks show it, always to the second: deadlines are argued about in seconds.

    >>> exact_time(datetime(2027, 4, 6, 16, tzinfo=UTC), Campaign(id="a", title="A", timezone="America/New_York"))
    'Tue 6 April 2027, 12:00:00 EDT'
    """
    local = moment.astimezone(campaign.zone)
    return f"{_day_in_words(local)}, {local:%H:%M:%S} {_zone_name(local, campaign.zone)}"


def _zone_name(local: datetime, zone: ZoneInfo) -> str:
    """Its letters; zones that have none are called what the rulebook calls them."""
    letters = f"{local:%Z}"
    return letters if letters.isalpha() else ANYWHERE if zone.key == ANYWHERE_ZONE else zone.key


def minute_of(moment: datetime, zone: ZoneInfo) -> str:
    """A moment on the clocks of a zone that is named elsewhere; to the second where it is not a full minute."""
    return _in_words(moment.astimezone(zone))


def day_or_time(moment: datetime, zone: ZoneInfo, *, last: bool = False) -> str | None:
    """A moment in tables of rules: a day where it is the start (an end: the end) of one; None for ever.

    >>> day_or_time(datetime(2027, 4, 7, 12, tzinfo=UTC), ZoneInfo("Etc/GMT+12"), last=True)
    '6 April 2027'
    """
    if moment == FOREVER:
        return None
    local = _on_the_clock(moment, zone, last=last)
    is_full_day = local.time().replace(second=0) == (time(23, 59) if last else time.min)
    return day_in_words(local) if is_full_day and not local.second else f"{day_in_words(local)}, {_clock(local)}"


def day_in_words(day: date) -> str:
    """A day without its weekday.

    >>> day_in_words(date(2027, 3, 1))
    '1 March 2027'
    """
    return f"{day.day} {day:%B} {day.year}"


def _on_the_clock(moment: datetime, zone: ZoneInfo, *, last: bool) -> datetime:
    return (last_moment(moment) if last else moment).astimezone(zone)


def last_moment(end: datetime) -> datetime:
    """How an end is written: one to the minute as the minute before it, which is still in time, else as that second."""
    return end if end.second or end.microsecond else end - timedelta(minutes=1)


def _in_words(local: datetime) -> str:
    return f"{_day_in_words(local)}, {_clock(local)}"


def _day_in_words(local: datetime) -> str:
    return f"{local:%a} {day_in_words(local)}"


def _clock(local: datetime) -> str:
    return f"{local:%H:%M:%S}" if local.second else f"{local:%H:%M}"


_DAYS_ALONE = 10
"""From this number of days on, hours no longer matter."""


@dataclass(frozen=True, slots=True)
class TimeUnit:
    """A part of a countdown: 4 days."""

    number: int
    name: str

    def __str__(self) -> str:
        return f"{self.number} {self.name}"


def time_left(end: datetime, now: datetime) -> tuple[TimeUnit, ...]:
    """How long it is until a moment, in the two largest units; in days alone where it is long; none once it has passed.

    >>> " ".join(map(str, time_left(datetime(2027, 4, 7, 12, tzinfo=UTC), datetime(2027, 4, 2, 12, 59, tzinfo=UTC))))
    '4 days 23 hours'
    """
    seconds = max(0, int((end - now).total_seconds()))
    minutes, hours, days = seconds // 60, seconds // 3600, seconds // 86400
    if days >= _DAYS_ALONE:
        parts = [(days, "day")]
    elif days:
        parts = [(days, "day"), (hours % 24, "hour")]
    elif hours:
        parts = [(hours, "hour"), (minutes % 60, "minute")]
    else:
        parts = [(minutes, "minute"), (seconds % 60, "second")]
    return tuple(TimeUnit(number, name if number == 1 else f"{name}s") for number, name in parts if number)


def _moment(value: date | datetime, zone: ZoneInfo, *, last: bool) -> tuple[datetime, bool]:
    """A moment of a rulebook in UTC, and whether clocks of the zone show it just once.

    An end that is a day is the end of that day; one written to the minute is the end of that minute, so that what
    arrives at 11:59:30 is in time for 11:59.
    """
    if not isinstance(value, datetime):
        # Days part where midnight is shown first, or would be: Python's earlier fold.
        midnight = datetime.combine(value + timedelta(days=1) if last else value, time.min, tzinfo=zone)
        return midnight.astimezone(UTC), True
    rest_of_minute = timedelta(minutes=1) if last and not (value.second or value.microsecond) else timedelta()
    if value.tzinfo is not None:
        return value.astimezone(UTC) + rest_of_minute, True
    moments = {value.replace(tzinfo=zone, fold=fold).astimezone(UTC) + rest_of_minute for fold in (0, 1)}
    # Of a time that clocks show twice or not at all, an end is the later and a start the earlier reading: in doubt a
    # phase is longer.
    return (max(moments) if last else min(moments)), len(moments) == 1
