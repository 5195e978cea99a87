"""Teams by the API: registered, shown, signing, named."""

from __future__ import annotations

from typing import Any

import pytest

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign, Signature, Team
from bakeoff_site.core.models import AuditEvent
from tests.site.api.conftest import as_, error_of
from tests.site.conftest import Clock

ANSWERS = {"name": "Newcomers", "language_pairs": ["chi2eng"]}


@pytest.fixture
def registering(campaign: Campaign, clock: Clock) -> None:
    clock.move_into(campaign, "registration")


def address(team: Team, *rest: str) -> str:
    return "/".join(("/campaigns/openmt/teams", str(team.pk), *rest))


def answers(campaign: Campaign, **other: object) -> dict[str, Any]:
    """A right registration under the rulebook."""
    rules = campaign.rules.registration
    fitting = {"text": "some", "yes-no": True}
    said = {
        question.id: question.choices[0] if question.kind == "choice" else fitting[question.kind]
        for question in rules.questions.values()
    }
    return {**ANSWERS, "answers": said, **other}


def test_standing_of_a_team_mate(team: Team, team_mate: User) -> None:
    shown = as_(team_mate).get("/campaigns/openmt/me").json()
    assert shown["team"] == {"id": team.pk, "name": "University of the Tests", "code": "TESTS"}
    assert (shown["roles"], shown["is_contact"], shown["may_register"]) == ([], False, False)
    assert "belong" in shown["why_not"]


def test_standing_of_an_organiser(organiser: User) -> None:
    assert as_(organiser).get("/campaigns/openmt/me").json()["roles"] == ["organiser"]


@pytest.mark.usefixtures("registering")
def test_stranger_registers_a_team(campaign: Campaign, stranger: User) -> None:
    response = as_(stranger, "submit").post("/campaigns/openmt/teams", answers(campaign))
    assert response.status_code == 201
    team = Team.objects.get(name="Newcomers")
    assert (response.json()["id"], response.json()["language_pairs"]) == (team.pk, ["chi2eng"])
    assert team.members.get().user == stranger
    assert [row["step"] for row in response.json()["steps"] if row["done"]] == ["registered"]
    assert AuditEvent.objects.get(act="team.register").actor == stranger


@pytest.mark.usefixtures("registering")
@pytest.mark.parametrize(
    ("wrong", "word"),
    [
        ({"language_pairs": ["klingon2eng"]}, "klingon2eng"),
        ({"language_pairs": []}, "language_pairs"),
        ({"answers": {"colour": "blue"}}, "colour"),
        ({"consents": ["everything"]}, "everything"),
        ({"name": ""}, "name"),
    ],
)
def test_registration_that_does_not_fit_the_rulebook(
    wrong: dict[str, Any], word: str, campaign: Campaign, stranger: User
) -> None:
    response = as_(stranger).post("/campaigns/openmt/teams", answers(campaign, **wrong))
    assert error_of(response) == (422, "invalid")
    assert word in str(response.json()["findings"])
    assert not Team.objects.exists()


def test_registration_in_another_phase_is_refused(campaign: Campaign, stranger: User, clock: Clock) -> None:
    clock.move_into(campaign, "evaluation")
    assert error_of(as_(stranger).post("/campaigns/openmt/teams", answers(campaign))) == (403, "forbidden")


@pytest.mark.usefixtures("registering")
def test_who_has_a_team_registers_no_other(campaign: Campaign, owner: User) -> None:
    assert error_of(as_(owner).post("/campaigns/openmt/teams", answers(campaign))) == (403, "forbidden")


def test_team_is_shown_to_its_people_and_organisers(team: Team, team_mate: User, organiser: User) -> None:
    shown = as_(team_mate).get(address(team)).json()
    assert shown == as_(organiser).get(address(team)).json()
    assert (shown["name"], shown["members"]) == ("University of the Tests", ["Tara Team-Mate"])
    assert {row["id"] for row in shown["agreements"]} == set(team.campaign.rules.registration.agreements)


