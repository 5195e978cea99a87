"""Mails about accounts that could not be sent, for administrators."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from bakeoff_site.accounts.models import User
from bakeoff_site.core.models import AuditEvent
from bakeoff_site.mail.models import Mail
from bakeoff_site.mail.services.outbox import put
from tests.site.accounts.conftest import text_of
from tests.site.outbox import mailed

PAGE, AGAIN = "/account/mails/", "/account/mails/again/"


@pytest.fixture
def administrator(owner: User) -> User:
    owner.is_superuser = True
    owner.save()
    return owner


@pytest.fixture
def mail(db: None) -> Mail:
    (mail,) = put([Mail(to="ann@example.org", subject="[Bakeoff] Your password was changed", text="x")])
    Mail.objects.update(attempts=100, error="refused by the server", given_up_at=mail.created_at)
    return mail


def test_administrators_see_them_and_have_them_tried_again(
    administrator: User, signed_in: Callable[..., Any], mail: Mail
) -> None:
    client = signed_in(administrator)
    assert PAGE in client.get("/account/").content.decode()
    page = text_of(client.get(PAGE))
    for part in ("1 was given up.", "[Bakeoff] Your password was changed To ann@example.org", "refused by the server"):
        assert part in page
    assert "It is tried again now" in text_of(client.post(AGAIN, {"mail": mail.pk}, follow=True))
    assert AuditEvent.objects.get(act="mail.try-again").actor == administrator
    assert [message.to for message in mailed()] == [["ann@example.org"]]
    assert "All emails have been sent" in text_of(client.get(PAGE))
    assert "Nothing is left to try again" in text_of(client.post(AGAIN, follow=True))
    assert client.post(AGAIN, {"mail": mail.pk}).status_code == 404


def test_others_do_not(owner: User, signed_in: Callable[..., Any], mail: Mail) -> None:
    client = signed_in(owner)
    assert PAGE not in client.get("/account/").content.decode()
    assert client.get(PAGE).status_code == 403
    assert client.post(AGAIN, {"mail": mail.pk}).status_code == 403
    assert mailed() == []


def test_strangers_sign_in_first(client: Client, db: None) -> None:
    assert client.get(PAGE).headers["Location"] == f"/account/sign-in/?next={PAGE}"
    assert client.post(AGAIN).headers["Location"] == f"/account/sign-in/?next={AGAIN}"
