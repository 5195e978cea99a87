from collections.abc import Callable
from typing import Any, Never

import pytest
from django.test import Client

from bakeoff_site.accounts.models import User
from tests.site.accounts.conftest import PASSWORD, acts, is_signed_in, last_mail, text_of
from tests.site.outbox import mailed

PAGE = "/account/password/"
NEW = "an even longer one"


def test_the_old_password_gives_a_new_one_and_ends_the_other_sessions(
    owner: User, signed_in: Callable[..., Any]
) -> None:
    client, other = signed_in(owner), signed_in(owner)
    response = client.post(PAGE, {"old": PASSWORD, "new": NEW}, follow=True)
    assert "Your password is changed. All other sessions have ended." in text_of(response)
    owner.refresh_from_db()
    assert owner.check_password(NEW)
    assert (is_signed_in(client), is_signed_in(other)) == (True, False)
    assert acts() == [("account.change-password", "Olga")]
    assert (last_mail().to, last_mail().subject) == ([owner.email], "[Bakeoff] Your password was changed")


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("wrong", NEW, "This is not your password."),
        ("", NEW, "This field is required."),
        (PASSWORD, "short", "This password is too short."),
        (PASSWORD, "olga@example.org", "The password is too similar to the email."),
    ],
)
def test_what_is_wrong_is_said_and_nothing_changes(
    owner: User, signed_in: Callable[..., Any], old: str, new: str, sentence: str
) -> None:
    assert sentence in text_of(signed_in(owner).post(PAGE, {"old": old, "new": new}))
    owner.refresh_from_db()
    assert owner.check_password(PASSWORD)
    assert (acts(), mailed()) == ([], [])


def test_a_mail_that_cannot_be_sent_does_not_undo_it(
    owner: User, signed_in: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*args: object, **kwargs: object) -> Never:
        raise ConnectionRefusedError

    with monkeypatch.context() as broken:
        broken.setattr("django.core.mail.EmailMessage.send", fails)
        assert signed_in(owner).post(PAGE, {"old": PASSWORD, "new": NEW}).status_code == 302
    owner.refresh_from_db()
    assert owner.check_password(NEW)
    assert [message.subject for message in mailed()] == ["[Bakeoff] Your password was changed"]


def test_strangers_sign_in_first(client: Client, db: None) -> None:
    assert client.get(PAGE).headers["Location"] == f"/account/sign-in/?next={PAGE}"
