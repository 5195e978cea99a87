from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone
from time_machine import Traveller

from bakeoff_site.accounts.models import User
from tests.site.accounts.conftest import PASSWORD, give_password, is_signed_in, text_of

PAGE = "/account/sign-in/"
REFUSED = "The email address or password is incorrect."


@pytest.mark.parametrize("email", ["olga@example.org", "OLGA@Example.ORG", " olga@example.org "])
def test_address_and_password_sign_in_whatever_the_capitals(client: Client, owner: User, email: str) -> None:
    response = client.post(PAGE, {"email": email, "password": PASSWORD})
    assert response.headers["Location"] == "/"
    assert "Olga" in text_of(client.get("/account/"))


def test_the_session_gets_a_new_key(client: Client, owner: User) -> None:
    session = client.session
    session["something"] = "planted by somebody else"
    session.save()
    planted = session.session_key
    give_password(client, owner)
    assert client.session.session_key != planted
    assert not Session.objects.filter(session_key=planted).exists()


def test_the_session_ends_with_the_browser_unless_it_is_remembered(owner: User, clock: Traveller) -> None:
    forgotten, remembered = Client(), Client()
    give_password(forgotten, owner)
    give_password(remembered, owner, remember="on")
    assert forgotten.cookies["sessionid"]["max-age"] == ""
    assert remembered.cookies["sessionid"]["max-age"] == 30 * 24 * 3600
    assert remembered.session.get_expiry_date() == timezone.now() + timedelta(days=30)
    clock.shift(timedelta(days=29))
    assert (is_signed_in(forgotten), is_signed_in(remembered)) == (False, True)
    clock.shift(timedelta(days=2))
    assert not is_signed_in(remembered)


def test_the_cookie_is_hidden_from_scripts_and_other_sites(client: Client, owner: User) -> None:
    give_password(client, owner)
    cookie = client.cookies["sessionid"]
    assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")


def test_refusals_do_not_tell_who_has_an_account(owner: User) -> None:
    User.objects.create_user("shut-out@example.org", PASSWORD, name="Out", is_active=False)
    tried = [("olga@example.org", "wrong"), ("nobody@example.org", PASSWORD), ("shut-out@example.org", PASSWORD)]
    pages = []
    for email, password in tried:
        client = Client()
        response = client.post(PAGE, {"email": email, "password": password})
        assert not is_signed_in(client)
        pages.append((response.status_code, text_of(response)))
    assert pages[0] == pages[1] == pages[2]
    assert REFUSED in pages[0][1]


def test_an_unknown_address_takes_a_hash_too(client: Client, db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    hashed = []
    monkeypatch.setattr(User, "set_password", lambda self, password: hashed.append(password))
    client.post(PAGE, {"email": "nobody@example.org", "password": "anything"})
    assert hashed == ["anything"]


def test_the_unverified_sign_in_and_are_told_to_verify(client: Client, newcomer: User) -> None:
    response = client.post(PAGE, {"email": newcomer.email, "password": PASSWORD}, follow=True)
    assert "Your email address is not verified You can take part after you verify it" in text_of(response)


@pytest.mark.parametrize(
    ("wanted", "reached"),
    [
        ("/account/password/", "/account/password/"),
        ("https://evil.example/", "/"),
        ("//evil.example/", "/"),
        ("javascript:alert(1)", "/"),
        ("", "/"),
    ],
)
def test_the_way_goes_on_within_the_site_only(client: Client, owner: User, wanted: str, reached: str) -> None:
    assert client.get(PAGE, {"next": wanted}).context["next"] == reached
    assert give_password(client, owner, next=wanted).headers["Location"] == reached


def test_who_is_signed_in_goes_on(signed_in: Callable[..., Any], owner: User) -> None:
    assert signed_in(owner).get(PAGE, {"next": "/account/"}).headers["Location"] == "/account/"


def test_nothing_of_the_page_is_kept(client: Client, db: None) -> None:
    response = client.get(PAGE)
    assert "no-store" in response.headers["Cache-Control"]
    assert "script-src 'self'" in response.headers["Content-Security-Policy"]


def test_forms_from_elsewhere_are_refused(owner: User) -> None:
    client = Client(enforce_csrf_checks=True)
    assert give_password(client, owner).status_code == 403
    assert not is_signed_in(client)


def test_five_wrong_passwords_make_everybody_wait(client: Client, owner: User, clock: Traveller) -> None:
    for _ in range(5):
        assert REFUSED in text_of(give_password(client, owner, "wrong"))
    elsewhere = Client(REMOTE_ADDR="192.0.2.7")
    response = give_password(elsewhere, owner)
    assert response.status_code == 429
    assert response.headers["Retry-After"] == "30"
    assert "Too many attempts. Try again in 30 seconds, at 12:00:30 UTC." in text_of(response)
    assert not is_signed_in(elsewhere)
    clock.shift(timedelta(seconds=30))
    assert give_password(elsewhere, owner).status_code == 302
    assert REFUSED in text_of(give_password(Client(), owner, "wrong")), "success begins the count again"


def test_an_unknown_address_waits_as_long(client: Client, db: None, clock: Traveller) -> None:
    for _ in range(5):
        client.post(PAGE, {"email": "nobody@example.org", "password": "wrong"})
    response = client.post(PAGE, {"email": "NOBODY@example.org", "password": "wrong"})
    assert (response.status_code, response.headers["Retry-After"]) == (429, "30")


def test_one_place_that_tries_many_accounts_waits(client: Client, owner: User, clock: Traveller) -> None:
    for number in range(30):
        client.post(PAGE, {"email": f"guess{number}@example.org", "password": "wrong"})
    assert give_password(client, owner).status_code == 429
    assert give_password(Client(REMOTE_ADDR="192.0.2.7"), owner).status_code == 302


def test_signing_out_ends_the_session(signed_in: Callable[..., Any], owner: User) -> None:
    client = signed_in(owner)
    key = client.session.session_key
    assert client.post("/account/sign-out/").headers["Location"] == "/"
    assert not is_signed_in(client)
    assert not Session.objects.filter(session_key=key).exists()


@pytest.mark.parametrize(
    ("wanted", "reason"),
    [
        ("/campaigns/x/register/", "Sign in to register a team. You return to that page afterwards."),
        ("/invitations/abc/", "Sign in to accept the invitation."),
        ("/campaigns/x/organise/log/", "Sign in to organise the campaign."),
        ("/account/history/", "Sign in to continue."),
    ],
)
def test_the_page_says_what_follows(client: Client, wanted: str, reason: str) -> None:
    assert reason in text_of(client.get(PAGE, {"next": wanted}))


def test_the_page_says_nothing_where_nothing_follows(client: Client) -> None:
    assert "You return to that page" not in text_of(client.get(PAGE))