def test_team_is_hidden_from_others(team: Team, rival: User, stranger: User) -> None:
    for other in (rival, stranger):
        assert error_of(as_(other).get(address(team))) == (403, "forbidden")


def test_organiser_lists_teams(team: Team, rival: User, organiser: User) -> None:
    listed = as_(organiser).get("/campaigns/openmt/teams").json()
    assert [row["code"] for row in listed["items"]] == ["RIVAL", "TESTS"]
    assert error_of(as_(rival).get("/campaigns/openmt/teams")) == (403, "forbidden")


@pytest.mark.parametrize("more", [0, 2])
def test_list_of_teams_asks_the_database_the_same_for_many(
    more: int, team: Team, organiser: User, django_assert_num_queries: Any
) -> None:
    for number in range(more):
        Team.objects.create(campaign=team.campaign, name=f"Team {number}")
    asking = as_(organiser)
    asking.get("/me")  # notes that the token was used
    with django_assert_num_queries(12):
        assert asking.get("/campaigns/openmt/teams").json()["count"] == more + 1


def test_contact_signs(team: Team, owner: User) -> None:
    response = as_(owner).post(address(team, "agreements", "ldc-licence"))
    assert (response.status_code, response.json()["signed_by"]) == (200, "Owen Owner")
    assert Signature.objects.get(team=team).agreement == "ldc-licence"


@pytest.mark.parametrize("who", ["team_mate", "organiser", "rival"])
def test_others_sign_nothing(who: str, team: Team, request: pytest.FixtureRequest) -> None:
    response = as_(request.getfixturevalue(who)).post(address(team, "agreements", "ldc-licence"))
    assert error_of(response) == (403, "forbidden")
    assert not Signature.objects.exists()


def test_agreement_that_is_none(team: Team, owner: User) -> None:
    assert error_of(as_(owner).post(address(team, "agreements", "none"))) == (404, "not-found")


@pytest.mark.usefixtures("registering")
def test_contact_changes_the_registration(team: Team, owner: User) -> None:
    said = answers(team.campaign, name="Renamed", language_pairs=["ara2eng", "chi2eng"], code="TESTS")
    response = as_(owner).put(address(team, "registration"), said)
    assert (response.status_code, response.json()["name"]) == (200, "Renamed")
    team.refresh_from_db()
    assert (team.language_pairs, team.code) == (["ara2eng", "chi2eng"], "TESTS")


def test_registration_is_not_changed_later(team: Team, owner: User, clock: Clock) -> None:
    clock.move_into(team.campaign, "evaluation")
    assert error_of(as_(owner).put(address(team, "registration"), ANSWERS)) == (403, "forbidden")


def test_contact_says_who_attends_and_consents_after_registration(team: Team, owner: User, clock: Clock) -> None:
    clock.move_into(team.campaign, "preliminary")
    contact = as_(owner, "submit")
    assert contact.put(address(team, "attendee"), {"attendee": "Owen"}).json()["attendee"] == "Owen"
    shown = contact.put(address(team, "consents", "share-outputs"), {"given": True}).json()
    assert {row["id"]: row["given"] for row in shown["consents"]}["share-outputs"]
    contact.put(address(team, "consents", "share-outputs"), {"given": False})
    assert not team.consents.exists()
    assert contact.put(address(team, "consents", "none"), {"given": True}).status_code == 404


def test_organiser_assigns_the_code(team: Team, organiser: User) -> None:
    response = as_(organiser, "organise").put(address(team, "team-code"), {"code": "OTHER"})
    assert (response.status_code, response.json()["code"]) == (200, "OTHER")
    assert AuditEvent.objects.get(act="team.assign-code").details["before"] == "TESTS"


def test_site_id_must_be_right_and_free(team: Team, rival: User, organiser: User) -> None:
    for wrong in ("with blank", "rival"):
        assert error_of(as_(organiser).put(address(team, "team-code"), {"code": wrong})) == (409, "refused")


def test_teams_assign_no_code(team: Team, owner: User) -> None:
    assert error_of(as_(owner).put(address(team, "team-code"), {"code": "OTHER"})) == (403, "forbidden")
