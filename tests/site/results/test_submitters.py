"""Preliminary results of OpenMT 2012 go to teams that submitted runs, and to no other team."""

from __future__ import annotations

import pytest
from django.test import Client

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign, Signature, Team
from bakeoff_site.campaigns.selectors import role_of
from bakeoff_site.datasets.models import DataFile
from bakeoff_site.results.selectors import board_for, overview_for
from bakeoff_site.submissions.models import Run
from tests.site.api.conftest import as_
from tests.site.conftest import Clock
from tests.site.people import person
from tests.site.scoring.world import put_data
from tests.site.texts import reference_xml


@pytest.fixture
def idle(campaign: Campaign) -> User:
    """Of a team that registered, signed everything and submitted nothing."""
    user = person("Idle Person")
    team = Team.objects.create(campaign=campaign, name="Idle Team", code="IDLE", language_pairs=["ara2eng", "chi2eng"])
    team.members.create(campaign=campaign, user=user, is_contact=True)
    for agreement in campaign.rules.registration.agreements:
        Signature.objects.create(team=team, agreement=agreement, signed_by=user)
    return user


@pytest.fixture
def reference(campaign: Campaign) -> DataFile:
    return put_data(campaign, "reference", reference_xml(), test_set="current", pair="ara2eng")


@pytest.mark.parametrize("phase", ["preliminary", "human-assessment"])
def test_a_team_that_submitted_nothing_sees_no_preliminary_results(
    phase: str,
    runs: dict[str, Run],
    reference: DataFile,
    idle: User,
    campaign: Campaign,
    clock: Clock,
    client: Client,
) -> None:
    clock.move_into(campaign, phase)
    run = runs["RIVAL_primary"]
    view = board_for(role_of(idle, campaign), run.board, clock.now)
    assert (view.seen, view.rows, view.unofficial, view.named, view.metrics) == ("nothing", (), (), (), ())
    overview = overview_for(role_of(idle, campaign), clock.now)
    assert (overview.boards, overview.participants, overview.named) == ((), None, ())
    client.force_login(idle)
    for address in (f"{run.board_id}/", f"runs/{run.pk}/", f"{run.board_id}/results.csv"):
        assert client.get(f"/campaigns/openmt/results/{address}").status_code == 404, address
    page = client.get("/campaigns/openmt/results/").content.decode()
    assert "RIVAL" not in page
    asking = as_(idle)
    assert asking.get("/campaigns/openmt/boards").json()["items"] == []
    assert asking.get(f"/campaigns/openmt/boards/{run.board_id}").status_code == 404
    assert asking.get(f"/campaigns/openmt/boards/{run.board_id}/table", format="json").status_code == 404
    assert asking.get(f"/campaigns/openmt/data/{reference.pk}/content").status_code == 403


def test_results_are_open_to_it_when_they_are_public(
    runs: dict[str, Run], idle: User, campaign: Campaign, clock: Clock
) -> None:
    clock.move_into(campaign, "public")
    view = board_for(role_of(idle, campaign), runs["RIVAL_primary"].board, clock.now)
    assert view.seen == "all"
    assert len(view.rows) == 6


@pytest.mark.parametrize("official", [True, False], ids=["official", "late"])
def test_a_run_opens_preliminary_results_and_the_references_of_its_pair(
    official: bool,
    runs: dict[str, Run],
    reference: DataFile,
    idle: User,
    campaign: Campaign,
    clock: Clock,
) -> None:
    clock.move_into(campaign, "preliminary")
    other = put_data(campaign, "reference", reference_xml(), test_set="current", pair="chi2eng")
    run = runs["TESTS_contrast1"]
    run.team = Team.objects.get(code="IDLE")
    run.official, run.late = official, not official
    run.save()
    view = board_for(role_of(idle, campaign), run.board, clock.now)
    assert view.seen == "all"
    asking = as_(idle)
    assert asking.get(f"/campaigns/openmt/data/{reference.pk}/content").status_code == 200
    assert asking.get(f"/campaigns/openmt/data/{other.pk}/content").status_code == 403


def test_a_run_that_was_withdrawn_opens_nothing(
    runs: dict[str, Run], idle: User, campaign: Campaign, clock: Clock
) -> None:
    clock.move_into(campaign, "preliminary")
    run = runs["TESTS_contrast1"]
    run.team, run.withdrawn_at = Team.objects.get(code="IDLE"), clock.now
    run.save()
    assert board_for(role_of(idle, campaign), run.board, clock.now).seen == "nothing"
