"""Judgments by hour, day and week."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, tzinfo
from zoneinfo import ZoneInfo

import numpy as np

from bakeoff.human_eval.analyses.judging_pace import Pace, pace_of

BERLIN = ZoneInfo("Europe/Berlin")


def pace(*sent: datetime, zone: tzinfo = UTC, until: datetime | None = None) -> Pace:
    found = pace_of(np.array([each.timestamp() for each in sent]), zone=zone, until=until)
    assert found is not None
    return found


def rows(found: Pace) -> list[tuple[str, int, int]]:
    return [(f"{each.start:%d %H:%M}", each.judgments, each.total) for each in found.points]


def test_a_short_task_is_counted_by_hour_and_empty_hours_are_there() -> None:
    start = datetime(2026, 3, 1, 9, 40, tzinfo=UTC)
    found = pace(start, start + timedelta(minutes=19), start + timedelta(hours=2, minutes=30))
    assert found.unit == "hour"
    assert rows(found) == [("01 09:00", 2, 2), ("01 10:00", 0, 2), ("01 11:00", 0, 2), ("01 12:00", 1, 3)]


def test_days_are_those_of_the_time_zone_and_go_on_until_now() -> None:
    late = datetime(2026, 3, 1, 23, 30, tzinfo=UTC)  # the next day in Berlin
    last = datetime(2026, 3, 4, 12, 0, tzinfo=UTC)
    until = datetime(2026, 3, 5, 8, 0, tzinfo=UTC)
    found = pace(late, last, zone=BERLIN, until=until)
    assert found.unit == "day"
    assert [(f"{each.start:%d}", each.judgments) for each in found.points] == [
        ("02", 1),
        ("03", 0),
        ("04", 1),
        ("05", 0),
    ]
    assert found.end == until
    assert [f"{each.start:%d}" for each in pace(late, last).points] == ["01", "02", "03", "04"]


def test_days_and_hours_hold_where_clocks_are_turned() -> None:
    before, after = datetime(2026, 3, 28, 12, tzinfo=BERLIN), datetime(2026, 3, 31, 0, 30, tzinfo=BERLIN)
    assert [f"{each.start:%d %H:%M}" for each in pace(before, after, zone=BERLIN).points] == [
        "28 00:00",
        "29 00:00",
        "30 00:00",
        "31 00:00",
    ]
    night = [datetime(2026, 3, 29, hour, 15, tzinfo=UTC) for hour in (0, 1, 2)]
    assert rows(pace(*night, zone=BERLIN)) == [("29 01:00", 1, 1), ("29 03:00", 1, 2), ("29 04:00", 1, 3)]


def test_a_year_is_counted_by_week_from_mondays_on() -> None:
    start = datetime(2026, 1, 7, 12, tzinfo=UTC)  # a Wednesday
    found = pace(start, start + timedelta(days=200))
    assert found.unit == "week"
    assert {each.start.weekday() for each in found.points} == {0}
    assert found.points[0].start == datetime(2026, 1, 5, tzinfo=UTC)
    assert (found.points[0].judgments, found.points[-1].judgments, found.points[-1].total) == (1, 1, 2)


def test_every_judgment_is_counted_once_and_those_without_a_time_are_left_out() -> None:
    rng = np.random.default_rng(1)
    for days in (1, 30, 300):
        sent = 1.8e9 + rng.random(500) * days * 86_400
        found = pace_of(np.concatenate([sent, np.zeros(7)]), zone=BERLIN)
        assert found is not None
        assert sum(each.judgments for each in found.points) == found.points[-1].total == 500
        edges = [each.start.timestamp() for each in found.points] + [np.inf]
        assert [each.judgments for each in found.points] == np.histogram(sent, bins=edges)[0].tolist()
    assert pace_of(np.zeros(3)) is None
