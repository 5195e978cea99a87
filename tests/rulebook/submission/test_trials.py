"""Development sets are scored at any time, others when their scores may be known."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from bakeoff.rulebook.state import STRANGER, TeamState, Viewer
from bakeoff.rulebook.submission.trials import may_try
from tests.rulebook.small import small_rulebook

SETS = {
    "tune": {"id": "tune", "role": "dev"},
    "test": {"id": "test", "role": "current"},
    "old": {"id": "old", "role": "progress"},
}
PHASES: dict[str, dict[str, object]] = {
    "evaluation": {"start": "2027-03-01", "end": "2027-03-05", "opens": ["submit:runs"]},
    "open": {"start": "2027-04-01", "end": "2027-04-10", "opens": ["score:old"]},
    "results": {"start": "2027-05-01", "releases": {"participants": ["own-scores:current"]}},
}
RULES = small_rulebook(
    test_sets=SETS,
    phases={name: {"id": name, **phase} for name, phase in PHASES.items()},
    registration={"by_language_pair": True},
)
TEAM = Viewer(role="participant", team=TeamState(code="TESTS", language_pairs=frozenset(["de-en"])))
BEFORE, OPEN, AFTER = (datetime(2027, month, 3, tzinfo=UTC) for month in (3, 4, 6))


@pytest.mark.parametrize(
    ("test_set", "allowed"),
    [("tune", (True, True, True)), ("test", (False, False, True)), ("old", (False, True, False))],
)
def test_teams_try_when_the_rules_let_them(test_set: str, allowed: tuple[bool, ...]) -> None:
    found = tuple(
        may_try(RULES, when, TEAM, test_set=test_set, language_pair="de-en").allowed for when in (BEFORE, OPEN, AFTER)
    )
    assert found == allowed


def test_a_refusal_tells_when_it_will_be_possible() -> None:
    answer = may_try(RULES, BEFORE, TEAM, test_set="test", language_pair="de-en")
    assert (answer.allowed, answer.reason) == (False, "the phase results will release it")
    assert answer.opens == datetime(2027, 4, 30, 22, tzinfo=UTC)


def test_organisers_try_at_any_time() -> None:
    assert may_try(RULES, BEFORE, Viewer(role="organiser"), test_set="test", language_pair="en-de").allowed


@pytest.mark.parametrize(
    "viewer", [STRANGER, Viewer(role="judge"), Viewer(role="observer"), Viewer(role="participant")]
)
def test_nobody_else_tries(viewer: Viewer) -> None:
    answer = may_try(RULES, AFTER, viewer, test_set="tune", language_pair="de-en")
    assert (answer.allowed, answer.reason) == (False, "the evaluation server is for teams that take part")


def test_a_team_tries_in_its_language_pairs() -> None:
    answer = may_try(RULES, AFTER, TEAM, test_set="tune", language_pair="en-de")
    assert (answer.allowed, answer.reason) == (False, "TESTS did not register for en-de")
