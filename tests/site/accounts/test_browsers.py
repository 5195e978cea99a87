"""Signing in from a new browser stands out in the history."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client, RequestFactory

from bakeoff_site.accounts import browsers
from bakeoff_site.accounts.models import User
from bakeoff_site.core.models import AuditEvent
from tests.site.accounts.conftest import code_now, give_password, text_of

SignIn = Callable[[User], Client]


def was_new() -> list[bool]:
    """Of all who signed in, one after another."""
    events = AuditEvent.objects.filter(act="account.sign-in").order_by("pk")
    return [event.details["new_browser"] for event in events]


def sign_in(client: Client, user: User) -> None:
    give_password(client, user)
    client.post("/account/sign-out/")


def test_a_browser_is_new_once_for_each_person(owner: User, mate: User) -> None:
    home, away = Client(), Client()
    for client, user in ((home, owner), (home, owner), (home, mate), (home, owner), (away, owner)):
        sign_in(client, user)
    assert was_new() == [True, False, True, False, True]


def test_the_history_shows_it(owner: User, signed_in: SignIn) -> None:
    client = Client(headers={"User-Agent": "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0"})
    give_password(client, owner)
    page = text_of(client.get("/account/history/"))
    assert "signed in. New browser" in page
    assert "Network address 127.0.0.1 Browser Firefox on Linux" in page
    sign_in(client, owner)
    give_password(client, owner)
    assert text_of(client.get("/account/history/")).count("signed in. New browser") == 1


def test_with_a_second_factor_too(guarded: User, clock: object) -> None:
    client = Client()
    give_password(client, guarded)
    assert browsers.COOKIE not in client.cookies, "half of signing in is none"
    client.post("/account/sign-in/code/", {"code": code_now()})
    assert was_new() == [True]
    assert client.cookies[browsers.COOKIE]["path"] == "/account/sign-in/"
    assert client.cookies[browsers.COOKIE]["httponly"]


def test_signing_out_everywhere_makes_all_browsers_new(owner: User) -> None:
    client = Client()
    sign_in(client, owner)
    give_password(client, owner)
    client.post("/account/sign-out-everywhere/")
    sign_in(client, owner)
    assert was_new() == [True, False, True]


@pytest.mark.parametrize("value", ["", "forged", "WyJhIl0:1uWJxA:forged"])
def test_nobody_else_writes_the_cookie(value: str, owner: User) -> None:
    client = Client()
    client.cookies[browsers.COOKIE] = value
    sign_in(client, owner)
    assert was_new() == [True]


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0", "Firefox on Linux"),
        (
            "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) "
            "Chrome/126.0 Safari/537.36 Edg/126.0",
            "Edge on Windows",
        ),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605 Version/17.5 Safari/604",
            "Safari on iOS",
        ),
        ("Mozilla/5.0 (Linux; Android 14) AppleWebKit/537 Chrome/126.0 Mobile Safari/537", "Chrome on Android"),
        ("<script>alert(1)</script>", "another browser"),
        ("", "another browser"),
    ],
)
def test_browsers_in_words(said: str, words: str) -> None:
    assert browsers.in_words(RequestFactory().get("/", headers={"User-Agent": said})) == words
