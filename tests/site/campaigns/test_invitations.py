"""People are invited by mail, into teams and into roles."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import quote

import pytest
from django.core.mail import EmailMessage
from django.test import Client

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.choices import MembershipRole
from bakeoff_site.campaigns.models import Campaign, Invitation, Team
from bakeoff_site.campaigns.services import invitations
from bakeoff_site.campaigns.services.archive import delete_campaign, set_archived
from bakeoff_site.campaigns.services.invitations import RECIPIENT_A_DAY
from bakeoff_site.campaigns.services.teams import withdraw_team
from bakeoff_site.core.models import AuditEvent
from bakeoff_site.core.refusals import RefusedError, TooOftenError
from bakeoff_site.mail.links import SecretLink
from bakeoff_site.mail.models import Mail
from tests.site.campaigns.conftest import NOW, person
from tests.site.outbox import mailed

At = Callable[[datetime], None]
SignIn = Callable[[User], Client]


def link() -> str:
    """The path of the link in the last mail."""
    found = re.search(r"https://bakeoff\.example(/invitations/\S+)", str(mailed()[-1].body))
    assert found is not None
    return found[1]


def invited() -> list[EmailMessage]:
    """Invitations that were mailed; organisers are also told of teams."""
    return [message for message in mailed() if "Invitation: " in message.subject]


def invite_into_team(client: Client, team: Team, email: str = "guest@example.org") -> Any:
    return client.post(f"/campaigns/harbour/teams/{team.pk}/invite/", {"email": email}, follow=True)


def test_someone_is_invited_and_joins(team: Team, owner: User, stranger: User, signed_in: SignIn) -> None:
    page = invite_into_team(signed_in(owner), team)
    assert "An invitation is on its way to guest@example.org." in page.content.decode()
    assert mailed()[-1].to == ["guest@example.org"]
    assert mailed()[-1].subject == "[Harbour Translation Task] Invitation: Our Institute"
    path = link()
    client = signed_in(stranger)
    assert "into the team <b>Our Institute</b>" in client.get(path).content.decode()
    assert not team.members.filter(user=stranger).exists()
    assert client.post(path)["Location"] == f"/campaigns/harbour/teams/{team.pk}/"
    member = team.members.get(user=stranger)
    assert not member.is_contact
    event = AuditEvent.objects.get(act="invitation.accept")
    assert event.details == {"email": "guest@example.org", "account": "stranger@example.org"}


def test_the_token_is_not_in_the_database(team: Team, owner: User, signed_in: SignIn) -> None:
    invite_into_team(signed_in(owner), team)
    rows = [str(list(model.objects.values())) for model in (Invitation, AuditEvent, Mail)]
    token = link().split("/")[2]
    assert len(token) >= 40
    rows += [str(list(model.objects.values())) for model in (Invitation, AuditEvent, Mail)]
    assert token not in "".join(rows)
    assert token.split(":")[1] not in "".join(rows)  # what only the key of the server makes


def test_what_the_outbox_holds_opens_nothing(client: Client, team: Team, owner: User, signed_in: SignIn) -> None:
    invite_into_team(signed_in(owner), team)
    mailed = Mail.objects.get(link__isnull=False).link
    assert mailed is not None
    said = mailed["said"]
    forged = SecretLink(page="campaigns:invitation", salt="another", said=said, is_dated=False)
    for token in (said, forged.token, Invitation.objects.get().token_hash):
        assert client.get(f"/invitations/{token}/").status_code == 404
    assert client.get(link()).status_code == 200


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
    assert f'href="/account/sign-in/?next={quote(path)}"' in page
    assert client.post(path)["Location"] == f"/account/sign-in/?next={quote(path)}"
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
    assert "already, and a person is in one team of this campaign" in response.content.decode()
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
    page = invite_into_team(signed_in(owner), team, "nobody").content.decode()
    assert "Email address: Enter a valid email address." in page
    assert not Invitation.objects.exists()
    assert invited() == []


def test_a_mail_server_that_is_away_hinders_nobody_and_loses_nothing(
    team: Team, owner: User, stranger: User, signed_in: SignIn, at: At, monkeypatch: pytest.MonkeyPatch
) -> None:
    links = []

    def refuse(message: Any, *_: object, **__: object) -> None:
        links.append(str(message.body) if "Invitation: " in message.subject else "")
        raise ConnectionRefusedError("no mail server")

    with monkeypatch.context() as away:
        away.setattr("django.core.mail.EmailMessage.send", refuse)
        page = invite_into_team(signed_in(owner), team).content.decode()
        assert "An invitation is on its way to guest@example.org." in page
        assert invited() == []
    at(NOW + timedelta(hours=1))
    path = link()
    assert any(path in text for text in links)  # a mail that went out although we believe that it did not is as good
    assert signed_in(stranger).post(path).status_code == 302


def test_an_invitation_that_is_withdrawn_in_time_is_never_sent(team: Team, owner: User, signed_in: SignIn) -> None:
    client = signed_in(owner)
    invite_into_team(client, team)
    client.post(f"/campaigns/harbour/teams/{team.pk}/invitations/{Invitation.objects.get().pk}/withdraw/")
    assert invited() == []
    assert not Invitation.objects.exists()


def test_of_two_invitations_of_one_address_only_the_last_is_sent(team: Team, owner: User, signed_in: SignIn) -> None:
    client = signed_in(owner)
    invite_into_team(client, team)
    invite_into_team(client, team, "GUEST@example.org")
    assert [message.to for message in invited()] == [["GUEST@example.org"]]
    assert client.get(link()).status_code == 200


def test_an_address_gets_few_invitations_whoever_sends_them(
    team: Team, owner: User, rival: User, campaign: Campaign, organiser: User, signed_in: SignIn, at: At
) -> None:
    other = Team.objects.get(members__user=rival)
    for number in range(RECIPIENT_A_DAY):
        sender, into = ((owner, team), (rival, other))[number % 2]
        assert "on its way" in invite_into_team(signed_in(sender), into).content.decode()
    refused = invite_into_team(signed_in(owner), team).content.decode()
    assert "An address can be invited 5 times a day, and this one was. Nobody was invited." in refused
    assert "Try again in 5 hours." in refused
    data = {"email": "Guest@example.org", "role": "judge"}
    page = signed_in(organiser).post("/campaigns/harbour/organise/people/", data).content.decode()
    assert "An address can be invited 5 times a day" in page
    assert AuditEvent.objects.filter(act="invitation.send").count() == RECIPIENT_A_DAY
    assert "on its way" in invite_into_team(signed_in(owner), team, "else@example.org").content.decode()
    at(NOW + timedelta(hours=5))
    assert "on its way" in invite_into_team(signed_in(owner), team).content.decode()
    assert "5 times a day" in invite_into_team(signed_in(owner), team).content.decode()


def test_a_team_and_a_person_send_few_invitations(
    team: Team, owner: User, organiser: User, campaign: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(invitations, "TEAM_A_DAY", 2)
    monkeypatch.setattr(invitations, "PERSON_A_DAY", 3)
    for number in range(2):
        invitations.invite_into_team(team, f"{number}@example.org", by=owner)
    for sender in (owner, organiser):
        with pytest.raises(TooOftenError, match=r"this one has sent them\. Nobody was invited\. Try again in 12 hours"):
            invitations.invite_into_team(team, "3@example.org", by=sender)
    role = MembershipRole.JUDGE
    for number in range(3):
        invitations.invite_into_role(campaign, f"j{number}@example.org", role, by=organiser)
    with pytest.raises(TooOftenError, match="You can send 50 invitations a day") as caught:
        invitations.invite_into_role(campaign, "j3@example.org", role, by=organiser)
    assert caught.value.seconds == 8 * 3600
    assert Invitation.objects.count() == 5


def test_withdrawing_gives_no_invitation_back(team: Team, owner: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(invitations, "TEAM_A_DAY", 2)
    for _ in range(2):
        found = invitations.invite_into_team(team, "some@example.org", by=owner)
        invitations.withdraw_invitation(found, by=owner)
    with pytest.raises(TooOftenError):
        invitations.invite_into_team(team, "some@example.org", by=owner)


@pytest.mark.parametrize("role", ["organiser", "judge", "observer"])
def test_organisers_invite_into_roles(
    role: str, campaign: Campaign, organiser: User, stranger: User, signed_in: SignIn
) -> None:
    data = {"email": "guest@example.org", "role": role}
    page = signed_in(organiser).post("/campaigns/harbour/organise/people/", data, follow=True).content.decode()
    assert f'<b>guest@example.org</b> <span class="chip line">{role.capitalize()}</span>' in page
    assert signed_in(stranger).post(link())["Location"] == "/campaigns/harbour/"
    assert [each.role for each in campaign.memberships.filter(user=stranger)] == [role]


def test_a_link_that_was_never_sent(client: Client, db: None) -> None:
    response = client.get("/invitations/nothing/")
    assert response.status_code == 404
    assert "There is no such invitation." in response.content.decode()


@pytest.mark.parametrize("gone", ["archived", "deleted"])
def test_nobody_is_invited_into_a_campaign_that_was_closed_meanwhile(
    gone: str, campaign: Campaign, organiser: User, administrator: User
) -> None:
    if gone == "archived":
        set_archived(campaign, actor=organiser, archived=True)
    else:
        delete_campaign(Campaign.objects.get(pk=campaign.pk), actor=administrator, title=campaign.title)
    with pytest.raises(RefusedError, match=gone):
        invitations.invite_into_role(campaign, "guest@example.org", MembershipRole.JUDGE, by=organiser)
    assert not Mail.objects.filter(to="guest@example.org").exists()
