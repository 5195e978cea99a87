"""The schedule for calendar programs."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bakeoff.reports import render_calendar
from bakeoff.rulebook import Rulebook, read_rulebook, rulebook_names
from tests.reports.campaigns.calendar_reader import read_events
from tests.rulebook.small import small_rulebook

NOW = datetime(2026, 11, 17, 12, tzinfo=UTC)
ADDRESS = "https://bakeoff.example/campaigns/small/"


def events_of(rulebook: Rulebook, **options: Any) -> list[dict[str, str]]:
    return read_events(render_calendar(rulebook, address=ADDRESS, host="bakeoff.example", now=NOW, **options))[1]


def test_each_phase_and_each_deadline_is_an_event() -> None:
    book = small_rulebook(
        phases={
            "evaluation": {
                "title": "Evaluation; main, part 1",
                "start": date(2027, 3, 1),
                "end": date(2027, 3, 5),
                "opens": ["submit:runs"],
                "note": "First line\nsecond, longer line \\ with a stroke",
            },
            "results": {"title": "Results", "start": date(2027, 4, 1), "releases": {"public": ["scores"]}},
        }
    )
    evaluation, deadline, results = events_of(book)
    assert evaluation == {
        "UID": "small.evaluation@bakeoff.example",
        "DTSTAMP": "20261117T120000Z",
        "URL": ADDRESS,
        "DTSTART": "20270228T230000Z",
        "DTEND": "20270305T230000Z",
        "SUMMARY": "Small Task: Evaluation; main, part 1",
        "DESCRIPTION": "You can: submit runs.\nFirst line\nsecond, longer line \\ with a stroke",
        "TRANSP": "TRANSPARENT",
    }
    assert deadline["UID"] == "small.evaluation.deadline@bakeoff.example"
    assert deadline["DTSTART"] == "20270305T225900Z"
    assert deadline["DESCRIPTION"] == "The last minute in time is Fri 5 March 2027, 23:59 CET."
    assert "DTEND" not in results
    assert results["DESCRIPTION"] == "Released: scores to everyone."


def test_the_calendar_says_what_it_is() -> None:
    text = render_calendar(small_rulebook(), address=ADDRESS, host="bakeoff.example", now=NOW)
    calendar, _ = read_events(text)
    assert calendar["VERSION"] == "2.0"
    assert calendar["X-WR-CALNAME"] == "Small Task"
    assert calendar["PRODID"]


def test_ids_stay_when_dates_change() -> None:
    later = small_rulebook(
        phases={"evaluation": {"start": date(2028, 3, 1), "end": date(2028, 3, 9), "opens": ["submit:runs"]}}
    )
    assert [event["UID"] for event in events_of(small_rulebook())] == [event["UID"] for event in events_of(later)]


def test_more_time_for_a_team_moves_the_end_and_the_deadline() -> None:
    until = datetime(2027, 3, 9, 11, tzinfo=UTC)
    phase, deadline = events_of(small_rulebook(), extensions={"evaluation": until})
    assert (phase["DTEND"], deadline["DTSTART"]) == ("20270309T110000Z", "20270309T105900Z")


@pytest.mark.parametrize("name", rulebook_names())
def test_calendars_of_all_shipped_campaigns_are_read(name: str) -> None:
    rules = read_rulebook(name)
    events = events_of(rules)
    assert len({event["UID"] for event in events}) == len(events) >= len(rules.phases)


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=300))
def test_any_note_survives(note: str) -> None:
    phases = {"evaluation": {"start": date(2027, 3, 1), "note": note, "releases": {}}}
    rules = small_rulebook(phases=phases, submission={})
    [event] = events_of(rules)
    # Rulebooks strip texts of what Unicode calls white space, which is less than Python does.
    kept = rules.phases["evaluation"].note.replace("\r\n", "\n").replace("\r", "\n")
    assert event["DESCRIPTION"] == "".join(each for each in kept if each >= " " or each in "\n\t")
