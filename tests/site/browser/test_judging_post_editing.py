"""An output is corrected in an editor: saved as one types, compared on demand, kept whatever happens."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Locator, Page, expect
from pytest_django.live_server_helper import LiveServer

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.judging.models import Action, Judge, Judgment, Screen
from bakeoff_site.judging.selectors.contents import shown_screen
from bakeoff_site.judging.services.offline.files import make_offline_file
from tests.site.browser.conftest import picture
from tests.site.browser.test_judging import address_of, check_looks, let_in, press, saves
from tests.site.judging.editing_world import edited_campaign, german_campaign
from tests.site.judging.world import judge_everything, make_judge, planned_task

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def campaign(
    transactional_db: None,
    settings: Any,
    tmp_path: Any,
    monkeypatch: pytest.MonkeyPatch,
    request: pytest.FixtureRequest,
) -> Campaign:
    settings.DATA_FOLDER = tmp_path
    return german_campaign(monkeypatch) if getattr(request, "param", "") == "german" else edited_campaign()


@pytest.fixture
def judge(page: Page, campaign: Campaign, organiser: User, live_server: LiveServer) -> Judge:
    task = planned_task(campaign, "editing", by=organiser)
    judge = make_judge(task, "Tara Translator", now=timezone.now())
    let_in(page, judge, live_server)
    page.goto(address_of(task))
    ready(page)
    return judge


def ready(page: Page) -> None:
    expect(page.locator("[data-editing][data-ready]")).to_have_count(1)


def editor(page: Page) -> Locator:
    return page.get_by_role("textbox", name="translation of segment")


def held(judge: Judge) -> Screen:
    return Screen.objects.select_related("evaluation__task__campaign").get(judge=judge, state="held")


def test_an_output_is_corrected_by_keyboard_alone(page: Page, judge: Judge) -> None:
    screen = held(judge)
    original = shown_screen(screen).texts[0]
    expect(editor(page)).to_be_focused()
    expect(editor(page)).to_have_attribute("lang", "ar")
    expect(editor(page)).to_have_attribute("dir", "rtl")
    expect(page.locator("[data-changed]")).to_have_text("No change")
    page.keyboard.press("Control+End")
    page.keyboard.type(" very")
    expect(page.locator("[data-changed]")).to_have_text("1 word")
    expect(saves(page)).to_have_text("Saved")
    page.keyboard.press("Alt+d")
    expect(page.locator("[data-difference-text] ins")).to_contain_text("very")
    check_looks(page, "post-editing")
    page.reload()
    ready(page)
    expect(editor(page)).to_have_value(f"{original} very")
    page.keyboard.press("Control+Enter")
    expect(page.locator("li.active .no")).to_have_text("2")
    page.keyboard.press("Alt+ArrowUp")
    expect(editor(page)).to_have_value(f"{original} very")
    page.get_by_label("this translation is finished").check()
    expect(saves(page)).to_have_text("Saved")
    page.keyboard.press("Control+Enter")
    expect(page.locator("li.active .no")).to_have_text("2")
    answers: list[Any] = [each.answer for each in Judgment.objects.order_by("pk")]
    assert [(each["text"], each["original"], each["signed_off"]) for each in answers] == [
        (f"{original} very", original, False),
        (f"{original} very", original, True),
    ]
    assert answers[0]["keys"]["letters"] == 4
    assert answers[0]["keys"]["spaces"] == 1
    assert answers[0]["visits"] == 2
    assert answers[0]["seconds"] > 0
    assert {"what": "differences", "on": True} in [each.payload for each in Action.objects.filter(kind="view")]


def test_what_is_reset_or_emptied_comes_back_by_undo(page: Page, judge: Judge) -> None:
    original = shown_screen(held(judge)).texts[0]
    page.keyboard.press("Control+End")
    page.keyboard.type(" x")
    page.get_by_role("button", name="Reset to original").click()
    expect(editor(page)).to_have_value(original)
    page.keyboard.press("Control+z")
    expect(editor(page)).to_have_value(f"{original} x")
    page.get_by_role("button", name="Start from scratch").click()
    expect(editor(page)).to_have_value("")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("alert")).to_contain_text("Write a translation first")
    assert not Judgment.objects.exists()


def test_an_output_that_nobody_has_to_change_is_an_answer(page: Page, judge: Judge) -> None:
    original = shown_screen(held(judge)).texts[0]
    page.get_by_role("button", name="Save").click()
    expect(page.locator("li.active .no")).to_have_text("2")
    answer: Any = Judgment.objects.get().answer
    assert (answer["text"], answer["original"], answer["keystrokes"]) == (original, original, 0)
    expect(page.locator("ol.doc > li").nth(1).locator(".own")).to_have_text("No change")


def test_what_is_typed_without_a_network_is_sent_later(page: Page, judge: Judge) -> None:
    screen = held(judge)
    page.complaints.expect_lost_network()  # type: ignore[attr-defined]
    page.context.set_offline(True)
    page.keyboard.press("Control+End")
    page.keyboard.type(" y")
    expect(saves(page)).to_contain_text("Offline")
    page.context.set_offline(False)
    expect(saves(page)).to_have_text("Saved", timeout=15_000)
    screen.refresh_from_db()
    assert screen.draft["answer"]["text"].endswith(" y")
    page.context.set_offline(True)
    page.keyboard.type("z")
    press(page, "Control+Enter", "Tab")  # leaving the field changes nothing more
    expect(page.get_by_role("alert")).to_contain_text("The server cannot be reached.")
    page.context.set_offline(False)
    expect(page.locator("li.active .no")).to_have_text("2")
    answer: Any = Judgment.objects.get().answer
    assert answer["text"].endswith(" yz")


@pytest.mark.parametrize("campaign", ["german"], indirect=True)
def test_arabic_is_turned_into_german_and_gone_over_again(page: Page, judge: Judge) -> None:
    """Everything once, and then a second pass in which all is signed off."""
    originals = []
    expect(editor(page)).to_have_attribute("lang", "de")
    expect(editor(page)).to_have_attribute("dir", "ltr")
    expect(editor(page)).to_have_attribute("spellcheck", "true")
    source = page.locator("li.active .here")
    expect(source).to_have_attribute("dir", "rtl")
    expect(source).to_have_attribute("lang", "ar")
    picture(page, "post-editing-german")
    for number in range(4):
        expect(page.locator("li.active .no")).to_have_text(str(number + 1))
        originals.append(editor(page).input_value())
        page.keyboard.press("Control+End")
        page.keyboard.press("Backspace")
        page.keyboard.type("ß")
        page.keyboard.press("Control+Enter")
        if number < 3:
            expect(page.locator("li.active .no")).to_have_text(str(number + 2))
    page.get_by_role("link", name="Go over your answers again").click()
    for number in range(4):
        expect(page.locator("li.active .no")).to_have_text(str(number + 1))
        page.get_by_label("this translation is finished").check()
        page.keyboard.press("Control+Enter")
    expect(page.get_by_text("You have answered every screen")).to_be_visible()
    answers: list[Any] = [each.answer for each in Judgment.objects.order_by("pk")]
    assert [each["text"] for each in answers] == [f"{original[:-1]}ß" for original in originals] * 2
    assert [each["original"] for each in answers] == originals * 2
    assert [each["signed_off"] for each in answers] == [False] * 4 + [True] * 4
    assert [each["visits"] for each in answers] == [1] * 4 + [2] * 4
    assert all(each["keys"]["erasing"] == 1 and each["keystrokes"] >= 3 for each in answers[:4])


def test_time_without_input_is_no_work_and_pauses_are_counted(page: Page, judge: Judge) -> None:
    """The rulebook allows 30 seconds without input."""
    screen = held(judge)
    page.clock.install()
    page.reload()
    ready(page)
    page.keyboard.press("Control+End")
    page.clock.fast_forward(5_000)
    page.keyboard.type("a")
    page.clock.fast_forward(40_000)
    page.keyboard.type("2 ")
    page.keyboard.press("Backspace")
    page.clock.run_for(1_500)
    expect(saves(page)).to_have_text("Saved")
    screen.refresh_from_db()
    answer = screen.draft["answer"]
    assert 5 <= answer["seconds"] < 20
    assert 40 <= answer["idle_seconds"] < 60
    assert answer["keys"] == {"commands": 1, "letters": 1, "digits": 1, "spaces": 1, "erasing": 1}
    assert {least: each["count"] for least, each in answer["pauses"].items()} == {"300": 1, "1000": 1}


def test_tables_of_post_edits_and_files_to_edit_look_well(
    page: Page, campaign: Campaign, organiser: User, live_server: LiveServer
) -> None:
    task = planned_task(campaign, "editing", by=organiser, offline_days=3)
    judges = [make_judge(task, f"Translator {number}", now=timezone.now()) for number in range(1, 4)]
    judge_everything(judges, now=timezone.now())
    let_in(page, organiser, live_server)
    page.goto(reverse("judging:live", args=[campaign.slug, task.slug]))
    expect(page.get_by_role("heading", name="Systems by their post-edits", exact=False)).to_be_visible()
    check_looks(page, "post-edits-live")
    page.goto(reverse("results:human-board", args=[campaign.slug, "editing", "en-ar", "news"]))
    page.get_by_text("Systems by translator, kinds of edits").click()
    check_looks(page, "post-edits-board")
    page.goto(reverse("judging:imports", args=[campaign.slug, task.slug]))
    check_looks(page, "post-edits-imports")
    last = make_judge(task, "Translator 4", now=timezone.now())
    make_offline_file(last, screens=4, now=timezone.now())
    let_in(page, last, live_server)
    page.goto(reverse("judging:offline", args=[campaign.slug, task.slug]))
    check_looks(page, "post-edits-files")
