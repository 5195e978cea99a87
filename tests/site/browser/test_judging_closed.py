"""A browser that is closed at any moment loses at most the last keystroke of a judge."""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.judging.models import Judge, Screen
from tests.depth import THOROUGH
from tests.site.browser.conftest import BROWSERS, PATIENCE_MS, let_in
from tests.site.browser.test_judging import ACTIONS, address_of, press
from tests.site.judging.world import account_of, judged_campaign, make_judge, planned_task

pytestmark = pytest.mark.django_db(transaction=True)
CLOSINGS = 30 if THOROUGH else 4


@pytest.fixture
def campaign(transactional_db: None, settings: Any, tmp_path: Path) -> Campaign:
    settings.DATA_FOLDER = tmp_path
    return judged_campaign()


@pytest.fixture
def judge(campaign: Campaign, organiser: User) -> Judge:
    return make_judge(planned_task(campaign, "scores", by=organiser), "Ann Able", now=timezone.now())


@contextmanager
def opened(browser: Browser, folder: Path, judge: Judge, server: LiveServer) -> Iterator[BrowserContext]:
    """A browser of its own that keeps what it stores in a folder, with somebody signed in; closed at the end."""
    program = next(filter(None, map(shutil.which, BROWSERS)))
    own = browser.browser_type.launch_persistent_context(
        folder, executable_path=program, args=["--no-sandbox"], base_url=server.url
    )
    let_in(own, account_of(judge), server.url)
    yield own
    own.close()


def screen_on(own: BrowserContext, judge: Judge, *, online: bool) -> Page:
    page = own.new_page()
    page.set_default_timeout(PATIENCE_MS)
    if not online:
        page.route(ACTIONS, lambda route: route.abort("internetdisconnected"))
    page.goto(address_of(judge.task))
    expect(page.locator("html.scripted")).to_have_count(1)
    page.locator("details.remark").evaluate("(each) => { each.open = true; }")
    return page


def typed_on(page: Page) -> tuple[str, str]:
    return page.get_by_role("spinbutton").input_value(), page.get_by_label("Comment", exact=True).input_value()


def keystrokes(page: Page, draw: random.Random, comment: str) -> list[tuple[str, str]]:
    """Types a score, and at times more of the comment; what the page holds after each key."""
    states = [typed_on(page)]
    digits = str(draw.randint(1, 99))
    page.get_by_role("slider").focus()
    for number, digit in enumerate(digits, start=1):
        press(page, digit)
        states.append((digits[:number], comment))
    if draw.random() < 0.6:
        page.get_by_label("Comment", exact=True).focus()
        press(page, "Control+End")
        for letter in draw.choices("abcd", k=draw.randint(1, 5)):
            press(page, letter)
            states.append((digits, states[-1][1] + letter))
    return states


def test_whenever_a_browser_is_closed_at_most_the_last_keystroke_is_lost(
    browser: Browser, judge: Judge, live_server: LiveServer, tmp_path: Path
) -> None:
    """Closed at once after a key, with a network or without. What is typed on again comes after what was kept."""
    draw = random.Random(7)
    kept = ("", "")
    networks = [True, False] * (CLOSINGS // 2)
    for online in networks:
        with opened(browser, tmp_path / "browser", judge, live_server) as own:
            page = screen_on(own, judge, online=online)
            assert typed_on(page) == kept
            states = keystrokes(page, draw, kept[1])
            assert typed_on(page) == states[-1]
            page.wait_for_timeout(draw.choice([0, 0, 50, 1200]))
        with opened(browser, tmp_path / "browser", judge, live_server) as own:
            kept = typed_on(screen_on(own, judge, online=False))
        assert kept in states[-2:]
    with opened(browser, tmp_path / "browser", judge, live_server) as own:
        page = screen_on(own, judge, online=True)
        expect(page.locator("[data-save-state]")).to_have_text("Saved")
    draft = Screen.objects.get(judge=judge).draft
    assert (str(draft["answer"]), draft.get("comment", "")) == kept
