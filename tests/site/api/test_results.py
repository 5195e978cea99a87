"""Results by the API: the same as on the pages, and as much of them."""

from __future__ import annotations

from typing import Any

import pytest

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign, Team
from bakeoff_site.results.conversions.shown import BoardView
from bakeoff_site.scoring.models import RunScore
from bakeoff_site.submissions.models import Run
from tests.site.api.conftest import as_, error_of, speaking
from tests.site.conftest import Clock
from tests.site.results.boards import SEGMENTS, Entry, put_board

BOARDS = "/campaigns/openmt/boards"


@pytest.fixture
def runs(campaign: Campaign, team: Team, rival: User, organiser: User) -> dict[str, Run]:
    rivals = rival.team_memberships.get().team
    entries = [Entry("TESTS_primary", 2, team), Entry("RIVAL_primary", 1, rivals)]
    return put_board(campaign, entries, by=organiser)


@pytest.fixture
def board(runs: dict[str, Run]) -> str:
    return f"{BOARDS}/{runs['TESTS_primary'].board_id}"


def test_board_ranks_with_intervals_and_significance(runs: dict[str, Run], board: str, organiser: User) -> None:
    shown = as_(organiser).get(board).json()
    assert [system["name"] for system in shown["systems"]] == ["RIVAL_primary", "TESTS_primary"]
    official = next(metric for metric in shown["metrics"] if metric["is_official"])
    score = shown["systems"][0]["scores"][official["key"]]
    stored = RunScore.objects.get(run=runs["RIVAL_primary"], metric=official["metric"])
    assert score["value"] == stored.value
    assert score["low"] <= score["value"] <= score["high"]
    assert (shown["track"], shown["language_pair"], shown["test_set"]) == ("single", "ara2eng", "current")


def test_board_comes_in_parts(board: str, organiser: User) -> None:
    whole = as_(organiser).get(board).json()
    first, second, beyond = (as_(organiser).get(board, limit=1, offset=offset).json() for offset in (0, 1, 2))
    assert first["systems"] + second["systems"] == whole["systems"]
    assert [shown["count"] for shown in (first, second, beyond)] == [2, 2, 2]
    assert beyond["systems"] == []
    assert error_of(as_(organiser).get(board, limit=201)) == (422, "invalid")


def test_client_puts_a_board_together(board: str, organiser: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(BoardView, "part", lambda view, begin, _, part=BoardView.part: part(view, begin, 1))
    shown = speaking(organiser).board("openmt", int(board.rpartition("/")[2]))
    assert [system.name for system in shown.systems] == ["RIVAL_primary", "TESTS_primary"]


def test_board_of_a_group(board: str, organiser: User) -> None:
    whole, part = as_(organiser).get(board).json(), as_(organiser).get(board, group="genre=nw").json()
    assert part["segments"] < whole["segments"] == SEGMENTS
    assert "genre=nw" in whole["groups"]


def test_list_of_boards_tells_the_leader(runs: dict[str, Run], organiser: User) -> None:
    [row] = as_(organiser).get(BOARDS).json()["items"]
    assert (row["leader"], row["runs"], row["seen"]) == ("RIVAL_primary", 2, "all")


@pytest.mark.parametrize("who", ["visitor", "stranger", "owner", "judge", "observer"])
def test_nothing_is_seen_before_the_release(
    who: str, board: str, runs: dict[str, Run], campaign: Campaign, clock: Clock, request: pytest.FixtureRequest
) -> None:
    user = None if who == "visitor" else request.getfixturevalue(who)
    clock.move_into(campaign, "evaluation")
    assert as_(user).get(BOARDS).json()["items"] == []
    assert error_of(as_(user).get(board)) == (404, "not-found")
    rival_run = runs["RIVAL_primary"].pk
    assert error_of(as_(user).get(f"/campaigns/openmt/runs/{rival_run}")) == (404, "not-found")
    assert error_of(as_(user).get(f"/campaigns/openmt/runs/{rival_run}/segments")) == (404, "not-found")


def test_participants_see_the_preliminary_release_and_others_not(
    board: str, owner: User, stranger: User, campaign: Campaign, clock: Clock
) -> None:
    clock.move_into(campaign, "preliminary")
    systems = as_(owner).get(board).json()["systems"]
    assert len(systems) == 2
    assert error_of(as_(stranger).get(board)) == (404, "not-found")
    # The names of others are not released yet.
    assert [system["name"] for system in systems if not system["is_own"]] != ["RIVAL_primary"]
    assert [system["team"] for system in systems if not system["is_own"]] == [""]


def test_everybody_sees_the_public_release(board: str, campaign: Campaign, clock: Clock) -> None:
    clock.move_into(campaign, "public")
    assert [system["name"] for system in as_(None).get(board).json()["systems"]] == ["RIVAL_primary", "TESTS_primary"]


def test_run_with_its_scores(runs: dict[str, Run], organiser: User) -> None:
    shown = as_(organiser).get(f"/campaigns/openmt/runs/{runs['TESTS_primary'].pk}").json()
    assert shown["name"] == "TESTS_primary"
    stored = {score.metric: score.value for score in RunScore.objects.filter(run=runs["TESTS_primary"])}
    assert {score["metric"]: score["value"] for score in shown["scores"]} == stored


def test_segments_come_in_pages_with_whole_numbers(runs: dict[str, Run], organiser: User) -> None:
    address = f"/campaigns/openmt/runs/{runs['TESTS_primary'].pk}/segments"
    first = as_(organiser).get(address, limit=10).json()
    rest = as_(organiser).get(address, limit=200, offset=10).json()
    assert (first["count"], len(first["items"]), len(rest["items"])) == (SEGMENTS, 10, SEGMENTS - 10)
    assert [line["number"] for line in [*first["items"], *rest["items"]]] == list(range(1, SEGMENTS + 1))
    assert first["items"][0]["output"]
    worst = as_(organiser).get(address, order="worst", metric="ter@tercom").json()["items"]
    values = [line["scores"]["ter@tercom"] for line in worst]
    assert values == sorted(values, reverse=True)


def test_texts_stay_hidden_where_they_may_not_be_read(
    runs: dict[str, Run], rival: User, campaign: Campaign, clock: Clock
) -> None:
    clock.move_into(campaign, "public")
    lines = as_(rival).get(f"/campaigns/openmt/runs/{runs['TESTS_primary'].pk}/segments").json()["items"]
    assert lines
    assert {line["output"] for line in lines} == {None}


def test_no_such_run_or_board(campaign: Campaign, organiser: User) -> None:
    for address in (f"{BOARDS}/1", "/campaigns/openmt/runs/1", "/campaigns/openmt/runs/x"):
        assert error_of(as_(organiser).get(address)) == (404, "not-found")


@pytest.mark.parametrize("more", [0, 2])
def test_board_asks_the_database_the_same_for_many(
    more: int, campaign: Campaign, team: Team, organiser: User, django_assert_max_num_queries: Any
) -> None:
    entries = [Entry(f"S{number}", number, team) for number in range(1 + more)]
    runs = put_board(campaign, entries, by=organiser)
    asking = as_(organiser)
    asking.get("/me")
    with django_assert_max_num_queries(12):
        assert len(asking.get(f"{BOARDS}/{runs['S0'].board_id}").json()["systems"]) == 1 + more
