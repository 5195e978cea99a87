"""Errors marked by mouse, by touch and by keyboard: what is stored is what the judge saw."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, Locator, Page, expect
from pytest_django.live_server_helper import LiveServer

from bakeoff.data.judgments import Judgment as GivenAnswer
from bakeoff.human_eval.protocols.text_boundaries import character_boundaries, word_boundaries
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.judging.models import Action, Judge, Screen
from bakeoff_site.judging.selectors.contents import shown_screen
from tests.human_eval.protocols.odd_texts import PIECES
from tests.site.browser.test_judging import address_of, answered, answers, check_looks, let_in, press, saves
from tests.site.judging.spans_world import mark, marked_campaign
from tests.site.judging.world import make_judge, planned_task

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def campaign(transactional_db: None, settings: Any, tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> Campaign:
    settings.DATA_FOLDER = tmp_path
    return marked_campaign(monkeypatch)


@pytest.fixture
def judging(page: Page, campaign: Campaign, organiser: User, live_server: LiveServer) -> Callable[..., Judge]:
    """Starts somebody on a task and opens their first screen."""

    def start(*codes: str, **options: Any) -> Judge:
        task = planned_task(campaign, *codes, by=organiser, **options)
        judge = make_judge(task, "Ann Able", now=timezone.now())
        let_in(page, judge, live_server)
        page.goto(address_of(task))
        ready(page)
        return judge

    return start


def ready(page: Page) -> None:
    expect(page.locator("[data-spans][data-ready]")).to_have_count(1)


def side(page: Page, name: str = "target") -> Locator:
    return page.locator(f"[data-side={name}]")


def rows(page: Page) -> Locator:
    return page.locator("[data-marks] > li")


def place_of(page: Page, words: str, name: str = "target") -> tuple[float, float]:
    """The middle of some words of a text, on the page."""
    box = side(page, name).evaluate(
        """(element, words) => {
          element.scrollIntoView({block: "center"});
          const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
          for (let node = walker.nextNode(); node; node = walker.nextNode()) {
            const at = node.data.indexOf(words);
            if (at < 0) continue;
            const range = document.createRange();
            range.setStart(node, at);
            range.setEnd(node, at + words.length);
            const box = range.getBoundingClientRect();
            return [box.x + box.width / 2, box.y + box.height / 2];
          }
        }""",
        words,
    )
    assert box is not None, words
    return box[0], box[1]


def drag(page: Page, first: str, last: str, name: str = "target") -> None:
    start, end = place_of(page, first, name), place_of(page, last, name)
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    page.mouse.move(*end)
    page.mouse.up()


def stored(screen: Screen) -> list[tuple[str, str, str]]:
    """Side, text and severity of the marks that are saved of a screen."""
    screen.refresh_from_db()
    shown = shown_screen(screen)
    found = []
    for each in (screen.draft["answer"] or {"spans": []})["spans"]:
        text = shown.texts[0] if each["side"] == "target" else shown.source or ""
        found.append((each["side"], text[each["start"] : each["end"]], each["severity"]))
    return found


def held(judge: Judge) -> Screen:
    return Screen.objects.select_related("evaluation__task__campaign").get(judge=judge, state="held")


def test_errors_of_arabic_by_mouse_survive_a_reload_and_another_device(
    page: Page, judging: Callable[..., Judge], visit: Callable[[], Page], live_server: LiveServer
) -> None:
    judge = judging("esa")
    screen = held(judge)
    drag(page, "المصباح", "مضاء")
    expect(rows(page)).to_have_count(1)
    x, y = place_of(page, "👨‍👩‍👧")
    page.mouse.dblclick(x, y)
    expect(rows(page)).to_have_count(2)
    rows(page).nth(1).get_by_text("Major").click()
    drag(page, "مضاء", "👨‍👩‍👧")  # overlaps both
    expect(page.locator(".mark.lane-1")).not_to_have_count(0)
    drag(page, "cafe\u0301", "cafe\u0301")  # no movement: the first of two presses
    page.mouse.click(*place_of(page, "الآن"))
    drag(page, "lit", "home", "source")
    expect(rows(page)).to_have_count(5)
    expect(saves(page)).to_have_text("Saved")
    seen = [
        ("target", "المصباح مضاء", "minor"),
        ("target", "👨‍👩‍👧", "major"),
        ("target", "مضاء 👨‍👩‍👧", "minor"),
        ("target", "cafe\u0301 الآن", "minor"),
        ("missing", "lit 🕯️ at home", "minor"),
    ]
    assert stored(screen) == seen
    page.keyboard.press("Control+z")
    expect(rows(page)).to_have_count(4)
    page.reload()
    ready(page)
    expect(rows(page)).to_have_count(4)
    expect(rows(page).first.locator(".quote .text")).to_have_text("المصباح مضاء")
    page.get_by_role("button", name="Undo").click()  # also what was done before the page was loaded again
    expect(rows(page)).to_have_count(3)
    expect(saves(page)).to_have_text("Saved")
    check_looks(page, "judge-esa")
    other = visit()
    let_in(other, judge, live_server)
    other.goto(page.url)
    ready(other)
    expect(rows(other)).to_have_count(3)
    rows(other).nth(1).get_by_role("button", name="Remove error 2").click()
    expect(saves(other)).to_have_text("Saved")
    page.complaints.expect(409, f"/judging/screens/{screen.key}/actions/")  # type: ignore[attr-defined]
    rows(page).first.get_by_text("Major").click()
    expect(page.get_by_role("alert")).to_contain_text("changed in another tab")
    expect(rows(page)).to_have_count(2)
    assert stored(screen) == [seen[0], seen[2]]
    page.get_by_label("Score from 0 to 100", exact=True).fill("40")
    page.get_by_role("button", name="Save").click()
    answered(page, 1)
    [answer] = answers(judge)
    assert (answer["score"], answer["digest"]) == (40, screen.text_digest)
    assert [mark["origin"] for mark in answer["spans"]] == ["judge", "judge"]


def test_scores_and_errors_by_keyboard_alone_with_a_question(page: Page, judging: Callable[..., Judge]) -> None:
    judge = judging("esa")
    screen = held(judge)
    page.get_by_label("Score from 0 to 100", exact=True).focus()
    page.keyboard.type("41")
    press(page, "Control+Enter")
    question = page.get_by_role("dialog")
    expect(question).to_contain_text("You gave 41 and marked no errors.")
    press(page, "Tab", "Enter")  # go back
    expect(question).to_have_count(0)
    side(page).focus()
    press(page, "ArrowLeft", "Shift+ArrowLeft", "Enter", "2")  # Arabic runs to the left
    expect(rows(page)).to_have_count(1)
    press(page, "Delete")
    expect(rows(page)).to_have_count(0)
    press(page, "Control+z", "End", "ArrowRight", "1")
    expect(rows(page)).to_have_count(2)
    expect(saves(page)).to_have_text("Saved")
    first, second = stored(screen)
    assert first[0] == "target"
    assert first[2] == "major"
    assert len(first[1].split()) == 2
    assert second[2] == "minor"
    press(page, "Control+Enter")
    answered(page, 1)
    replies = Action.objects.filter(screen=screen, kind="view").values_list("payload", flat=True)
    assert [(each["kind"], each["reply"]) for each in replies] == [("low score without errors", "no")]


def test_chinese_errors_need_categories_and_notes(page: Page, judging: Callable[..., Judge]) -> None:
    judge = judging("mqm")
    page.get_by_role("button", name="Save").click()
    question = page.get_by_role("dialog")
    expect(question).to_contain_text("You marked no errors")
    question.get_by_role("button", name="Yes").click()
    answered(page, 1)
    ready(page)
    screen = held(judge)
    text = shown_screen(screen).texts[0]
    page.complaints.expect_lost_network()  # type: ignore[attr-defined]
    page.context.set_offline(True)
    drag(page, text[0], text[1])
    expect(saves(page)).to_contain_text("Offline")
    page.context.set_offline(False)
    expect(saves(page)).to_have_text("Saved")
    assert stored(screen) == [("target", text[:2], "minor")]
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("alert")).to_contain_text("One error needs a category or a note")
    category = page.get_by_label("Category of error 1")
    expect(category).to_be_focused()
    category.select_option("Other")
    expect(page.get_by_label("Note on error 1")).to_be_visible()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_label("Note on error 1")).to_be_focused()
    page.keyboard.type("Odd?")
    page.reload()  # nothing is lost of what was typed a moment ago
    ready(page)
    expect(page.get_by_label("Note on error 1")).to_have_value("Odd?")
    page.get_by_label("Note on error 1").focus()
    press(page, "End")
    page.keyboard.type(" 12")  # keys of the page are letters of a note
    press(page, "Backspace", "Backspace", "Backspace", "Tab")
    page.get_by_role("button", name="Show error 1").focus()
    press(page, "2")
    expect(rows(page).first.get_by_role("radio", name="Major")).to_be_checked()
    page.get_by_role("button", name="Mark missing text").click()
    expect(page.get_by_label("Category of error 2")).to_have_value("Accuracy/Omission")
    check_looks(page, "judge-mqm")
    page.get_by_role("button", name="Non-translation").click()
    expect(rows(page)).to_have_count(1)
    expect(side(page).locator(".mark")).to_have_text([text])
    expect(page.get_by_text("so the other errors were removed.").first).to_be_visible()
    drag(page, text[0], text[1])  # there is no other error next to it, nor offline, where no server says so
    page.get_by_role("button", name="Mark missing text").click()
    expect(page.get_by_text("Non-translation is about the complete translation.").first).to_be_visible()
    expect(rows(page)).to_have_count(1)
    page.get_by_role("button", name="Undo").click()
    expect(rows(page)).to_have_count(2)
    page.get_by_role("button", name="Save").click()
    answered(page, 2)
    empty, marked = answers(judge)
    assert empty["spans"] == []
    assert [(each["category"], each["note"], each["side"]) for each in marked["spans"]] == [
        ("Other", "Odd?", "target"),
        ("Accuracy/Omission", "", "missing"),
    ]


def test_errors_are_listed_changed_and_removed_by_keyboard_alone(page: Page, judging: Callable[..., Judge]) -> None:
    judge = judging("mqm")
    screen = held(judge)
    text = shown_screen(screen).texts[0]
    side(page).focus()
    press(page, "Control+a", "Enter", "Home", "Enter", "ArrowRight", "Enter", "2")
    expect(rows(page)).to_have_count(3)
    # Those that touch are on lines of their own, as those are that overlap.
    expect(page.locator(".mark.lane-1")).to_have_text([text[0]])
    expect(page.locator(".mark.lane-2")).to_have_text([text[1]])
    page.get_by_label("Category of error 3").focus()
    while page.get_by_label("Category of error 3").input_value() != "Other":
        press(page, "ArrowDown")
    press(page, "Tab", *"odd", "Tab")
    page.get_by_role("button", name="Undo").press("Enter")
    expect(page.get_by_label("Note on error 3")).to_have_value("")  # the note alone
    press(page, "Control+z")
    expect(page.get_by_label("Category of error 3")).not_to_have_value("Other")
    page.get_by_role("button", name="Remove error 1").focus()
    press(page, "Enter")
    expect(rows(page)).to_have_count(2)
    expect(page.get_by_role("button", name="Remove error 1")).to_be_focused()
    expect(saves(page)).to_have_text("Saved")
    assert stored(screen) == [("target", text[0], "minor"), ("target", text[1], "major")]
    press(page, "Delete", "Delete")
    expect(rows(page)).to_have_count(0)
    expect(side(page)).to_be_focused()


def test_errors_on_a_phone_by_taps_handles_and_the_list(
    browser: Browser, campaign: Campaign, organiser: User, live_server: LiveServer
) -> None:
    task = planned_task(campaign, "esa", by=organiser)
    judge = make_judge(task, "Ann Able", now=timezone.now())
    context = browser.new_context(
        base_url=live_server.url, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True
    )
    page = context.new_page()
    let_in(page, judge, live_server)
    page.goto(address_of(task))
    ready(page)
    screen = held(judge)
    page.touchscreen.tap(*place_of(page, "المصباح"))
    page.touchscreen.tap(*place_of(page, "مضاء"))
    expect(rows(page)).to_have_count(1)
    rows(page).first.get_by_text("Major").tap()
    rows(page).first.get_by_role("button", name="Move the start forward").tap()
    expect(saves(page)).to_have_text("Saved")
    assert stored(screen) == [("target", "لمصباح مضاء", "major")]
    handle = page.locator(".handle.end:visible").bounding_box()
    assert handle is not None
    page.mouse.move(handle["x"] + handle["width"] / 2, handle["y"] + handle["height"] / 2)
    page.mouse.down()
    x, y = place_of(page, "البيت")
    page.mouse.move(x, y + handle["height"] / 2)
    page.mouse.up()
    expect(saves(page)).to_have_text("Saved")
    [(_, text, _)] = stored(screen)
    assert text.startswith("لمصباح مضاء 👨‍👩‍👧 في (")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    context.close()


def test_given_errors_are_kept_changed_and_removed(page: Page, judging: Callable[..., Judge]) -> None:
    given = [
        GivenAnswer(
            id=f"{system}-{segment}",
            protocol="esa",
            judge="marker",
            segment=str(segment),
            systems=(system,),
            answer={"spans": [mark(0, 1), mark(1, 2), mark(2, 3)], "score": 50},
        )
        for system in ("ALPHA", "BRAVO")
        for segment in (1, 2)
    ]
    judge = judging("marked", given=given)
    expect(rows(page)).to_have_count(3)
    expect(rows(page).first).to_contain_text("Given")
    rows(page).nth(1).get_by_text("Major").click()
    rows(page).nth(2).get_by_role("button", name="Remove error 3").click()
    drag(page, "。", "。")
    press(page, "Enter")
    expect(rows(page)).to_have_count(3)
    check_looks(page, "judge-given")
    page.get_by_label("Score from 0 to 100", exact=True).fill("80")
    page.get_by_role("button", name="Save").click()
    answered(page, 1)
    [answer] = answers(judge)
    became = {kind: [(each["start"], each["severity"]) for each in marks] for kind, marks in answer["given"].items()}
    assert became == {"kept": [(0, "minor")], "changed": [(1, "minor")], "removed": [(2, "minor")]}
    assert [(each["start"], each["severity"], each["origin"]) for each in answer["spans"][:2]] == [
        (0, "minor", "given"),
        (1, "major", "given"),
    ]
    assert answer["spans"][2]["origin"] == "judge"


def test_the_browser_counts_as_the_server_does(page: Page, judging: Callable[..., Judge]) -> None:
    """Emoji, combining marks, both writing directions and line breaks: the same range is the same text."""
    judging("esa")
    random = Random(1)
    texts = ["".join(random.choices(PIECES, k=random.randrange(12))) for _ in range(300)]
    sent = [{"text": text, "words": word_boundaries(text), "characters": character_boundaries(text)} for text in texts]
    seen = page.evaluate(
        """async (texts) => {
          const { MarkedText } = await import("/static/judging/spans/offsets.js");
          const { draw } = await import("/static/judging/spans/drawing.js");
          return texts.map((each) => {
            const marked = new MarkedText(each);
            const ranges = each.words.slice(1).map((end, number) => [each.words[number], end]);
            const element = document.createElement("p");
            const marks = ranges.map(([start, end], number) => ({ id: String(number), start, end, severity: "minor" }));
            draw(element, marked, marks, { severities: ["minor"], active: null, chosen: null });
            return {
              slices: ranges.map(([start, end]) => marked.slice(start, end)),
              drawn: marks.map(({ id }) => element.querySelector(`[data-mark="${id}"]`).textContent),
              back: each.characters.map((place) => marked.before(marked.units[place])),
              text: element.textContent,
            };
          });
        }""",
        sent,
    )
    for text, found in zip(texts, seen, strict=True):
        words = [text[start:end] for start, end in pairwise(word_boundaries(text))]
        expected = {"slices": words, "drawn": words, "back": list(character_boundaries(text)), "text": text}
        assert found == expected
