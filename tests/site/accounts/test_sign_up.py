from collections.abc import Callable
from datetime import timedelta
from smtplib import SMTPException
from typing import Any, Never

import pytest
from django.contrib.auth.hashers import identify_hasher, make_password
from django.test import Client
from pytest_django.fixtures import Settings
from time_machine import Traveller

from bakeoff_site.accounts.models import User
from tests.site.accounts.conftest import acts, is_signed_in, last_mail, mailed_path, text_of
from tests.site.outbox import mailed

PAGE = "/account/sign-up/"
FILLED_IN = {
    "name": "Ada Ünal",
    "affiliation": "University of Somewhere",
    "email": "ada@example.org",
    "password": "a long enough one",
}

pytestmark = pytest.mark.django_db


def test_signing_up_makes_an_unverified_account_and_mails_a_link(client: Client) -> None:
    response = client.post(PAGE, FILLED_IN, follow=True)
    assert "A mail is on its way to ada@example.org." in text_of(response)
    ada = User.objects.get()
    assert (ada.name, ada.affiliation, ada.email) == ("Ada Ünal", "University of Somewhere", "ada@example.org")
    assert ada.check_password("a long enough one")
    assert not ada.is_verified
    assert not ada.is_superuser
    assert last_mail().to == ["ada@example.org"]
    assert last_mail().subject == "[Bakeoff] Verify your address"
    assert mailed_path().startswith("/account/verify/")
    assert acts() == [("account.sign-up", "Ada Ünal")]
    assert not is_signed_in(client)


@pytest.mark.parametrize(
    ("wanted", "reached"),
    [
        ("/account/history/?page=2", "/account/history/?page=2"),
        ("https://evil.example/", "/account/"),
        ("", "/account/"),
    ],
)
def test_who_signs_up_on_the_way_to_a_page_gets_there_after_verifying(
    client: Client, wanted: str, reached: str
) -> None:
    client.post(PAGE, {**FILLED_IN, "next": wanted})
    assert client.post(mailed_path()).headers["Location"] == reached
    assert is_signed_in(client)
    assert acts()[-1] == ("account.sign-in", "Ada Ünal")


def test_another_browser_verifies_and_signs_nobody_in(client: Client) -> None:
    client.post(PAGE, {**FILLED_IN, "next": "/account/history/"})
    other = Client()
    response = other.post(mailed_path(), follow=True)
    assert response.redirect_chain == [("/account/sign-in/?next=/account/", 302)]
    assert "The address ada@example.org is verified. Sign in to continue." in text_of(response)
    assert not is_signed_in(other)
    assert not is_signed_in(client)


def test_a_password_that_was_changed_meanwhile_has_to_be_given(client: Client) -> None:
    client.post(PAGE, FILLED_IN)
    ada = User.objects.get()
    ada.set_password("quite another one")
    ada.save()
    client.post(mailed_path())
    assert not is_signed_in(client)
    ada.refresh_from_db()
    assert ada.is_verified


def test_the_cookies_do_not_say_whether_an_address_was_known(client: Client, owner: User) -> None:
    other = Client()
    client.post(PAGE, {**FILLED_IN, "email": owner.email})
    other.post(PAGE, FILLED_IN)
    assert client.cookies.keys() == other.cookies.keys()
    assert set(client.session.keys()) == set(other.session.keys())


def test_the_mail_does_not_carry_what_a_stranger_typed(client: Client) -> None:
    client.post(PAGE, {**FILLED_IN, "name": "Buy pills at spam.example", "affiliation": "spam.example"})
    assert "spam.example" not in last_mail().body


