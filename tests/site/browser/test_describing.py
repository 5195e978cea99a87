"""A team describes a system: resources are ticked, others are added by name, with scripts or without."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign, Team
from bakeoff_site.submissions.models import Description
from tests.site.browser.conftest import picture
from tests.site.conftest import Clock

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("scripts", [True, False])
def test_resources_are_ticked_and_others_are_added_by_name(
    page: Page,
    campaign: Campaign,
    team: Team,
    owner: User,
    clock: Clock,
    sign_in: Callable[[User], None],
    scripts: bool,
) -> None:
    if not scripts:
        page.route("**/*.js", lambda route: route.fulfill(body="", content_type="text/javascript"))
    clock.move_into(campaign, "descriptions")
    sign_in(owner)
    page.goto(f"/campaigns/openmt/teams/{team.pk}/description/")
    page.get_by_label("Track", exact=True).select_option("Single System")
    page.get_by_label("Condition", exact=True).select_option("Constrained Training")
    page.get_by_label("System", exact=True).select_option("primary")
    resources = page.get_by_role("group", name="Resources")
    first = resources.get_by_role("checkbox").first
    first.check()
    expect(resources.get_by_text("Not permitted in Constrained Training").first).to_be_visible()
    page.get_by_label("Name of resource 1").fill("Gigaword")
    page.get_by_label("Time of its texts of resource 1").fill("1994/2006-12")
    if scripts:
        picture(page, "describe")
    page.get_by_role("button", name="Submit the description").click()
    expect(page.get_by_text("Fix the mistakes below")).to_be_visible()
    expect(first).to_be_checked()
    expect(page.get_by_label("Name of resource 1")).to_have_value("Gigaword")
    if scripts:
        picture(page, "described")
    (description,) = Description.objects.all()
    assert "- Gigaword (1994/2006-12)" in description.text
