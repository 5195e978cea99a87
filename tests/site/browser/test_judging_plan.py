"""An organiser plans a human evaluation: sample and systems changed, screens looked at, the task made and changed."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.judging.models import Screen, Task
from bakeoff_site.judging.selectors.contents import content_of
from tests.site.browser.conftest import let_in, picture
from tests.site.browser.test_every_page import serious_violations
from tests.site.judging.world import judged_campaign

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def campaign(transactional_db: None, settings: Any, tmp_path: Any) -> Campaign:
    settings.DATA_FOLDER = tmp_path
    return judged_campaign()


def test_a_plan_with_another_sample_and_other_systems(
    page: Page, campaign: Campaign, organiser: User, live_server: LiveServer
) -> None:
    let_in(page.context, organiser, live_server.url)
    page.goto(f"/campaigns/{campaign.slug}/organise/judging/")
    page.get_by_role("link", name="Plan a task").first.click()
    page.get_by_label("Ranking", exact=True).first.check()
    picture(page, "judging-choose")
    page.get_by_role("button", name="Continue").click()
    form = page.locator("form.judging-plan")
    form.get_by_text("Segments", exact=True).click()
    form.get_by_label("Which segments").select_option("random")
    form.get_by_label("Number of segments").fill("90")
    form.get_by_text("Systems", exact=True).click()
    form.get_by_label("ALPHA").check()
    form.get_by_label("BRAVO").check()
    form.get_by_label("CLARA").check()
    page.get_by_label("Pay for an hour").fill("15")
    page.get_by_label("Currency").fill("EUR")
    page.get_by_label("Open for judging").select_option("open")
    page.get_by_role("button", name="Look at the plan").last.click()
    expect(page.locator("#mistakes")).to_contain_text("Expected 90 segments to draw, found 4")
    picture(page, "judging-plan-mistake")
    form.get_by_label("Number of segments").fill("3")
    page.get_by_role("button", name="Look at the plan").last.click()
    expect(page.get_by_role("heading", name="What judges will get")).to_be_visible()
    expect(page.locator(".planned")).to_contain_text("Not judged: DELTA")
    picture(page, "judging-plan")
    assert serious_violations(page) == []
    with page.context.expect_page() as opened:
        page.get_by_role("button", name="Preview screens of Ranking").click()
    preview = opened.value
    expect(preview.get_by_text("Screen 1 of")).to_be_visible()
    preview.locator("#output-A label", has=preview.locator("input[value='2']")).click()
    expect(preview.locator("#output-A [data-said]")).to_have_text("Second")
    picture(preview, "judging-preview")
    assert serious_violations(preview) == []
    preview.get_by_role("button", name="Next screen").click()
    expect(preview.get_by_text("Screen 2 of")).to_be_visible()
    preview.close()
    assert not Task.objects.exists()
    page.get_by_role("button", name="Create the task").first.click()
    expect(page.get_by_text("The task is planned.")).to_be_visible()
    task = Task.objects.get()
    pools = content_of(task).evaluations["ranking"].design.pools
    assert {(len(pool.segments), pool.systems) for pool in pools} == {(3, ("ALPHA", "BRAVO", "CLARA"))}
    assert not Screen.objects.exists()
    page.get_by_role("link", name="Edit").click()
    expect(page.get_by_text("Number of segments: 3")).to_be_visible()
    picture(page, "judging-edit")
    page.get_by_label("Title").fill("Pilot")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", name="Pilot", level=1)).to_be_visible()
