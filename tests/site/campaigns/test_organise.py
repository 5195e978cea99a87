"""The organiser's pages: dashboard, teams, people, log."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from django.test import Client

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign, Membership, Team
from bakeoff_site.campaigns.selectors.dashboard import Count, dashboard_of
from bakeoff_site.campaigns.services.teams import Registration, register_team, sign_agreement, withdraw_team
from bakeoff_site.core.audit import record
from bakeoff_site.jobs.choices import JobKind
from bakeoff_site.jobs.services import claim, enqueue, fail
from tests.site.campaigns.conftest import NOW, person

HOME = "/campaigns/harbour/organise/"
SignIn = Callable[[User], Client]
Queries = Callable[..., object]


def test_the_dashboard_counts(team: Team, owner: User, rival: User, organiser: User) -> None:
    sign_agreement(team, "licence", by=owner)
    register_team(team.campaign, Registration(name="No Id", language_pairs=("de-en",)), by=person("Third"))
    withdraw_team(Team.objects.get(name="Their Lab"), by=organiser, reason="x")
    dashboard = dashboard_of(team.campaign, NOW)
    assert (dashboard.teams, dashboard.withdrawn, dashboard.without_code) == (2, 1, 1)
    assert dashboard.agreements == (Count("Data licence", 1, 2),)
    assert dashboard.consents == (Count("Outputs may be shared", 1, 2),)
    assert dashboard.language_pairs == (Count("German–English", 2, 2), Count("English–German", 0, 2))
    assert [(count.label, count.number, count.of) for count in dashboard.steps] == [
        ("Register", 2, 2),
        ("Sign the agreements", 1, 2),
        ("Submit runs", 0, 2),
        ("Attend the workshop", 0, 2),
    ]
    assert [period.phase.id for period in dashboard.open] == ["registration"]
    assert [(event.phase.id, event.starts) for event in dashboard.next] == [
        ("registration", False),
        ("evaluation", True),
        ("evaluation", False),
        ("results", True),
    ]
    assert [state.team.name for state in dashboard.incomplete] == ["No Id", "Our Institute"]


def test_the_dashboard_is_a_page(team: Team, organiser: User, signed_in: SignIn) -> None:
    page = signed_in(organiser).get(HOME).content.decode()
    assert '<p class="figure">1</p><p>take part' in page
    assert "Registration: end" in page
    assert '<th scope="col">Submit runs</th>' in page
    assert '<li class="now" aria-current="step"><b>Registration</b>' in page
    assert "<b>Owner</b> registered the team Our Institute." in page


def test_an_empty_campaign_says_what_to_do(campaign: Campaign, organiser: User, signed_in: SignIn) -> None:
    client = signed_in(organiser)
    for page in (HOME, HOME + "teams/"):
        text = client.get(page).content.decode()
        assert "No team has registered yet" in text
        assert "Share the address of the campaign" in text


def test_a_dashboard_without_any_entry_of_the_log_says_so(
    campaign: Campaign, organiser: User, signed_in: SignIn
) -> None:
    campaign.events.all().delete()
    page = signed_in(organiser).get(HOME).content.decode()
    recent = page[page.index("<h2>Recent activity</h2>") :]
    assert "Nothing has been logged yet. Registrations, submissions and changes are listed here." in recent
    assert "<table" not in recent


def more_teams(campaign: Campaign, number: int) -> None:
    for each in range(number):
        said = Registration(name=f"Team {each}", code=f"T{each}", language_pairs=("de-en",))
        register_team(campaign, said, by=person(f"Contact{each}"))


@pytest.mark.parametrize("rows", [1, 3])
@pytest.mark.parametrize(("page", "queries"), [("", 24), ("teams/", 14), ("people/", 8), ("log/", 9)])
def test_lists_cost_the_same_for_one_and_three(
    page: str,
    queries: int,
    rows: int,
    campaign: Campaign,
    organiser: User,
    signed_in: SignIn,
    django_assert_num_queries: Queries,
) -> None:
    more_teams(campaign, rows)
    for each in range(rows - 1):
        Membership.objects.create(campaign=campaign, user=person(f"Judge{each}"), role="judge")
    client = signed_in(organiser)
    with django_assert_num_queries(queries):  # type: ignore[attr-defined]
        content = client.get(HOME + page).content.decode()
    assert (f"Judge{rows - 2}" if page == "people/" and rows > 1 else "") in content
    assert (f"Team {rows - 1}" if page != "people/" else "") in content


def test_teams_are_listed_with_their_steps(team: Team, rival: User, organiser: User, signed_in: SignIn) -> None:
    Team.objects.filter(name="Their Lab").update(code="")
    page = signed_in(organiser).get(HOME + "teams/").content.decode()
    assert "<code>OURS</code>" in page
    assert "None yet" in page
    assert 'href="mailto:owner@example.org"' in page
    assert 'Sign the agreements<span class="unseen">: to do</span>' in page


def test_a_role_ends(campaign: Campaign, judge: User, organiser: User, signed_in: SignIn) -> None:
    membership = Membership.objects.get(user=judge)
    page = signed_in(organiser).post(f"{HOME}people/{membership.pk}/end/", follow=True).content.decode()
    assert "Judge is no longer judge of the campaign." in page
    assert not Membership.objects.filter(user=judge).exists()


def test_the_last_organiser_stays(campaign: Campaign, organiser: User, signed_in: SignIn) -> None:
    membership = Membership.objects.get(user=organiser)
    page = signed_in(organiser).post(f"{HOME}people/{membership.pk}/end/", follow=True).content.decode()
    assert "Organiser is the only organiser; invite another first." in page
    assert Membership.objects.filter(user=organiser).exists()


def test_the_log_is_filtered(team: Team, rival: User, organiser: User, signed_in: SignIn) -> None:
    client = signed_in(organiser)
    assert "Their Lab" in client.get(HOME + "log/").content.decode()
    page = client.get(HOME + "log/?act=team.register&text=institute").content.decode()
    assert "Our Institute" in page
    assert "Their Lab" not in page
    assert "Their Lab" in client.get(HOME + "log/?text=rival").content.decode()
    assert "No entry matches" in client.get(HOME + "log/?text=zzz").content.decode()


def test_the_log_has_pages(campaign: Campaign, organiser: User, signed_in: SignIn) -> None:
    for number in range(60):
        record("test.act", actor=None, campaign=campaign, subject=f"number {number:02}")
    client = signed_in(organiser)
    first = client.get(HOME + "log/?act=test.act").content.decode()
    assert "number 59" in first
    assert "number 09" not in first
    assert "The server" in first
    assert 'href="?act=test.act&amp;page=2"' in first
    second = client.get(HOME + "log/?act=test.act&page=2").content.decode()
    assert "number 09" in second
    assert "Page 2 of 2" in second


def test_other_campaigns_are_not_in_the_log(campaign: Campaign, organiser: User, signed_in: SignIn) -> None:
    record("test.act", actor=None, subject="of nobody's campaign")
    assert "of nobody" not in signed_in(organiser).get(HOME + "log/").content.decode()


def test_overdue_steps_are_marked(team: Team) -> None:
    dashboard = dashboard_of(team.campaign, datetime(2027, 3, 21, tzinfo=UTC))
    overdue = [row.state.step for row in dashboard.incomplete[0].missing if row.is_overdue]
    assert overdue == ["signed", "submitted"]


def test_the_state_of_scoring_stands_on_the_dashboard(campaign: Campaign, organiser: User, signed_in: SignIn) -> None:
    page = signed_in(organiser).get(HOME).content.decode()
    assert "No package is waiting to be checked or scored." in page
    for subject in (1, 2):
        enqueue(JobKind.SCORE_RUN, subject, campaign_id=campaign.pk)
    job = claim("w")
    assert job is not None
    fail(job, "unreadable", again=False)
    page = signed_in(organiser).get(HOME).content.decode()
    assert "0 running, 1 waiting." in page
    assert "1 failed" in page


def test_tabs_are_those_of_the_rulebook(organiser: User, signed_in: SignIn, campaign: Campaign) -> None:
    page = signed_in(organiser).get("/campaigns/harbour/organise/").content.decode()
    assert ">Scoring jobs</a>" in page
    assert ">Combination</a>" not in page
    assert ">Adjudication</a>" in page  # organisers correct references also where no phase is for proposals of teams
    files = signed_in(organiser).get("/campaigns/harbour/data/manage/").content.decode()
    assert '<a href="/campaigns/harbour/adjudication/">correct references</a>' in files


def test_the_log_names_the_zone_of_its_times(organiser: User, signed_in: SignIn, campaign: Campaign) -> None:
    page = signed_in(organiser).get("/campaigns/harbour/organise/log/").content.decode()
    assert f"All times are {campaign.rules.campaign.timezone_title}." in page


def test_pages_name_the_zone_of_their_times_where_they_have_some(
    organiser: User, signed_in: SignIn, campaign: Campaign
) -> None:
    client = signed_in(organiser)
    pages = {each: client.get(f"/campaigns/harbour/{each}/").content.decode() for each in ("data", "organise/log")}
    assert {each: "<time" in page for each, page in pages.items()} == {"data": False, "organise/log": True}
    assert {each: "All times are" in page for each, page in pages.items()} == {"data": False, "organise/log": True}
