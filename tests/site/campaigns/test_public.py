"""The list of campaigns, a campaign's page, its rules."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from django.test import Client

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign, Team
from bakeoff_site.campaigns.services.campaigns import create_campaign, set_listed
from bakeoff_site.campaigns.services.teams import Registration, register_team
from tests.site.campaigns.conftest import RULEBOOK, registration_data

PAGE = "/campaigns/harbour/"
At = Callable[[datetime], None]
SignIn = Callable[[User], Client]


def test_a_campaign_shows_strangers_what_it_is_and_when(campaign: Campaign, client: Client) -> None:
    page = client.get(PAGE).content.decode()
    assert "News between German and English." in page
    # Berlin is an hour ahead of UTC; the day of an end belongs to the phase.
    assert '<time datetime="2027-01-03T23:00:00Z">4 January</time>' in page
    assert '<time datetime="2027-02-26T22:59:00Z">26 February</time>' in page
    assert '<time datetime="2027-03-20T17:00:00Z">20 March, 18:00</time>' in page
    assert "Open: registration</span>" in page
    assert "submit runs" in page
    assert ">Tracks</h2>" in page
    assert '<th scope="row">German–English</th><td class="soft">news-test</td>' in page
    assert ">Allowed resources</h2>" in page
    assert '<th scope="row">Parallel data</th><td class="good">Yes</td>' in page
    assert 'href="/account/sign-in/?next=/campaigns/harbour/register/"' in page


def test_the_deadline_is_counted_down_and_said_on_both_clocks(campaign: Campaign, client: Client) -> None:
    page = client.get(PAGE).content.decode()
    assert "Time left to register" in page
    assert (
        '<p class="countdown" role="timer" data-countdown="2027-02-26T23:00:00Z"><span>37</span> <small>days</small>'
        in page
    )
    assert '<b><time datetime="2027-02-26T22:59:00Z">Fri 26 February 2027, 23:59 CET</time></b>' in page
    assert 'datetime="2027-02-26T22:59:00Z" data-local="Europe/Berlin"></time>' in page


@pytest.mark.parametrize(
    ("when", "said"),
    [
        (datetime(2026, 12, 1, tzinfo=UTC), "<b>Registration opens on Mon 4 January 2027, 00:00 CET</b>"),
        (datetime(2027, 2, 26, 22, 59, tzinfo=UTC), "<b>Register a team</b>"),
        (datetime(2027, 2, 26, 23, 0, tzinfo=UTC), "<b>Are you in a team already?</b>"),
    ],
)
def test_registration_follows_the_clock(campaign: Campaign, client: Client, at: At, when: datetime, said: str) -> None:
    at(when)
    assert said in client.get(PAGE).content.decode()


def test_participants_are_shown_once_they_are_released(team: Team, client: Client, at: At) -> None:
    assert "Our Institute" not in client.get(PAGE).content.decode()
    at(datetime(2027, 4, 16, tzinfo=UTC))
    assert "Our Institute" in client.get(PAGE).content.decode()


def test_someone_of_a_team_is_led_to_it(team: Team, owner: User, signed_in: SignIn) -> None:
    page = signed_in(owner).get(PAGE).content.decode()
    assert f'href="/campaigns/harbour/teams/{team.pk}/"' in page
    assert "Register a team" not in page


def test_an_unlisted_campaign_is_found_by_its_address_only(campaign: Campaign, client: Client) -> None:
    assert "Harbour" not in client.get("/").content.decode()
    page = client.get(PAGE)
    assert page.status_code == 200
    assert '<meta name="robots" content="noindex">' in page.content.decode()


def test_a_listed_campaign_is_found_by_everyone(campaign: Campaign, organiser: User, client: Client) -> None:
    set_listed(campaign, actor=organiser, listed=True)
    page = client.get("/").content.decode()
    assert "Harbour Translation Task" in page
    assert "Open: registration</span>" in page
    assert 'Register within <span role="timer" data-countdown="2027-02-26T23:00:00Z">37 days</span>' in page
    assert 'Closes <time datetime="2027-02-26T22:59:00Z">Fri 26 February 2027, 23:59 CET</time>' in page
    assert "<span>German–English</span><span>English–German</span><span>0 teams</span>" in page


def test_people_find_their_own_campaigns(team: Team, mate: User, judge: User, signed_in: SignIn) -> None:
    for user in (mate, judge):
        assert "Harbour Translation Task" in signed_in(user).get("/").content.decode()


@pytest.mark.django_db
def test_an_empty_list_says_what_to_do(client: Client, admin: User, signed_in: SignIn) -> None:
    assert '<a href="/account/sign-in/">Sign in</a> to see yours.' in client.get("/").content.decode()
    page = signed_in(admin).get("/").content.decode()
    assert '<a href="/new-campaign/">Create the first one</a>' in page


@pytest.mark.parametrize("rows", [1, 30])
def test_the_list_costs_the_same_for_one_and_thirty(
    rows: int, organiser: User, owner: User, client: Client, django_assert_num_queries: Callable[..., object]
) -> None:
    for number in range(rows):
        text = RULEBOOK.replace('id = "harbour"', f'id = "harbour{number}"')
        campaign = create_campaign(text, creator=organiser, confirm_past=True)
        set_listed(campaign, actor=organiser, listed=True)
        said = Registration(name="Our Institute", code="OURS", language_pairs=("de-en",))
        register_team(campaign, said, by=owner)
    with django_assert_num_queries(2):  # type: ignore[attr-defined]
        page = client.get("/").content.decode()
    assert page.count("Harbour Translation Task") == rows
    for user, queries, needed in ((owner, 15, "Sign the agreements: Data licence"), (organiser, 13, "List it")):
        client.force_login(user)
        with django_assert_num_queries(queries):  # type: ignore[attr-defined]
            page = client.get("/").content.decode()
        assert page.count(f"<b>{needed}</b>") == (rows if user is owner else 0)


def test_the_rules_are_those_of_the_command_line(campaign: Campaign, client: Client) -> None:
    page = client.get(PAGE + "rules/").content.decode()
    for heading in ("Schedule", "Tracks", "Language pairs", "Registration", "Submissions", "Automatic evaluation"):
        assert f"<h2>{heading}</h2>" in page
    assert "You use the data for research only." in page


def test_what_a_rulebook_says_is_text(organiser: User, client: Client) -> None:
    text = RULEBOOK.replace("Harbour Translation Task", "<script>alert(1)</script>").replace(
        "Parallel data", "<b>data</b>"
    )
    create_campaign(text, creator=organiser, confirm_past=True)
    for page in (PAGE, PAGE + "rules/"):
        content = client.get(page).content.decode()
        assert "<script>alert" not in content
        assert "<b>data</b>" not in content


def test_a_campaign_that_is_not_there(client: Client, db: None) -> None:
    assert client.get("/campaigns/nothing/").status_code == 404
    assert client.post("/campaigns/nothing/register/", registration_data()).status_code == 404
