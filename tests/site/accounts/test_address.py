from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from time_machine import Traveller

from bakeoff_site.accounts.models import User
from tests.site.accounts.conftest import PASSWORD, acts, give_password, is_signed_in, last_mail, mailed_path, text_of
from tests.site.outbox import mailed

PAGE = "/account/address/"
NEW = "olga@university.example"


def asked(client: Client, email: str = NEW) -> str:
    """The page of a link that was asked for."""
    client.post(PAGE, {"email": email, "password": PASSWORD})
    return mailed_path()


def test_the_new_address_is_verified_and_the_old_one_told(
    owner: User, signed_in: Callable[..., Any], client: Client
) -> None:
    olga = signed_in(owner)
    path = asked(olga)
    assert (last_mail().to, last_mail().subject) == ([NEW], "[Bakeoff] Verify your new address")
    owner.refresh_from_db()
    assert owner.email == "olga@example.org", "until the link is followed"
    assert "Address now olga@example.org New address olga@university.example" in text_of(client.get(path))
    response = olga.post(path, follow=True)
    assert "Your address is olga@university.example now." in text_of(response)
    owner.refresh_from_db()
    assert (owner.email, owner.is_verified) == (NEW, True)
    assert last_mail().to == ["olga@example.org"]
    assert NEW in last_mail().body
    assert acts() == [("account.change-address", "Olga")]
    give_password(client, owner)
    assert is_signed_in(client)


def test_the_link_is_good_once_even_after_a_change_back(owner: User, signed_in: Callable[..., Any]) -> None:
    client = signed_in(owner)
    path = asked(client)
    client.post(path)
    assert client.post(path).status_code == 410
    client.post(asked(client, "olga@example.org"))
    response = client.post(path)
    assert response.status_code == 410
    assert "Your profile shows your current address." in text_of(response)
    owner.refresh_from_db()
    assert owner.email == "olga@example.org"


def test_the_link_is_good_for_a_day_and_until_the_password_changes(
    owner: User, signed_in: Callable[..., Any], client: Client, clock: Traveller
) -> None:
    olga = signed_in(owner)
    path = asked(olga)
    clock.shift(timedelta(days=1))
    assert client.get(path).status_code == 200
    clock.shift(timedelta(seconds=1))
    assert client.get(path).status_code == 410
    path = asked(olga)
    owner.set_password("another one, much better")
    owner.save()
    assert client.get(path).status_code == 410


def test_an_address_of_somebody_else_is_told_to_them_only(
    owner: User, stranger: User, signed_in: Callable[..., Any]
) -> None:
    client = signed_in(owner)
    taken = client.post(PAGE, {"email": stranger.email, "password": PASSWORD}, follow=True)
    free = client.post(PAGE, {"email": NEW, "password": PASSWORD}, follow=True)
    assert text_of(taken) == text_of(free).replace(NEW, stranger.email)
    assert [(sent.to[0], sent.subject) for sent in mailed()] == [
        (stranger.email, "[Bakeoff] You have an account already"),
        (NEW, "[Bakeoff] Verify your new address"),
    ]


def test_an_address_that_was_taken_meanwhile_is_refused(owner: User, signed_in: Callable[..., Any]) -> None:
    client = signed_in(owner)
    path = asked(client)
    User.objects.create_user(NEW.upper(), PASSWORD, name="Faster")
    assert "Another account has this address by now." in text_of(client.post(path))
    owner.refresh_from_db()
    assert owner.email == "olga@example.org"
    assert acts() == []


def test_only_capitals_may_change(owner: User, signed_in: Callable[..., Any]) -> None:
    client = signed_in(owner)
    client.post(asked(client, "Olga@example.org"))
    owner.refresh_from_db()
    assert owner.email == "Olga@example.org"


def test_a_mistyped_address_can_be_fixed_and_its_holder_is_left_alone(
    newcomer: User, signed_in: Callable[..., Any]
) -> None:
    client = signed_in(newcomer)
    client.post(asked(client, "nils@right.example"))
    newcomer.refresh_from_db()
    assert (newcomer.email, newcomer.is_verified) == ("nils@right.example", True)
    assert [sent.to for sent in mailed()] == [["nils@right.example"]]


@pytest.mark.parametrize(
    ("email", "password", "sentence"),
    [
        (NEW, "wrong", "This is not your password."),
        ("olga@example.org", PASSWORD, "This is your address already."),
        ("olga@", PASSWORD, "Enter a valid email address."),
    ],
)
def test_what_is_wrong_is_said(
    owner: User, signed_in: Callable[..., Any], email: str, password: str, sentence: str
) -> None:
    assert sentence in text_of(signed_in(owner).post(PAGE, {"email": email, "password": password}))
    assert mailed() == []


def test_strangers_sign_in_first(client: Client, db: None) -> None:
    assert client.get(PAGE).headers["Location"] == f"/account/sign-in/?next={PAGE}"
