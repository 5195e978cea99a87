"""Campaigns of many teams: pages show a part, and say where the rest is."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign, Team
from bakeoff_site.campaigns.selectors.dashboard import INCOMPLETE, Count, dashboard_of
from bakeoff_site.campaigns.selectors.teams import progress_of, progress_of_teams, teams_of
from tests.site.campaigns.conftest import NOW

HOME = "/campaigns/harbour/organise/"
SignIn = Callable[[User], Client]


@pytest.fixture
def many(campaign: Campaign) -> int:
    count = 2 * INCOMPLETE + 5
    Team.objects.bulk_create(
        Team(campaign=campaign, name=f"Team {number:03}", code=f"T{number}", language_pairs=["de-en"])
        for number in range(count)
    )
    return count


def test_the_dashboard_names_the_first_that_miss_a_step(
    many: int, campaign: Campaign, organiser: User, signed_in: SignIn
) -> None:
    dashboard = dashboard_of(campaign, NOW)
    assert (dashboard.teams, dashboard.incomplete_count, len(dashboard.incomplete)) == (many, many, INCOMPLETE)
    assert dashboard.steps[0] == Count("Register", many, many)
    page = signed_in(organiser).get(HOME).content.decode()
    assert f"The first {INCOMPLETE} of {many}" in page
    assert f"Team {INCOMPLETE - 1:03}" in page
    assert f"Team {INCOMPLETE:03}" not in page


def test_teams_come_in_pages(many: int, organiser: User, signed_in: SignIn) -> None:
    client = signed_in(organiser)
    last = client.get(f"{HOME}teams/?page=3").content.decode()
    assert f"Page 3 of 3, {many} teams" in last
    assert last.count("<code>T") == many - 2 * INCOMPLETE
    assert "Team 000" in client.get(f"{HOME}teams/").content.decode()


def test_all_teams_at_once_are_as_far_as_each(team: Team, rival: User, campaign: Campaign) -> None:
    assert [state.steps for state in progress_of_teams(campaign, NOW)] == [
        progress_of(each, NOW).steps for each in teams_of(campaign)
    ]
