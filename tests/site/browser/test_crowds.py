"""A worker of a platform: from the link of the study to the code, on a phone and without an account."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.choices import MembershipRole
from bakeoff_site.campaigns.models import Membership
from bakeoff_site.crowds.models import Study
from bakeoff_site.judging.models import Judgment
from tests.site.browser.test_judging import check_looks, let_in, press
from tests.site.crowds.world import CODES, come, crowd_campaign, crowd_study, link_for, worker_called

pytestmark = pytest.mark.django_db(transaction=True)
ID = "5e9088a8a4b6ed018b45ba7b"
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


@pytest.fixture
def study(transactional_db: None, settings: Any, tmp_path: Any, organiser: User) -> Study:
    settings.DATA_FOLDER = tmp_path
    return crowd_study(crowd_campaign(own='crowd = "speakers"\njudgments = 2\n'), by=organiser)


def test_a_worker_answers_the_batch_on_a_phone_and_gets_the_code(visit: Callable[..., Page], study: Study) -> None:
    page = visit(**PHONE)
    page.goto(link_for(study, ID))
    expect(page.get_by_role("heading", name="Instructions")).to_be_visible()
    expect(page.get_by_text(f"Your id on the platform: {ID}")).to_be_visible()
    check_looks(page, "crowd-entrance")
    page.set_viewport_size(PHONE["viewport"])
    page.get_by_label("Arabic").check()
    page.get_by_role("button", name="Start").tap()

    stranger = visit()
    address = link_for(study, ID)
    stranger.complaints.expect(409, address.partition("?")[0])  # type: ignore[attr-defined]
    stranger.goto(address)
    stranger.get_by_label("Arabic").check()
    stranger.get_by_role("button", name="Start").click()
    expect(stranger.get_by_role("alert")).to_contain_text("in another browser")

    for number in range(3):
        expect(page.locator("html.scripted")).to_have_count(1)
        expect(page.locator(".progress")).to_contain_text(f"{number} of about 3")
        if number == 0:
            check_looks(page, "crowd-screen")
            page.set_viewport_size(PHONE["viewport"])
        press(page, *"1111")
        page.get_by_role("button", name="Save and continue").tap()
    expect(page.get_by_text("You are done")).to_be_visible()
    expect(page.locator("#code")).to_have_text(CODES["done"])
    back = page.get_by_role("link", name="Return to the platform")
    expect(back).to_have_attribute("href", f"https://app.prolific.com/submissions/complete?cc={CODES['done']}")
    check_looks(page, "crowd-end")
    worker = worker_called(ID)
    assert worker.outcome == "done"
    assert Judgment.objects.filter(judge=worker.judge).count() == 3


def test_the_menu_of_a_worker_is_not_cut_off_by_the_table(
    page: Page, study: Study, organiser: User, live_server: LiveServer
) -> None:
    come(study, ID)
    Membership.objects.create(campaign=study.task.campaign, user=organiser, role=MembershipRole.ORGANISER)
    let_in(page, organiser, live_server)
    page.set_viewport_size({"width": 1280, "height": 2000})  # nothing has to be scrolled
    page.goto(reverse("crowds:study", args=[study.task.campaign.slug, study.task.slug, study.pk]))
    page.get_by_text("Review the work of").click()
    assert page.get_by_role("button", name="Reject the work").evaluate(
        """(button) => {
          const { left, top, width, height } = button.getBoundingClientRect();
          return document.elementFromPoint(left + width / 2, top + height / 2) === button;
        }"""
    )
    page.set_viewport_size(PHONE["viewport"])
    sheet, button = page.locator(".ask:visible"), page.get_by_role("button", name="Reject the work")
    width = page.evaluate("document.documentElement.clientWidth")
    assert sheet.evaluate("(each) => each.getBoundingClientRect().width") > 0.9 * width  # a sheet on phones
    expect(button).to_be_in_viewport()
