"""Turning the second factor on and off, and new recovery codes."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from time_machine import Traveller

from bakeoff_site.accounts.models import RecoveryCode, SecondFactor, User
from tests.site.accounts.conftest import (
    PASSWORD,
    SECRET,
    acts,
    code_now,
    give_password,
    is_signed_in,
    last_mail,
    text_of,
)
from tests.site.outbox import mailed

ON, OFF, CODES = "/account/second-factor/", "/account/second-factor/off/", "/account/second-factor/recovery-codes/"
CODE = re.compile(r"\b(?:[a-z2-7]{4}-){3}[a-z2-7]{4}\b")


def offered(client: Client) -> str:
    """The key on the page."""
    return str(client.get(ON).context["secret"]).replace(" ", "")


def test_a_code_and_the_password_turn_it_on(owner: User, signed_in: Callable[..., Any], clock: Traveller) -> None:
    client, other = signed_in(owner), signed_in(owner)
    secret = offered(client)
    response = client.post(ON, {"code": code_now(secret), "password": PASSWORD})
    codes = CODE.findall(response.content.decode())
    assert len(set(codes)) == 10
    assert "they are not shown again" in text_of(response)
    assert SecondFactor.objects.get().secret == secret
    assert acts() == [("account.add-second-factor", "Olga")]
    assert last_mail().subject == "[Bakeoff] Your second factor was turned on"
    assert (is_signed_in(client), is_signed_in(other)) == (True, False)
    assert "10 recovery codes left" in text_of(client.get("/account/"))
    stored = list(RecoveryCode.objects.values_list("code_hash", flat=True))
    assert all(len(each) == 64 for each in stored)
    assert not any(code.replace("-", "") in "".join(stored) for code in codes)


def test_the_page_shows_the_key_as_text_and_as_a_picture_of_its_own(owner: User, signed_in: Callable[..., Any]) -> None:
    client = signed_in(owner)
    response = client.get(ON)
    page = response.content.decode()
    assert re.fullmatch(r"(?:[A-Z2-7]{4} ){7}[A-Z2-7]{4}", response.context["secret"])
    assert response.context["secret"] in page
    assert "<svg" in page
    assert "<img" not in page
    assert "style=" not in page, "the policy forbids it"
    assert offered(client) == response.context["secret"].replace(" ", ""), "loading the page again changes nothing"
    assert "no-store" in response.headers["Cache-Control"]


def test_the_code_that_turned_it_on_does_not_sign_in(
    owner: User, signed_in: Callable[..., Any], clock: Traveller
) -> None:
    client = signed_in(owner)
    code = code_now(offered(client))
    client.post(ON, {"code": code, "password": PASSWORD})
    thief = Client()
    give_password(thief, owner)
    thief.post("/account/sign-in/code/", {"code": code})
    assert not is_signed_in(thief)


@pytest.mark.parametrize(
    ("code", "password", "sentence"),
    [
        (None, "wrong", "This is not your password."),
        ("000000", PASSWORD, "This code is not right"),
        ("", PASSWORD, "This field is required."),
        (None, "", "This field is required."),
    ],
)
@pytest.mark.usefixtures("clock")
def test_both_must_be_right(
    owner: User, signed_in: Callable[..., Any], code: str | None, password: str, sentence: str
) -> None:
    client = signed_in(owner)
    right = code_now(offered(client))
    response = client.post(ON, {"code": right if code is None else code, "password": password})
    assert sentence in text_of(response)
    assert SecondFactor.objects.count() == 0
    assert acts() == []


def test_it_is_turned_on_once(guarded: User, signed_in: Callable[..., Any]) -> None:
    response = signed_in(guarded).post(ON, {"code": "000000", "password": PASSWORD}, follow=True)
    assert "Your second factor is on already." in text_of(response)
    assert SecondFactor.objects.get().secret == SECRET


def test_the_password_turns_it_off(guarded: User, signed_in: Callable[..., Any]) -> None:
    client, other = signed_in(guarded), signed_in(guarded)
    client.post(CODES, {"password": PASSWORD})
    response = client.post(OFF, {"password": PASSWORD}, follow=True)
    assert "Your second factor is off." in text_of(response)
    assert (SecondFactor.objects.count(), RecoveryCode.objects.count()) == (0, 0)
    assert acts()[-1] == ("account.remove-second-factor", "Olga")
    assert last_mail().subject == "[Bakeoff] Your second factor was turned off"
    assert not is_signed_in(other)
    assert give_password(Client(), guarded).headers["Location"] == "/"


@pytest.mark.parametrize("page", [OFF, CODES])
def test_a_wrong_password_changes_nothing(guarded: User, signed_in: Callable[..., Any], page: str) -> None:
    response = signed_in(guarded).post(page, {"password": "wrong"})
    assert "This is not your password." in text_of(response)
    assert (SecondFactor.objects.count(), RecoveryCode.objects.count()) == (1, 0)
    assert (acts(), mailed()) == ([], [])


def test_passwords_cannot_be_guessed_here_either(
    guarded: User, signed_in: Callable[..., Any], clock: Traveller
) -> None:
    client = signed_in(guarded)
    for _ in range(5):
        client.post(OFF, {"password": "wrong"})
    response = client.post(OFF, {"password": PASSWORD})
    assert response.status_code == 429
    assert SecondFactor.objects.count() == 1


@pytest.mark.parametrize("page", [OFF, CODES])
def test_where_it_is_off_there_is_nothing_to_do(owner: User, signed_in: Callable[..., Any], page: str) -> None:
    response = signed_in(owner).post(page, {"password": PASSWORD}, follow=True)
    assert "Your second factor is off." in text_of(response)
    assert acts() == []


def test_new_recovery_codes_replace_the_old_ones(guarded: User, signed_in: Callable[..., Any]) -> None:
    client = signed_in(guarded)
    first = CODE.findall(client.post(CODES, {"password": PASSWORD}).content.decode())
    old = set(RecoveryCode.objects.values_list("code_hash", flat=True))
    second = CODE.findall(client.post(CODES, {"password": PASSWORD}).content.decode())
    new = set(RecoveryCode.objects.values_list("code_hash", flat=True))
    assert (len(old), len(new), old & new, set(first) & set(second)) == (10, 10, set(), set())
    assert acts() == [("account.renew-recovery-codes", "Olga")] * 2


@pytest.mark.parametrize("page", [ON, OFF, CODES])
def test_the_unverified_verify_first_and_strangers_sign_in(
    newcomer: User, signed_in: Callable[..., Any], client: Client, page: str
) -> None:
    response = signed_in(newcomer).get(page)
    assert response.status_code == 403
    assert "Verify your address first" in text_of(response)
    assert client.get(page).headers["Location"] == f"/account/sign-in/?next={page}"
