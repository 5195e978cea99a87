"""Judges from the first page to the first screen that counts, by keyboard alone, in their own language."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.judging.models import Action, Judge, Screen
from bakeoff_site.judging.selectors.contents import shown_screen
from tests.site.browser.conftest import picture
from tests.site.browser.test_every_page import serious_violations
from tests.site.browser.test_judging import let_in, press
from tests.site.judging.conduct_world import EXAMPLES, QUALIFICATION, TEXTS_BY_LANGUAGE, gold_campaign, gold_task
from tests.site.judging.world import SYSTEMS, make_judge, planned_task

pytestmark = pytest.mark.django_db(transaction=True)
NARROWEST = {"width": 320, "height": 640}


@pytest.fixture
def campaign(transactional_db: None, settings: Any, tmp_path: Any) -> Campaign:
    settings.DATA_FOLDER = tmp_path
    return gold_campaign(QUALIFICATION + EXAMPLES, own=TEXTS_BY_LANGUAGE + "break_after_minutes = 30\n")


@pytest.fixture
def judge(page: Page, campaign: Campaign, organiser: User, live_server: LiveServer) -> Judge:
    judge = make_judge(gold_task(campaign, by=organiser), "Ann Able", now=timezone.now())
    let_in(page, judge, live_server)
    return judge


def ready(page: Page) -> None:
    expect(page.locator("html.scripted")).to_have_count(1)


def check_looks(page: Page, name: str) -> None:
    picture(page, name)
    page.set_viewport_size(NARROWEST)  # type: ignore[arg-type]
    assert page.evaluate("document.documentElement.scrollWidth") <= NARROWEST["width"]
    page.set_viewport_size({"width": 1280, "height": 900})
    assert serious_violations(page) == []


def test_a_judge_learns_qualifies_and_judges_by_keyboard(page: Page, judge: Judge) -> None:
    task = judge.task
    page.goto(reverse("judging:task", args=["small", task.slug]))
    page.get_by_label("Language").select_option("ar")
    expect(page.get_by_text("اقرأ كل كلمة.")).to_be_visible()
    check_looks(page, "judge-task")
    page.goto(reverse("judging:next", args=["small", task.slug]))
    expect(page.locator(".progress")).to_have_text("Example 1 of 2")
    ready(page)
    press(page, "Control+Enter")
    expect(page.get_by_role("alert")).to_contain_text("2 answers are missing.")
    press(page, "3", "4", "Control+Enter")
    feedback = page.locator("#feedback")
    expect(feedback).to_contain_text("We expected a different answer")
    expect(feedback).to_contain_text("الأول ليس جملة.")
    expect(feedback).to_be_focused()
    check_looks(page, "judge-tutorial")
    page.get_by_role("link", name="Next example").press("Enter")
    expect(page.locator(".progress")).to_have_text("Example 2 of 2")
    ready(page)
    press(page, "2", "Control+Enter")
    expect(page.locator("#feedback")).to_contain_text("That is right")
    page.get_by_role("button", name="Start judging").press("Enter")
    expect(page.locator(".progress")).to_have_text(re.compile("^0 of about"))
    for number in range(2):
        expect(page.locator(".progress")).to_have_text(re.compile(f"^{number} of about"))
        ready(page)
        answer_rightly(page)
    expect(page.get_by_text("You passed")).to_be_visible()
    check_looks(page, "judge-qualified")
    page.get_by_role("link", name="Start judging").press("Enter")
    ready(page)
    press(page, "3")
    press(page, "Shift+?")
    dialog = page.get_by_role("dialog", name="Instructions")
    expect(dialog.get_by_text("اقرأ كل كلمة.")).to_be_visible()
    check_looks(page, "judge-instructions")
    press(page, "4", "Escape")
    expect(dialog).to_be_hidden()
    expect(page.locator("#output-A input:checked")).to_have_value("3")
    expect(page.locator("#output-B input:checked")).to_have_count(0)
    assert Judge.objects.get().language == "ar"


def answer_rightly(page: Page) -> None:
    """What the expert says, typed digit by digit."""
    key = page.url.rstrip("/").rpartition("/")[2]
    screen = Screen.objects.select_related("evaluation__task").get(key=key)
    press(page, *(str(1 + SYSTEMS.index(name)) for name in shown_screen(screen).systems), "Control+Enter")


def test_a_break_is_suggested_and_different_words_are_marked_on_demand(
    page: Page, judge: Judge, campaign: Campaign, organiser: User, live_server: LiveServer
) -> None:
    Judge.objects.filter(pk=judge.pk).update(tutorial_at=timezone.now())
    address = reverse("judging:next", args=["small", judge.task.slug])
    page.goto(address)
    ready(page)
    sitting = "{start: Date.now() - 31 * 60000, last: Date.now()}"
    page.evaluate(f"localStorage.setItem('bakeoff-judging-sitting', JSON.stringify({sitting}))")
    page.goto(address)
    expect(page.get_by_text("You have judged for 31 minutes.")).to_be_visible()
    page.get_by_role("link", name="Take a break").click()
    expect(page.get_by_text("You hold a screen")).to_be_visible()
    check_looks(page, "judge-pause")
    pairs = make_judge(planned_task(campaign, "pairs", by=organiser), "Ben Best", now=timezone.now())
    let_in(page, pairs, live_server)
    page.goto(reverse("judging:next", args=["small", pairs.task.slug]))
    ready(page)
    expect(page.locator("mark")).to_have_count(0)
    page.get_by_role("button", name="Mark different words").click()
    expect(page.locator("mark")).to_have_count(2)
    expect(page.locator("[data-save-state]")).to_have_text("Saved")
    check_looks(page, "judge-differences")
    assert Action.objects.get(screen__judge=pairs).payload == {"what": "differences", "on": True}
