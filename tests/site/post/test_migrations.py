"""What was sent before there was an outbox is not sent again, and what waited is."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from bakeoff_site.adjudication.choices import Decision
from bakeoff_site.adjudication.models import Correction
from bakeoff_site.adjudication.services.notifications import put_decision_mails, tell_of_decision
from bakeoff_site.campaigns.services.notices import put_due_notices
from bakeoff_site.datasets.services.news import put_news_of_files
from bakeoff_site.post.models import Mail
from bakeoff_site.post.services.delivery import send_due
from tests.site.conftest import Clock
from tests.site.world import World

pytestmark = pytest.mark.django_db(transaction=True)
BEFORE = [
    ("campaigns", "0003_judgments_done"),
    ("datasets", "0003_told_of_files"),
    ("adjudication", "0003_withdrawal_and_mails"),
]


def migrate(targets: list[tuple[str, str]]) -> Any:
    """The models as they are then."""
    executor = MigrationExecutor(connection)
    return executor.migrate(targets).apps


def migrate_to_the_end() -> None:
    migrate(MigrationExecutor(connection).loader.graph.leaf_nodes())


@pytest.fixture
def up_to_date(db: None) -> Iterator[None]:
    """In the end, whatever the test did."""
    yield
    migrate_to_the_end()


def decide(correction: Correction, decision: Decision) -> None:
    correction.decision, correction.decision_reason = decision, "by ear"
    correction.save()
    tell_of_decision(correction)


def put_all(now: datetime) -> tuple[int, int, int]:
    """How many mails about the schedule, files and decisions are new."""
    return put_due_notices(now), put_news_of_files(now), put_decision_mails()


def test_nothing_is_sent_twice_and_nothing_is_lost(make_world: Any, clock: Clock, up_to_date: None) -> None:
    world: World = make_world("preliminary")
    decide(world.correction, Decision.ACCEPTED)
    assert put_all(clock.now) == (2, 2, 1)
    assert send_due().sent == 5
    keys = set(Mail.objects.exclude(key=None).values_list("key", flat=True))

    then = migrate(BEFORE)
    notices = then.get_model("campaigns", "SentNotice").objects
    told = then.get_model("datasets", "ToldOfFile").objects
    decisions = then.get_model("adjudication", "DecisionMail").objects
    for rows in (notices, told, decisions):
        assert set(rows.values_list("sent_at", flat=True)) == {clock.now}, rows.model
    assert {(row.kind, row.about, row.days) for row in notices.all()} == {
        ("opens", datetime(2012, 4, 20, 16, tzinfo=UTC), 0)
    }
    # One of each that a process left behind which died, and a decision of which nobody was told yet
    rival = world.people["rival"].pk
    assert notices.filter(user=rival).update(sent_at=None) == 1
    assert told.filter(user=rival).update(sent_at=None) >= 1
    decisions.create(correction_id=world.correction.pk, user_id=rival)

    migrate_to_the_end()
    carried = Mail.objects.exclude(key=None)
    assert set(carried.values_list("key", flat=True)) < keys
    assert [(mail.to, mail.campaign, mail.sent_at) for mail in carried] == [
        (world.people["owner"].email, world.campaign, clock.now)
    ]
    assert send_due().sent == 0
    assert put_all(clock.now) == (1, 1, 1)
    assert send_due().sent == 3
    assert set(Mail.objects.exclude(key=None).values_list("key", flat=True)) == keys
    assert put_all(clock.now) == (0, 0, 0)
