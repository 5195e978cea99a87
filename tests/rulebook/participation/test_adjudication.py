"""Corrections of references are proposed while a phase is open for that, of references that one may see."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from bakeoff.rulebook import Rulebook, parse_rulebook, read_rulebook, rulebook_names
from bakeoff.rulebook.participation.adjudication import is_adjudicated, may_adjudicate
from bakeoff.rulebook.release.visibility import Answer
from bakeoff.rulebook.state import STRANGER, TeamState, Viewer
from tests.rulebook.small import SMALL, small_rulebook

IWSLT = read_rulebook("iwslt2016")
TEAM = Viewer(role="participant", team=TeamState(code="TESTS", language_pairs=frozenset(["en"])))
SIGNED = Viewer(role="participant", team=TeamState(code="TESTS", signed=frozenset(["mslt-licence"])))
ORGANISER = Viewer(role="organiser")
SUBMITTING, OPEN, OVER, PUBLIC = (
    datetime(2016, month, day, 12, tzinfo=UTC) for month, day in ((9, 12), (9, 20), (9, 29), (12, 20))
)


def answer(when: datetime, viewer: Viewer, test_set: str = "asr-tst2016", rules: Rulebook = IWSLT) -> Answer:
    return may_adjudicate(rules, when, viewer, test_set=test_set, language_pair="en")


@pytest.mark.parametrize(
    ("when", "allowed", "reason"),
    [
        (SUBMITTING, False, "the phase asr-preliminary will release it"),
        (OPEN, True, "the phase Adjudication of the reference transcripts is open"),
        (OVER, False, "the phase Adjudication of the reference transcripts is over"),
        (PUBLIC, False, "the phase Adjudication of the reference transcripts is over"),
    ],
)
def test_teams_propose_while_the_phase_lasts(when: datetime, allowed: bool, reason: str) -> None:
    found = answer(when, TEAM)
    assert (found.allowed, found.reason) == (allowed, reason)


@pytest.mark.parametrize(("when", "allowed"), [(SUBMITTING, True), (OPEN, True), (OVER, True), (PUBLIC, False)])
def test_organisers_propose_until_scores_are_public(when: datetime, allowed: bool) -> None:
    found = answer(when, ORGANISER)
    assert found.allowed is allowed
    if not allowed:
        assert found.reason == "the phase Workshop has made the scores on tst2016, recordings public"


def test_references_that_are_not_released_are_not_adjudicated() -> None:
    """The phase is for tracks of recognition; those of translation never release references to teams."""
    assert answer(OPEN, TEAM, "tst2016").reason == "no phase releases references to the role participant"
    assert answer(OPEN, TEAM, "mslt-asr-tst2016").reason.startswith("TESTS has not signed")
    assert answer(OPEN, SIGNED, "mslt-asr-tst2016").allowed


@pytest.mark.parametrize(
    "viewer", [STRANGER, Viewer(role="judge"), Viewer(role="observer"), Viewer(role="participant")]
)
def test_nobody_else_proposes(viewer: Viewer) -> None:
    found = answer(OPEN, viewer)
    assert (found.allowed, found.reason) == (
        False,
        "corrections are proposed by teams that take part, and by organisers",
    )


def test_an_extension_of_the_phase_counts() -> None:
    until = datetime(2016, 10, 2, tzinfo=UTC)
    extended = Viewer(role="participant", team=TeamState(code="TESTS", extensions={"adjudication": until}))
    assert answer(OVER, extended).allowed
    assert not answer(until, extended).allowed


@pytest.mark.parametrize(
    ("opens", "allowed"),
    [
        ("adjudicate", True),
        ("adjudicate:test", True),
        ("adjudicate:current", True),
        ("adjudicate:dev", False),
        ("score", False),
    ],
)
def test_a_phase_may_name_the_test_set_or_its_role(opens: str, allowed: bool) -> None:
    phases = {
        "seen": {"id": "seen", "start": "2027-03-01", "releases": {"participants": ["references"]}},
        "fixing": {"id": "fixing", "start": "2027-04-01", "end": "2027-04-10", "opens": [opens]},
    }
    rules = small_rulebook(phases=phases)
    found = answer(datetime(2027, 4, 5, tzinfo=UTC), TEAM, "test", rules)
    assert found.allowed is allowed
    if not allowed:
        assert found.reason == "no phase opens the adjudication of test"
    early = answer(datetime(2027, 3, 5, tzinfo=UTC), TEAM, "test", rules)
    assert not early.allowed
    assert (early.opens is not None) is allowed


def test_a_phase_that_names_no_test_set_is_a_mistake_of_the_rulebook() -> None:
    phase = '[phases.fixing]\nstart = 2027-04-01\nopens = ["adjudicate:tests"]\n'
    findings = [str(finding) for finding in parse_rulebook(SMALL + phase).findings]
    assert len(findings) == 1
    assert "tests" in findings[0]
    assert not parse_rulebook(SMALL + phase.replace("tests", "test")).findings


def test_most_campaigns_have_no_adjudication() -> None:
    assert [name for name in rulebook_names() if is_adjudicated(read_rulebook(name))] == ["iwslt2016"]
