"""A team registers, and changes what it said."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest
from django.test import Client

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign, Team
from bakeoff_site.campaigns.services.campaigns import create_campaign
from bakeoff_site.campaigns.services.teams import Registration, grant_extension, register_team, withdraw_team
from bakeoff_site.core.models import AuditEvent
from bakeoff_site.core.refusals import RefusedError
from tests.site.campaigns.conftest import RULEBOOK, registration_data

PAGE = "/campaigns/harbour/register/"
At = Callable[[datetime], None]
SignIn = Callable[[User], Client]
CLOSED = datetime(2027, 2, 27, tzinfo=UTC)


def test_a_team_registers(campaign: Campaign, signed_in: SignIn, stranger: User) -> None:
    client = signed_in(stranger)
    page = client.get(PAGE).content.decode()
    for asked in ("How many are you?", "Kind of institution", "Topics", "A team of students?", "Outputs may be shared"):
        assert asked in page
    assert "You then submit an older set too." in page
    response = client.post(PAGE, registration_data())
    team = Team.objects.get()
    assert response["Location"] == f"/campaigns/harbour/teams/{team.pk}/"
    assert (team.name, team.code, team.language_pairs) == ("New Group", "NEW", ["de-en", "en-de"])
    assert team.answers == {"size": "2", "kind": "Company", "topics": ["speech"], "student": True}
    assert [(each.consent, each.given_by) for each in team.consents.all()] == [("share", stranger)]
    assert [(each.user, each.is_contact) for each in team.members.all()] == [(stranger, True)]
    event = AuditEvent.objects.get(act="team.register")
    assert (event.actor, event.subject, event.details["consents"]) == (stranger, "New Group", ["share"])


def test_a_visitor_is_asked_to_sign_in_before_registering(campaign: Campaign, client: Client) -> None:
    page = client.get(PAGE).content.decode()
    assert "Sign in to register a team." in page
    assert "You cannot register a team now" not in page


WRONG: dict[str, tuple[dict[str, Any], str]] = {
    "no name": ({"name": " "}, "This field is required."),
    "another team's name": ({"name": "our institute"}, "Another team has this name."),
    "another team's id in another case": ({"code": "ours"}, "Another team has this code, in whatever case"),
    "an id with a slash": ({"code": "a/b"}, "Expected letters, digits and . _ + -, at most 40, found a/b."),
    "no language pair": ({"language_pairs": []}, "This field is required."),
    "an unknown language pair": ({"language_pairs": ["fr-en"]}, "fr-en is not one of the available choices"),
    "a question without an answer": ({"question-size": ""}, "This field is required."),
    "an unknown choice": ({"question-kind": "School"}, "School is not one of the available choices"),
    "neither yes nor no": ({"question-student": ""}, "This field is required."),
}


@pytest.mark.parametrize("what", WRONG)
def test_what_is_wrong_is_said(what: str, team: Team, signed_in: SignIn, stranger: User) -> None:
    changes, said = WRONG[what]
    page = signed_in(stranger).post(PAGE, registration_data(**changes)).content.decode()
    assert said in page
    assert list(Team.objects.all()) == [team]


def test_two_at_the_same_moment_are_told_by_the_database(team: Team, stranger: User) -> None:
    with pytest.raises(RefusedError, match="Another team has this team code already"):
        register_team(team.campaign, Registration(name="Other", code="ours"), by=stranger)
    with pytest.raises(RefusedError, match="Another team has this name already"):
        register_team(team.campaign, Registration(name="OUR institute", code="x"), by=stranger)
    assert Team.objects.count() == 1


def test_optional_answers_may_be_left_out(campaign: Campaign, signed_in: SignIn, stranger: User) -> None:
    signed_in(stranger).post(PAGE, registration_data(**{"question-topics": []}))
    assert "topics" not in Team.objects.get().answers


@pytest.mark.parametrize(
    ("when", "said"),
    [
        (datetime(2026, 12, 1, tzinfo=UTC), 'Registration has not started yet|<time datetime="2027-01-03T23:00:00Z">'),
        (CLOSED, "Registration is closed"),
    ],
)
def test_out_of_time_it_is_refused_with_the_reason(
    campaign: Campaign, signed_in: SignIn, stranger: User, at: At, when: datetime, said: str
) -> None:
    at(when)
    response = signed_in(stranger).post(PAGE, registration_data())
    assert response.status_code == 403
    for part in said.split("|"):
        assert part in response.content.decode()
    assert not Team.objects.exists()


def test_an_address_must_be_confirmed(campaign: Campaign, signed_in: SignIn, stranger: User) -> None:
    User.objects.update(email_verified_at=None)
    response = signed_in(stranger).post(PAGE, registration_data())
    assert response.status_code == 403
    assert "Confirm your address first" in response.content.decode()


def test_strangers_are_asked_to_sign_in(campaign: Campaign, client: Client) -> None:
    page = client.get(PAGE).content.decode()
    assert 'href="/account/sign-in/?next=/campaigns/harbour/register/"' in page


def test_who_has_a_team_is_led_to_it(team: Team, signed_in: SignIn, mate: User) -> None:
    response = signed_in(mate).post(PAGE, registration_data())
    assert response["Location"] == f"/campaigns/harbour/teams/{team.pk}/"
    assert Team.objects.count() == 1


def test_an_assigned_id_is_not_asked_for(organiser: User, signed_in: SignIn, stranger: User) -> None:
    create_campaign(
        RULEBOOK.replace("[registration]\n", '[registration]\nsite_id = "assigned"\n'),
        creator=organiser,
        confirm_past=True,
    )
    client = signed_in(stranger)
    assert "The organisers assign your team code." in client.get(PAGE).content.decode()
    client.post(PAGE, registration_data(code="SELF"))
    team = Team.objects.get()
    assert team.code == ""
    Team.objects.update(code="GIVEN")
    client.post(f"/campaigns/harbour/teams/{team.pk}/registration/", registration_data(name="Renamed"))
    assert list(Team.objects.values_list("name", "code")) == [("Renamed", "GIVEN")]


def address(team: Team) -> str:
    return f"/campaigns/harbour/teams/{team.pk}/registration/"


def test_a_contact_person_changes_the_registration(team: Team, signed_in: SignIn, owner: User) -> None:
    client = signed_in(owner)
    page = client.get(address(team)).content.decode()
    assert 'value="Our Institute"' in page
    assert 'value="no" required id="id_question-student_1" checked' in page
    data = registration_data(name="Our Institute", code="OURS")
    del data["consent-share"]
    client.post(address(team), data)
    team.refresh_from_db()
    assert (team.language_pairs, team.answers["student"]) == (["de-en", "en-de"], True)
    assert not team.consents.exists()
    event = AuditEvent.objects.get(act="team.change-registration")
    assert event.details["consents"] == {"before": ["share"], "after": []}
    assert event.details["language_pairs"] == {"before": ["de-en"], "after": ["de-en", "en-de"]}
    assert "name" not in event.details


def test_after_the_end_only_organisers_change_it(
    team: Team, signed_in: SignIn, owner: User, organiser: User, at: At
) -> None:
    at(CLOSED)
    response = signed_in(owner).post(address(team), registration_data())
    assert response.status_code == 403
    assert "Registration is closed; ask the organisers to change it." in response.content.decode()
    assert signed_in(organiser).post(address(team), registration_data()).status_code == 302
    assert Team.objects.get().name == "New Group"
    assert AuditEvent.objects.get(act="team.change-registration").actor == organiser


def test_an_extension_lets_the_team_change_it(
    team: Team, signed_in: SignIn, owner: User, organiser: User, at: At
) -> None:
    grant_extension(team, "registration", datetime(2027, 3, 2, tzinfo=UTC), reason="holidays", by=organiser)
    at(CLOSED)
    assert signed_in(owner).post(address(team), registration_data()).status_code == 302


def test_a_withdrawn_team_changes_nothing(team: Team, signed_in: SignIn, owner: User, organiser: User) -> None:
    withdraw_team(team, by=organiser, reason="x")
    response = signed_in(owner).post(address(team), registration_data())
    assert response.status_code == 403
    assert "The team is withdrawn from the campaign." in response.content.decode()
