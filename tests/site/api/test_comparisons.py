"""Two runs beside each other by the API: the same as on the page, and as much of them."""

from __future__ import annotations

import pytest

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign, Team
from bakeoff_site.scoring.models import RunScore
from bakeoff_site.submissions.models import Run
from tests.site.api.conftest import as_, error_of
from tests.site.conftest import Clock
from tests.site.results.boards import SEGMENTS, Entry, put_board


@pytest.fixture
def runs(campaign: Campaign, team: Team, rival: User, organiser: User) -> dict[str, Run]:
    rivals = rival.team_memberships.get().team
    entries = [Entry("TESTS_primary", 2, team), Entry("RIVAL_primary", 1, rivals)]
    return put_board(campaign, entries, by=organiser)


@pytest.fixture
def pair(runs: dict[str, Run]) -> str:
    return f"/campaigns/openmt/runs/{runs['RIVAL_primary'].pk}/against/{runs['TESTS_primary'].pk}"


def test_comparison_has_complete_scores_and_the_test(pair: str, runs: dict[str, Run], organiser: User) -> None:
    shown = as_(organiser, "read").get(pair).json()
    assert (shown["first"]["name"], shown["second"]["name"]) == ("RIVAL_primary", "TESTS_primary")
    stored = {score.metric: score.value for score in RunScore.objects.filter(run=runs["RIVAL_primary"])}
    assert {score["metric"]: score["first"] for score in shown["scores"]} == pytest.approx(stored)
    assert shown["first_wins"] + shown["second_wins"] + shown["ties"] == shown["segments"] == SEGMENTS
    test = shown["test"]
    bleu = next(score for score in shown["scores"] if score["metric"] == shown["metric"])
    assert test["difference"] == pytest.approx(bleu["first"] - bleu["second"])
    assert 0 <= test["p"] <= test["p_corrected"] <= 1
    assert test["is_significant"] == (test["p_corrected"] <= 0.05)


def test_other_way_round_the_difference_is_the_opposite(pair: str, runs: dict[str, Run], organiser: User) -> None:
    there = as_(organiser).get(pair).json()
    back = as_(organiser).get(f"/campaigns/openmt/runs/{runs['TESTS_primary'].pk}/against/{runs['RIVAL_primary'].pk}")
    assert back.json()["test"]["difference"] == -there["test"]["difference"]
    assert (back.json()["first_wins"], back.json()["second_wins"]) == (there["second_wins"], there["first_wins"])


def test_segments_come_in_pages_the_largest_difference_first(pair: str, organiser: User) -> None:
    wins = as_(organiser).get(pair, metric="ter@tercom").json()["first_wins"]
    asked = {"metric": "ter@tercom", "better": "first"}
    first = as_(organiser).get(f"{pair}/segments", limit=3, **asked).json()
    rest = as_(organiser).get(f"{pair}/segments", limit=200, offset=3, **asked).json()
    assert (first["count"], len(first["items"]), len(rest["items"])) == (wins, 3, wins - 3)
    assert first["next"].endswith("offset=3")
    lines = [*first["items"], *rest["items"]]
    differences = [line["difference"] for line in lines]
    assert differences == sorted(differences, reverse=True)
    assert len({line["number"] for line in lines}) == wins
    for line in lines:
        assert line["difference"] == pytest.approx(line["second_score"] - line["first_score"])  # errors: less is better
    assert "".join(piece["text"] for piece in lines[0]["first"])
    assert lines[0]["references"]


def test_small_differences_are_left_out(pair: str, organiser: User) -> None:
    every = as_(organiser).get(f"{pair}/segments", metric="ter@tercom").json()
    largest = every["items"][0]["difference"]
    some = as_(organiser).get(f"{pair}/segments", metric="ter@tercom", smallest=largest).json()
    assert 1 <= some["count"] <= every["count"]
    assert all(line["difference"] >= largest for line in some["items"])


@pytest.mark.parametrize("wrong", [{"better": "both"}, {"smallest": -1}, {"smallest": "nan"}, {"limit": 0}])
def test_questions_that_are_none(wrong: dict[str, object], pair: str, organiser: User) -> None:
    assert error_of(as_(organiser).get(f"{pair}/segments", **wrong)) == (422, "invalid")


def test_run_is_not_compared_with_itself_or_with_another_board(
    runs: dict[str, Run], campaign: Campaign, team: Team, organiser: User
) -> None:
    one = runs["TESTS_primary"].pk
    other = put_board(campaign, [Entry("OTHER", 1, team)], by=organiser, condition="constrained")["OTHER"].pk
    for second in (one, other):
        response = as_(organiser).get(f"/campaigns/openmt/runs/{one}/against/{second}")
        assert error_of(response) == (409, "refused")


@pytest.mark.parametrize("who", ["visitor", "stranger", "owner", "rival", "judge", "observer"])
def test_nothing_is_seen_before_the_release(
    who: str, pair: str, campaign: Campaign, owner: User, clock: Clock, request: pytest.FixtureRequest
) -> None:
    user = None if who == "visitor" else request.getfixturevalue(who)
    clock.move_into(campaign, "evaluation")
    for address in (pair, f"{pair}/segments"):
        assert error_of(as_(user).get(address)) == (404, "not-found")


def test_texts_stay_hidden_where_they_may_not_be_read(pair: str, rival: User, campaign: Campaign, clock: Clock) -> None:
    clock.move_into(campaign, "public")
    lines = as_(rival).get(f"{pair}/segments").json()["items"]
    assert {line["second"] is None for line in lines} == {True}
    # Their own is read without marks, which would tell what the other says
    assert {piece["look"] for line in lines for piece in line["first"]} == {""}
    assert {line["first"] is None for line in as_(None).get(f"{pair}/segments").json()["items"]} == {True}


def test_no_such_run(runs: dict[str, Run], organiser: User) -> None:
    one = runs["TESTS_primary"].pk
    for address in (f"/campaigns/openmt/runs/{one}/against/0", f"/campaigns/openmt/runs/none/against/{one}"):
        assert error_of(as_(organiser).get(address)) == (404, "not-found")
