"""When consents are given and taken back."""

from __future__ import annotations

from datetime import UTC, datetime

from bakeoff.rulebook import read_rulebook
from bakeoff.rulebook.participation.consents import may_consent, may_take_back
from tests.rulebook.small import small_rulebook

RULES = small_rulebook(
    submission={},
    phases={
        "registration": {"start": "2027-01-04", "end": "2027-02-26", "opens": ["register"]},
        "judging": {"title": "Judging", "start": "2027-05-01", "end": "2027-06-01", "opens": ["judge"]},
    },
    registration={
        "consents": {
            "share": {"concerns": "outputs"},
            "assess": {"concerns": "judging"},
            "early": {"concerns": "outputs", "phase": "registration"},
        }
    },
)
EARLY, OPEN, CLOSED, JUDGING = (datetime(2027, month, 10, tzinfo=UTC) for month in (1, 2, 3, 5))


def test_without_a_phase_they_are_given_and_taken_back_at_any_time() -> None:
    for when in (EARLY, CLOSED, JUDGING):
        assert may_consent(RULES, when, "share").allowed
        assert may_take_back(RULES, when, "share").allowed


def test_whose_outputs_are_judged_is_known_when_judging_starts() -> None:
    assert may_consent(RULES, CLOSED, "assess").allowed
    assert may_take_back(RULES, CLOSED, "assess").allowed
    assert may_consent(RULES, JUDGING, "assess").reason == "Judging has started"
    assert may_take_back(RULES, JUDGING, "assess").reason == "Judging has started"


def test_a_phase_says_when_they_are_given_and_an_extension_moves_it() -> None:
    early = may_consent(RULES, datetime(2027, 1, 1, tzinfo=UTC), "early")
    assert (early.allowed, early.opens) == (False, datetime(2027, 1, 3, 23, tzinfo=UTC))
    assert may_consent(RULES, OPEN, "early").allowed
    assert may_consent(RULES, CLOSED, "early").reason == "registration is over"
    assert may_consent(RULES, CLOSED, "early", extensions={"registration": JUDGING}).allowed
    assert may_take_back(RULES, JUDGING, "early").allowed


def test_openmt_takes_part_in_the_human_assessment_by_the_end_of_registration() -> None:
    rules = read_rulebook("openmt2012")
    when = datetime(2012, 3, 1, tzinfo=UTC)
    assert not may_consent(rules, when, "human-assessment").allowed
    assert may_take_back(rules, when, "human-assessment").allowed
    assert may_consent(rules, when, "share-outputs").allowed
