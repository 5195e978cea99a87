"""Packs by the API: who shares, what each pack holds, made again and fetched."""

from __future__ import annotations

from typing import Any

import pytest

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Team
from bakeoff_site.combination.models import AnonymousSystem
from bakeoff_site.core.models import AuditEvent
from bakeoff_site.jobs.execution import work_off
from bakeoff_site.jobs.models import Job
from tests.site.api.conftest import as_, error_of
from tests.site.combination.conftest import Submit

PACKS, SHARING = "/campaigns/openmt/packs", "/campaigns/openmt/sharing"
ONE = {"track": "single", "test_set": "current", "language_pair": "ara2eng"}


def the_pack(organiser: User) -> dict[str, Any]:
    [found] = as_(organiser, "organise").get(PACKS).json()["items"]
    assert isinstance(found, dict)
    return found


def test_who_shares_is_told(teams: list[Team], organiser: User) -> None:
    rows = as_(organiser, "read").get(SHARING).json()["items"]
    assert {(row["team_code"], row["given"]) for row in rows} == {
        ("NIST", True),
        ("HARB", True),
        ("TOWER", True),
        ("SILENT", False),
    }


def test_pack_is_made_told_and_fetched(teams: list[Team], submit: Submit, organiser: User) -> None:
    runs = [submit(teams[1]), submit(teams[2])]
    before = the_pack(organiser)
    assert (before["file"], before["version"], before["runs"], before["systems"]) == (None, None, 2, [])
    response = as_(organiser, "organise").post(PACKS, ONE)
    assert (response.status_code, [job["kind"] for job in response.json()]) == (201, ["pack-outputs"])
    assert the_pack(organiser)["is_waiting"]
    work_off("test")
    made = the_pack(organiser)
    assert {key: made[key] for key in ONE} == ONE
    assert (made["version"], made["is_waiting"], made["is_outdated"], made["failure"]) == (1, False, False, "")
    assert {(system["team"], system["run"]) for system in made["systems"]} == {
        (run.team.name, run.name) for run in runs if run.team
    }
    assert sorted(system["number"] for system in made["systems"]) == [1, 2]
    content = as_(organiser).get(f"/campaigns/openmt/data/{made['file']}/content")
    assert content.getvalue()[:2] == b"\x1f\x8b"


def test_all_packs_are_asked_for_at_once(teams: list[Team], submit: Submit, organiser: User) -> None:
    submit(teams[1])
    submit(teams[1], test_set="older")
    assert len(as_(organiser).post(PACKS, {}).json()) == 2


def test_new_run_makes_a_pack_outdated(teams: list[Team], submit: Submit, organiser: User) -> None:
    submit(teams[1])
    as_(organiser).post(PACKS, ONE)
    work_off("test")
    submit(teams[2])
    found = the_pack(organiser)
    assert (found["is_outdated"], found["runs"], len(found["systems"])) == (True, 2, 1)


@pytest.mark.parametrize("wrong", [{"track": "single"}, {**ONE, "test_set": "none"}, {**ONE, "track": ""}])
def test_pack_that_is_none(wrong: dict[str, str], teams: list[Team], submit: Submit, organiser: User) -> None:
    submit(teams[1])
    assert error_of(as_(organiser).post(PACKS, wrong)) == (422, "invalid")
    assert not Job.objects.filter(kind="pack-outputs").exists()


def test_output_that_names_its_team_is_cleared(teams: list[Team], submit: Submit, organiser: User) -> None:
    submit(teams[1], ["one", "two by Harbour Lab", "three of them"])
    as_(organiser).post(PACKS, ONE)
    work_off("test")
    [left_out] = the_pack(organiser)["systems"]
    assert (left_out["left_out"], left_out["is_cleared"]) == (True, False)
    assert "Harbour Lab" in left_out["mentions"][0]
    response = as_(organiser, "organise").post(f"{PACKS}/systems/{left_out['id']}/clear")
    assert response.status_code == 204
    work_off("test")
    [cleared] = the_pack(organiser)["systems"]
    assert (cleared["left_out"], cleared["is_cleared"]) == (False, True)
    assert AuditEvent.objects.get(act="outputs.clear").actor == organiser


def test_no_such_system(organiser: User) -> None:
    assert error_of(as_(organiser).post(f"{PACKS}/systems/0/clear")) == (404, "not-found")


@pytest.mark.parametrize("who", ["owner", "judge", "observer", "stranger"])
def test_packs_are_for_organisers(who: str, teams: list[Team], submit: Submit, request: pytest.FixtureRequest) -> None:
    submit(teams[1])
    asking = as_(request.getfixturevalue(who))
    for response in (
        asking.get(SHARING),
        asking.get(PACKS),
        asking.post(PACKS, {}),
        asking.post(f"{PACKS}/systems/1/clear"),
    ):
        assert error_of(response) == (403, "forbidden")
    assert not Job.objects.filter(kind="pack-outputs").exists()
    assert not AnonymousSystem.objects.exists()
