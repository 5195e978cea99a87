"""A person acts for several teams: each keeps its own rights, and nothing of other teams is mixed in."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign, Signature, Team, TeamMember
from bakeoff_site.campaigns.selectors import role_of
from bakeoff_site.campaigns.services.acting_teams import acting_as
from bakeoff_site.campaigns.services.teams import Registration, add_member, register_team
from bakeoff_site.core.refusals import RefusedError
from bakeoff_site.datasets.choices import DataKind
from bakeoff_site.datasets.models import Download
from bakeoff_site.datasets.services import add_data_file
from bakeoff_site.results.selectors import board_for
from bakeoff_site.submissions.models import Run
from tests.site.api.conftest import as_, error_of
from tests.site.conftest import Clock
from tests.site.results.boards import Entry, put_board
from tests.site.texts import source_xml

SAID = Registration(name="ATR", language_pairs=("ara2eng",))


@pytest.fixture
def several(campaign: Campaign) -> Campaign:
    """The rulebook lets people be in several teams."""
    campaign.rulebook_content["registration"]["several_teams"] = True
    campaign.rulebook_content["phases"]["preliminary"]["releases"] = {"participants": ["own-scores"]}
    campaign.save()
    campaign.__dict__.pop("rules", None)
    return campaign


@pytest.fixture
def second(several: Campaign, owner: User, team: Team) -> Team:
    """Another team of the owner, of the same institution."""
    made = Team.objects.create(
        campaign=several, name="Second System", code="SECOND", institutions=["ATR"], language_pairs=["chi2eng"]
    )
    TeamMember.objects.create(campaign=several, team=made, user=owner, is_contact=True)
    return made


@pytest.fixture
def runs(several: Campaign, team: Team, second: Team, rival: User, organiser: User) -> dict[str, Run]:
    rivals = Team.objects.get(members__user=rival)
    entries = [Entry("TESTS_primary", 2, team), Entry("SECOND_primary", 3, second), Entry("RIVAL_primary", 1, rivals)]
    return put_board(several, entries, by=organiser)


def sign(team: Team, by: User) -> None:
    for agreement in team.campaign.rules.registration.agreements:
        Signature.objects.create(team=team, agreement=agreement, signed_by=by)


def test_a_person_registers_another_team_only_where_the_rulebook_permits_it(
    campaign: Campaign, team: Team, owner: User
) -> None:
    with pytest.raises(RefusedError, match="a person is in one team of this campaign"):
        register_team(campaign, SAID, by=owner)
    assert list(campaign.teams.all()) == [team]
    campaign.rulebook_content["registration"]["several_teams"] = True
    campaign.save()
    made = register_team(Campaign.objects.get(pk=campaign.pk), SAID, by=owner)
    role = role_of(owner, campaign)
    assert (role.teams, role.team, role.contact_of) == ((made, team), None, frozenset([made.pk, team.pk]))


def test_nobody_joins_a_team_twice(second: Team, owner: User) -> None:
    with pytest.raises(RefusedError, match="belongs to Second System already"):
        add_member(second, owner)


def test_the_role_names_all_teams(team: Team, second: Team, owner: User) -> None:
    shown = as_(owner).get("/campaigns/openmt/me").json()
    assert (shown["team"], shown["is_contact"]) == (None, False)
    assert [(each["code"], each["is_contact"], each["withdrawn"]) for each in shown["teams"]] == [
        ("SECOND", True, False),
        ("TESTS", True, False),
    ]


def test_pages_of_both_teams_open_and_those_of_others_do_not(
    team: Team, second: Team, rival: User, owner: User, client: Client
) -> None:
    client.force_login(owner)
    rivals = Team.objects.get(members__user=rival)
    names = ("campaigns:team", "submissions:list", "submissions:describe")

    def statuses(of: Team) -> set[int]:
        return {client.get(reverse(name, args=["openmt", of.pk])).status_code for name in names}

    assert (statuses(team), statuses(second), statuses(rivals)) == ({200}, {200}, {403})
    home = client.get(reverse("campaigns:campaign", args=["openmt"])).content.decode()
    first, last = sorted((team.name, second.name))
    assert re.search(f"for <a [^>]+>{first}</a>, <a [^>]+>{last}</a>", home)
    for own in (team, second):
        assert reverse("submissions:list", args=["openmt", own.pk]) in home


def test_own_scores_are_those_of_both_teams_and_of_no_other(
    several: Campaign, runs: dict[str, Run], second: Team, team: Team, owner: User, clock: Clock
) -> None:
    clock.move_into(several, "preliminary")
    sign(team, owner)
    sign(second, owner)
    view = board_for(role_of(owner, several), runs["TESTS_primary"].board, clock.now)
    assert view.seen == "own"
    assert {row.name for row in view.rows} == {"TESTS_primary", "SECOND_primary"}
    assert all(row.is_own and row.cells for row in view.rows)


def test_what_one_team_signed_opens_nothing_of_the_other(
    several: Campaign, runs: dict[str, Run], second: Team, team: Team, owner: User, clock: Clock
) -> None:
    for agreement in several.rulebook_content["registration"]["agreements"].values():
        agreement["before"] = ["own-scores"]
    several.save()
    campaign = Campaign.objects.get(pk=several.pk)
    clock.move_into(campaign, "preliminary")
    sign(team, owner)
    view = board_for(role_of(owner, campaign), runs["TESTS_primary"].board, clock.now)
    scored = {row.name for row in (*view.rows, *view.unofficial) if row.cells}
    assert scored == {"TESTS_primary"}


def test_who_acts_for_several_teams_says_for_which(team: Team, second: Team, owner: User, rival: User) -> None:
    role = role_of(owner, team.campaign)
    with pytest.raises(RefusedError, match="You are in several teams: Second System"):
        acting_as(role, None)
    assert acting_as(role, second.pk).teams == (second,)
    with pytest.raises(RefusedError, match="You are in no such team"):
        acting_as(role, Team.objects.get(members__user=rival).pk)


def test_a_trial_without_a_team_is_refused(team: Team, second: Team, owner: User) -> None:
    query: dict[str, Any] = {"track": "single", "language_pair": "ara2eng", "test_set": "current", "name": "a.txt"}
    response = as_(owner, "submit").post("/campaigns/openmt/trials", b"text", **query)
    assert error_of(response) == (409, "refused")
    assert "You are in several teams" in response.json()["detail"]


def test_a_download_counts_for_the_teams_that_may_have_the_file(
    several: Campaign, second: Team, team: Team, owner: User, organiser: User, client: Client, clock: Clock
) -> None:
    sign(team, owner)
    sign(second, owner)
    clock.move_into(several, "evaluation")
    file = add_data_file(
        several,
        kind=DataKind.SOURCE,
        name="source.xml",
        chunks=[source_xml()],
        test_set="current",
        language_pair="ara2eng",
        by=organiser,
    )
    client.force_login(owner)
    assert client.get(reverse("datasets:download", args=["openmt", file.pk])).status_code == 200
    assert [download.team for download in Download.objects.all()] == [team]


def test_institutions_are_said_on_registration(several: Campaign, stranger: User, clock: Clock) -> None:
    clock.move_into(several, "registration")
    rules = several.rules.registration
    answers = {
        question.id: question.choices[0] if question.kind == "choice" else True if question.kind == "yes-no" else "x"
        for question in rules.questions.values()
    }
    said = {"name": "KIT-NAIST", "institutions": ["KIT", "NAIST"], "language_pairs": ["ara2eng"], "answers": answers}
    response = as_(stranger, "submit").post("/campaigns/openmt/teams", {**said, "tracks": ["combination"]})
    assert response.status_code == 201
    assert (response.json()["institutions"], response.json()["tracks"]) == (["KIT", "NAIST"], ["combination"])
    team_id = response.json()["id"]
    path = f"/campaigns/openmt/teams/{team_id}/registration"
    wrong = as_(stranger, "submit").put(path, {**said, "language_pairs": ["kor2eng"], "tracks": ["combination"]})
    assert error_of(wrong)[0] == 422
    assert "Post-Eval System Combination" in str(wrong.json())
    unknown = as_(stranger, "submit").put(path, {**said, "tracks": ["single"]})
    assert error_of(unknown)[0] == 422
    assert Team.objects.get(pk=team_id).tracks == ["combination"]
