"""Packs hold what may be shared, under numbers that stay, and nobody's name."""

from __future__ import annotations

import io
import tarfile

import pytest

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign, ConsentGiven, Team
from bakeoff_site.campaigns.services.outputs import ask_for_pack, repack
from bakeoff_site.campaigns.services.teams import change_registration, registration_of, withdraw_team
from bakeoff_site.combination.models import AnonymousSystem, Draw, PackedRun
from bakeoff_site.combination.services import clear_system
from bakeoff_site.core.storage.files import path_of
from bakeoff_site.datasets.models import DataFile
from bakeoff_site.jobs.execution import work_off
from bakeoff_site.jobs.models import Job
from bakeoff_site.submissions.models import Run
from bakeoff_site.submissions.services.withdrawals import withdraw_submission
from tests.site.combination.conftest import Submit


def packed(campaign: Campaign, *test_sets: str) -> DataFile:
    """Packs test sets by their jobs; the pack in force of the last."""
    for test_set in test_sets:
        assert ask_for_pack(campaign, track="single", test_set=test_set, language_pair="ara2eng")
    work_off("test")
    failed = Job.objects.filter(state="failed")
    assert [job.error for job in failed] == []
    return DataFile.objects.get(kind="outputs", test_set=test_sets[-1], replaced_at=None)


def members(pack: DataFile) -> dict[str, str]:
    data = path_of(pack.sha256).read_bytes()
    with tarfile.open(fileobj=io.BytesIO(data)) as archive:
        files = ((each.name, archive.extractfile(each)) for each in archive)
        return {name: stream.read().decode() for name, stream in files if stream is not None}


def numbers(pack: DataFile) -> dict[str, int]:
    """Team code to numbers."""
    packed_runs = pack.packed_runs.filter(left_out=False)
    return {each.system.team.code: each.system.number for each in packed_runs if each.system.team is not None}


def test_a_pack_holds_the_primary_official_outputs_of_consenting_teams(
    campaign: Campaign, teams: list[Team], submit: Submit
) -> None:
    shared = [submit(team) for team in teams[:2]]
    submit(teams[3])  # does not share
    submit(teams[0], system="contrast")
    submit(teams[2], official=False)
    submit(teams[2], withdrawn_at="2012-04-04T12:00Z")
    pack = packed(campaign, "current")
    assert pack.name == "openmt2012_single_current_ara2eng_outputs.tgz"
    assert pack.added_by is None
    assert {each.run for each in pack.packed_runs.all()} == set(shared)
    files = members(pack)
    assert set(files) == {f"current_ara2eng/{name}" for name in ("system1.xml", "system2.xml", "systems.tsv")}
    assert 'sysid="system1"' in files["current_ara2eng/system1.xml"]
    assert files["current_ara2eng/systems.tsv"].splitlines() == [
        "system\tfile\tcondition",
        "system1\tsystem1.xml\tconstrained",
        "system2\tsystem2.xml\tconstrained",
    ]


def test_no_name_of_a_team_or_team_is_left_anywhere(campaign: Campaign, teams: list[Team], submit: Submit) -> None:
    for team in teams[:3]:
        submit(team)
    files = members(packed(campaign, "current"))
    for name, text in files.items():
        for team in teams:
            assert team.code not in name + text
            assert team.name not in name + text
    assert all("three of them" in text for name, text in files.items() if name.endswith(".xml"))


def test_each_data_condition_is_a_system_of_its_own(campaign: Campaign, teams: list[Team], submit: Submit) -> None:
    submit(teams[0])
    submit(teams[0], condition="unconstrained")
    pack = packed(campaign, "current")
    assert Job.objects.count() == 1  # the boards of all conditions make one pack
    conditions = {each.system.condition for each in pack.packed_runs.all()}
    assert conditions == {"constrained", "unconstrained"}


def test_a_system_has_the_same_number_on_the_older_set(campaign: Campaign, teams: list[Team], submit: Submit) -> None:
    for team in teams[:3]:
        submit(team)
    submit(teams[2], test_set="older")
    submit(teams[0], test_set="older")
    older, current = packed(campaign, "older"), packed(campaign, "current")
    assert sorted(numbers(current).values()) == [1, 2, 3]
    assert numbers(older) == {team: number for team, number in numbers(current).items() if team in ("NIST", "TOWER")}


def test_the_order_is_drawn_by_a_seed_that_is_kept(campaign: Campaign, teams: list[Team], submit: Submit) -> None:
    found = set()
    for team in teams[:3]:
        submit(team)
    for seed in range(12):
        PackedRun.objects.all().delete()
        AnonymousSystem.objects.all().delete()
        Draw.objects.update_or_create(campaign=campaign, defaults={"seed": seed})
        orders = []
        for _ in range(2):
            PackedRun.objects.all().delete()
            AnonymousSystem.objects.all().delete()
            orders.append(tuple(sorted(numbers(packed(campaign, "current")).items())))
        assert orders[0] == orders[1]
        found.add(orders[0])
    assert len(found) > 2


