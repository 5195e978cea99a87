"""Attempts to sign in that failed: a row each time that somebody tries, and nothing of what was typed."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.db.models import F
from django.test import Client

from bakeoff_site.accounts.choices import Step
from bakeoff_site.accounts.limits import BURST_GAP, FAILURES_KEPT, NOTIFIED_EVERY, UNKNOWN_KEPT
from bakeoff_site.accounts.models import FailedSignIns, User
from bakeoff_site.accounts.services import attempts
from bakeoff_site.core.models import AuditEvent
from tests.site.accounts.conftest import NOON, PASSWORD, code_now, give_password, last_mail, text_of
from tests.site.outbox import mailed
from tests.site.responses import ClientResponse

HOME, AWAY = "192.0.2.1", "192.0.2.2"
WRONG = "wrong horse battery"
SignIn = Callable[[User], Client]
pytestmark = pytest.mark.django_db


def fail(email: str, *, times: int = 1, address: str = HOME, password: str = WRONG) -> ClientResponse:
    for _ in range(times):
        answer = Client().post("/account/sign-in/", {"email": email, "password": password}, REMOTE_ADDR=address)
    return answer


def rows() -> list[tuple[str | None, str, str, int]]:
    return [
        (row.user.email if row.user else None, row.step, row.address, row.count)
        for row in FailedSignIns.objects.select_related("user").order_by("pk")
    ]


def test_attempts_one_after_another_are_one_row_with_their_number(owner: User, clock: Any) -> None:
    fail(owner.email, times=2)
    clock.shift(BURST_GAP - timedelta(seconds=1))
    fail("OLGA@example.org")
    assert rows() == [(owner.email, Step.PASSWORD, HOME, 3)]
    row = FailedSignIns.objects.get()
    assert (row.first_at, row.last_at) == (NOON, NOON + BURST_GAP - timedelta(seconds=1))
    clock.shift(BURST_GAP)
    fail(owner.email)
    fail(owner.email, address=AWAY)
    assert [row[2:] for row in rows()] == [(HOME, 3), (HOME, 1), (AWAY, 1)]


def test_who_signs_in_is_in_no_row(owner: User) -> None:
    give_password(Client(), owner)
    assert rows() == []


def test_what_was_typed_is_kept_nowhere(owner: User, clock: Any) -> None:
    typed = "my.secret-pass@word.org"
    fail(typed)
    fail(owner.email, password="another-secret")
    kept = str(list(FailedSignIns.objects.values())) + str(list(AuditEvent.objects.values()))
    assert "secret" not in kept
    assert "word.org" not in kept


def test_accounts_that_do_not_exist_are_one_row_an_address(owner: User, clock: Any) -> None:
    for number in range(12):
        fail(f"nobody{number}@example.org")
    fail("nobody0@example.org", address=AWAY)
    assert rows() == [(None, Step.PASSWORD, HOME, 12), (None, Step.PASSWORD, AWAY, 1)]
    home, away = FailedSignIns.objects.order_by("pk")
    assert (len(home.names), away.names) == (10, home.names[:1])
    assert all(len(name) == 8 for name in home.names)
    assert mailed() == []


def test_the_step_that_failed_is_told(guarded: User, clock: Any) -> None:
    client = Client()
    give_password(client, guarded)
    client.post("/account/sign-in/code/", {"code": "000000"}, REMOTE_ADDR=HOME)
    client.post("/account/sign-in/code/", {"code": code_now()})
    client.post("/account/password/", {"old": WRONG, "new": "an entirely new one"}, REMOTE_ADDR=HOME)
    assert rows() == [(guarded.email, Step.CODE, HOME, 1), (guarded.email, Step.CONFIRMATION, HOME, 1)]


def test_too_many_are_noted_and_mailed_once(owner: User, clock: Any) -> None:
    fail(owner.email, times=4)
    assert (FailedSignIns.objects.get().paused_at, mailed()) == (None, [])
    fail(owner.email)
    row = FailedSignIns.objects.get()
    assert (row.paused_at, row.told_at, row.turned_away) == (NOON, NOON, 0)
    assert (last_mail().to, last_mail().subject) == ([owner.email], "[Bakeoff] Failed attempts to sign in")
    text = last_mail().body
    assert f"From   {HOME}\nFirst  Mon 2 March 2026, 12:00:00 UTC" in text
    assert "5 from one place" in text
    assert "https://bakeoff.example/account/reset/" in text
    assert fail(owner.email, times=3).status_code == 429
    row.refresh_from_db()
    assert (row.count, row.turned_away) == (5, 3)
    clock.shift(timedelta(minutes=1))
    fail(owner.email)
    row.refresh_from_db()
    assert (row.count, row.turned_away, len(mailed())) == (6, 3, 1)


def test_who_is_turned_away_while_another_fails_is_counted(owner: User, monkeypatch: pytest.MonkeyPatch) -> None:
    fail(owner.email, times=4)

    def meanwhile(*_: object) -> bool:
        FailedSignIns.objects.update(turned_away=F("turned_away") + 1)
        return False

    monkeypatch.setattr(attempts, "_should_be_notified", meanwhile)
    fail(owner.email)
    row = FailedSignIns.objects.get()
    assert (row.count, row.turned_away) == (5, 1)


def test_who_tries_day_after_day_from_everywhere_fills_nobodys_mailbox(owner: User, clock: Any) -> None:
    fail(owner.email, times=5)
    for number in range(3, 9):
        clock.shift(timedelta(hours=2))
        fail(owner.email, address=f"192.0.2.{number}")
    assert len(mailed()) == 1
    clock.shift(NOTIFIED_EVERY)
    fail(owner.email, times=5)
    assert len(mailed()) == 2


def test_codes_after_the_right_password_are_an_alarm_of_their_own(guarded: User, clock: Any) -> None:
    fail(guarded.email, times=5)
    clock.shift(timedelta(minutes=5))
    client = Client()
    give_password(client, guarded)
    for _ in range(5):
        client.post("/account/sign-in/code/", {"code": "000000"})
    assert len(mailed()) == 2
    assert "somebody knows your password: choose a new one now" in last_mail().body


def test_an_address_that_is_not_verified_gets_no_mail(newcomer: User, clock: Any) -> None:
    fail(newcomer.email, times=5)
    assert FailedSignIns.objects.get().paused_at == NOON
    assert mailed() == []


def test_an_address_of_the_network_is_paused_without_alarming_anybody(owner: User, clock: Any) -> None:
    for number in range(29):
        fail(f"nobody{number}@example.org")
    fail(owner.email)
    of_owner = FailedSignIns.objects.get(user=owner)
    assert (of_owner.count, of_owner.paused_at) == (1, NOON)
    assert mailed() == []


def test_rows_are_forgotten_in_the_end(owner: User, clock: Any) -> None:
    fail(owner.email)
    fail("nobody@example.org")
    clock.shift(UNKNOWN_KEPT + timedelta(seconds=1))
    give_password(Client(), owner)
    assert [row[0] for row in rows()] == [owner.email]
    clock.shift(FAILURES_KEPT)
    give_password(Client(), owner)
    assert rows() == []


@pytest.mark.django_db(transaction=True)
def test_many_at_once_are_one_row(owner: User) -> None:
    def act(_: int) -> None:
        fail(owner.email)
        connection.close()

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(act, range(4)))
    assert rows() == [(owner.email, Step.PASSWORD, HOME, 4)]


def test_everyone_sees_attempts_on_their_own_account(owner: User, stranger: User, signed_in: SignIn) -> None:
    fail(owner.email, times=5)
    fail(stranger.email, address=AWAY)
    page = text_of(signed_in(owner).get("/account/history/"))
    assert "Failed attempts to sign in" in page
    assert HOME in page
    assert "Paused" in page
    assert "an email was sent" in page
    assert AWAY not in page
    assert "None in the last half year." in text_of(signed_in(_nobody_tried()).get("/account/history/"))


def _nobody_tried() -> User:
    return User.objects.create_user("quiet@example.org", PASSWORD, name="Quiet", email_verified_at=NOON)


def test_administrators_see_all_of_them(owner: User, stranger: User, signed_in: SignIn) -> None:
    fail(owner.email)
    fail("nobody@example.org", address=AWAY)
    assert signed_in(owner).get("/account/log/failed-sign-ins/").status_code == 403
    User.objects.filter(pk=stranger.pk).update(is_superuser=True)
    client = signed_in(stranger)
    assert "Failed sign-ins" in text_of(client.get("/account/log/"))
    page = text_of(client.get("/account/log/failed-sign-ins/"))
    assert (owner.email in page, HOME in page, AWAY in page) == (True, True, True)
    assert f"no such account: {FailedSignIns.objects.get(user=None).names[0]}" in page
    assert "nobody@example.org" not in page
    found = text_of(client.get("/account/log/failed-sign-ins/?text=olga"))
    assert (HOME in found, AWAY in found) == (True, False)
    assert AWAY in text_of(client.get(f"/account/log/failed-sign-ins/?text={AWAY}"))
    assert "No failed attempt matches" in text_of(client.get("/account/log/failed-sign-ins/?text=none"))


@pytest.mark.parametrize("count", [1, 3])
def test_pages_ask_the_database_the_same_for_many(
    count: int, owner: User, stranger: User, signed_in: SignIn, django_assert_num_queries: Any
) -> None:
    User.objects.filter(pk=owner.pk).update(is_superuser=True)
    for number in range(count):
        fail(owner.email, address=f"192.0.2.{number}")
    client = signed_in(owner)
    with django_assert_num_queries(4):
        client.get("/account/history/")
    with django_assert_num_queries(4):
        client.get("/account/log/failed-sign-ins/")
