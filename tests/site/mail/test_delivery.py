"""Mails get out once, whatever happens to the mail server and to those who send them."""

from __future__ import annotations

import threading
from datetime import timedelta
from smtplib import SMTPRecipientsRefused

import pytest
from django.core.mail import EmailMessage, get_connection
from django.db import connection
from pytest_django import DjangoAssertNumQueries

from bakeoff_site.mail.models import Mail
from bakeoff_site.mail.services import delivery
from bakeoff_site.mail.services.delivery import CLAIM, MOST_ATTEMPTS, Delivery, send_due
from bakeoff_site.mail.services.outbox import put
from tests.site.conftest import Clock
from tests.site.mail.conftest import MailServer
from tests.site.mail.test_outbox import letter


class KilledError(BaseException):
    """Nothing that the process does itself comes after it."""


@pytest.fixture
def mail(db: None, clock: Clock) -> Mail:
    return put([letter()])[0]


def test_while_the_server_is_down_it_waits_longer_and_longer(mail: Mail, server: MailServer, clock: Clock) -> None:
    server.is_down()
    begun, pauses = clock.now, []
    for _ in range(12):
        assert send_due() == Delivery(failed=1)
        assert send_due() == Delivery()  # not at once
        mail.refresh_from_db()
        pauses.append(round((mail.not_before - clock.now).total_seconds()))
        clock.move_to(mail.not_before)
    assert pauses == [10, 20, 40, 80, 160, 320, 640, 1280, 2560, 3600, 3600, 3600]
    assert (mail.attempts, mail.error) == (12, "ConnectionRefusedError: no mail server")
    assert mail.text == "The text.\n"
    server.is_up()
    assert send_due() == Delivery(sent=1)
    clock.move_on(timedelta(days=10))
    assert send_due() == Delivery()
    assert clock.now - begun > timedelta(days=10)
    assert server.to == ["ann@example.org"]
    mail.refresh_from_db()
    assert (mail.error, mail.attempts) == ("", 13)


def test_after_days_it_is_given_up_and_keeps_its_text(mail: Mail, server: MailServer, clock: Clock) -> None:
    server.is_down()
    begun = clock.now
    while send_due().failed:
        mail.refresh_from_db()
        clock.move_to(max(clock.now, mail.not_before))
    assert mail.given_up_at is not None
    assert timedelta(days=3) < mail.given_up_at - begun < timedelta(days=5)
    assert (mail.attempts, mail.text) == (MOST_ATTEMPTS, "The text.\n")
    server.is_up()
    clock.move_on(timedelta(days=1))
    assert send_due() == Delivery()


def test_an_address_that_is_refused_keeps_back_no_other(server: MailServer, db: None) -> None:
    refused = SMTPRecipientsRefused({"b@example.org": (550, b"unknown")})
    server.refuses = lambda message: refused if message.to == ["b@example.org"] else None
    put(letter(f"{name}@example.org") for name in "abc")
    assert send_due() == Delivery(sent=2, failed=1)
    assert server.to == ["a@example.org", "c@example.org"]
    assert "550" in Mail.objects.get(to="b@example.org").error


def test_a_mail_that_cannot_even_be_written_is_no_end_of_all(server: MailServer, db: None) -> None:
    server.refuses = lambda message: ValueError("a header") if message.to == ["a@example.org"] else None
    put(letter(f"{name}@example.org") for name in "ab")
    assert send_due() == Delivery(sent=1, failed=1)


def test_killed_between_claim_and_sending_it_is_sent_later_by_another(
    mail: Mail, server: MailServer, clock: Clock
) -> None:
    server.refuses = lambda message: KilledError()
    with pytest.raises(KilledError):
        send_due()
    server.is_up()
    clock.move_on(CLAIM - timedelta(seconds=1))
    assert send_due() == Delivery()  # it might still be on its way
    clock.move_on(timedelta(seconds=2))
    assert send_due() == Delivery(sent=1)
    assert len(server.taken) == 1


def test_one_that_kills_whoever_sends_it_is_given_up(mail: Mail, server: MailServer, clock: Clock) -> None:
    Mail.objects.update(attempts=MOST_ATTEMPTS, claimed_until=clock.now - timedelta(seconds=1))
    assert send_due() == Delivery()
    mail.refresh_from_db()
    assert (mail.given_up_at, mail.error) == (clock.now, "The processes that were to send it died.")


def test_who_comes_back_after_its_claim_does_not_undo_what_another_did(
    mail: Mail, server: MailServer, clock: Clock
) -> None:
    """The first hangs until its claim is over, and then fails; the second has sent it meanwhile."""

    def hang(message: EmailMessage) -> None:
        server.before = lambda message: None
        clock.move_on(CLAIM + timedelta(seconds=1))
        assert send_due() == Delivery(sent=1)
        server.is_down()

    server.before = hang
    assert send_due() == Delivery(failed=1)
    mail.refresh_from_db()
    assert (mail.sent_at, mail.error) == (clock.now, "")
    server.is_up()
    clock.move_on(timedelta(days=1))
    assert send_due() == Delivery()
    assert len(server.taken) == 1


def test_a_process_that_sends_leaves_its_mail_to_no_other(server: MailServer, mail: Mail) -> None:
    within: list[Delivery] = []
    server.before = lambda message: within.append(send_due())
    assert send_due() == Delivery(sent=1)
    assert within == [Delivery()]


def test_told_to_stop_it_sends_no_further_mail(server: MailServer, db: None) -> None:
    put(letter(f"{name}@example.org") for name in "abc")
    assert send_due(stop=lambda: len(server.taken) == 2) == Delivery(sent=2)


@pytest.mark.django_db(transaction=True)
def test_workers_beside_each_other_send_each_mail_once(server: MailServer) -> None:
    put(letter(f"n{number}@example.org") for number in range(40))
    start = threading.Barrier(4)
    found: list[Delivery] = []

    def work() -> None:
        start.wait()
        try:
            found.append(send_due())
        finally:
            connection.close()

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum(each.sent for each in found) == 40
    assert sorted(server.to) == sorted(f"n{number}@example.org" for number in range(40))


def test_looking_costs_one_query_and_each_mail_the_same(
    server: MailServer, db: None, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(1):
        send_due()
    with django_assert_num_queries(1):
        put(letter(f"{name}@example.org") for name in "abc")
    # A look, a savepoint and its release, the claim and the note, for each; then the last look.
    with django_assert_num_queries(3 * 6 + 1):
        assert send_due() == Delivery(sent=3)


def test_one_connection_serves_all(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[object] = []
    made = get_connection

    def counted() -> object:
        opened.append(made())
        return opened[-1]

    monkeypatch.setattr(delivery, "get_connection", counted)
    put(letter(f"{name}@example.org") for name in "abc")
    assert send_due() == Delivery(sent=3)
    assert len(opened) == 1
