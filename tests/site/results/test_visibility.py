"""Who sees what of a board, in which phase."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.campaigns.selectors import role_of
from bakeoff_site.results.conversions.boards import BoardView
from bakeoff_site.results.conversions.downloads import board_json
from bakeoff_site.results.selectors import board_for, overview_for
from bakeoff_site.submissions.models import Run
from tests.site.conftest import Clock

OFFICIAL = ["RIVAL_primary", "TESTS_primary", "OLD09", "TESTS_contrast1", "OLD08", "BASE"]
ENTERED = {"OLD09", "OLD08", "BASE"}
PEOPLE = ("visitor", "stranger", "judge", "observer", "rival", "team_mate", "owner", "organiser", "administrator")
EVERYTHING = ("organiser", "administrator")
OWN = {"rival": {"RIVAL_primary"}, "team_mate": {"TESTS_primary", "TESTS_contrast1"}}
OWN["owner"] = OWN["team_mate"]


@pytest.fixture
def people(request: pytest.FixtureRequest) -> dict[str, Any]:
    named = {name: request.getfixturevalue(name) for name in PEOPLE if name != "visitor"}
    return {"visitor": AnonymousUser(), **named}


def seen(user: User | AnonymousUser, run: Run, clock: Clock) -> BoardView:
    campaign = Campaign.objects.get(slug="openmt")
    return board_for(role_of(user, campaign), run.board, clock.now)


def named(view: BoardView, runs: dict[str, Run]) -> set[str]:
    """The official rows whose names are shown."""
    return {row.name for row in view.rows} & set(runs)


@pytest.mark.parametrize("phase", ["evaluation", "combination"])
def test_before_the_preliminary_release_only_organisers_see_scores(
    phase: str, runs: dict[str, Run], people: dict[str, Any], clock: Clock, campaign: Campaign, client: Client
) -> None:
    clock.move_into(campaign, phase)
    for name, user in people.items():
        view = seen(user, runs["BASE"], clock)
        if name in EVERYTHING:
            assert [row.name for row in view.rows] == OFFICIAL
            continue
        assert (view.seen, view.rows, view.metrics, view.baseline) == ("nothing", (), (), None), name
        overview = overview_for(role_of(user, campaign), clock.now)
        assert (overview.boards, overview.participants, overview.named) == ((), None, ()), name
        client.logout()
        if name != "visitor":
            client.force_login(user)
        assert client.get(f"/campaigns/openmt/results/{runs['BASE'].board_id}/").status_code == 404, name


def test_the_preliminary_release_is_for_participants_and_without_names(
    runs: dict[str, Run], people: dict[str, Any], clock: Clock, campaign: Campaign
) -> None:
    clock.move_into(campaign, "preliminary")
    for name, user in people.items():
        view = seen(user, runs["BASE"], clock)
        if name in EVERYTHING:
            assert [row.name for row in view.rows] == OFFICIAL
        elif name in OWN:
            assert view.seen == "all"
            assert named(view, runs) == OWN[name] | ENTERED
            assert len(view.rows) == len(OFFICIAL)
            assert all(row.cells for row in view.rows)
            assert {row.team for row in view.rows if not row.is_own} == {""}
        else:
            assert (view.seen, view.rows) == ("nothing", ()), name


def test_the_public_release_shows_everyone_everything_but_late_scores(
    runs: dict[str, Run], people: dict[str, Any], clock: Clock, campaign: Campaign
) -> None:
    clock.move_into(campaign, "public")
    for name, user in people.items():
        view = seen(user, runs["BASE"], clock)
        assert [row.name for row in view.rows] == OFFICIAL, name
        with_scores = {row.name for row in view.named if row.cells}
        expected = {"rival": {"RIVAL_late"}, "owner": {"TESTS_mended"}, "team_mate": {"TESTS_mended"}}
        both = {"RIVAL_late", "TESTS_mended"}
        assert {row.name for row in view.named} == both, name
        assert with_scores == (both if name in EVERYTHING else expected.get(name, set())), name


def test_nothing_of_an_anonymous_system_gets_out(
    runs: dict[str, Run], owner: User, clock: Clock, campaign: Campaign, client: Client
) -> None:
    clock.move_into(campaign, "preliminary")
    client.force_login(owner)
    page = client.get(f"/campaigns/openmt/results/{runs['BASE'].board_id}/").content.decode()
    view = seen(owner, runs["BASE"], clock)
    for text in (page, str(board_json(view)), client.get("/campaigns/openmt/results/").content.decode()):
        assert "RIVAL_primary" not in text
        assert f"/runs/{runs['RIVAL_primary'].pk}/" not in text
    anonymous = next(row for row in view.rows if row.kind == "primary" and not row.is_own)
    assert anonymous.name.startswith("system ")
    assert str(runs["RIVAL_primary"].pk) not in anonymous.key.split("-")
    # Its number finds it only once its name is released.
    assert client.get(f"/campaigns/openmt/results/runs/{runs['RIVAL_primary'].pk}/").status_code == 404


@pytest.fixture
def own_scores_only(campaign: Campaign, runs: dict[str, Run]) -> Campaign:
    """The preliminary release gives every team its own scores, and no more."""
    campaign.rulebook_content["phases"]["preliminary"]["releases"] = {"participants": ["own-scores"]}
    campaign.save()
    return Campaign.objects.get(pk=campaign.pk)


def test_own_scores_are_shown_without_ranks_and_without_others(
    own_scores_only: Campaign, runs: dict[str, Run], people: dict[str, Any], clock: Clock
) -> None:
    clock.move_into(own_scores_only, "preliminary")
    for name, user in people.items():
        view = seen(user, runs["BASE"], clock)
        if name in EVERYTHING:
            assert view.seen == "all"
        elif name in OWN:
            assert view.seen == "own"
            assert {row.name for row in view.rows} == OWN[name]
            assert {row.rank for row in view.rows} == {""}
            assert (view.method, view.baseline, view.earlier) == ("", None, None)
            assert {row.is_own for row in (*view.rows, *view.unofficial, *view.named)} == {True}
            assert view.opens is not None
        else:
            assert view.seen == "nothing", name


def test_the_page_of_own_scores_says_when_the_others_come(
    own_scores_only: Campaign, runs: dict[str, Run], owner: User, clock: Clock, page_of: Callable[..., str]
) -> None:
    clock.move_into(own_scores_only, "preliminary")
    page = page_of(owner, f"/campaigns/openmt/results/{runs['BASE'].board_id}/")
    assert "You see only your own runs." in page
    assert '<time datetime="2012-08-31T04:00:00Z">Fri 31 August 2012, 00:00</time>' in page
    assert '<svg class="chart"' not in page
    assert "Which differences are significant" not in page
    overview = page_of(owner, "/campaigns/openmt/results/")
    assert "Your runs only" in overview
    assert "RIVAL" not in overview


def test_a_withdrawn_team_sees_what_strangers_see(
    runs: dict[str, Run], owner: User, clock: Clock, campaign: Campaign
) -> None:
    clock.move_into(campaign, "preliminary")
    campaign.teams.filter(code="TESTS").update(withdrawn_at=clock.now)
    assert seen(owner, runs["BASE"], clock).seen == "nothing"
