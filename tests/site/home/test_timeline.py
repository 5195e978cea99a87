"""The schedule as bars."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from bakeoff.reports import schedule_rows
from bakeoff_site.home.conversions.timeline import Timeline, timeline
from tests.rulebook.small import small_rulebook

PHASES: dict[str, dict[str, Any]] = {
    "registration": {
        "title": "Registration",
        "start": date(2026, 4, 5),
        "end": date(2026, 6, 29),
        "opens": ["register"],
    },
    "week": {"title": "Test week", "start": date(2026, 6, 30), "end": "2026-07-07T18:00", "opens": ["submit:runs"]},
    "workshop": {"title": "Workshop", "start": date(2026, 11, 9), "end": date(2026, 11, 9)},
    "open": {"title": "Results", "start": date(2026, 11, 20), "releases": {"public": ["scores"]}},
}
ZONE = ZoneInfo("Europe/Berlin")


def drawn(now: datetime, **phases: dict[str, Any]) -> Timeline:
    found = timeline(schedule_rows(small_rulebook(phases=phases)), now, ZONE)
    assert found is not None
    return found


def test_phases_are_past_now_or_next() -> None:
    rows = drawn(datetime(2026, 7, 3, tzinfo=UTC), **PHASES).rows
    assert [(row.label, row.look, row.chip) for row in rows] == [
        ("Registration", "past", "Closed"),
        ("Test week", "now", "Now"),
        ("Workshop", "next", ""),
        ("Results", "next", ""),
    ]


def test_days_are_said_without_times_and_this_year_without_its_number() -> None:
    rows = drawn(datetime(2026, 7, 3, tzinfo=UTC), **PHASES).rows
    assert [(row.start_text, row.end_text) for row in rows] == [
        ("5 April", "29 June"),
        ("30 June", "7 July, 18:00"),
        ("9 November", ""),
        ("from 20 November", ""),
    ]
    later = drawn(datetime(2027, 1, 3, tzinfo=UTC), **PHASES).rows
    assert later[0].start_text == "5 April 2026"


def test_bars_lie_in_the_months_of_the_campaign() -> None:
    chart = drawn(datetime(2026, 7, 3, tzinfo=UTC), **PHASES)
    assert [mark.label for mark in chart.marks] == ["Apr", "May", "June", "", "Aug", "Sept", "Oct", "Nov"]
    assert (chart.marks[0].at, chart.today) == ("0.00%", "38.15%")  # July makes room for today
    assert (chart.rows[0].at, chart.rows[0].width) == ("1.64%", "35.25%")


def test_what_has_no_end_is_drawn_to_the_edge_and_is_not_called_now() -> None:
    row = drawn(datetime(2026, 11, 25, tzinfo=UTC), **PHASES).rows[3]
    assert (row.start_text, row.end, row.look, row.chip) == ("since 20 November", None, "past", "")
    assert row.fades
    assert float(row.at[:-1]) + float(row.width[:-1]) == pytest.approx(100)
    always = {"title": "Evaluation server", "start": date(2026, 4, 1), "opens": ["submit:runs"]}
    assert drawn(datetime(2026, 11, 25, tzinfo=UTC), always=always).rows[0].chip == "Now"


def test_what_is_open_without_an_end_is_called_open() -> None:
    server = {"title": "Evaluation server", "start": date(2026, 4, 1), "opens": ["score:current"]}
    row = drawn(datetime(2026, 11, 25, tzinfo=UTC), server=server).rows[0]
    assert (row.look, row.chip) == ("past", "Open")


def test_a_phase_says_one_clause() -> None:
    phase = {"title": "Data", "start": date(2026, 4, 1), "end": date(2026, 4, 9)}
    public = {"public": ["training-data", "source:dev", "references:dev", "scores"]}
    now = datetime(2026, 4, 2, tzinfo=UTC)
    assert drawn(now, data={**phase, "releases": public}).rows[0].text == "training data, source and 2 more"
    assert drawn(now, data={**phase, "opens": ["submit:runs"], "releases": public}).rows[0].text == "submit runs"
    assert drawn(now, data={**phase, "opens": ["register"], "releases": public}).rows[0].text == ""


def test_today_is_not_drawn_where_it_lies_outside() -> None:
    assert drawn(datetime(2027, 7, 3, tzinfo=UTC), **PHASES).today == ""


def test_short_schedules_are_divided_into_weeks_and_long_ones_into_quarters() -> None:
    week = {"start": date(2026, 7, 1), "end": date(2026, 7, 20)}
    labels = [mark.label for mark in drawn(datetime(2025, 1, 1, tzinfo=UTC), week=week).marks]
    assert labels == ["6 July", "13 July", "20 July", "27 July"]
    years = {"start": date(2026, 2, 1), "end": date(2026, 2, 1) + timedelta(days=700)}
    labels = [mark.label for mark in drawn(datetime(2025, 1, 1, tzinfo=UTC), years=years).marks]
    assert [label for label in labels if label] == ["Apr", "July", "Oct", "2027", "Apr", "July", "Oct", "2028"]


def test_a_campaign_without_phases_has_none() -> None:
    assert timeline((), datetime(2026, 7, 3, tzinfo=UTC), ZONE) is None
