"""Whether results are preliminary or official."""

from __future__ import annotations

from datetime import datetime, timedelta

from bakeoff.rulebook import read_rulebook, schedule
from bakeoff.rulebook.release.publication import stage_of_results
from tests.rulebook.small import small_rulebook

NIST = read_rulebook("openmt2012")


def start_of(phase: str) -> datetime:
    return next(period.start for period in schedule(NIST) if period.phase.id == phase)


def test_scores_are_preliminary_until_the_phase_that_publishes_them() -> None:
    published = start_of("public")
    assert stage_of_results(NIST, start_of("preliminary"), test_set="current") == "preliminary"
    assert stage_of_results(NIST, published - timedelta(seconds=1), test_set="current") == "preliminary"
    assert stage_of_results(NIST, published, test_set="current") == "official"


def test_scores_that_nobody_publishes_are_neither() -> None:
    rules = small_rulebook()
    test_set = next(iter(rules.test_sets))
    assert stage_of_results(rules, start_of("public"), test_set=test_set) is None
