"""From the front page to a campaign of one's own."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign
from tests.site.people import PASSWORD

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_team_finds_its_campaign(page: Page, campaign: Campaign, owner: User) -> None:
    page.goto("/")
    expect(page.get_by_text("Sign in to see yours")).to_be_visible()
    page.get_by_role("link", name="Sign in").first.click()
    page.get_by_label("Email").fill(owner.email)
    page.get_by_label("Password").fill(PASSWORD)
    page.keyboard.press("Enter")
    page.get_by_role("link", name=campaign.title, exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(campaign.title)
    expect(page.locator(".gantt")).to_contain_text("2 April 2012")
    page.locator("details.account > summary").click()
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("navigation", name="Account").get_by_role("link", name="Sign in")).to_be_visible()


def test_a_wrong_password_is_explained(page: Page, owner: User) -> None:
    page.goto("/account/sign-in/")
    page.get_by_label("Email").fill(owner.email)
    page.get_by_label("Password").fill("not this one")
    page.get_by_role("button", name="Sign in").click()
    expect(page.locator(".errorlist")).to_contain_text("The email address or password is incorrect")


def test_an_address_that_leads_nowhere(page: Page, expect_status: Callable[[int, str], None]) -> None:
    expect_status(404, "/nowhere")
    page.goto("/nowhere")
    page.get_by_role("link", name="All campaigns").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Shared tasks for translation and speech")
