"""Organisers, judges and observers by the API: told, invited, ended; invitations accepted."""

from __future__ import annotations

import re
from typing import Any

import pytest

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign, Invitation, Membership, Team
from bakeoff_site.core.models import AuditEvent
from tests.site.api.conftest import as_, error_of
from tests.site.outbox import mailed

PEOPLE, INVITATIONS, ACCEPT = "/campaigns/openmt/people", "/campaigns/openmt/invitations", "/invitations/accept"


def token_in(mail: Any) -> str:
    """What the link in a mail ends with."""
    found = re.search(r"/invitations/([^/\s]+)/", mail.body)
    assert found is not None
    return found[1]


def test_organiser_sees_who_has_which_role(organiser: User, judge: User, observer: User) -> None:
    rows = as_(organiser, "organise").get(PEOPLE).json()["items"]
    assert [(row["role"], row["email"]) for row in rows] == [
        ("judge", judge.email),
        ("observer", observer.email),
        ("organiser", organiser.email),
    ]


@pytest.mark.parametrize("more", [0, 2])
def test_list_of_people_asks_the_database_the_same_for_many(
    more: int, campaign: Campaign, organiser: User, django_assert_num_queries: Any
) -> None:
    for number in range(more):
        user = User.objects.create_user(f"{number}@example.org", None, name=f"P{number}")
        Membership.objects.create(campaign=campaign, user=user, role="judge")
    asking = as_(organiser)
    asking.get("/me")
    with django_assert_num_queries(6):
        assert asking.get(PEOPLE).json()["count"] == more + 1


def test_role_is_ended(organiser: User, judge: User) -> None:
    role = judge.memberships.get()
    assert as_(organiser, "organise").delete(f"{PEOPLE}/{role.pk}").status_code == 204
    assert not judge.memberships.exists()
    assert AuditEvent.objects.get(act="role.end").details["person"] == judge.email


def test_one_organiser_always_stays(organiser: User) -> None:
    assert error_of(as_(organiser).delete(f"{PEOPLE}/{organiser.memberships.get().pk}")) == (409, "refused")
    assert organiser.memberships.exists()


def test_judge_is_invited_and_accepts(organiser: User, stranger: User) -> None:
    invited = as_(organiser, "organise").post(INVITATIONS, {"email": "some@example.org", "role": "judge"})
    assert (invited.status_code, invited.json()["role"], invited.json()["team"]) == (201, "judge", None)
    assert as_(organiser).get(INVITATIONS).json()["items"] == [invited.json()]
    accepted = as_(stranger, "judge").post(ACCEPT, {"token": token_in(mailed()[0])})
    assert (accepted.status_code, accepted.json()["roles"]) == (200, ["judge"])
    assert as_(organiser).get(INVITATIONS).json()["count"] == 0
    again = as_(organiser).post(ACCEPT, {"token": token_in(mailed()[0])})
    assert error_of(again) == (409, "refused")


def test_invitation_into_a_team_is_accepted_by_who_has_none(
    team: Team, owner: User, stranger: User, rival: User
) -> None:
    as_(owner).post(f"/campaigns/openmt/teams/{team.pk}/invitations", {"email": "some@example.org"})
    token = token_in(mailed()[0])
    assert error_of(as_(rival).post(ACCEPT, {"token": token})) == (409, "refused")
    assert as_(stranger, "submit").post(ACCEPT, {"token": token}).json()["team"]["id"] == team.pk


def test_acceptance_needs_a_confirmed_address_and_more_than_reading(organiser: User, stranger: User) -> None:
    as_(organiser).post(INVITATIONS, {"email": "some@example.org", "role": "observer"})
    body = {"token": token_in(mailed()[0])}
    assert error_of(as_(stranger, "read").post(ACCEPT, body)) == (403, "scope")
    User.objects.filter(pk=stranger.pk).update(email_verified_at=None)
    response = as_(stranger).post(ACCEPT, body)
    assert error_of(response) == (401, "unauthenticated")  # tokens of such accounts are for nothing
    assert not stranger.memberships.exists()


def test_link_that_is_none(stranger: User) -> None:
    assert error_of(as_(stranger).post(ACCEPT, {"token": "none"})) == (404, "not-found")


@pytest.mark.parametrize(
    "body",
    [
        {"email": "nobody", "role": "judge"},
        {"email": "some@example.org", "role": "king"},
        {"email": "some@example.org"},
        {"email": f"{'x' * 250}@example.org", "role": "judge"},
    ],
)
def test_invitation_that_cannot_be_sent(body: dict[str, str], organiser: User) -> None:
    assert error_of(as_(organiser).post(INVITATIONS, body)) == (422, "invalid")
    assert not Invitation.objects.exists()


def test_a_mail_server_that_is_away_hinders_nobody(organiser: User, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object, **__: object) -> None:
        raise OSError("no route")

    monkeypatch.setattr("django.core.mail.EmailMessage.send", fails)
    response = as_(organiser).post(INVITATIONS, {"email": "some@example.org", "role": "judge"})
    assert response.status_code == 201
    assert mailed() == []
    assert [row["email"] for row in as_(organiser).get(INVITATIONS).json()["items"]] == ["some@example.org"]


def test_invitation_is_withdrawn(organiser: User) -> None:
    shown = as_(organiser).post(INVITATIONS, {"email": "some@example.org", "role": "judge"}).json()
    assert as_(organiser).delete(f"{INVITATIONS}/{shown['id']}").status_code == 204
    assert not Invitation.objects.exists()


@pytest.mark.parametrize("who", ["owner", "judge", "observer", "stranger"])
def test_others_see_and_invite_nobody(who: str, team: Team, judge: User, request: pytest.FixtureRequest) -> None:
    asking = as_(request.getfixturevalue(who))
    for response in (
        asking.get(PEOPLE),
        asking.get(INVITATIONS),
        asking.post(INVITATIONS, {"email": "some@example.org", "role": "organiser"}),
        asking.delete(f"{PEOPLE}/{judge.memberships.get().pk}"),
        asking.delete(f"{INVITATIONS}/1"),
    ):
        assert error_of(response) == (403, "forbidden")
    assert judge.memberships.exists()


def test_who_invites_too_often_is_told_when_to_come_again(
    team: Team, owner: User, organiser: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bakeoff_site.campaigns.services.invitations.RECIPIENT_A_DAY", 1)
    address = f"/campaigns/openmt/teams/{team.pk}/invitations"
    assert as_(owner).post(address, {"email": "some@example.org"}).status_code == 201
    again = as_(owner).post(address, {"email": "some@example.org"})
    by_role = as_(organiser).post(INVITATIONS, {"email": "some@example.org", "role": "judge"})
    for response in (again, by_role):
        assert error_of(response) == (429, "too-many-requests")
        assert 86_000 < int(response.headers["Retry-After"]) <= 86_400
        assert "Try again in 24 hours." in response.json()["detail"]
    assert Invitation.objects.count() == 1
