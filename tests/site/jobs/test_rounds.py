"""Workers look after what has to be done again and again."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.db import DatabaseError

from bakeoff_site.jobs import registry
from bakeoff_site.jobs.rounds import Rounds

NOW = datetime(2026, 1, 1, tzinfo=UTC)


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What was looked after; the first thing fails each time."""
    found: list[str] = []

    def failing(now: datetime) -> None:
        found.append("failing")
        raise DatabaseError("locked") if now == NOW else RuntimeError("broken")

    def working(now: datetime) -> None:
        found.append("working")

    monkeypatch.setattr(registry, "autodiscover_modules", lambda name: None)
    monkeypatch.setattr(registry, "_ROUNDS", {})
    registry.every(timedelta(minutes=5))(failing)
    registry.every(timedelta(hours=1))(working)
    return found


def test_each_thing_has_its_interval_and_one_that_fails_stops_no_other(made: list[str], db: None) -> None:
    rounds = Rounds()
    for minutes in (0, 1, 5, 9, 10, 60):
        rounds.make(NOW + timedelta(minutes=minutes))
    assert made == ["failing", "working", "failing", "failing", "failing", "working"]


def test_mails_and_files_are_looked_after() -> None:
    assert {each.name for each in registry.rounds()} >= {
        "mails_about_the_schedule",
        "uploads_given_up",
        "trials_over",
        "files_nobody_needs",
    }
