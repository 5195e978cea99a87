"""The home page and the page of a campaign in a browser: times, countdown, timeline on a phone, search."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.campaigns.services.campaigns import set_listed
from bakeoff_site.pages.models import CampaignPage
from tests.site.browser.conftest import picture
from tests.site.conftest import Clock

pytestmark = pytest.mark.django_db(transaction=True)

PAGE = "/campaigns/openmt/"


@pytest.fixture
def listed(campaign: Campaign, organiser: User, clock: Clock) -> Campaign:
    """While the registration is open, which ends on 3 February 2012 in New York."""
    set_listed(campaign, actor=organiser, listed=True)
    clock.move_into(campaign, "registration")
    return campaign


def test_deadlines_are_on_the_clocks_of_the_reader(
    listed: Campaign, browser: Browser, live_server: LiveServer, owner: User
) -> None:
    context = browser.new_context(base_url=live_server.url, timezone_id="Asia/Tokyo")
    page = context.new_page()
    page.goto(PAGE)
    expect(page.get_by_text("Fri 3 February 2012, 23:59 EST").first).to_be_visible()
    expect(page.locator(".times .local")).to_have_text("Sat 4 February, 13:59 (GMT+9)")
    start = page.locator(".gantt time").first
    expect(start).to_have_attribute("title", "Your time: Fri 28 October, 13:00 (GMT+9)")
    context.close()


def test_a_reader_in_the_zone_of_the_campaign_is_not_told_the_same_twice(
    listed: Campaign, browser: Browser, live_server: LiveServer
) -> None:
    context = browser.new_context(base_url=live_server.url, timezone_id="America/Toronto")
    page = context.new_page()
    page.goto(PAGE)
    expect(page.get_by_text("Deadline", exact=True)).to_be_visible()
    expect(page.get_by_text("Your time", exact=True)).to_be_hidden()
    context.close()


def test_the_zone_of_the_account_goes_before_that_of_the_browser(
    listed: Campaign, stranger: User, page: Page, sign_in: Callable[[User], None]
) -> None:
    stranger.time_zone = "Europe/Berlin"
    stranger.save(update_fields=["time_zone"])
    sign_in(stranger)
    page.goto(PAGE)
    expect(page.locator(".times .local")).to_have_text("Sat 4 February, 05:59 (CET)")


def test_the_countdown_counts_down(listed: Campaign, page: Page, clock: Clock) -> None:
    page.clock.install(time=clock.now)
    page.goto(PAGE)
    countdown = page.locator(".countdown")
    expect(countdown).to_have_text("98 days ")
    deadline = datetime.fromisoformat(countdown.get_attribute("data-countdown") or "")
    page.clock.set_fixed_time(deadline - timedelta(hours=1, minutes=1, seconds=30))
    page.clock.run_for(1000)
    expect(countdown).to_have_text("1 hour 1 minute ")
    page.clock.set_fixed_time(deadline - timedelta(minutes=1, seconds=30))
    page.clock.run_for(1000)
    expect(countdown).to_have_text("1 minute 30 seconds ")
    page.clock.set_fixed_time(deadline)
    page.clock.run_for(1000)
    expect(countdown).to_have_text("0 seconds ")


@pytest.mark.parametrize("width", [320, 390])
def test_the_timeline_is_a_list_on_a_phone(listed: Campaign, page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(PAGE)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    rows = page.locator(".gantt > li")
    expect(rows.first).to_be_hidden()  # the scale
    boxes = [rows.nth(number).bounding_box() for number in range(1, rows.count())]
    tops = [box["y"] for box in boxes if box]
    assert len(tops) == len(listed.rules.phases)
    assert tops == sorted(set(tops))
    expect(rows.nth(1)).to_contain_text("28 October 2011 – 3 February 2012".replace(" 2011", ""))
    picture(page, f"campaign-timeline-{width}")


def test_the_search_finds_campaigns_while_one_types(listed: Campaign, page: Page) -> None:
    page.goto("/")
    card = page.locator(".campaign")
    expect(card).to_have_count(1)
    page.get_by_label("Search campaigns").fill("ballet")
    expect(page.get_by_text("No open campaign matches your search.")).to_be_visible()
    assert page.url.endswith("/?text=ballet&kind=")
    page.get_by_label("Search campaigns").fill("arabic")
    expect(card).to_have_count(1)
    page.get_by_text("Speech", exact=True).click()
    expect(card).to_have_count(0)


def test_the_search_needs_no_script(listed: Campaign, browser: Browser, live_server: LiveServer) -> None:
    context = browser.new_context(base_url=live_server.url, java_script_enabled=False)
    page = context.new_page()
    page.goto("/")
    page.get_by_label("Search campaigns").fill("ballet")
    page.get_by_role("button", name="Search").click()
    expect(page.get_by_text("No open campaign matches your search.")).to_be_visible()
    context.close()


def test_organisers_write_a_page_look_at_it_and_publish_it(
    listed: Campaign, organiser: User, page: Page, sign_in: Callable[[User], None]
) -> None:
    sign_in(organiser)
    page.goto(f"{PAGE}organise/pages/")
    page.get_by_role("main").get_by_text("New page", exact=True).click()
    page.get_by_role("link", name="FAQ", exact=True).click()
    page.get_by_label("Text").fill("# Who?\n\n**Everyone** and [the rules](/campaigns/openmt/rules/)")
    page.get_by_role("button", name="Preview").click()
    expect(page.locator("#preview strong")).to_have_text("Everyone")
    assert not CampaignPage.objects.exists()
    picture(page, "page-preview")
    page.get_by_role("button", name="Save").click()
    page.get_by_role("button", name="Publish FAQ").click()
    expect(page.get_by_text("FAQ is published.")).to_be_visible()
    page.get_by_role("link", name="View FAQ").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("FAQ")
    expect(page.get_by_role("heading", level=2)).to_have_text("Who?")
