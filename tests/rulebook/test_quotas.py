"""What is kept of a team, and how often it tries texts: as the rulebook says, and no more than the server lets."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from bakeoff.rulebook.quotas import team_bytes, trials_a_day
from tests.rulebook.small import small_rulebook

PACKAGES = {"packages": {"runs": {"id": "runs"}}}


@pytest.mark.parametrize(
    ("said", "installation", "most"),
    [(None, None, None), (None, 100, 100), (50, 100, 50), (200, 100, 100), (200, None, 200)],
)
def test_the_smaller_of_both_holds(said: int | None, installation: int | None, most: int | None) -> None:
    rules = small_rulebook(submission={**PACKAGES, "max_team_bytes": said})
    assert team_bytes(rules, installation=installation) == most


def test_it_is_said_of_all_packages_together() -> None:
    rules = small_rulebook(submission={**PACKAGES, "max_team_bytes": 50})
    assert "max_team_bytes" not in type(rules.submission.packages["runs"]).model_fields


def test_trials_of_a_test_set() -> None:
    sets = {"test": {"id": "test", "role": "current", "trials_a_day": 3}, "tune": {"id": "tune", "role": "dev"}}
    rules = small_rulebook(test_sets=sets)
    assert (trials_a_day(rules, "test"), trials_a_day(rules, "tune")) == (3, None)


def test_nothing_at_all_is_no_limit() -> None:
    with pytest.raises(ValidationError):
        small_rulebook(submission={**PACKAGES, "max_team_bytes": 0})
