"""Teams describe each system by itself; runs are flagged by the condition of each."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.conversions import team_state
from bakeoff_site.campaigns.models import Campaign, Team
from bakeoff_site.campaigns.selectors import role_of
from bakeoff_site.core.refusals import RefusedError
from bakeoff_site.core.storage.files import keep
from bakeoff_site.results.selectors import board_for
from bakeoff_site.submissions.models import Board, Description, Run
from bakeoff_site.submissions.services import submit_description
from bakeoff_site.submissions.tasks import earlier_runs
from tests.site.api.conftest import as_
from tests.site.conftest import Clock
from tests.site.results.boards import Entry, put_board
from tests.site.scoring.world import OUTPUTS

FLAG = "Gigaword: public: expected resources that Constrained Training permits"


def text(condition: str, system: str = "primary", resource: str = "ldc-constrained") -> str:
    return (
        "Site: TESTS\nContact: someone@example.org\nTrack: single\nLanguage pairs: ara2eng\nApproach: phrases\n"
        f"System: {system}\nCondition: {condition}\nResources:\n- {resource}\n"
    )


@pytest.fixture
def runs(campaign: Campaign, team: Team, organiser: User, clock: Clock) -> dict[str, Run]:
    """The same system under two conditions."""
    clock.move_into(campaign, "descriptions")
    made = put_board(campaign, [Entry("TESTS_primary", 2, team)], by=organiser)
    run = made["TESTS_primary"]
    Run.objects.filter(pk=run.pk).update(system="primary")
    board = Board.objects.get(pk=run.board_id)
    other = Board.objects.create(
        campaign=campaign,
        track=board.track,
        language_pair=board.language_pair,
        condition="constrained",
        test_set=board.test_set,
    )
    copy = Run.objects.get(pk=run.pk)
    copy.pk, copy.board = None, other
    copy.save(force_insert=True)
    return {"constrained": copy, "unconstrained": Run.objects.get(pk=run.pk)}


def test_each_condition_has_a_valid_description_of_its_own(
    runs: dict[str, Run], team: Team, owner: User, client: Client
) -> None:
    client.force_login(owner)
    page = reverse("submissions:describe", args=["openmt", team.pk])
    shown = client.get(page).content.decode()
    assert shown.count("Not submitted") == 2
    first = submit_description(team, text=text("constrained"), by=owner)
    second = submit_description(team, text=text("unconstrained", resource="Gigaword (public; 1994/2006)"), by=owner)
    assert (first.valid, second.valid) == (True, True)
    state = team_state(Team.objects.get(pk=team.pk))
    assert {each.condition for each in state.described_systems} == {"constrained", "unconstrained"}
    answer = client.post(f"{page}?system=single/constrained/primary", {"text": text("constrained")})
    assert answer["Location"] == f"{page}?system=single%2Fconstrained%2Fprimary"
    assert client.get(answer["Location"]).content.decode().count("Complete</span>") == 3


def test_a_resource_is_flagged_on_the_run_whose_condition_forbids_it(
    runs: dict[str, Run], team: Team, owner: User, organiser: User, rival: User, clock: Clock
) -> None:
    for condition in runs:
        submit_description(team, text=text(condition, resource="Gigaword (public; 1994/2006)"), by=owner)
    flags = {name: Run.objects.get(pk=run.pk).flags for name, run in runs.items()}
    assert flags["unconstrained"] == ()
    assert [flag[: len(FLAG)] for flag in flags["constrained"]] == [FLAG]

    def seen(user: User) -> set[tuple[str, ...]]:
        view = board_for(role_of(user, team.campaign), runs["constrained"].board, clock.now)
        return {row.flags for row in (*view.rows, *view.unofficial)}

    assert seen(organiser) == {flags["constrained"]}
    assert seen(rival) <= {()}
    submit_description(team, text=text("constrained"), by=owner)
    assert Run.objects.get(pk=runs["constrained"].pk).flags == ()


def test_runs_that_an_earlier_version_stored_are_flagged(
    runs: dict[str, Run], team: Team, owner: User, clock: Clock
) -> None:
    for condition in runs:
        submit_description(team, text=text(condition, resource="Gigaword (public; 1994/2006)"), by=owner)
    Run.objects.update(resource_flags="", has_upper_case=None)
    earlier_runs(clock.now)
    flags = {name: Run.objects.get(pk=run.pk).flags for name, run in runs.items()}
    assert flags["unconstrained"] == ()
    assert [flag[: len(FLAG)] for flag in flags["constrained"]] == [FLAG]


def test_a_lost_file_keeps_no_other_run_from_being_looked_at(
    runs: dict[str, Run], clock: Clock, settings: Any, tmp_path: Path
) -> None:
    settings.DATA_FOLDER = tmp_path
    lost, stored = sorted(runs.values(), key=lambda run: run.pk)
    Run.objects.filter(pk=stored.pk).update(sha256=keep([OUTPUTS["aster"].read_bytes()]).sha256)
    earlier_runs(clock.now)
    assert dict(Run.objects.values_list("pk", "has_upper_case")) == {lost.pk: None, stored.pk: True}


def test_a_text_that_names_no_system_is_not_kept(runs: dict[str, Run], team: Team, owner: User) -> None:
    with pytest.raises(RefusedError, match="does not say which system it is of"):
        submit_description(team, text=text("constrained, unconstrained"), by=owner)
    assert not Description.objects.exists()


def test_programs_list_the_systems_that_are_described(
    runs: dict[str, Run], team: Team, owner: User, rival: User
) -> None:
    submit_description(team, text=text("constrained"), by=owner)
    address = f"/campaigns/openmt/teams/{team.pk}"
    rows = as_(owner).get(f"{address}/descriptions").json()["items"]
    assert [(row["condition"], row["owed"], row["description"] is not None) for row in rows] == [
        ("constrained", True, True),
        ("unconstrained", True, False),
    ]
    one = as_(owner).get(f"{address}/description", track="single", condition="constrained", system="primary").json()
    assert (one["system"], one["valid"]) == ("primary", True)
    assert as_(rival).get(f"{address}/descriptions").status_code == 403


def test_organisers_see_how_many_systems_are_described(
    runs: dict[str, Run], team: Team, owner: User, organiser: User, client: Client
) -> None:
    client.force_login(organiser)
    everything = reverse("submissions:all", args=["openmt"])
    submit_description(team, text=text("constrained"), by=owner)
    assert "1 system is described." in client.get(everything).content.decode()
    for _ in range(2):  # another version of one is no other system
        submit_description(team, text=text("unconstrained", resource="Gigaword (public; 1994/2006)"), by=owner)
    assert "2 systems are described." in client.get(everything).content.decode()
