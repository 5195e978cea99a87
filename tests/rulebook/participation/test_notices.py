"""Which mails are due: over the whole schedule of campaigns."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from bakeoff.rulebook import read_rulebook, rulebook_names, schedule
from bakeoff.rulebook.calendar import FOREVER
from bakeoff.rulebook.participation.notices import notices_due
from bakeoff.rulebook.state import Submitted, TeamState
from tests.rulebook.small import small_rulebook

PHASES: dict[str, Any] = {
    "registration": {"start": "2027-01-04", "end": "2027-02-26", "opens": ["register"]},
    "evaluation": {
        "start": "2027-03-01",
        "end": "2027-03-20",
        "opens": ["submit:runs"],
        "releases": {"participants": ["source"]},
    },
    "results": {"start": "2027-04-01", "releases": {"public": ["scores"]}},
}
RULES = small_rulebook(phases=PHASES)
TEAM = TeamState(code="ours", language_pairs=frozenset(["de-en"]))
END = datetime(2027, 3, 20, 23, tzinfo=UTC)  # midnight in Berlin


def told(when: datetime, team: TeamState = TEAM, rules: Any = RULES, **options: Any) -> list[tuple[str, str, int]]:
    return [(notice.kind, notice.phase.id, notice.days) for notice in notices_due(rules, team, when, **options)]


def test_a_team_is_told_over_the_complete_schedule() -> None:
    """Hour by hour, what is new in an hour."""
    seen: list[tuple[datetime, str, str, int]] = []
    known = set()
    when = datetime(2027, 1, 1, tzinfo=UTC)
    while when < datetime(2027, 5, 1, tzinfo=UTC):
        for notice in notices_due(RULES, TEAM, when):
            key = (notice.kind, notice.phase.id, notice.days)
            seen += [] if key in known else [(when, *key)]
            known.add(key)
        when += timedelta(hours=1)
    assert seen == [
        (datetime(2027, 2, 28, 23, tzinfo=UTC), "opens", "evaluation", 0),
        (END - timedelta(days=7), "due", "evaluation", 7),
        (END - timedelta(days=1), "due", "evaluation", 1),
        (datetime(2027, 3, 31, 22, tzinfo=UTC), "opens", "results", 0),
    ]


def test_the_end_of_registration_is_near_for_a_team_that_has_not_finished_it() -> None:
    agreements: dict[str, object] = {"agreements": {"licence": {}}}
    rules = small_rulebook(phases=PHASES, registration=agreements)
    when = datetime(2027, 2, 25, tzinfo=UTC)
    assert told(when, rules=rules) == [("due", "registration", 7)]
    assert (
        told(when, TeamState(code="a", language_pairs=frozenset(["de-en"]), signed=frozenset(["licence"])), rules) == []
    )


def test_who_has_submitted_all_is_not_reminded() -> None:
    done = Submitted(package="runs", language_pair="de-en", system="primary")
    when = END - timedelta(hours=5)
    assert told(when) == [("due", "evaluation", 1)]
    assert told(when, TeamState(code="a", language_pairs=frozenset(["de-en"]), submitted=(done,))) == []
    assert told(when, TeamState(code="a", language_pairs=frozenset(["de-en", "en-de"]), submitted=(done,))) == [
        ("due", "evaluation", 1)
    ]


def test_an_extension_moves_the_reminder() -> None:
    later = END + timedelta(days=3)
    team = TeamState(code="a", language_pairs=frozenset(["de-en"]), extensions={"evaluation": later})
    assert told(END - timedelta(hours=5), team) == [("due", "evaluation", 7)]
    notices = notices_due(RULES, team, later - timedelta(hours=5))
    assert [(notice.days, notice.when) for notice in notices] == [(1, later)]


def test_only_the_latest_of_missed_reminders_is_due() -> None:
    assert told(END - timedelta(minutes=1), reminder_days=(14, 7, 3)) == [("due", "evaluation", 3)]
    assert told(END - timedelta(days=8), reminder_days=(14, 7, 3)) == [("due", "evaluation", 14)]
    assert told(END) == []


def test_a_short_phase_is_announced_and_not_announced_again_as_a_deadline() -> None:
    phases = {"evaluation": {"start": "2027-03-01", "end": "2027-03-03", "opens": ["submit:runs"]}}
    rules = small_rulebook(phases=phases)
    assert told(datetime(2027, 3, 1, 12, tzinfo=UTC), rules=rules) == [("opens", "evaluation", 0)]
    assert told(datetime(2027, 3, 3, 12, tzinfo=UTC), rules=rules) == [
        ("opens", "evaluation", 0),
        ("due", "evaluation", 1),
    ]


def test_what_opened_long_ago_is_no_news() -> None:
    assert told(datetime(2027, 3, 4, 12, tzinfo=UTC)) == []


def test_phases_of_tracks_concern_teams_of_their_language_pairs() -> None:
    tracks = {
        "news": {"kind": "mt", "language_pairs": ["de-en"]},
        "talks": {"kind": "mt", "language_pairs": ["en-de"]},
    }
    rules = small_rulebook(tracks=tracks, phases={"evaluation": PHASES["evaluation"] | {"tracks": ["talks"]}})
    when = datetime(2027, 3, 2, tzinfo=UTC)
    assert told(when, rules=rules) == []
    assert told(when, TeamState(code="a", language_pairs=frozenset(["en-de"])), rules) == [("opens", "evaluation", 0)]


def test_judging_is_announced_to_teams_that_agreed_to_it() -> None:
    rules = read_rulebook("openmt2012")
    when = next(p.start for p in schedule(rules) if any(o.startswith("judge") for o in p.phase.opens))
    willing = TeamState(code="a", language_pairs=frozenset(["ara2eng"]), consents=frozenset(["human-assessment"]))
    unwilling = TeamState(code="b", language_pairs=frozenset(["ara2eng"]))
    assert {row[1] for row in told(when, willing, rules)} - {row[1] for row in told(when, unwilling, rules)}


def test_judging_is_no_matter_of_teams_that_owe_no_judgments_or_have_given_them() -> None:
    phases = {"judging": {"start": "2027-03-01", "end": "2027-03-20", "opens": ["judge"]}}
    rules = small_rulebook(phases=phases, submission={}, registration={"steps": ["judged"]})
    when = datetime(2027, 3, 19, tzinfo=UTC)
    assert told(when, rules=rules) == [("due", "judging", 7)]
    assert told(when, TeamState(code="a", judged=True), rules) == []
    assert told(when, rules=small_rulebook(phases=phases, submission={})) == []


def test_files_are_not_announced_by_the_clock() -> None:
    phases = {"data": {"start": "2027-03-01", "releases": {"participants": ["training-data", "source:current"]}}}
    when = datetime(2027, 3, 1, tzinfo=UTC)
    assert told(when, rules=small_rulebook(phases=phases, submission={})) == []
    phases["data"]["releases"] = {"participants": ["source:current", "participants"]}
    assert told(when, rules=small_rulebook(phases=phases, submission={})) == [("opens", "data", 0)]


@pytest.mark.parametrize("name", rulebook_names())
def test_no_notice_is_about_something_past_or_far(name: str) -> None:
    rules = read_rulebook(name)
    team = TeamState(code="a", language_pairs=frozenset(rules.language_pairs), tracks=frozenset(rules.tracks))
    periods = schedule(rules)
    when, last = periods[0].start, max(p.end if p.end < FOREVER else p.start for p in periods)
    told_of = set()
    while when < last:
        for notice in notices_due(rules, team, when):
            told_of.add((notice.kind, notice.phase.id))
            distance = notice.when - when
            assert timedelta(-3) < distance <= timedelta(0) if notice.kind == "opens" else distance > timedelta(0)
            assert notice.kind == "opens" or distance <= timedelta(days=notice.days)
        when += timedelta(hours=6)
    submitting = {p.phase.id for p in periods if any(o.startswith("submit:") for o in p.phase.opens)}
    assert {phase for kind, phase in told_of if kind == "opens"} >= submitting
