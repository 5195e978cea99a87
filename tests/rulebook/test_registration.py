from __future__ import annotations

from datetime import UTC, datetime

import pytest

from bakeoff.rulebook.registration import may_register, team_code_mistake
from tests.rulebook.small import small_rulebook

RULES = small_rulebook(phases={"registration": {"start": "2027-01-04", "end": "2027-02-26", "opens": ["register"]}})


def test_registration_follows_the_clock() -> None:
    assert may_register(RULES, datetime(2027, 1, 10, tzinfo=UTC)).allowed
    early = may_register(RULES, datetime(2026, 12, 1, tzinfo=UTC))
    assert (early.allowed, early.opens) == (False, datetime(2027, 1, 3, 23, tzinfo=UTC))
    late = may_register(RULES, datetime(2027, 2, 27, tzinfo=UTC))
    assert (late.allowed, late.reason, late.opens) == (False, "registration is closed", None)


def test_an_extension_keeps_it_open_for_a_team() -> None:
    when = datetime(2027, 2, 28, tzinfo=UTC)
    assert may_register(RULES, when, extensions={"registration": datetime(2027, 3, 1, tzinfo=UTC)}).allowed


def test_without_a_phase_nobody_registers() -> None:
    answer = may_register(small_rulebook(), datetime(2027, 1, 10, tzinfo=UTC))
    assert (answer.allowed, answer.reason) == (False, "no phase is open for registration")


@pytest.mark.parametrize("code", ["NIST", "ATR-C3", "u_x.2+", "a" * 40])
def test_team_ids_that_file_names_can_hold(code: str) -> None:
    assert team_code_mistake(RULES, code) == ""


@pytest.mark.parametrize("code", ["", "our team", "../x", "-a", "a/b", "é", "a" * 41, "a\n"])
def test_team_ids_that_they_cannot(code: str) -> None:
    assert team_code_mistake(RULES, code).startswith("expected letters, digits")


def test_a_rulebook_may_ask_for_more() -> None:
    submission = {"packages": {"runs": {}}, "fields": {"team": {"title": "three capitals", "pattern": "[A-Z]{3}"}}}
    rules = small_rulebook(submission=submission)
    assert team_code_mistake(rules, "ATR") == ""
    assert team_code_mistake(rules, "atr") == "expected three capitals, found atr"
