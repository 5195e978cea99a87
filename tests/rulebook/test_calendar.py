"""Phases on the clock of the world: ends of days and minutes, summer time, offsets, anywhere on Earth."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bakeoff.rulebook import Period, Rulebook, events_after, phases_at, read_rulebook, schedule
from bakeoff.rulebook.calendar import (
    FOREVER,
    clock_time,
    day_or_time,
    ended_by_change,
    local_time,
    minute_of,
    past_phases,
    time_left,
    zoned_time,
)
from tests.rulebook.small import small_rulebook


def rulebook(timezone: str, **phases: dict[str, Any]) -> Rulebook:
    campaign = {"id": "small", "title": "Small Task", "timezone": timezone}
    return small_rulebook(campaign=campaign, phases=phases, submission={})


def period(timezone: str, start: Any, end: Any = None) -> Period:
    (only,) = schedule(rulebook(timezone, phase={"start": start} | ({"end": end} if end else {})))
    return only


def utc(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def test_day_as_end_includes_that_day() -> None:
    found = period("Europe/Berlin", date(2027, 3, 1), date(2027, 3, 5))
    assert (found.start, found.end) == (utc("2027-02-28T23:00"), utc("2027-03-05T23:00"))
    assert found.holds(utc("2027-03-05T22:59:59.999"))
    assert not found.holds(utc("2027-03-05T23:00"))


def test_minute_as_end_includes_that_minute() -> None:
    found = period("UTC", date(2027, 3, 1), "2027-03-05T11:59")
    assert found.holds(utc("2027-03-05T11:59:59.999"))
    assert not found.holds(utc("2027-03-05T12:00"))


def test_end_with_seconds_is_that_second() -> None:
    assert period("UTC", date(2027, 3, 1), "2027-03-05T11:59:30").end == utc("2027-03-05T11:59:30")


def test_start_to_the_minute_is_the_start_of_that_minute() -> None:
    assert period("UTC", "2027-03-01T12:00").start == utc("2027-03-01T12:00")


def test_phase_without_an_end_lasts_for_ever() -> None:
    assert period("UTC", date(2027, 3, 1)).end == FOREVER


def test_anywhere_on_earth_is_twelve_hours_behind() -> None:
    found = period("AoE", date(2027, 3, 1), date(2027, 3, 5))
    assert (found.start, found.end) == (utc("2027-03-01T12:00"), utc("2027-03-06T12:00"))


def test_time_with_an_offset_of_its_own_keeps_it() -> None:
    found = period("Asia/Tokyo", "2027-03-01T00:00+01:00", "2027-03-05T11:59-05:00")
    assert (found.start, found.end) == (utc("2027-02-28T23:00"), utc("2027-03-05T17:00"))


@pytest.mark.parametrize(
    ("end", "expected"),
    [("2012-02-24T11:59", "2012-02-24T17:00"), ("2012-04-06T11:59", "2012-04-06T16:00")],
)
def test_deadlines_follow_summer_time(end: str, expected: str) -> None:
    assert period("America/New_York", date(2012, 1, 16), end).end == utc(expected)


def test_time_that_clocks_skip_is_doubtful_and_the_phase_longer() -> None:
    # On 11 March 2012 clocks in New York went from 02:00 to 03:00.
    found = period("America/New_York", "2012-03-11T02:30", "2012-03-11T02:45")
    assert found.doubtful == ("start", "end")
    assert (found.start, found.end) == (utc("2012-03-11T06:30"), utc("2012-03-11T07:46"))


def test_time_that_clocks_show_twice_is_doubtful_and_the_phase_longer() -> None:
    # On 4 November 2012 they went from 02:00 back to 01:00.
    found = period("America/New_York", "2012-11-04T01:30", "2012-11-04T01:45")
    assert found.doubtful == ("start", "end")
    assert (found.start, found.end) == (utc("2012-11-04T05:30"), utc("2012-11-04T06:46"))


def test_minute_before_the_change_is_in_no_doubt() -> None:
    assert period("America/New_York", date(2012, 3, 1), "2012-03-11T01:59").end == utc("2012-03-11T07:00")
    assert period("America/New_York", date(2012, 11, 1), "2012-11-04T00:59").end == utc("2012-11-04T05:00")
    assert period("America/New_York", date(2012, 11, 1), "2012-11-04T00:59").doubtful == ()


@pytest.mark.parametrize(
    ("day", "midnight"),
    # Havana changes at midnight: forward on 11 March 2012 (no midnight), back on 4 November (midnight twice).
    [(date(2012, 3, 11), "2012-03-11T05:00"), (date(2012, 11, 4), "2012-11-04T04:00")],
)
def test_day_whose_midnight_is_missing_or_duplicate_starts_once(day: date, midnight: str) -> None:
    found = period("America/Havana", day, day)
    before = period("America/Havana", day - timedelta(days=1), day - timedelta(days=1))
    assert (before.end, found.start) == (utc(midnight), utc(midnight))
    assert (before.doubtful, found.doubtful) == ((), ())


@given(
    day=st.dates(date(1990, 1, 1), date(2037, 12, 31)),
    zone=st.sampled_from(["Europe/Berlin", "America/Havana", "Australia/Lord_Howe", "Asia/Kathmandu", "AoE"]),
)
def test_days_follow_each_other_without_gap_or_overlap(day: date, zone: str) -> None:
    following = day + timedelta(days=1)
    assert period(zone, day, day).end == period(zone, following, following).start


def test_phases_stand_in_the_order_in_which_they_start() -> None:
    book = rulebook(
        "UTC",
        late={"start": date(2027, 3, 4), "end": date(2027, 3, 9)},
        early={"start": date(2027, 3, 1), "end": date(2027, 3, 5)},
    )
    assert [each.phase.id for each in schedule(book)] == ["early", "late"]
    assert [phase.id for phase in phases_at(book, utc("2027-03-05T12:00"))] == ["early", "late"]
    assert phases_at(book, utc("2027-03-10T00:00")) == ()
    events = [(event.phase.id, event.starts) for event in events_after(book, utc("2027-03-04T00:00"))]
    assert events == [("early", False), ("late", False)]


def test_extension_moves_an_end_only_later() -> None:
    book = rulebook("UTC", evaluation={"start": date(2027, 3, 1), "end": date(2027, 3, 5)})
    later, sooner = utc("2027-03-08T00:00"), utc("2027-03-02T00:00")
    assert schedule(book, extensions={"evaluation": later})[0].end == later
    assert schedule(book, extensions={"evaluation": sooner})[0].end == utc("2027-03-06T00:00")


@pytest.mark.parametrize(
    ("timezone", "end", "clock", "written"),
    [
        ("America/New_York", "2027-04-06T11:59", "Tue 6 April 2027, 11:59 EDT", "6 April 2027, 11:59"),
        ("America/New_York", date(2027, 4, 6), "Tue 6 April 2027, 23:59 EDT", "6 April 2027"),
        ("America/New_York", "2027-12-06T11:59", "Mon 6 December 2027, 11:59 EST", "6 December 2027, 11:59"),
        ("America/New_York", "2027-04-06T11:59:30", "Tue 6 April 2027, 11:59:30 EDT", "6 April 2027, 11:59:30"),
        ("America/New_York", "2027-04-06T23:59:30", "Tue 6 April 2027, 23:59:30 EDT", "6 April 2027, 23:59:30"),
        ("AoE", date(2027, 4, 6), "Tue 6 April 2027, 23:59 AoE", "6 April 2027"),
        ("America/Sao_Paulo", "2027-04-06T12:00", "Tue 6 April 2027, 12:00 America/Sao_Paulo", "6 April 2027, 12:00"),
    ],
)
def test_ends_are_shown_as_they_were_written(timezone: str, end: Any, clock: str, written: str) -> None:
    campaign = rulebook(timezone).campaign
    found = period(timezone, date(2027, 3, 1), end)
    assert clock_time(found.end, campaign, last=True) == clock
    assert day_or_time(found.end, campaign.zone, last=True) == written


def test_starts_are_shown_as_they_were_written() -> None:
    campaign = rulebook("Europe/Berlin").campaign
    start = period("Europe/Berlin", date(2027, 3, 1)).start
    assert clock_time(start, campaign) == "Mon 1 March 2027, 00:00 CET"
    assert day_or_time(start, campaign.zone) == "1 March 2027"
    assert day_or_time(period("Europe/Berlin", "2027-03-01T09:30").start, campaign.zone) == "1 March 2027, 09:30"
    assert day_or_time(FOREVER, campaign.zone, last=True) is None


def test_a_deadline_at_midnight_has_a_time_and_a_zone() -> None:
    end = period("AoE", date(2027, 2, 1), date(2027, 3, 1)).end
    assert zoned_time(end, ZoneInfo("Etc/GMT+12"), last=True) == "Mon 1 March 2027, 23:59 AoE"
    assert minute_of(end, ZoneInfo("UTC")) == "Tue 2 March 2027, 12:00"
    assert zoned_time(end, ZoneInfo("America/Sao_Paulo")) == "Tue 2 March 2027, 09:00 America/Sao_Paulo"


def test_readers_see_a_deadline_on_their_own_clocks() -> None:
    end = period("AoE", date(2027, 2, 1), date(2027, 7, 7)).end
    assert local_time(end, ZoneInfo("Europe/Berlin"), last=True) == "Thu 8 July, 13:59 (CEST)"
    assert local_time(end, ZoneInfo("America/Sao_Paulo"), last=True) == "Thu 8 July, 08:59 (America/Sao_Paulo)"


@pytest.mark.parametrize(
    ("left", "shown"),
    [
        (timedelta(days=30, hours=5), "30 days"),
        (timedelta(days=10), "10 days"),
        (timedelta(days=9, hours=23, minutes=59), "9 days 23 hours"),
        (timedelta(days=1, minutes=59), "1 day"),
        (timedelta(hours=23, minutes=1), "23 hours 1 minute"),
        (timedelta(minutes=2, seconds=1), "2 minutes 1 second"),
        (timedelta(seconds=59), "59 seconds"),
        (timedelta(0), ""),
        (timedelta(days=-1), ""),
    ],
)
def test_a_countdown_has_the_two_largest_units(left: timedelta, shown: str) -> None:
    now = utc("2027-03-04T00:00")
    assert " ".join(map(str, time_left(now + left, now))) == shown


def test_phases_that_a_change_ends() -> None:
    rules = read_rulebook("openmt2012")
    when = datetime(2012, 4, 4, 12, tzinfo=UTC)
    moved = {
        name: rules.phases[name].model_copy(update={"end": date(2012, 4, 2)}) for name in ("evaluation", "dry-run")
    }
    changed = rules.model_copy(update={"phases": {**rules.phases, **moved}})
    assert [each.phase.id for each in ended_by_change(rules, changed, when)] == ["evaluation"]  # the dry run was over
    assert ended_by_change(rules, rules, when) == ()


def test_what_is_over_or_started_before_today_is_in_the_past() -> None:
    rules = small_rulebook(
        campaign={"id": "small", "title": "Small", "timezone": "America/New_York"},
        phases={
            "early": {"start": "2027-03-01", "end": "2027-03-02"},
            "running": {"start": "2027-03-02", "end": "2027-03-09"},
            "today": {"start": "2027-03-04"},
            "this-morning": {"start": "2027-03-04", "end": "2027-03-04T09:00"},
            "later": {"start": "2027-03-05"},
        },
    )

    def past(hour: int, minute: int = 0) -> list[str]:
        when = datetime(2027, 3, 4, hour, minute, tzinfo=ZoneInfo("America/New_York"))
        return [period.phase.id for period in past_phases(rules, when)]

    assert past(0) == past(9) == ["early", "running"]
    assert past(9, 1) == past(23) == ["early", "running", "this-morning"]
    assert past_phases(rules, datetime(2027, 3, 1, 5, tzinfo=UTC)) == ()
    assert len(past_phases(rules, datetime(2027, 3, 1, 4, tzinfo=UTC))) == 0
    assert len(past_phases(rules, datetime(2027, 3, 6, 5, tzinfo=UTC))) == 5
