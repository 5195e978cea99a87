"""Results in a browser, by the keyboard: filters without a new page, a table that is sorted, two runs side by side."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign, Team
from bakeoff_site.campaigns.services.campaigns import set_listed
from tests.site.conftest import Clock
from tests.site.results.boards import Entry, put_board

pytestmark = pytest.mark.django_db(transaction=True)


def test_from_the_overview_to_the_words_that_differ(
    page: Page, campaign: Campaign, team: Team, organiser: User, clock: Clock
) -> None:
    releases = campaign.rulebook_content["phases"]["public"]["releases"]["public"]
    releases += ["outputs", "source", "references"]
    campaign.save()
    set_listed(campaign, actor=organiser, listed=True)
    put_board(campaign, [Entry(name, faults, team) for name, faults in (("A", 1), ("B", 3), ("C", 6))], by=organiser)
    clock.move_into(campaign, "public")
    page.goto("/campaigns/openmt/results/")
    page.get_by_role("link", name="Arabic to English, Unconstrained Training").press("Enter")
    expect(page.get_by_text("24 segments. Ranks and lines come from significance tests")).to_be_visible()
    page.get_by_label("Part of the test set").select_option("genre: web data")
    expect(page.get_by_text("8 segments")).to_be_visible()
    expect(page).to_have_url(re.compile("group=genre%3Dwb"))
    page.get_by_role("link", name="tercom's TER").first.press("Enter")
    expect(page.get_by_role("columnheader", name="tercom's TER").first).to_have_attribute("aria-sort", "ascending")
    page.get_by_role("link", name="A", exact=True).first.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("A")
    page.get_by_label("Order").select_option("worst first")
    expect(page).to_have_url(re.compile("order=worst"))
    page.get_by_label("Compare it with").select_option("C")
    page.get_by_role("button", name="Compare").press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("A and C")
    expect(page.locator("mark.wrong").nth(1)).to_contain_text("oops", ignore_case=True)
    expect(page.locator('dd[lang="ar"]').first).to_have_css("text-align", "start")


def test_names_beside_figures_are_seen_from_their_first_letter(
    page: Page, campaign: Campaign, team: Team, organiser: User, clock: Clock
) -> None:
    set_listed(campaign, actor=organiser, listed=True)
    names = ("UNIVERSITY-OF-THE-TESTS_ARA2ENG_PRIMARY", "A system whose name is much too long", "MWMWMWMWMWMWMWMWMWMWM")
    entries = [Entry(name, faults, team) for faults, name in enumerate(names, start=1)]
    put_board(campaign, [*entries, Entry("BASELINE" * 5, 6, entered="baseline")], by=organiser)
    clock.move_into(campaign, "public")
    page.goto("/campaigns/openmt/results/")
    page.get_by_role("link", name="Arabic to English, Unconstrained Training").click()
    labels = page.locator("svg .label")
    expect(labels.first).to_have_text("UNIVERSITY-OF-THE-TESTS_…")
    begins = labels.evaluate_all("(labels) => labels.map((label) => label.getBBox().x)")
    assert len(begins) >= len(names)
    assert min(begins) >= 0
