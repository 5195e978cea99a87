"""How far a campaign has come: one word for every moment, and the next date."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Any

import pytest

from bakeoff.rulebook import read_rulebook
from bakeoff.rulebook.schema import Rulebook
from bakeoff.rulebook.stages import stage_of
from tests.rulebook.small import small_rulebook

PHASES: dict[str, dict[str, Any]] = {
    "registration": {
        "title": "Registration",
        "start": date(2027, 1, 4),
        "end": date(2027, 2, 26),
        "opens": ["register"],
    },
    "rehearsal": {
        "title": "Rehearsal",
        "start": date(2027, 2, 1),
        "end": date(2027, 2, 28),
        "opens": ["submit:practice"],
    },
    "week": {"title": "Test week", "start": date(2027, 3, 1), "end": date(2027, 3, 7), "opens": ["submit:runs"]},
    "judging": {"title": "Human evaluation", "start": date(2027, 3, 10), "end": date(2027, 3, 31), "opens": ["judge"]},
    "papers": {"title": "Papers", "start": date(2027, 4, 1), "end": date(2027, 4, 5), "opens": ["describe"]},
    "results": {"title": "Results", "start": date(2027, 4, 10), "releases": {"public": ["scores"]}},
    "workshop": {"title": "Workshop", "start": date(2027, 5, 1), "end": date(2027, 5, 2), "opens": ["attend"]},
}


def rulebook(**phases: dict[str, Any]) -> Rulebook:
    return small_rulebook(
        campaign={"id": "small", "title": "Small Task", "timezone": "UTC"},
        phases=phases,
        test_sets={"test": {"role": "current"}, "warm-up": {"role": "dry-run"}},
        submission={"packages": {"runs": {}, "practice": {"test_sets": ["warm-up"]}}},
    )


def at(month: int, day: int) -> datetime:
    return datetime(2027, month, day, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("when", "label", "awaited", "phase"),
    [
        (at(1, 1), "Opens soon", "start", "registration"),
        (at(1, 10), "Open: registration", "register", "registration"),
        # Who can only practise and who can still register see the same campaign: registering goes first.
        (at(2, 10), "Open: registration", "register", "registration"),
        (at(2, 27), "Open: rehearsal", "submit", "rehearsal"),
        (at(3, 3), "Open: test week", "submit", "week"),
        (at(3, 9), "In progress", "start", "judging"),
        (at(3, 15), "Judging", "judge", "judging"),
        (at(4, 3), "Results soon", "start", "results"),
        (at(4, 15), "Results out", "start", "workshop"),
        (at(5, 1), "Results out", "end", "workshop"),
    ],
)
def test_every_moment_has_a_stage_and_a_next_date(when: datetime, label: str, awaited: str, phase: str) -> None:
    stage = stage_of(rulebook(**PHASES), when)
    assert stage.label == label
    assert stage.next is not None
    assert (stage.next.what, stage.next.period.phase.id) == (awaited, phase)
    assert not stage.is_past


def test_a_campaign_is_past_when_nothing_is_to_come() -> None:
    stage = stage_of(rulebook(**PHASES), at(6, 1))
    assert (stage.name, stage.next, stage.is_past) == ("results", None, True)
    assert stage.published == datetime(2027, 4, 10, tzinfo=UTC)
    assert stage.ended == datetime(2027, 5, 3, tzinfo=UTC)


def test_a_campaign_without_public_results_ends_with_its_last_phase() -> None:
    private = {name: phase for name, phase in PHASES.items() if name != "results"}
    stage = stage_of(rulebook(**private), at(6, 1))
    assert (stage.name, stage.label, stage.is_past) == ("over", "Ended", True)


def test_before_results_are_public_their_day_is_known() -> None:
    stage = stage_of(rulebook(**PHASES), at(3, 15))
    assert (stage.published, stage.results) == (None, datetime(2027, 4, 10, tzinfo=UTC))


def test_a_campaign_without_phases_has_no_dates() -> None:
    stage = stage_of(rulebook(), at(1, 1))
    assert (stage.name, stage.label, stage.is_past) == ("undated", "No dates yet", False)


def test_an_archived_campaign_is_past_whatever_its_schedule() -> None:
    stage = stage_of(rulebook(**PHASES), at(3, 3), archived=True)
    assert (stage.name, stage.next, stage.is_past) == ("archived", None, True)


def test_what_is_open_for_ever_has_no_next_date() -> None:
    phases = {"week": {"title": "Submission", "start": date(2027, 1, 1), "opens": ["submit:runs"]}}
    stage = stage_of(rulebook(**phases), at(3, 3))
    assert (stage.label, stage.next, stage.is_past) == ("Open: submission", None, False)


def test_a_long_name_of_a_phase_does_not_fill_the_chip() -> None:
    phases = {"week": {**PHASES["week"], "title": "Submission of runs of combined systems"}}
    assert stage_of(rulebook(**phases), at(3, 3)).label == "Open: submission"
    capitals = {"week": {**PHASES["week"], "title": "ASR track"}}
    assert stage_of(rulebook(**capitals), at(3, 3)).label == "Open: ASR track"


def test_the_next_date_of_a_team_is_that_of_its_extension() -> None:
    later = datetime(2027, 3, 9, 12, tzinfo=UTC)
    extended = stage_of(rulebook(**PHASES), at(3, 8), extensions={"week": later})
    assert extended.next is not None
    assert (extended.label, extended.next.when) == ("Open: test week", later)
    assert stage_of(rulebook(**PHASES), at(3, 8)).label == "In progress"


@pytest.mark.parametrize("name", ["iwslt2005", "iwslt2012", "iwslt2016", "openmt2012", "wmt2008"])
def test_campaigns_of_the_library_are_past_today(name: str) -> None:
    assert stage_of(read_rulebook(name), datetime(2026, 1, 1, tzinfo=UTC)).is_past
