"""The home page: finding campaigns, the latest result, what someone has to do."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client

from bakeoff.rulebook import find_rulebook
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign, Team
from bakeoff_site.campaigns.services.campaigns import create_campaign, set_listed
from bakeoff_site.submissions.models import Run
from tests.site.accounts.conftest import text_of
from tests.site.conftest import Clock
from tests.site.results.boards import Entry, put_board


@pytest.fixture
def listed(campaign: Campaign, organiser: User) -> Campaign:
    set_listed(campaign, actor=organiser, listed=True)
    return campaign


@pytest.fixture
def runs(listed: Campaign, team: Team, organiser: User) -> dict[str, Run]:
    entries = [Entry("TESTS_primary", 2, team), Entry("TESTS_contrast1", 4, team, system_type="contrast")]
    return put_board(listed, entries, by=organiser)


def test_visitors_read_what_the_site_is_and_how_to_take_part(listed: Campaign, client: Client) -> None:
    page = text_of(client.get("/"))
    assert "Shared tasks for translation and speech" in page
    assert "Find a campaign" in page
    assert "Run a campaign" in page
    assert "you create an account on the way. Sign in to see what your teams have to do." in page


def test_a_search_needs_no_script(listed: Campaign, client: Client) -> None:
    for found in ("?text=openmt", "?text=OPENMT+arabic", "?kind=text", "?text=nist&kind=text", "?kind=nonsense"):
        assert "Open Machine Translation" in text_of(client.get(f"/{found}")), found
    for lost in ("?text=ballet", "?kind=speech", "?text=openmt+ballet"):
        page = text_of(client.get(f"/{lost}"))
        assert "Open Machine Translation" not in page, lost
        assert "No open campaign matches your search. Show all campaigns" in page


def test_what_is_searched_for_is_shown_as_text(listed: Campaign, client: Client) -> None:
    page = client.get("/", {"text": '"><script>alert(1)</script>'}).content.decode()
    assert "<script>alert" not in page
    assert 'value="&quot;&gt;&lt;script&gt;' in page


def test_campaigns_that_are_over_are_in_a_table(listed: Campaign, client: Client, clock: Clock) -> None:
    clock.move_into(listed, "public")
    clock.move_on(timedelta(days=400))
    page = client.get("/").content.decode()
    assert "There are no public campaigns that are open." in text_of(client.get("/"))
    assert "<h2>Past campaigns</h2>" in page
    assert 'Results published <time datetime="2012-08-31T04:00:00Z">31 August 2012</time>' in page


def test_past_campaigns_are_cut_to_ten_until_all_are_asked_for(
    db: None, organiser: User, client: Client, clock: Clock
) -> None:
    text = find_rulebook("wmt2008").read_text(encoding="utf-8")
    for number in range(12):
        made = text.replace('id = "wmt2008"', f'id = "old{number}"')
        set_listed(create_campaign(made, creator=organiser, confirm_past=True), actor=organiser, listed=True)
    page = client.get("/").content.decode()
    assert len(re.findall('scope="row"><a href="/campaigns/old', page)) == 10
    assert '<a class="small" href="?past=all">All past campaigns (2 more)</a>' in page
    assert len(re.findall('scope="row"><a href="/campaigns/old', client.get("/?past=all").content.decode())) == 12


def test_the_latest_result_is_one_that_everyone_may_see(
    runs: dict[str, Run], listed: Campaign, organiser: User, client: Client, clock: Clock
) -> None:
    clock.move_into(listed, "preliminary")  # teams see scores, strangers do not
    assert "Latest results" not in client.get("/").content.decode()
    clock.move_into(listed, "public")
    page = client.get("/").content.decode()
    assert "<h2>Latest results</h2>" in page
    assert f'href="/campaigns/openmt/results/{runs["TESTS_primary"].board_id}/"' in page
    assert "TESTS_primary" in page
    assert page.count('<circle class="dot"') == 2
    assert page.count('<g class="quiet-mark">') == 1  # the contrastive one
    set_listed(listed, actor=organiser, listed=False)
    assert "TESTS_primary" not in client.get("/").content.decode()


def test_the_latest_result_of_runs_that_were_withdrawn_goes(
    runs: dict[str, Run], listed: Campaign, client: Client, clock: Clock
) -> None:
    clock.move_into(listed, "public")
    Run.objects.filter(pk=runs["TESTS_primary"].pk).update(withdrawn_at=clock.now)
    assert "Latest results" not in client.get("/").content.decode()


def test_people_with_a_part_see_what_they_have_to_do_instead_of_the_title(
    listed: Campaign, team: Team, owner: User, organiser: User, stranger: User, client: Client, clock: Clock
) -> None:
    clock.move_into(listed, "registration")
    for user, is_known in ((owner, True), (organiser, True), (stranger, False)):
        client.force_login(user)
        page = client.get("/").content.decode()
        assert ("<h1>To do</h1>" in page) is is_known
        assert ("<h1>Shared tasks for translation and speech</h1>" in page) is not is_known


def test_a_list_that_is_empty_says_what_will_appear(
    listed: Campaign, judge: User, client: Client, clock: Clock
) -> None:
    client.force_login(judge)
    assert "Nothing is left to do. Deadlines, required runs" in text_of(client.get("/"))


def test_archived_campaigns_are_reached_from_the_home_page(listed: Campaign, client: Client, clock: Clock) -> None:
    assert "/archived/" not in client.get("/").content.decode()
    Campaign.objects.update(archived_at=clock.now)
    page = client.get("/").content.decode()
    assert '<a href="/archived/">Archived campaigns</a>' in page
    assert "/campaigns/openmt/" not in page
    assert '<a href="/campaigns/openmt/">' in client.get("/archived/").content.decode()


def test_administrators_create_campaigns_and_others_learn_whom_to_ask(
    db: None, administrator: User, stranger: User, client: Client
) -> None:
    client.force_login(administrator)
    assert '<a class="button big" href="/new-campaign/">Run a campaign</a>' in client.get("/").content.decode()
    client.force_login(stranger)
    page = client.get("/").content.decode()
    assert '<a class="button big" href="#run">Run a campaign</a>' in page
    assert "Administrators of this site create campaigns" in page


def test_a_part_of_the_page_is_enough_for_the_search(listed: Campaign, client: Client) -> None:
    """The search takes its part out of the complete page, so that both are always the same."""
    page: Callable[..., str] = lambda **headers: client.get("/?text=openmt", headers=headers).content.decode()  # noqa: E731
    assert 'hx-select="#campaigns"' in page()
    assert '<div id="campaigns">' in page(**{"HX-Request": "true"})
