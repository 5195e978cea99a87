"""The results of a campaign as one value: the numbers of its pages, for those who may see them."""

from __future__ import annotations

from bakeoff.rulebook.state import DescribedSystem
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign, Team
from bakeoff_site.publication.choices import Audience
from bakeoff_site.publication.selectors import campaign_results
from bakeoff_site.scoring.models import RunScore
from bakeoff_site.submissions.models import Description, Run
from tests.site.conftest import Clock
from tests.site.publication.same_numbers import same_as_the_pages


def test_numbers_are_those_of_the_pages(campaign: Campaign, runs: dict[str, Run], clock: Clock) -> None:
    clock.move_into(campaign, "public")
    results = same_as_the_pages(campaign)
    [board] = results.boards
    assert board.groups == ("genre=nw", "genre=wb")
    assert len(board.comparisons) == 3 * (1 + len(board.groups))
    best = next(run for run in board.runs if run.name == "RIVAL_primary")
    stored = RunScore.objects.get(run=runs["RIVAL_primary"], metric="bleu@mteval")
    score = best.score("bleu@mteval", "case+punc")
    assert score is not None
    assert (score.value, score.signature, score.segments) == (stored.value, stored.signature, 24)
    assert score.groups["genre=nw"].segments == 16


def test_late_and_debugged_runs_are_only_named(campaign: Campaign, runs: dict[str, Run]) -> None:
    results = campaign_results(campaign)
    [board] = results.boards
    named = {run.name: run for run in board.runs if run.part == "named"}
    assert {name: (run.late, run.debugged) for name, run in named.items()} == {
        "RIVAL_late": (True, False),
        "TESTS_mended": (False, True),
    }
    assert RunScore.objects.filter(run=runs["RIVAL_late"], current=True).exists()
    assert all(not run.scores for run in named.values())
    assert [run.part for run in board.runs][-2:] == ["named", "named"]
    counted = {team.code: (team.late_runs, team.debugged_runs) for team in results.teams}
    assert counted == {"RIVAL": (1, 0), "TESTS": (0, 1)}


def test_entered_systems_belong_to_no_team(campaign: Campaign, runs: dict[str, Run]) -> None:
    [board] = campaign_results(campaign).boards
    entered = {run.name: (run.team, run.entered, run.kind) for run in board.runs if run.entered}
    assert entered == {
        "BASE": ("", "BASE", "baseline"),
        "OLD09": ("", "OLD09", "earlier"),
        "OLD08": ("", "OLD08", "earlier"),
    }
    assert {run.team for run in board.runs if not run.entered} == {"TESTS", "RIVAL"}


def test_ids_of_runs_are_unique_and_names_of_files(campaign: Campaign, runs: dict[str, Run]) -> None:
    Run.objects.filter(pk=runs["BASE"].pk).update(name="../مرحبا base")
    results = campaign_results(campaign)
    ids = [run.id for board in results.boards for run in board.runs]
    assert len(set(ids)) == len(runs)
    assert all(id.isascii() and "/" not in id and not id.startswith(".") for id in ids)


def test_tests_of_runs_that_no_longer_count_are_left_out(campaign: Campaign, runs: dict[str, Run]) -> None:
    Run.objects.filter(pk=runs["TESTS_primary"].pk).update(replaced_by=runs["TESTS_contrast1"])
    [board] = campaign_results(campaign).boards
    assert "TESTS_primary" not in {run.name for run in board.runs}
    assert board.comparisons == ()
    assert board.remarks[-1] == "Differences are being tested again, since runs or scores have changed."


def test_nobody_gets_results_before_their_phase(campaign: Campaign, runs: dict[str, Run], clock: Clock) -> None:
    seen: dict[str, dict[Audience, int]] = {}
    audiences: tuple[Audience, ...] = ("organisers", "participants", "public")
    for phase in ("evaluation", "preliminary", "public"):
        clock.move_into(campaign, phase)
        found = {audience: campaign_results(campaign, audience=audience) for audience in audiences}
        seen[phase] = {audience: len(results.boards) for audience, results in found.items()}
        for audience, results in found.items():
            assert bool(results.teams) == bool(seen[phase][audience]), (phase, audience)
    assert seen == {
        "evaluation": {"organisers": 1, "participants": 0, "public": 0},
        "preliminary": {"organisers": 1, "participants": 1, "public": 0},
        "public": {"organisers": 1, "participants": 1, "public": 1},
    }


def test_preliminary_results_do_not_say_whose_systems_they_are(
    campaign: Campaign, runs: dict[str, Run], clock: Clock
) -> None:
    clock.move_into(campaign, "preliminary")
    [board] = campaign_results(campaign, audience="participants").boards
    of_teams = [run for run in board.runs if not run.entered]
    assert of_teams
    for run in of_teams:
        assert run.name.startswith("system ")
        assert run.team == ""
        assert "TESTS" not in run.id
        assert "RIVAL" not in run.id
        assert str(runs["TESTS_primary"].pk) != run.id.rpartition("-")[2]


def test_descriptions_have_the_fields_of_the_template(
    campaign: Campaign, team: Team, runs: dict[str, Run], owner: User, clock: Clock
) -> None:
    field = campaign.rules.description.techniques
    for number, technique in enumerate(("phrases", "neural networks")):
        Description.objects.create(
            team=team,
            track="single",
            condition="unconstrained",
            system="primary",
            text=f"Site: TESTS\n{field}: {technique}\n",
            valid=True,
            submitted_by=owner,
            submitted_at=clock.now.replace(year=2011 + number),
        )
    by_system = campaign.rules.description.each == "system"
    if not by_system:
        Description.objects.update(track="", condition="", system="")
    [described] = [each for each in campaign_results(campaign).teams if each.code == "TESTS"]
    [description] = described.descriptions
    assert description.techniques == description.fields[field] == "neural networks"
    wanted = DescribedSystem(track="single", condition="unconstrained", system="primary") if by_system else None
    assert description.system == wanted
    clock.move_into(campaign, "public")
    for each in campaign_results(campaign, audience="public").teams:
        assert each.descriptions == ()  # which this rulebook releases to participants alone
