"""People are invited by mail, into teams and into roles."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.core import mail
from django.test import Client

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign, Invitation, Team
from bakeoff_site.campaigns.services.teams import withdraw_team
from bakeoff_site.core.models import AuditEvent
from tests.site.campaigns.conftest import NOW, person

At = Callable[[datetime], None]
SignIn = Callable[[User], Client]


def link() -> str:
    """The path of the link in the last mail."""
    found = re.search(r"https://bakeoff\.example(/invitations/\S+)", str(mail.outbox[-1].body))
    assert found is not None
    return found[1]


def invite_into_team(client: Client, team: Team, email: str = "guest@example.org") -> Any:
    return client.post(f"/campaigns/harbour/teams/{team.pk}/invite/", {"email": email}, follow=True)


def test_someone_is_invited_and_joins(team: Team, owner: User, stranger: User, signed_in: SignIn) -> None:
    page = invite_into_team(signed_in(owner), team)
    assert "An invitation is on its way to guest@example.org." in page.content.decode()
    assert mail.outbox[-1].to == ["guest@example.org"]
    assert mail.outbox[-1].subject == "[Harbour Translation Task] Invitation: Our Institute"
    path = link()
    client = signed_in(stranger)
    assert "into the team <b>Our Institute</b>" in client.get(path).content.decode()
    assert not team.members.filter(user=stranger).exists()
    assert client.post(path)["Location"] == f"/campaigns/harbour/teams/{team.pk}/"
    member = team.members.get(user=stranger)
    assert not member.is_contact
    event = AuditEvent.objects.get(act="invitation.accept")
    assert event.details == {"address": "guest@example.org", "account": "stranger@example.org"}


def test_the_token_is_not_in_the_database(team: Team, owner: User, signed_in: SignIn) -> None:
    invite_into_team(signed_in(owner), team)
    token = link().split("/")[2]
    assert len(token) >= 40
    assert token not in str(list(Invitation.objects.values()))
    assert token not in str(list(AuditEvent.objects.values()))


def test_a_link_is_used_once(team: Team, owner: User, stranger: User, signed_in: SignIn) -> None:
    invite_into_team(signed_in(owner), team)
    path = link()
    signed_in(stranger).post(path)
    response = signed_in(person("Second")).post(path)
    assert response.status_code == 409
    assert "was accepted already; each can be used once" in response.content.decode()
    assert team.members.count() == 2


def test_a_link_runs_out(team: Team, owner: User, signed_in: SignIn, at: At) -> None:
    invite_into_team(signed_in(owner), team)
    path = link()
    at(NOW + timedelta(days=14))
    late = person("Late")
    response = signed_in(late).post(path)
    assert response.status_code == 409
    assert "ran out on 2027-02-03; ask Owner for another" in response.content.decode()
    assert not team.members.filter(user=late).exists()


def test_a_new_invitation_makes_the_old_link_void(team: Team, owner: User, stranger: User, signed_in: SignIn) -> None:
    invite_into_team(signed_in(owner), team)
    old = link()
    invite_into_team(signed_in(owner), team, "Guest@example.org")
    assert Invitation.objects.count() == 1
    assert signed_in(stranger).post(old).status_code == 404
    assert signed_in(stranger).post(link()).status_code == 302


def test_an_invitation_is_withdrawn(team: Team, owner: User, stranger: User, signed_in: SignIn) -> None:
    invite_into_team(signed_in(owner), team)
    path, invitation = link(), Invitation.objects.get()
    signed_in(owner).post(f"/campaigns/harbour/teams/{team.pk}/invitations/{invitation.pk}/withdraw/")
    assert signed_in(stranger).post(path).status_code == 404
    assert AuditEvent.objects.first().act == "invitation.withdraw"  # type: ignore[union-attr]


def test_someone_without_an_account_is_told_to_make_one_and_comes_back(team: Team, owner: User, client: Client) -> None:
    client.force_login(owner)
    invite_into_team(client, team)
    client.logout()
    path = link()
    page = client.get(path).content.decode()
    assert f'href="/account/sign-in/?next={path}"' in page
    assert client.post(path)["Location"] == f"/account/sign-in/?next={path}"
    newcomer = person("Newcomer", email_verified_at=None)
    client.force_login(newcomer)
    response = client.post(path)
    assert response.status_code == 403
    assert "Confirm your address first" in response.content.decode()
    User.objects.filter(pk=newcomer.pk).update(email_verified_at=NOW)
    assert client.post(path).status_code == 302
    assert team.members.filter(user=newcomer).exists()


def test_someone_of_another_team_is_refused_and_the_link_stays(
    team: Team, owner: User, rival: User, stranger: User, signed_in: SignIn
) -> None:
    invite_into_team(signed_in(owner), team)
    path = link()
    response = signed_in(rival).post(path)
    assert response.status_code == 409
    assert "belongs to a team of this campaign already" in response.content.decode()
    assert signed_in(stranger).post(path).status_code == 302


def test_a_withdrawn_team_takes_nobody(
    team: Team, owner: User, organiser: User, stranger: User, signed_in: SignIn
) -> None:
    invite_into_team(signed_in(owner), team)
    withdraw_team(team, by=organiser, reason="x")
    response = signed_in(stranger).post(link())
    assert response.status_code == 409
    assert "no longer takes part" in response.content.decode()


def test_an_address_that_is_none(team: Team, owner: User, signed_in: SignIn) -> None:
    mail.outbox.clear()
    page = invite_into_team(signed_in(owner), team, "nobody").content.decode()
    assert "Address: Enter a valid email address." in page
    assert not Invitation.objects.exists()
    assert mail.outbox == []


def test_a_mail_that_cannot_be_sent_invites_nobody(
    team: Team, owner: User, signed_in: SignIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise ConnectionRefusedError("no mail server")

    monkeypatch.setattr("django.core.mail.EmailMessage.send", refuse)
    page = invite_into_team(signed_in(owner), team).content.decode()
    assert "could not be sent (no mail server); nobody was invited" in page
    assert not Invitation.objects.exists()


@pytest.mark.parametrize("role", ["organiser", "judge", "observer"])
def test_organisers_invite_into_roles(
    role: str, campaign: Campaign, organiser: User, stranger: User, signed_in: SignIn
) -> None:
    data = {"email": "guest@example.org", "role": role}
    page = signed_in(organiser).post("/campaigns/harbour/organise/people/", data, follow=True).content.decode()
    assert f"guest@example.org as {role}" in page
    assert signed_in(stranger).post(link())["Location"] == "/campaigns/harbour/"
    assert [each.role for each in campaign.memberships.filter(user=stranger)] == [role]


def test_a_link_that_was_never_sent(client: Client, db: None) -> None:
    response = client.get("/invitations/nothing/")
    assert response.status_code == 404
    assert "There is no such invitation." in response.content.decode()
