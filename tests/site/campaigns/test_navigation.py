"""The header of every page, and the page of one's own teams."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client, override_settings
from django.utils import timezone

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign, Team, TeamMember

pytestmark = pytest.mark.django_db


def links(page: str) -> list[str]:
    """The entries of the header for wide windows."""
    header = page[page.index('aria-label="Main"') : page.index("</nav>", page.index('aria-label="Main"'))]
    return re.findall(r">([^<]+)</a>", header)


def test_visitors_are_led_to_campaigns_and_accounts(client: Client) -> None:
    page = client.get("/").content.decode()
    assert links(page) == ["Campaigns", "Documentation"]
    assert '<a href="/account/sign-in/">Sign in</a>' in page
    assert "Create an account" in page
    assert "Sign out" not in page


def test_visitors_come_back_to_the_page_on_which_they_sign_in(client: Client, campaign: Campaign) -> None:
    page = client.get(f"/campaigns/{campaign.slug}/rules/").content.decode()
    assert f'<a href="/account/sign-in/?next=/campaigns/{campaign.slug}/rules/">Sign in</a>' in page


def test_my_teams_appears_for_people_in_a_team(client: Client, team: Team, owner: User, stranger: User) -> None:
    client.force_login(stranger)
    assert links(client.get("/").content.decode()) == ["Campaigns"]
    client.force_login(owner)
    assert links(client.get("/").content.decode()) == ["Campaigns", "My teams"]


def test_the_section_of_the_page_is_marked(client: Client, team: Team, owner: User) -> None:
    client.force_login(owner)
    campaigns, teams = '<a href="/" aria-current="page">', '<a href="/my-teams/" aria-current="page">'
    pages = {path: client.get(path).content.decode() for path in ("/", f"/campaigns/{team.campaign.slug}/rules/")}
    assert all(campaigns in page and teams not in page for page in pages.values())
    mine = client.get("/my-teams/").content.decode()
    assert teams in mine
    assert campaigns not in mine


def test_my_teams_says_what_to_do_next(client: Client, team: Team, owner: User) -> None:
    client.force_login(owner)
    page = client.get("/my-teams/").content.decode()
    assert f'<a href="/campaigns/{team.campaign.slug}/teams/{team.pk}/">{team.name}</a>' in page
    assert team.campaign.title in page
    assert "Next: " in page


def test_nothing_is_asked_of_a_team_that_is_withdrawn(client: Client, team: Team, owner: User) -> None:
    Team.objects.update(withdrawn_at=timezone.now())
    client.force_login(owner)
    page = client.get("/my-teams/").content.decode()
    assert "Withdrawn" in page
    assert "Next: " not in page


def test_who_has_no_team_learns_how_to_get_one(client: Client, stranger: User) -> None:
    client.force_login(stranger)
    page = client.get("/my-teams/").content.decode()
    assert "You are not in a team yet" in page
    assert "Find a campaign" in page


@pytest.mark.parametrize("count", [1, 3])
def test_my_teams_costs_the_same_whatever_its_length(
    client: Client, campaign: Campaign, stranger: User, count: int, django_assert_num_queries: Any
) -> None:
    for number in range(count):
        team = Team.objects.create(campaign=campaign, name=f"Team {number}")
        TeamMember.objects.create(campaign=campaign, team=team, user=stranger)
    client.force_login(stranger)
    with django_assert_num_queries(9):
        page = client.get("/my-teams/").content.decode()
    assert page.count("<li") - 1 >= count


def test_components_are_shown_in_development_only(client: Client) -> None:
    assert client.get("/components/").status_code == 404
    with override_settings(DEBUG=True):
        page = client.get("/components/").content.decode()
    assert "Use 2 to 12 capital letters, for example ASTER." in page
    assert 'class="field invalid"' in page
