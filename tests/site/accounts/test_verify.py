from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from time_machine import Traveller

from bakeoff_site.accounts.choices import Purpose
from bakeoff_site.accounts.links import link_to
from bakeoff_site.accounts.models import User
from tests.site.accounts.conftest import acts, last_mail, mailed_path, text_of
from tests.site.outbox import mailed

PAGE = "/account/verify/"


def asked(client: Client) -> str:
    """The page of a link that was asked for."""
    client.post(PAGE)
    return mailed_path()


def test_the_link_shows_whose_account_it_is_and_a_button_verifies(
    newcomer: User, signed_in: Callable[..., Any], client: Client
) -> None:
    path = asked(signed_in(newcomer))
    assert last_mail().to == ["nils@example.org"]
    shown = text_of(client.get(path))
    assert "nils@example.org" in shown
    assert "Nils" in shown
    newcomer.refresh_from_db()
    assert not newcomer.is_verified, "programs that read mails follow links"
    response = client.post(path, follow=True)
    assert "The address nils@example.org is verified." in text_of(response)
    assert User.objects.get(pk=newcomer.pk).is_verified
    assert acts() == [("account.verify-address", "Nils")]


def test_the_link_is_good_once(newcomer: User, signed_in: Callable[..., Any], client: Client) -> None:
    path = asked(signed_in(newcomer))
    client.post(path)
    for response in (client.get(path), client.post(path)):
        assert response.status_code == 410
        assert "This link was already used" in text_of(response)
        assert "If you have already verified your address, there is nothing to do" in text_of(response)
    assert len(acts()) == 1


def test_the_link_is_good_for_three_days(
    newcomer: User, signed_in: Callable[..., Any], client: Client, clock: Traveller
) -> None:
    path = asked(signed_in(newcomer))
    clock.shift(timedelta(days=3))
    assert client.get(path).status_code == 200
    clock.shift(timedelta(seconds=1))
    assert client.post(path).status_code == 410
    newcomer.refresh_from_db()
    assert not newcomer.is_verified


@pytest.mark.parametrize("change", [lambda token: token[:-1], lambda token: "x" + token, lambda token: "x"])
def test_a_link_that_was_changed_is_dead(
    newcomer: User, signed_in: Callable[..., Any], client: Client, change: Callable[..., Any]
) -> None:
    token = asked(signed_in(newcomer)).split("/")[3]
    response = client.post(f"/account/verify/{change(token)}/")
    assert response.status_code == 410
    newcomer.refresh_from_db()
    assert not newcomer.is_verified


def test_a_link_for_one_thing_is_none_for_another(newcomer: User, client: Client) -> None:
    token = link_to(Purpose.VERIFY, newcomer, email=newcomer.email).address.rsplit("/", 2)[1]
    assert client.get(f"/account/reset/{token}/").status_code == 410
    assert client.get(f"/account/address/{token}/").status_code == 410


def test_who_was_shut_out_cannot_verify(newcomer: User, signed_in: Callable[..., Any], client: Client) -> None:
    path = asked(signed_in(newcomer))
    User.objects.update(is_active=False)
    assert client.post(path).status_code == 410


def test_who_is_verified_is_sent_no_mail(owner: User, signed_in: Callable[..., Any]) -> None:
    response = signed_in(owner).post(PAGE, follow=True)
    assert "Your address is verified already." in text_of(response)
    assert mailed() == []


def test_strangers_sign_in_first(client: Client, db: None) -> None:
    assert client.post(PAGE).headers["Location"] == "/account/sign-in/?next=/account/verify/"
    assert mailed() == []


def test_mails_become_rare_until_the_address_is_verified(
    newcomer: User, signed_in: Callable[..., Any], client: Client, clock: Traveller
) -> None:
    nils = signed_in(newcomer)
    for _ in range(4):
        path = asked(nils)
    response = nils.post(PAGE)
    assert response.status_code == 429
    assert "Try again in 2 minutes" in text_of(response)
    client.post(path)
    assert client.post("/account/reset/", {"email": newcomer.email}).status_code == 302
