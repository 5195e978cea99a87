from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.core import signing
from django.test import Client
from pytest_django.fixtures import Settings
from time_machine import Traveller

from bakeoff_site.accounts.models import User
from bakeoff_site.mail.models import Mail
from tests.site.accounts.conftest import (
    PASSWORD,
    acts,
    code_now,
    give_password,
    is_signed_in,
    last_mail,
    mailed_path,
    text_of,
)
from tests.site.outbox import mailed

PAGE = "/account/reset/"
NEW = "an even longer one"


def asked(client: Client, email: str = "olga@example.org") -> str:
    """The page of a link that was asked for."""
    client.post(PAGE, {"email": email})
    return mailed_path()


def test_the_mailed_link_sets_a_password_and_ends_all_sessions(
    owner: User, signed_in: Callable[..., Any], client: Client
) -> None:
    other = signed_in(owner)
    path = asked(client, "OLGA@example.org")
    assert last_mail().to == ["olga@example.org"]
    assert "olga@example.org" in text_of(client.get(path))
    response = client.post(path, {"new": NEW}, follow=True)
    assert "Sign in with the new one." in text_of(response)
    assert not is_signed_in(other)
    assert not is_signed_in(client), "the mail alone is not enough where there is a second factor"
    assert acts() == [("account.reset-password", "Olga")]
    assert last_mail().subject == "[Bakeoff] Your password was changed"
    give_password(client, owner, PASSWORD)
    assert not is_signed_in(client)
    give_password(client, owner, NEW)
    assert is_signed_in(client)


def test_the_second_factor_is_asked_for_all_the_same(guarded: User, client: Client, clock: Traveller) -> None:
    client.post(asked(client), {"new": NEW})
    assert give_password(client, guarded, NEW).headers["Location"] == "/account/sign-in/code/"
    client.post("/account/sign-in/code/", {"code": code_now()})
    assert is_signed_in(client)


def test_the_link_is_good_once_and_so_are_those_before_it(owner: User, client: Client) -> None:
    first, second = asked(client), asked(client)
    client.post(second, {"new": NEW})
    for path in (first, second):
        response = client.post(path, {"new": "the password of a thief"})
        assert response.status_code == 410
        assert "If you have already chosen a new password, sign in" in text_of(response)
    owner.refresh_from_db()
    assert owner.check_password(NEW)


def test_the_link_is_dead_once_the_owner_signed_in_or_changed_the_address(owner: User, client: Client) -> None:
    path = asked(client)
    give_password(Client(), owner)
    assert client.get(path).status_code == 410
    path = asked(client)
    User.objects.update(email="new@example.org")
    assert client.get(path).status_code == 410


def test_the_link_is_good_for_two_hours(owner: User, client: Client, clock: Traveller) -> None:
    path = asked(client)
    clock.shift(timedelta(hours=2))
    assert client.get(path).status_code == 200
    clock.shift(timedelta(seconds=1))
    assert client.post(path, {"new": NEW}).status_code == 410
    owner.refresh_from_db()
    assert owner.check_password(PASSWORD)


def test_the_page_does_not_tell_who_has_an_account(owner: User) -> None:
    User.objects.create_user("shut-out@example.org", PASSWORD, name="Out", is_active=False)
    pages = []
    for email in ("olga@example.org", "nobody@example.org", "shut-out@example.org"):
        response = Client().post(PAGE, {"email": email}, follow=True)
        pages.append((response.redirect_chain, text_of(response).replace(email, "ADDRESS")))
    assert pages[0] == pages[1] == pages[2]
    assert [(sent.to[0], sent.subject) for sent in mailed()] == [
        ("olga@example.org", "[Bakeoff] Choose a new password"),
        ("nobody@example.org", "[Bakeoff] No account with this address"),
        ("shut-out@example.org", "[Bakeoff] No account with this address"),
    ]


def test_bad_passwords_are_refused_and_the_link_stays_good(owner: User, client: Client) -> None:
    path = asked(client)
    assert "This password is too short." in text_of(client.post(path, {"new": "short"}))
    assert "too similar to the email" in text_of(client.post(path, {"new": "olga@example.org"}))
    assert client.post(path, {"new": NEW}).status_code == 302


def test_the_mail_verifies_the_address_too(newcomer: User, client: Client) -> None:
    client.post(asked(client, newcomer.email), {"new": NEW})
    newcomer.refresh_from_db()
    assert newcomer.is_verified


def test_a_new_password_ends_the_waiting_that_others_caused(owner: User, client: Client, clock: Traveller) -> None:
    for _ in range(5):
        give_password(Client(REMOTE_ADDR="192.0.2.7"), owner, "wrong")
    assert give_password(client, owner).status_code == 429
    client.post(asked(client), {"new": NEW})
    assert give_password(client, owner, NEW).headers["Location"] == "/"


def test_mails_become_rare_for_known_and_unknown_addresses(owner: User, clock: Traveller) -> None:
    for email in ("olga@example.org", "nobody@example.org"):
        for _ in range(4):
            assert Client().post(PAGE, {"email": email}).status_code == 302
        response = Client().post(PAGE, {"email": email})
        assert (response.status_code, response.headers["Retry-After"]) == (429, "120")
    assert len(mailed()) == 8


def test_links_start_with_the_address_of_the_site_whatever_the_request_says(
    owner: User, client: Client, settings: Settings
) -> None:
    settings.ALLOWED_HOSTS = ["*"]
    client.post(PAGE, {"email": owner.email}, headers={"host": "evil.example"})
    assert "evil.example" not in last_mail().body
    assert "https://bakeoff.example/account/reset/" in last_mail().body


def test_what_the_outbox_holds_opens_nothing(owner: User, client: Client) -> None:
    client.post(PAGE, {"email": owner.email})
    link = Mail.objects.get().link
    assert link is not None
    said = link["said"]
    guess = signing.Signer(key="not the server's", salt=link["salt"]).sign_object(said)
    assert client.get(f"{PAGE}{guess}/").status_code == 410
    assert client.get(mailed_path()).status_code == 200
    assert Mail.objects.get().link is None


def test_a_link_of_which_the_mail_waits_dies_with_the_password(owner: User, client: Client) -> None:
    client.post(PAGE, {"email": owner.email})
    owner.set_password("changed since then")
    owner.save(update_fields=["password"])
    assert client.get(mailed_path()).status_code == 410


def test_a_link_lasts_from_when_it_was_sent(
    owner: User, client: Client, clock: Traveller, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as away:
        away.setattr("django.core.mail.EmailMessage.send", lambda *_, **__: 1 / 0)
        client.post(PAGE, {"email": owner.email})
        assert mailed() == []
    clock.shift(timedelta(minutes=110))
    path = mailed_path()
    clock.shift(timedelta(minutes=110))
    assert client.get(path).status_code == 200


def test_a_mail_that_comes_too_late_for_its_link_is_given_up(owner: User, client: Client, clock: Traveller) -> None:
    client.post(PAGE, {"email": owner.email})
    clock.shift(timedelta(hours=2))
    assert mailed() == []
    assert Mail.objects.get().given_up_at is not None


def test_an_account_is_not_told_by_what_is_done_about_it(owner: User, client: Client) -> None:
    for email in (owner.email, "nobody@example.org"):
        client.post(PAGE, {"email": email})
        assert Mail.objects.count() == 1
        Mail.objects.all().delete()