def test_a_known_address_is_told_so_by_mail_only(client: Client, owner: User) -> None:
    known = client.post(PAGE, {**FILLED_IN, "email": "OLGA@example.org"}, follow=True)
    new = Client().post(PAGE, FILLED_IN, follow=True)
    assert text_of(known) == text_of(new).replace("ada@example.org", "OLGA@example.org")
    assert known.redirect_chain == new.redirect_chain
    to_known, to_new = mailed()
    assert (to_known.to, to_known.subject) == ([owner.email], "[Bakeoff] You have an account already")
    assert "https://bakeoff.example/account/reset/" in to_known.body
    assert to_new.to == ["ada@example.org"]
    assert User.objects.count() == 2
    owner.refresh_from_db()
    assert owner.name == "Olga"


def test_a_known_address_takes_a_hash_too(client: Client, owner: User, monkeypatch: pytest.MonkeyPatch) -> None:
    hashed: list[str] = []
    monkeypatch.setattr("bakeoff_site.accounts.services.people.make_password", hashed.append)
    client.post(PAGE, {**FILLED_IN, "email": owner.email})
    assert hashed == ["a long enough one"]


def test_who_signs_up_at_the_same_moment_is_not_told_apart(
    client: Client, owner: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = iter([None, owner, owner])
    monkeypatch.setattr("bakeoff_site.accounts.services.people.user_with_email", lambda email: next(answers))
    response = client.post(PAGE, {**FILLED_IN, "email": owner.email}, follow=True)
    assert f"A mail is on its way to {owner.email}." in text_of(response)
    assert last_mail().subject == "[Bakeoff] You have an account already"
    assert User.objects.count() == 1


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("name", "", "This field is required."),
        ("email", "", "This field is required."),
        ("email", "ada@", "Enter a valid email address."),
        ("password", "short", "This password is too short. It must contain at least 10 characters."),
        ("password", "1234567890", "This password is too common."),
        ("password", "ada@example.org", "The password is too similar to the email."),
        ("password", "ada ünal 1", "The password is too similar to the name."),
    ],
)
def test_what_is_wrong_is_said_at_its_field(client: Client, field: str, value: str, sentence: str) -> None:
    response = client.post(PAGE, {**FILLED_IN, field: value})
    assert sentence in " ".join(response.context["form"].errors[field])
    assert sentence in text_of(response)
    assert User.objects.count() == 0
    assert mailed() == []


def test_the_password_is_never_shown_again(client: Client) -> None:
    response = client.post(PAGE, {**FILLED_IN, "name": ""})
    assert "a long enough one" not in response.content.decode()


def test_who_is_signed_in_gets_to_their_profile(signed_in: Callable[..., Any], owner: User) -> None:
    assert signed_in(owner).get(PAGE).headers["Location"] == "/account/"


def test_a_mail_server_that_is_away_hinders_nobody_and_loses_nothing(
    client: Client, clock: Traveller, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*args: object, **kwargs: object) -> Never:
        raise SMTPException("no route")

    with monkeypatch.context() as away:
        away.setattr("django.core.mail.EmailMessage.send", fails)
        assert client.post(PAGE, FILLED_IN).status_code == 302
        assert mailed() == []
    clock.shift(timedelta(hours=1))
    response = client.post(mailed_path(), follow=True)
    assert response.status_code == 200
    assert User.objects.get().is_verified


def test_mails_to_one_address_become_rare(client: Client, clock: Traveller) -> None:
    for _ in range(4):
        assert client.post(PAGE, FILLED_IN).status_code == 302
    response = client.post(PAGE, FILLED_IN)
    assert response.status_code == 429
    assert "Too many attempts. Try again in 2 minutes, at 12:02:00 UTC." in text_of(response)
    assert len(mailed()) == 4
    clock.shift(timedelta(minutes=2))
    assert client.post(PAGE, FILLED_IN).status_code == 302


def test_passwords_are_hashed_by_argon2(settings: Settings) -> None:
    from bakeoff_site.config import settings as ours

    settings.PASSWORD_HASHERS = ours.PASSWORD_HASHERS
    assert identify_hasher(make_password("anything")).algorithm == "argon2"
