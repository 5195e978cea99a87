"""Every protocol as a judge answers it: with a finger on a phone, by keyboard alone, and with a mouse on a desk."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.judging.models import Judge, Judgment
from bakeoff_site.judging.screens.registry import judged_protocols
from bakeoff_site.judging.selectors.judgments import judgments_of
from tests.site.browser.test_judging import address_of, answered, let_in, press, saves
from tests.site.browser.test_judging_conduct import check_looks
from tests.site.judging.constituents_world import constituent_campaign
from tests.site.judging.test_shares import judge_some
from tests.site.judging.world import RULES, judged_campaign, make_judge, planned_task

pytestmark = pytest.mark.django_db(transaction=True)
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
ARABIC, CHINESE = "en-ar", "en-zh"


@dataclass(frozen=True)
class Journey:
    """A protocol, what its first screens are answered with, and the keys that say so."""

    rules: str
    answers: tuple[Any, ...]
    """One for each of the first screens."""
    keys: tuple[tuple[str, ...], ...]
    correction: Any
    """What a mouse makes of the last of them."""
    campaign: Callable[[str], Campaign] = judged_campaign


JOURNEYS = {
    "fluency": Journey('protocol = "fluency"', ([4, 0, 3, 1],), (("4", "0", "3", "1"),), [2, 0, 3, 1]),
    "adequacy": Journey('protocol = "adequacy"', ([0, 4, 1, 2],), (("0", "4", "1", "2"),), [2, 4, 1, 2]),
    "meaning": Journey('protocol = "meaning"', ([1, 2, 3, 4],), (("1", "2", "3", "4"),), [0, 2, 3, 4]),
    "dialog": Journey(
        'protocol = "dialog"', ([5, 4, 3, 2], [1, 2, 1, 2]), (("5", "4", "3", "2"), ("1", "2", "1", "2")), [5, 2, 1, 2]
    ),
    "ranking": Journey('protocol = "ranking"\nshown = 3', ([2, 1, 2],), (("2", "1", "2"),), [3, 1, 2]),
    "pairwise": Journey('protocol = "pairwise"\nshown = 2', ("second",), (("2",),), "first"),
    "constituent ranking": Journey(
        'protocol = "constituent_ranking"', ([2, 1, 2],), (("2", "1", "2"),), [3, 1, 2], constituent_campaign
    ),
    "acceptability": Journey(
        'protocol = "constituent_acceptability"',
        (["yes", "not sure", "no"], ["no", "no", "yes"]),
        (("1", "3", "2"), ("2", "2", "1")),
        ["not sure", "no", "yes"],
        constituent_campaign,
    ),
    "direct by segment": Journey('protocol = "direct"\nshown = 1', (62,), (("6", "2"),), 0),
    "direct by document": Journey(
        'protocol = "direct"\nshown = 1\nhistory_shown = true\ncomplete_documents = true',
        (62, 7, 100, 44, 55),
        (("6", "2"), ("7",), ("1", "0", "0"), ("4", "4"), ("5", "5")),
        0,
    ),
}


@pytest.fixture
def start(
    visit: Callable[..., Page], organiser: User, live_server: LiveServer, settings: Any, tmp_path: Any
) -> Callable[..., tuple[Page, Judge]]:
    """Somebody who judges one protocol into one language, on a device."""

    def start(journey: Journey, pair: str, **device: Any) -> tuple[Page, Judge]:
        settings.DATA_FOLDER = tmp_path
        common = RULES.partition("[human.ranking]")[0].replace(
            ', "judge:fluency", "judge:adequacy", "judge:pairs", "judge:scores"', ""
        )
        own = f'[human.ranking]\ntitle = "Judged"\nphase = "judging"\nlanguage_pairs = ["{pair}"]\n{journey.rules}\n'
        task = planned_task(journey.campaign(common + own), "ranking", by=organiser)
        judge = make_judge(task, "Ann Able", now=timezone.now())
        page = visit(**device)
        let_in(page, judge, live_server)
        page.goto(address_of(task))
        answered(page, 0)
        return page, judge

    return start


def sees_history(page: Page) -> None:
    """A dialog that fits on the page was read once the browser has drawn it, which takes longer than pressing keys."""
    expect(page.locator("[data-history]:not([data-read=yes])")).to_have_count(0)


def stored(page: Page, judge: Judge) -> list[Any]:
    """What counts: the last answer to each screen. The page has sent all that it has to, such as that it was read."""
    page.wait_for_load_state("networkidle")
    rows = Judgment.objects.filter(judge=judge, surplus=False, late=False).order_by("pk")
    return list({each.screen_id: each.answer for each in rows}.values())


def point(page: Page, answer: Any, *, by: str) -> None:
    """Answers with a finger (`tap`) or a mouse (`click`): on what people see."""
    if isinstance(answer, int):
        box = page.get_by_role("slider").bounding_box()
        assert box is not None
        # The middle of the thumb goes from half its size to half its size before the end.
        place = box["x"] + 8 + (box["width"] - 16) * answer / 100, box["y"] + box["height"] / 2
        (page.touchscreen.tap if by == "tap" else page.mouse.click)(*place)
    elif isinstance(answer, str):
        getattr(page.locator("label", has=page.locator(f"input[value='{answer}']")), by)()
    else:
        for letter, value in zip("ABCD", answer, strict=False):
            label = page.locator(f"#output-{letter} label", has=page.locator(f"input[value='{value}']"))
            if not label.locator("input").is_checked():
                getattr(label, by)()


@pytest.mark.parametrize("protocol", JOURNEYS)
def test_a_protocol_is_answered_in_arabic_with_a_finger_on_a_phone(
    protocol: str, start: Callable[..., tuple[Page, Judge]]
) -> None:
    journey = JOURNEYS[protocol]
    page, judge = start(journey, ARABIC, **PHONE)
    forward = page.get_by_role("button", name="Save")
    for number, answer in enumerate(journey.answers):
        text = page.locator("#output-A .text").first
        assert (text.get_attribute("lang"), text.get_attribute("dir")) == ("ar", "rtl")
        assert text.evaluate("(each) => getComputedStyle(each).whiteSpace") == "pre-wrap"  # spaces as they were given
        forward.tap()
        expect(page.get_by_role("alert")).to_contain_text("missing")
        point(page, answer, by="tap")
        expect(saves(page)).to_have_text("Saved")
        if protocol != "fluency":  # which shows nothing but the outputs
            page.locator("details.remark").scroll_into_view_if_needed()
            expect(page.locator(".given .held")).to_be_in_viewport(ratio=1)
        if number == len(journey.answers) - 1:
            check_looks(page, f"journey-{protocol.replace(' ', '-')}-ar")
            page.set_viewport_size(PHONE["viewport"])
        sees_history(page)
        forward.tap()
        answered(page, number + 1)
    assert stored(page, judge) == list(journey.answers)


@pytest.mark.parametrize("protocol", JOURNEYS)
def test_a_protocol_is_answered_in_chinese_by_keyboard_alone_and_corrected_with_a_mouse(
    protocol: str, start: Callable[..., tuple[Page, Judge]]
) -> None:
    journey = JOURNEYS[protocol]
    page, judge = start(journey, CHINESE, viewport={"width": 1280, "height": 900})
    for number, keys in enumerate(journey.keys):
        assert page.locator("#output-A .text").first.get_attribute("lang") == "zh"
        sees_history(page)
        press(page, *keys, "Control+Enter")
        answered(page, number + 1)
    assert stored(page, judge) == list(journey.answers)
    page.get_by_role("link", name="Previous").click()
    expect(page.get_by_text("You answered this screen before")).to_be_visible()
    point(page, journey.correction, by="click")
    expect(saves(page)).to_have_text("Saved")
    check_looks(page, f"journey-{protocol.replace(' ', '-')}-zh")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("You answered this screen before")).to_be_hidden()
    answered(page, len(journey.answers))
    assert stored(page, judge) == [*journey.answers[:-1], journey.correction]
    if protocol == "direct by document":
        kinds = {each.screen: each.kind for each in judgments_of(judge.task.evaluations.get(), counted=True)}
        assert list(kinds.values()) == [*["segment"] * 4, "document"]


def test_grades_are_reached_and_chosen_with_tab_and_arrows_alone(start: Callable[..., tuple[Page, Judge]]) -> None:
    """As people work who know no digits of ours, or use a screen reader or a switch."""
    page, judge = start(JOURNEYS["meaning"], CHINESE)
    page.locator("#output-A input").first.focus()
    for letter in "ABCD":
        expect(page.locator(f"#output-{letter} input:focus")).to_have_count(1)
        press(page, "Space", "ArrowRight", "Tab")
    chosen = [int(page.locator(f"#output-{letter} input:checked").input_value()) for letter in "ABCD"]
    press(page, "Enter")  # the comment opens
    expect(page.get_by_label("Comment", exact=True)).to_be_visible()
    press(page, "Tab", *"fine")
    page.get_by_role("button", name="Save").press("Enter")
    answered(page, 1)
    assert [(each.answer, each.comment) for each in judge.judgments.all()] == [(chosen, "fine")]


def test_a_dialog_is_read_to_its_end_before_its_last_turn_is_graded(start: Callable[..., tuple[Page, Judge]]) -> None:
    page, judge = start(JOURNEYS["dialog"], CHINESE, viewport={"width": 390, "height": 320})
    judge_some(judge, 3)
    page.goto(address_of(judge.task))
    answered(page, 3)
    history = page.locator("#history")
    press(page, "5", "4", "3", "2", "Control+Enter")
    expect(page.get_by_role("alert")).to_contain_text("Read the dialog to its end first.")
    expect(history).to_be_focused()
    history.locator("[data-turn]").last.scroll_into_view_if_needed()
    expect(history).to_have_attribute("data-read", "yes")
    press(page, "Control+Enter")
    expect(page.get_by_text("You have answered every screen")).to_be_visible()
    assert stored(page, judge)[-1] == [5, 4, 3, 2]


def test_every_protocol_of_the_site_has_a_journey() -> None:
    elsewhere = {"esa", "error_spans", "post_editing"}  # `test_judging_spans`, `test_judging_post_editing`
    here = {re.search(r'protocol = "(\w+)"', journey.rules)[1] for journey in JOURNEYS.values()}  # type: ignore[index]
    assert here | elsewhere == set(judged_protocols())
