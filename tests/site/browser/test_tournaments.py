"""Organisers watch a bracket being drawn while people judge, and everyone sees it in the end."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from bakeoff_site.accounts.models import User
from bakeoff_site.judging.choices import Opening
from bakeoff_site.judging.models import Task
from bakeoff_site.judging.services.opening import open_task
from tests.site.browser.test_judging import PHONE, check_looks, let_in
from tests.site.judging.tournaments.test_decisions import by_name, judge_some
from tests.site.judging.tournaments.world import cup, cup_task, judge_all
from tests.site.judging.world import make_judge

pytestmark = pytest.mark.django_db(transaction=True)
EIGHT = tuple("ABCDEFGH")
UPDATE_MS = 16_000
"""A little more than the page waits before it asks again."""


@pytest.fixture
def task(transactional_db: None, settings: Any, tmp_path: Any, organiser: User) -> Task:
    settings.DATA_FOLDER = tmp_path
    return cup_task(cup(EIGHT, by=organiser, segments=1))


def test_the_bracket_grows_while_people_judge_and_is_released_in_the_end(
    page: Page, task: Task, organiser: User, live_server: LiveServer
) -> None:
    ann = make_judge(task, "Ann Able", now=timezone.now())
    page.clock.install()
    let_in(page, organiser, live_server)
    page.goto(reverse("judging:tournaments", args=[task.campaign.slug, task.slug]))
    drawing, rows = page.locator("svg.bracket"), page.locator("[aria-label^='Matches of'] tbody tr")
    expect(drawing.locator(".bracket-now")).to_have_count(4)
    expect(rows).to_have_count(4)
    expect(page.get_by_text("Being judged", exact=True).first).to_be_visible()
    check_looks(page, "tournament-start")
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    frame, menu = page.locator(".bracket-frame"), page.get_by_role("main").get_by_text("Export")
    frame.evaluate("(each) => each.scrollTo(100, 0)")
    menu.click()
    judge_some(ann, by_name, screens=4)  # the first round
    page.clock.fast_forward(UPDATE_MS)
    expect(rows).to_have_count(8)  # without loading the page again, and where the reader was
    assert frame.evaluate("(each) => each.scrollLeft") == 100
    expect(menu).to_be_focused()
    with page.expect_download() as drawn:
        page.get_by_role("link", name="Bracket .png").click()
    assert drawn.value.path().read_bytes().startswith(b"\x89PNG")
    page.set_viewport_size({"width": 1280, "height": 900})
    expect(drawing).to_contain_text("100.00")
    page.get_by_role("link", name="Pause updates").click()
    expect(page.get_by_role("status").first).to_contain_text("As of")
    judge_all({ann: by_name}, now=timezone.now())
    page.clock.fast_forward(UPDATE_MS)
    expect(rows).to_have_count(8)
    page.get_by_role("link", name="Resume updates").click()
    expect(page.get_by_text("Decided", exact=True).first).to_be_visible()
    expect(page.locator(".places tbody tr")).to_have_count(8)
    expect(page.locator(".places tbody th").first).to_contain_text("System ")
    check_looks(page, "tournament-decided")
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    frame.focus()
    page.keyboard.press("ArrowRight")
    while frame.evaluate("(each) => each.scrollLeft") == 0:  # the policy of the page lets it wait for no function
        page.wait_for_timeout(50)
    open_task(task, Opening.CLOSED, by=organiser)
    page.goto(reverse("results:human-board", args=[task.campaign.slug, "cup", "en-fr", "news"]))
    expect(page.locator("svg.bracket")).to_contain_text("Places: 1 A; 2 B;")
    check_looks(page, "tournament-board")
