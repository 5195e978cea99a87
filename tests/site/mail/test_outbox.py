"""Mails are put with what they tell of, told once where that is asked for, and taken back while nobody has them."""

from __future__ import annotations

import pytest
from django.db import transaction

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.core.models import AuditEvent
from bakeoff_site.core.refusals import RefusedError
from bakeoff_site.mail.models import Mail
from bakeoff_site.mail.selectors import failed_mails
from bakeoff_site.mail.services.delivery import MOST_ATTEMPTS, Delivery, send_due
from bakeoff_site.mail.services.outbox import put, put_once, take_back, try_again
from tests.site.conftest import Clock
from tests.site.mail.conftest import MailServer

pytestmark = pytest.mark.django_db


def letter(to: str = "ann@example.org", **fields: object) -> Mail:
    return Mail(to=to, subject="About  the\nharbour", text="The text.\n", **fields)


def test_it_goes_out_with_subject_text_and_an_id_of_its_own(server: MailServer, campaign: Campaign) -> None:
    (mail,) = put([letter(campaign=campaign)])
    assert send_due() == Delivery(sent=1)
    (message,) = server.taken
    assert (message.to, message.subject, message.body) == (["ann@example.org"], "About the harbour", "The text.\n")
    assert message.extra_headers["Message-ID"].endswith(f".{mail.pk}@localhost>")
    assert send_due() == Delivery()


def test_once_sent_its_text_is_gone(server: MailServer) -> None:
    put([letter()])
    send_due()
    mail = Mail.objects.get()
    assert (mail.text, mail.error, mail.claimed_until, mail.attempts) == ("", "", None, 1)
    assert mail.sent_at is not None


def test_what_is_not_committed_is_not_sent(server: MailServer) -> None:
    with transaction.atomic():
        put([letter()])
        transaction.set_rollback(True)
    assert send_due() == Delivery()


def test_with_a_key_it_is_put_once_even_after_it_was_sent(server: MailServer) -> None:
    assert put_once(letter(), key="notice 1") is not None
    assert put_once(letter(), key="notice 1") is None
    send_due()
    assert put_once(letter(), key="notice 1") is None
    assert put_once(letter(), key="notice 2") is not None
    send_due()
    assert len(server.taken) == 2


def test_what_waits_is_taken_back_and_what_is_out_or_on_its_way_is_not(server: MailServer, clock: Clock) -> None:
    sent, sending, failed, _ = put(letter(f"{name}@example.org") for name in "abcd")
    Mail.objects.filter(pk=sent.pk).update(sent_at=clock.now)
    Mail.objects.filter(pk=sending.pk).update(claimed_until=clock.now)
    Mail.objects.filter(pk=failed.pk).update(error="refused", attempts=3)
    take_back(Mail.objects.all())
    assert list(Mail.objects.values_list("pk", flat=True)) == [sent.pk, sending.pk]


def test_what_was_given_up_is_tried_again_from_the_start(
    server: MailServer, clock: Clock, campaign: Campaign, organiser: User
) -> None:
    put([letter(campaign=campaign, not_after=clock.now)])
    Mail.objects.update(attempts=MOST_ATTEMPTS, given_up_at=clock.now, error="refused")
    assert send_due() == Delivery()
    assert try_again(failed_mails(campaign), campaign=campaign, by=organiser) == 1
    event = AuditEvent.objects.get(act="mail.try-again")
    assert (event.actor, event.campaign, event.subject) == (organiser, campaign, "1 mail")
    assert event.details == {"to": ["ann@example.org"]}
    assert send_due() == Delivery(sent=1)
    with pytest.raises(RefusedError, match="sent in the meantime"):
        try_again(Mail.objects.all(), campaign=campaign, by=organiser)
    assert send_due() == Delivery()
