"""Workers look after what has to be done again and again."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.contrib.sessions.models import Session
from django.db import DatabaseError
from django.utils import timezone

from bakeoff_site.accounts.choices import Act, Step
from bakeoff_site.accounts.limits import FAILURES_KEPT
from bakeoff_site.accounts.models import Attempts, FailedSignIns, User
from bakeoff_site.jobs import execution
from bakeoff_site.jobs.periodic import PeriodicTasks
from bakeoff_site.jobs.tasks import visits_over

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

    monkeypatch.setattr(execution, "autodiscover_modules", lambda name: None)
    monkeypatch.setattr(execution, "_PERIODIC", {})
    execution.every(timedelta(minutes=5))(failing)
    execution.every(timedelta(hours=1))(working)
    return found


def test_each_thing_has_its_interval_and_one_that_fails_stops_no_other(made: list[str], db: None) -> None:
    periodic = PeriodicTasks()
    for minutes in (0, 1, 5, 9, 10, 60):
        periodic.run_due(NOW + timedelta(minutes=minutes))
    assert made == ["failing", "working", "failing", "failing", "failing", "working"]


def test_mails_and_files_are_looked_after() -> None:
    assert {each.name for each in execution.periodic_tasks()} >= {
        "mails_about_the_schedule",
        "uploads_given_up",
        "earlier_runs",
        "trials_over",
        "files_nobody_needs",
        "visits_over",
    }


def test_sessions_that_have_ended_and_attempts_that_no_longer_count_are_swept(owner: User) -> None:
    now = timezone.now()
    for key, ends in (("over", now - timedelta(seconds=1)), ("open", now + timedelta(days=1))):
        Session.objects.create(session_key=key, session_data="", expire_date=ends)
    for who, days in (("long ago", 2), ("lately", 0)):
        Attempts.objects.create(act=Act.SIGN_IN, who=who, count=1, last_at=now - timedelta(days=days))
    for address, age in (("192.0.2.1", FAILURES_KEPT), ("192.0.2.2", timedelta())):
        when = now - age - timedelta(seconds=1)
        FailedSignIns.objects.create(user=owner, step=Step.PASSWORD, address=address, first_at=when, last_at=when)
    visits_over(now)
    assert list(Session.objects.values_list("session_key", flat=True)) == ["open"]
    assert list(Attempts.objects.values_list("who", flat=True)) == ["lately"]
    assert list(FailedSignIns.objects.values_list("address", flat=True)) == ["192.0.2.2"]
