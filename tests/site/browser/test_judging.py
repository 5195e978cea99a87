"""Judges at work: each kind of screen by mouse, touch and keyboard, with lost networks, reloads and second tabs."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Browser, Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.judging.models import Judge, Judgment, Task
from tests.site.browser.conftest import PATIENCE_MS, picture
from tests.site.browser.test_every_page import serious_violations
from tests.site.judging.world import judged_campaign, make_judge, planned_task, signed_in

pytestmark = pytest.mark.django_db(transaction=True)
PHONE = {"width": 390, "height": 844}
NARROWEST = {"width": 320, "height": 640}
ACTIONS = "**/actions/"


@pytest.fixture
def campaign(transactional_db: None, settings: Any, tmp_path: Any) -> Campaign:
    settings.DATA_FOLDER = tmp_path
    return judged_campaign()


@pytest.fixture
def judging(page: Page, campaign: Campaign, organiser: User, live_server: LiveServer) -> Callable[..., Judge]:
    """Starts somebody on a task and opens their first screen."""

    def start(*codes: str, **options: Any) -> Judge:
        task = planned_task(campaign, *codes, by=organiser, **options)
        judge = make_judge(task, "Ann Able", now=timezone.now())
        let_in(page, judge, live_server)
        page.goto(address_of(task))
        return judge

    return start


def let_in(page: Page, who: Judge | User, server: LiveServer) -> None:
    client = signed_in(who)
    session = {"name": "sessionid", "value": client.cookies["sessionid"].value, "url": server.url}
    page.context.add_cookies([session])  # type: ignore[list-item]


def address_of(task: Task) -> str:
    return reverse("judging:next", args=[task.campaign.slug, task.slug])


def saves(page: Page) -> Any:
    return page.locator("[data-save-state]")


def radio(page: Page, letter: str, value: int) -> Any:
    return page.locator(f"#output-{letter} input[value='{value}']")


def choose(page: Page, letter: str, value: int) -> None:
    """By mouse or finger: the label is what people see and press."""
    page.locator(f"#output-{letter} label", has=page.locator(f"input[value='{value}']")).click()


def press(page: Page, *keys: str) -> None:
    page.wait_for_load_state()  # only then have all scripts run that take keys
    for key in keys:
        page.keyboard.press(key)


def answered(page: Page, count: int) -> None:
    expect(page.locator(".progress")).to_have_text(re.compile(rf"^{count} (answered|of about \d+)"))
    expect(page.locator("html.scripted")).to_have_count(1)  # from now on the page takes keys


def answers(judge: Judge) -> list[Any]:
    return [each.answer for each in Judgment.objects.filter(judge=judge).order_by("pk")]


def check_looks(page: Page, name: str) -> None:
    """Nothing serious for axe-core, and nothing wider than the narrowest phone."""
    picture(page, name)
    page.set_viewport_size(NARROWEST)  # type: ignore[arg-type]
    assert page.evaluate("document.documentElement.scrollWidth") <= NARROWEST["width"]
    page.set_viewport_size({"width": 1280, "height": 900})
    assert serious_violations(page) == []


def test_rankings_by_mouse_by_keyboard_and_by_dragging(page: Page, judging: Callable[..., Judge]) -> None:
    judge = judging("ranking")
    answered(page, 0)
    page.get_by_role("button", name="Save and continue").click()
    complaint = page.get_by_role("alert")
    expect(complaint).to_contain_text("3 answers are missing.")
    expect(complaint.get_by_role("link")).to_have_text(["Answer A", "Answer B", "Answer C"])
    expect(radio(page, "A", 1)).to_be_focused()
    choose(page, "B", 1)
    complaint.get_by_role("link", name="Answer C").click()
    expect(radio(page, "C", 1)).to_be_focused()
    choose(page, "A", 2)
    choose(page, "C", 1)
    expect(page.locator("#output-B [data-said]")).to_have_text("Best, tied with C")
    expect(page.get_by_role("alert")).to_have_count(0)
    shelf = page.locator("[data-shelf] > li")
    expect(shelf.first.locator(".letter")).to_have_text(["B", "C"])
    shelf.first.locator(".letter", has_text="C").drag_to(shelf.nth(2))
    expect(radio(page, "C", 3)).to_be_checked()
    check_looks(page, "judge-ranking")
    page.get_by_role("button", name="Save and continue").click()
    answered(page, 1)
    press(page, "3", "1", "2")
    expect(saves(page)).to_have_text("Saved")
    press(page, "ArrowUp", "2", "Control+Enter")
    answered(page, 2)
    page.get_by_role("link", name="Previous").click()
    expect(page.get_by_text("You answered this screen before")).to_be_visible()
    expect(radio(page, "A", 3)).to_be_checked()
    assert answers(judge) == [[2, 1, 3], [3, 2, 2]]


def test_grades_of_arabic_by_keyboard_and_on_a_phone(page: Page, judging: Callable[..., Judge]) -> None:
    judge = judging("fluency")
    text = page.locator("#output-A .text")
    expect(text).to_have_attribute("dir", "rtl")
    assert text.evaluate("(each) => getComputedStyle(each).direction") == "rtl"
    expect(page.get_by_role("list", name="Grades")).to_contain_text("Flawless Arabic")
    press(page, "4", "0", "3")
    expect(page.locator("#output-B [data-said]")).to_have_text("Incomprehensible")
    expect(radio(page, "D", 0)).to_be_focused()
    page.reload()
    expect(page.locator("html.scripted")).to_have_count(1)
    expect(radio(page, "A", 4)).to_be_checked()
    expect(radio(page, "C", 3)).to_be_checked()
    expect(page.locator("[data-left]")).to_have_text("1 left: D")
    check_looks(page, "judge-grades")
    press(page, "2", "Control+Enter")
    answered(page, 1)
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    for letter in "ABCD":
        choose(page, letter, 1)
    page.get_by_role("button", name="Save and continue").click()
    answered(page, 2)
    assert answers(judge) == [[4, 0, 3, 2], [1, 1, 1, 1]]


def test_pairs_of_chinese_by_mouse_and_by_keyboard(page: Page, judging: Callable[..., Judge]) -> None:
    judge = judging("pairs")
    expect(page.locator("#output-A .text")).to_have_attribute("lang", "zh")
    press(page, "Control+Enter")
    expect(page.get_by_role("alert").get_by_role("link")).to_have_text("Choose the better translation")
    page.get_by_text("Equally good or bad").click()
    check_looks(page, "judge-pairs")
    page.get_by_role("button", name="Save and continue").click()
    answered(page, 1)
    press(page, "2", "Control+Enter")
    answered(page, 2)
    assert answers(judge) == ["tie", "second"]


def test_scores_start_without_a_value_and_take_keys_and_numbers(page: Page, judging: Callable[..., Judge]) -> None:
    judge = judging("scores")
    scale, number = page.get_by_role("slider"), page.get_by_role("spinbutton")
    expect(number).to_have_value("")
    page.get_by_role("button", name="Save and continue").click()
    expect(number).to_be_focused()
    scale.focus()
    press(page, "Home")
    expect(number).to_have_value("0")
    press(page, "PageUp", "PageUp", "ArrowRight")
    expect(number).to_have_value("21")
    check_looks(page, "judge-scores")
    press(page, "Enter")
    answered(page, 1)
    press(page, "1", "4", "0", "Control+Enter")
    expect(page.get_by_role("alert")).to_contain_text("Give a number from 0 to 100.")
    expect(number).to_be_focused()
    expect(number).to_have_value("140")
    number.fill("")
    press(page, "7", "3", "Control+Enter")  # typed anywhere, and not left before it is submitted
    answered(page, 2)
    box = scale.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + 2, box["y"] + box["height"] / 2)
    expect(number).to_have_value("0")
    page.get_by_role("button", name="Save and continue").click()
    answered(page, 3)
    assert answers(judge) == [21, 73, 0]


def test_a_lost_network_loses_nothing_and_counts_nothing_twice(page: Page, judging: Callable[..., Judge]) -> None:
    judge = judging("ranking")
    page.route(ACTIONS, lambda route: route.abort("internetdisconnected"))
    page.complaints.expect_lost_network()  # type: ignore[attr-defined]
    press(page, "1", "2")
    expect(saves(page)).to_contain_text("Offline")
    page.reload()  # what waits is kept in the browser
    expect(page.locator("html.scripted")).to_have_count(1)  # what the server got on leaving is shown before that
    expect(radio(page, "A", 1)).to_be_checked()
    expect(radio(page, "B", 2)).to_be_checked()
    press(page, "3", "Control+Enter")
    expect(saves(page)).to_have_text("Offline, 4 waiting")
    page.unroute(ACTIONS)
    page.evaluate("dispatchEvent(new Event('online'))")
    answered(page, 1)

    # The server saves, but the reply is lost: what is changed afterwards must not vanish with the first key.
    def lose_the_reply(route: Route) -> None:
        route.fetch()
        route.abort("connectionreset")

    page.route(ACTIONS, lose_the_reply)
    press(page, "1")
    expect(saves(page)).to_contain_text("Offline")
    page.unroute(ACTIONS)
    choose(page, "A", 3)
    choose(page, "B", 2)
    choose(page, "C", 1)
    expect(saves(page)).to_have_text("Saved")
    page.get_by_role("button", name="Save and continue").click()
    answered(page, 2)
    assert answers(judge) == [[1, 2, 3], [3, 2, 1]]


def test_a_submission_that_waits_says_so_and_what_is_changed_then_is_submitted_again(
    page: Page, judging: Callable[..., Judge]
) -> None:
    judge = judging("ranking")
    page.complaints.expect_lost_network()  # type: ignore[attr-defined]
    page.route(ACTIONS, lambda route: route.abort("internetdisconnected"))
    press(page, "1", "2", "3", "Control+Enter")
    expect(page.get_by_role("alert")).to_contain_text("The server cannot be reached.")
    waiting = saves(page).text_content()
    press(page, "Control+Enter")  # once more: nothing is added, and the reason is said again
    expect(page.get_by_role("alert")).to_contain_text("The server cannot be reached.")
    expect(saves(page)).to_have_text(waiting or "")
    choose(page, "A", 3)
    page.unroute(ACTIONS)
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.get_by_role("alert")).to_contain_text("you have changed it since")
    assert answers(judge) == [[1, 2, 3]]
    press(page, "Control+Enter")
    answered(page, 1)
    assert answers(judge)[-1] == [3, 2, 3]


def test_a_page_closed_before_the_reply_and_a_second_tab(page: Page, judging: Callable[..., Judge]) -> None:
    judge = judging("ranking")
    page.complaints.expect_lost_network()  # type: ignore[attr-defined]
    page.complaints.expect(409, reverse("judging:actions", args=[judge.screens.get().key]))  # type: ignore[attr-defined]
    address = page.url
    page.route(ACTIONS, lambda route: route.abort("internetdisconnected"))
    press(page, "2", "1")
    expect(saves(page)).to_contain_text("Offline")
    other = page.context.new_page()
    other.set_default_timeout(PATIENCE_MS)
    page.goto("about:blank")
    page.unroute(ACTIONS)
    page.goto(address)
    expect(radio(page, "A", 2)).to_be_checked()
    expect(saves(page)).to_have_text("Saved")

    other.goto(address)
    expect(radio(other, "B", 1)).to_be_checked()
    choose(other, "C", 3)
    expect(saves(other)).to_have_text("Saved")
    choose(page, "A", 1)
    expect(page.get_by_role("alert")).to_contain_text("changed in another tab")
    expect(radio(page, "A", 2)).to_be_checked()
    expect(radio(page, "C", 3)).to_be_checked()
    press(page, "Control+Enter")
    answered(page, 1)
    assert answers(judge) == [[2, 1, 3]]


def test_a_form_without_scripts_is_answered(
    browser: Browser, campaign: Campaign, organiser: User, live_server: LiveServer
) -> None:
    task = planned_task(campaign, "ranking", by=organiser)
    judge = make_judge(task, "Ann Able", now=timezone.now())
    context = browser.new_context(base_url=live_server.url, java_script_enabled=False)
    page = context.new_page()
    page.set_default_timeout(PATIENCE_MS)
    let_in(page, judge, live_server)
    page.goto(address_of(task))
    choose(page, "A", 1)
    page.get_by_role("button", name="Save and continue").click()
    expect(page.get_by_role("alert").get_by_role("link")).to_have_text(["Answer B", "Answer C"])
    expect(radio(page, "A", 1)).to_be_checked()
    choose(page, "B", 1)
    choose(page, "C", 2)
    page.get_by_role("button", name="Save and continue").click()
    expect(page.locator(".progress")).to_have_text(re.compile(r"^1 of about \d+"))
    context.close()
    assert answers(judge) == [[1, 1, 2]]
