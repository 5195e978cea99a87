from collections.abc import Callable
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.test import Client

from bakeoff_site.accounts.models import User
from bakeoff_site.core.models import AuditEvent
from tests.site.accounts.conftest import PASSWORD, acts, give_password, is_signed_in, text_of

PAGE = "/account/"


def test_the_page_shows_and_changes_what_people_say_of_themselves(owner: User, signed_in: Callable[..., Any]) -> None:
    client = signed_in(owner)
    shown = text_of(client.get(PAGE))
    assert "olga@example.org Verified" in shown
    assert "Off. With it, a stolen password is not enough to sign in." in shown
    assert "No tokens yet A token lets a program of yours" in shown
    changes = {"name": "Olga Öz", "affiliation": "Lab", "time_zone": "America/New_York"}
    response = client.post(PAGE, changes, follow=True)
    assert "Your details are saved." in text_of(response)
    owner.refresh_from_db()
    assert (owner.name, owner.affiliation, owner.zone) == ("Olga Öz", "Lab", ZoneInfo("America/New_York"))
    assert AuditEvent.objects.get().details == {"before": {"name": "Olga", "affiliation": "", "time_zone": ""}}
    assert '<option value="America/New_York" selected>New York</option>' in response.content.decode()


def test_a_time_zone_must_exist(owner: User, signed_in: Callable[..., Any]) -> None:
    response = signed_in(owner).post(PAGE, {"name": "Olga", "time_zone": "Europe/Atlantis"})
    assert "Select a valid choice. Europe/Atlantis is not one of the available choices." in text_of(response)
    owner.refresh_from_db()
    assert owner.zone is None


def test_a_time_zone_that_the_server_no_longer_knows_is_left_out(owner: User, signed_in: Callable[..., Any]) -> None:
    owner.time_zone = "Europe/Atlantis"
    owner.save(update_fields=["time_zone"])
    assert "data-time-zone" not in signed_in(owner).get(PAGE).content.decode()


def test_a_name_is_needed_and_the_page_goes_on_with_the_old_one(owner: User, signed_in: Callable[..., Any]) -> None:
    response = signed_in(owner).post(PAGE, {"name": " ", "affiliation": "Lab"})
    assert "This field is required." in text_of(response)
    assert response.context["user"].name == "Olga"
    assert acts() == []


def test_nobody_can_make_themselves_more_than_they_are(newcomer: User, signed_in: Callable[..., Any]) -> None:
    posted = {"name": "N", "email": "x@example.org", "is_superuser": "on", "email_verified_at": "2020-01-01"}
    signed_in(newcomer).post(PAGE, posted)
    newcomer.refresh_from_db()
    assert (newcomer.name, newcomer.email, newcomer.is_superuser, newcomer.is_verified) == (
        "N",
        "nils@example.org",
        False,
        False,
    )


def test_names_are_shown_as_text(owner: User, signed_in: Callable[..., Any]) -> None:
    client = signed_in(owner)
    client.post(PAGE, {"name": "<script>alert(1)</script>", "affiliation": ""})
    assert "<script>alert" not in client.get(PAGE).content.decode()


def test_a_lack_of_recovery_codes_is_pointed_out(guarded: User, signed_in: Callable[..., Any]) -> None:
    assert "No recovery code left: without one, you cannot sign in" in text_of(signed_in(guarded).get(PAGE))


def test_everybody_sees_their_own_page_only(
    owner: User, mate: User, stranger: User, signed_in: Callable[..., Any], client: Client
) -> None:
    for person in (owner, mate, stranger):
        shown = text_of(signed_in(person).get(PAGE))
        others = {owner.email, mate.email, stranger.email} - {person.email}
        assert person.email in shown
        assert not any(email in shown for email in others)
    assert client.get(PAGE).headers["Location"] == "/account/sign-in/?next=/account/"


def test_signing_out_everywhere_ends_all_sessions_of_one_person(
    owner: User, mate: User, signed_in: Callable[..., Any]
) -> None:
    here, there, others = Client(), signed_in(owner), signed_in(mate)
    give_password(here, owner, remember="on")
    response = here.post("/account/sign-out-everywhere/", follow=True)
    assert "You are signed out on all devices." in text_of(response)
    assert [is_signed_in(client) for client in (here, there, others)] == [False, False, True]
    assert acts()[-1] == ("account.sign-out-everywhere", "Olga")
    give_password(here, owner, PASSWORD)
    assert is_signed_in(here)


@pytest.mark.parametrize("method", ["get", "head"])
def test_looking_at_a_link_signs_nobody_out(owner: User, signed_in: Callable[..., Any], method: str) -> None:
    client = signed_in(owner)
    assert getattr(client, method)("/account/sign-out-everywhere/").status_code == 405
    assert is_signed_in(client)
