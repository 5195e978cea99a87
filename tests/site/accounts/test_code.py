"""The second factor at sign-in."""

from datetime import timedelta

import pytest
from django.test import Client
from time_machine import Traveller

from bakeoff_site.accounts.models import RecoveryCode, User
from bakeoff_site.accounts.services.second_factor import renew_recovery_codes
from tests.site.accounts.conftest import PASSWORD, SECRET, acts, code_now, give_password, is_signed_in, text_of
from tests.site.responses import ClientResponse

PAGE = "/account/sign-in/code/"
REFUSED = "This code is not right, or was used already."


def give_code(client: Client, code: str) -> ClientResponse:
    return client.post(PAGE, {"code": code})


def test_the_code_signs_in_after_the_password(client: Client, guarded: User, clock: Traveller) -> None:
    response = give_password(client, guarded, next="/account/password/", remember="on")
    assert response.headers["Location"] == PAGE
    assert not is_signed_in(client)
    between = client.session.session_key
    assert give_code(client, code_now()).headers["Location"] == "/account/password/"
    assert is_signed_in(client)
    assert client.session.session_key != between
    assert client.session.get_expiry_age() == 30 * 24 * 3600


@pytest.mark.parametrize("style", ["{0}{1}", "{0} {1}", " {0}-{1} "])
def test_codes_may_be_typed_as_they_are_shown(client: Client, guarded: User, clock: Traveller, style: str) -> None:
    give_password(client, guarded)
    code = code_now()
    give_code(client, style.format(code[:3], code[3:]))
    assert is_signed_in(client)


def test_a_code_works_once_however_short_the_time(guarded: User, clock: Traveller) -> None:
    first, second = Client(), Client()
    give_password(first, guarded)
    give_password(second, guarded)
    code = code_now()
    give_code(first, code)
    assert REFUSED in text_of(give_code(second, code))
    assert REFUSED in text_of(give_code(second, code_now(steps=-1))), "an earlier one neither"
    assert (is_signed_in(first), is_signed_in(second)) == (True, False)
    clock.shift(timedelta(seconds=30))
    give_code(second, code_now())
    assert is_signed_in(second)


def test_wrong_codes_are_refused(client: Client, guarded: User, clock: Traveller) -> None:
    give_password(client, guarded)
    for code in (code_now(steps=2), "000000" if code_now() != "000000" else "111111", "nonsense"):
        assert REFUSED in text_of(give_code(client, code))
    assert "This field is required." in text_of(give_code(client, ""))
    assert not is_signed_in(client)


def test_codes_of_others_are_refused(client: Client, guarded: User, stranger: User, clock: Traveller) -> None:
    [theirs, *_] = renew_recovery_codes(stranger, password=PASSWORD, address="")
    give_password(client, guarded)
    assert REFUSED in text_of(give_code(client, theirs))
    assert RecoveryCode.objects.filter(user=stranger).count() == 10


def test_a_recovery_code_replaces_the_app_once(guarded: User, clock: Traveller) -> None:
    [code, *_] = renew_recovery_codes(guarded, password=PASSWORD, address="")
    for client, is_accepted in ((Client(), True), (Client(), False)):
        give_password(client, guarded)
        give_code(client, code.upper())
        assert is_signed_in(client) is is_accepted
    assert guarded.recovery_codes.count() == 9
    assert acts()[-2:] == [("account.use-recovery-code", "Olga"), ("account.sign-in", "Olga")]


def test_the_password_comes_first(client: Client, guarded: User, clock: Traveller) -> None:
    response = client.post(PAGE, {"code": code_now()}, follow=True)
    assert "Give your address and password first" in text_of(response)
    assert not is_signed_in(client)


def test_the_code_is_awaited_for_ten_minutes(client: Client, guarded: User, clock: Traveller) -> None:
    give_password(client, guarded)
    clock.shift(timedelta(minutes=10))
    assert client.get(PAGE).status_code == 200
    clock.shift(timedelta(seconds=1))
    assert give_code(client, code_now()).headers["Location"] == "/account/sign-in/"
    assert not is_signed_in(client)


def test_a_password_that_was_changed_meanwhile_is_asked_for_again(
    client: Client, guarded: User, clock: Traveller
) -> None:
    give_password(client, guarded)
    guarded.set_password("another one, much better")
    guarded.save()
    assert give_code(client, code_now()).headers["Location"] == "/account/sign-in/"
    assert not is_signed_in(client)


def test_guessing_codes_becomes_slow_and_another_browser_is_no_help(guarded: User, clock: Traveller) -> None:
    for _ in range(5):
        client = Client()
        give_password(client, guarded)
        give_code(client, "000000")
    elsewhere = Client(REMOTE_ADDR="192.0.2.7")
    assert give_password(elsewhere, guarded).headers["Location"] == PAGE
    response = give_code(elsewhere, code_now())
    assert (response.status_code, response.headers["Retry-After"]) == (429, "60")
    assert "Try again in 60 seconds, at 12:01:00 UTC." in text_of(response)
    assert not is_signed_in(elsewhere)
    clock.shift(timedelta(minutes=1))
    give_code(elsewhere, code_now())
    assert is_signed_in(elsewhere)


def test_the_key_is_on_no_page(client: Client, guarded: User, clock: Traveller) -> None:
    give_password(client, guarded)
    assert SECRET not in client.get(PAGE).content.decode()
