"""Who attends the workshop, and until when."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from bakeoff.rulebook import read_rulebook
from bakeoff.rulebook.participation.notices import notices_due
from bakeoff.rulebook.participation.steps import steps_of
from bakeoff.rulebook.participation.workshop import may_name_attendee
from bakeoff.rulebook.state import TeamState
from tests.rulebook.small import small_rulebook

WORKSHOP = {"start": "2027-06-27", "end": "2027-06-28", "opens": ["attend"]}
RULES = small_rulebook(phases={"workshop": WORKSHOP}, submission={}, registration={"steps": ["attends"]})
START = datetime(2027, 6, 26, 22, tzinfo=UTC)  # midnight in Berlin
TEAM = TeamState(code="ours", language_pairs=frozenset(["de-en"]))


def test_the_step_is_due_when_the_workshop_starts() -> None:
    (state,) = steps_of(RULES, TEAM)
    assert (state.step, state.done, state.due) == ("attends", False, START)
    (state,) = steps_of(RULES, TeamState(code="ours", attends=True))
    assert state.done


def test_teams_are_reminded_before_it_starts_and_no_longer() -> None:
    def told(when: datetime, team: TeamState = TEAM) -> list[tuple[str, datetime, int]]:
        return [(notice.kind, notice.when, notice.days) for notice in notices_due(RULES, team, when)]

    assert told(START - timedelta(days=8)) == []
    assert told(START - timedelta(days=7)) == [("due", START, 7)]
    assert told(START - timedelta(hours=1)) == [("due", START, 1)]
    assert told(START - timedelta(hours=1), TeamState(code="ours", attends=True)) == []
    assert told(START) == []
    assert told(START + timedelta(days=1)) == []


def test_who_attends_is_said_until_the_workshop_is_over() -> None:
    assert may_name_attendee(RULES, START - timedelta(days=90)).allowed
    assert may_name_attendee(RULES, START + timedelta(hours=47)).allowed
    assert may_name_attendee(RULES, START + timedelta(hours=48)).reason == "the workshop is over"


def test_a_rulebook_that_asks_nobody_and_one_without_a_date() -> None:
    when = datetime(2027, 1, 1, tzinfo=UTC)
    assert not may_name_attendee(small_rulebook(), when).allowed
    undated = small_rulebook(registration={"steps": ["attends"]})
    assert may_name_attendee(undated, when).allowed
    assert [state.due for state in steps_of(undated, TEAM)] == [None]


def test_openmt_asks_long_after_its_registration() -> None:
    rules = read_rulebook("openmt2012")
    due = {
        state.step: state.due for state in steps_of(rules, TeamState(code="a", language_pairs=frozenset(["ara2eng"])))
    }
    assert due["attends"] == datetime(2012, 6, 27, 4, tzinfo=UTC)
    assert may_name_attendee(rules, datetime(2012, 6, 20, tzinfo=UTC)).allowed
