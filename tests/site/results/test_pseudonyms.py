"""Numbers of systems whose names are not released."""

from __future__ import annotations

from typing import Any

import pytest

from bakeoff_site.results.permissions import anonymous_key, anonymous_numbers


def test_numbers_stay_when_other_runs_come() -> None:
    few, many = anonymous_numbers(range(1, 20)), anonymous_numbers(range(1, 400))
    assert {run: many[run] for run in few} == few


@pytest.mark.parametrize("runs", [1, 30, 2000])
def test_every_run_has_a_number_of_its_own(runs: int) -> None:
    numbers = anonymous_numbers(range(1, runs + 1))
    assert len(set(numbers.values())) == runs
    assert min(numbers.values()) >= 100


def test_numbers_tell_nothing_of_the_order(settings: Any) -> None:
    found = list(anonymous_numbers(range(1, 40)).values())
    assert found not in (sorted(found), sorted(found, reverse=True))
    before = anonymous_key(1, 7)
    settings.SECRET_KEY = "another secret, as long as secrets should be"
    assert list(anonymous_numbers(range(1, 40)).values()) != found
    assert anonymous_key(1, 7) != before
