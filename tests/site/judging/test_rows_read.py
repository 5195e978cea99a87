"""The first judgment and the 200,000th cost the database the same: its queries go through no more rows."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.db import connection
from django.utils import timezone

from bakeoff_site.judging.models import Judge
from tests.site.judging.queries import visited
from tests.site.judging.test_shares import judge_some
from tests.site.judging.world import judged_campaign, make_judge, planned_task, signed_in
from tests.site.people import person
from tests.site.settings import ON_POSTGRESQL

pytestmark = pytest.mark.django_db


@contextmanager
def loops() -> Iterator[list[int]]:
    """How often SQLite goes on to a further row, whatever the queries."""
    found = [0]

    def note() -> int:
        found[0] += 1
        return 0

    connection.ensure_connection()
    connection.connection.set_progress_handler(note, 1)
    yield found
    connection.connection.set_progress_handler(None, 1)


@pytest.mark.skipif(ON_POSTGRESQL, reason="left out: SQLite alone says how many rows its queries go through")
def test_the_database_goes_through_as_many_rows_however_much_was_judged(db: None) -> None:
    task = planned_task(judged_campaign(copies=12), "ranking", by=person("Olga Organiser"))
    early, late, *others = (make_judge(task, f"Judge {number}", now=timezone.now()) for number in range(6))

    def gone_through(judge: Judge) -> int:
        with loops() as found:
            assert visited(signed_in(judge), task) is not None
        return found[0]

    visited(signed_in(others[0]), task)  # what a process reads once
    at_the_start = gone_through(early)
    for judge in others:
        judge_some(judge, 30)
    assert gone_through(late) <= at_the_start + 20