def test_of_several_outputs_on_an_older_set_the_last_counts(
    campaign: Campaign, teams: list[Team], submit: Submit
) -> None:
    submit(teams[0], test_set="older")
    last = submit(teams[0], ["1", "2", "3"], test_set="older")
    assert [each.run for each in packed(campaign, "older").packed_runs.all()] == [last]


def test_packing_twice_makes_one_pack(campaign: Campaign, teams: list[Team], submit: Submit) -> None:
    submit(teams[0])
    first, second = packed(campaign, "current"), packed(campaign, "current")
    assert first == second
    assert second.packed_runs.count() == 1


def test_a_consent_that_is_taken_back_takes_the_output_out(
    campaign: Campaign, teams: list[Team], submit: Submit, organiser: User
) -> None:
    for team in teams[:3]:
        submit(team)
    before = packed(campaign, "current")
    said = registration_of(teams[1])
    change_registration(teams[1], type(said)(name=said.name, code=said.code), by=organiser)
    assert Job.objects.filter(state="queued").count() == 1
    work_off("test")
    after = DataFile.objects.get(kind="outputs", replaced_at=None)
    assert after.version == 2
    assert numbers(after) == {team: number for team, number in numbers(before).items() if team != "HARB"}


def test_the_outputs_of_a_withdrawn_team_go(
    campaign: Campaign, teams: list[Team], submit: Submit, organiser: User
) -> None:
    for team in teams[:2]:
        submit(team)
    packed(campaign, "current")
    withdraw_team(teams[0], by=organiser, reason="left")
    work_off("test")
    assert list(numbers(DataFile.objects.get(kind="outputs", replaced_at=None))) == ["HARB"]


def test_a_run_that_is_withdrawn_goes_and_the_last_takes_the_pack_with_it(
    campaign: Campaign, teams: list[Team], submit: Submit, organiser: User
) -> None:
    run = submit(teams[0])
    packed(campaign, "current")
    withdraw_submission(run.submission, by=organiser, reason="of another system")
    work_off("test")
    assert not DataFile.objects.filter(kind="outputs", replaced_at=None).exists()


def test_where_nothing_was_packed_nothing_is_asked_for(
    campaign: Campaign, teams: list[Team], submit: Submit, organiser: User
) -> None:
    submit(teams[0])
    withdraw_team(teams[0], by=organiser, reason="left")
    assert not Job.objects.exists()


def test_a_consent_that_is_given_later_brings_the_output_in(
    campaign: Campaign, teams: list[Team], submit: Submit, organiser: User
) -> None:
    submit(teams[0])
    submit(teams[3])
    before = numbers(packed(campaign, "current"))
    ConsentGiven.objects.create(team=teams[3], consent="share-outputs", given_by=organiser)
    repack(teams[3])
    work_off("test")
    assert numbers(DataFile.objects.get(kind="outputs", replaced_at=None)) == {**before, "SILENT": 2}


def test_an_output_whose_text_names_its_team_is_left_out_until_an_organiser_clears_it(
    campaign: Campaign, teams: list[Team], submit: Submit, organiser: User
) -> None:
    submit(teams[0], ["one", "two by NIST", "three"])  # as the reference says
    submit(teams[1], ["one", "two", "by HARB_2012"])
    pack = packed(campaign, "current")
    assert list(numbers(pack)) == ["NIST"]
    left_out = pack.packed_runs.get(left_out=True)
    assert left_out.mentions == ["HARB in segment 3"]
    assert "HARB" not in "".join(members(pack).values())
    clear_system(left_out.system, by=organiser)
    work_off("test")
    assert set(numbers(DataFile.objects.get(kind="outputs", replaced_at=None))) == {"NIST", "HARB"}


def test_what_changes_while_a_pack_is_made_is_packed_in_another_turn(
    campaign: Campaign, teams: list[Team], submit: Submit, monkeypatch: pytest.MonkeyPatch
) -> None:
    from bakeoff_site.combination import services

    first, second = submit(teams[0]), submit(teams[1])
    examine = services._examined

    def interrupted(*given: object) -> object:
        Run.objects.filter(pk=first.pk).update(withdrawn_at="2012-04-04T12:00Z")
        return examine(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(services, "_examined", interrupted)
    pack = packed(campaign, "current")
    assert [each.run for each in pack.packed_runs.all()] == [second]
    assert pack.version == 1
    assert Job.objects.filter(state="done").count() == 2


def test_outputs_that_no_phase_shares_are_not_packed(campaign: Campaign, teams: list[Team], submit: Submit) -> None:
    submit(teams[0], test_set="dryrun")
    ask_for_pack(campaign, track="single", test_set="dryrun", language_pair="ara2eng")
    work_off("test")
    assert Job.objects.get().state == "done"
    assert not DataFile.objects.filter(kind="outputs").exists()
