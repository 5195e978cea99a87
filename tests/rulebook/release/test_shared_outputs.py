"""Whose outputs are shared for system combination, on which sets."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bakeoff.rulebook import Rulebook, read_rulebook
from bakeoff.rulebook.release.shared_outputs import is_shared, shared_outputs, shared_types
from bakeoff.rulebook.state import Submitted
from tests.rulebook.small import small_rulebook

OPENMT = read_rulebook("openmt2012")
RUN = Submitted(package="eval", track="single", language_pair="ara2eng", test_set="current", system="primary")


def test_openmt_shares_the_test_set_and_an_older_one() -> None:
    found = [(each.track, each.test_set, each.number, each.is_development) for each in shared_outputs(OPENMT)]
    assert found == [("single", "current", 1, False), ("single", "older", 1, True)]
    assert {each.phase for each in shared_outputs(OPENMT)} == {"combination"}


def test_what_is_released_as_a_whole_is_shared_too() -> None:
    found = {each.test_set: each.phase for each in shared_outputs(read_rulebook("wmt2008"))}
    combined = dict.fromkeys(["news", "europarl", "commentary"], "combination")
    assert found == {"dev": "workshop", **combined}


def test_without_a_track_that_starts_from_runs_nothing_is_shared() -> None:
    assert shared_outputs(small_rulebook()) == ()
    assert shared_outputs(read_rulebook("wmt")) == ()


def test_systems_that_are_compared_are_shared() -> None:
    assert shared_types(OPENMT) == {"primary"}


def _with_types(**types: dict[str, Any]) -> Rulebook:
    return small_rulebook(submission={"system_types": types, "packages": {"runs": {}}})


def test_where_none_is_compared_the_first_official_type_is_shared() -> None:
    rules = _with_types(mixed={"combination": True}, extra={"official": False}, main={}, other={})
    assert shared_types(rules) == {"main"}


@pytest.mark.parametrize(
    ("run", "system_type", "official", "shared"),
    [
        (RUN, "primary", True, True),
        (RUN, "primary", False, False),
        (RUN, "contrast", True, False),
        (replace(RUN, withdrawn=True), "primary", True, False),
        (replace(RUN, test_set="dryrun"), "primary", True, False),
        (replace(RUN, test_set="older", package="older"), "primary", False, True),
        (replace(RUN, track="combination"), "primary", True, False),
    ],
)
def test_primary_official_runs_are_shared(run: Submitted, system_type: str, official: bool, shared: bool) -> None:
    assert is_shared(OPENMT, run, system_type, official=official) is shared
