"""The offline file in a browser without a network: judged, closed, opened again, finished, and uploaded."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Browser, BrowserContext, Page, Request, expect
from pytest_django.live_server_helper import LiveServer

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.judging.models import Judge, Judgment, OfflineFile, Screen
from bakeoff_site.judging.services.dealing import next_screen
from bakeoff_site.judging.services.offline.answers import upload_answers
from bakeoff_site.judging.services.offline.pages import offline_page
from tests.site.browser.conftest import PATIENCE_MS, SCRIPT
from tests.site.browser.test_judging import check_looks, let_in, press, saves
from tests.site.judging.constituents_world import link_last_words
from tests.site.judging.offline.world import OFFLINE_RULES, SCREENS, take
from tests.site.judging.spans_world import mark
from tests.site.judging.world import account_of, answer, judged_campaign, make_judge, planned_task

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def campaign(transactional_db: None, settings: Any, tmp_path: Any) -> Campaign:
    settings.DATA_FOLDER = tmp_path
    return judged_campaign(OFFLINE_RULES)


@pytest.fixture
def offline(browser: Browser) -> Iterator[BrowserContext]:
    """A browser without a network. Nothing but the file itself may be asked for, and nothing may go wrong."""
    context = browser.new_context(offline=True, viewport={"width": 1280, "height": 900})
    context.set_default_timeout(PATIENCE_MS)
    context.add_init_script(path=SCRIPT)
    faults: list[str] = []

    def asks(request: Request) -> None:
        if not request.url.startswith(("file://", "blob:")):
            faults.append(f"request: {request.url}")

    def watch(page: Page) -> None:
        page.on("pageerror", lambda error: faults.append(f"script: {error}"))
        page.on("console", lambda said: faults.append(f"console: {said.text}") if said.type == "error" else None)

    context.on("request", asks)
    context.on("page", watch)
    yield context
    context.close()
    assert faults == []


def opened(context: BrowserContext, path: Path) -> Page:
    page = context.new_page()
    page.goto(path.as_uri())
    expect(page.locator("html.scripted")).to_have_count(1)
    return page


def on_screen(page: Page, number: int) -> None:
    """The address changes at once, and the file is loaded again: only the title tells the new page from the old one."""
    page.wait_for_url(f"**#screen-{number}")
    expect(page).to_have_title(re.compile(rf"^{number} of "))
    expect(page.locator("html.scripted [data-screen]")).to_have_count(1)
    expect(saves(page)).to_have_text("Saved in this browser")


def on_overview(page: Page, words: str) -> None:
    page.wait_for_url("**#overview")
    expect(page.locator("[data-screen]")).to_have_count(0)
    expect(page.locator("[data-count]")).to_have_text(words)


def saved_answers(page: Page, path: Path) -> Path:
    """Gets the file of answers by keyboard."""
    with page.expect_download() as found:
        page.get_by_role("button", name="Save my answers to a file").press("Enter")
    found.value.save_as(path)
    return path


def uploaded(page: Page, answers: Path) -> None:
    page.get_by_label("File of answers").set_input_files(answers)
    page.get_by_role("button", name="Upload").press("Enter")


def test_a_file_is_judged_without_a_network_closed_opened_again_finished_and_uploaded_twice(
    page: Page,
    expect_status: Callable[[int, str], None],
    campaign: Campaign,
    organiser: User,
    live_server: LiveServer,
    offline: BrowserContext,
    tmp_path: Path,
) -> None:
    task = planned_task(campaign, "ranking", by=organiser, offline_days=7)
    judge = make_judge(task, "Ann Able", now=timezone.now(), chosen=["en-ar"])
    let_in(page, judge, live_server)
    own = reverse("judging:offline", args=[task.campaign.slug, task.slug])
    page.goto(own)
    check_looks(page, "offline-none")
    page.get_by_role("spinbutton", name="Screens").fill("3")
    page.get_by_role("button", name="Make an offline file").press("Enter")
    with page.expect_download() as found:
        page.get_by_role("link", name="Download").press("Enter")
    file = tmp_path / found.value.suggested_filename
    found.value.save_as(file)
    check_looks(page, "offline-files")

    there = opened(offline, file)
    check_looks(there, "offline-overview")
    there.get_by_role("link", name="Start").press("Enter")
    on_screen(there, 1)
    press(there, "Control+Enter")
    expect(there.get_by_role("alert")).to_contain_text("3 answers are missing.")
    press(there, "2", "1", "3")
    check_looks(there, "offline-screen")
    press(there, "Control+Enter")
    on_screen(there, 2)
    press(there, "1")  # and then the browser is closed
    there.close()

    there = opened(offline, file)
    expect(there.locator("[data-count]")).to_have_text("1 of 3 answered")
    expect(there.locator("[data-row] [data-said]")).to_have_text(["Answered", "Started", "Not answered"])
    part = saved_answers(there, tmp_path / "part.json")
    there.get_by_role("link", name="Continue").press("Enter")
    on_screen(there, 2)
    expect(there.locator("#output-A input[value='1']")).to_be_checked()
    press(there, "2", "3", "Control+Enter")
    on_screen(there, 3)
    press(there, "1", "1", "1")
    there.locator("summary").press("Enter")
    there.get_by_label("Comment", exact=True).press_sequentially("كلها متشابهة")
    press(there, "Control+Enter")
    on_overview(there, "3 of 3 answered")
    check_looks(there, "offline-done")
    there.get_by_role("link", name="1. Ranking").press("Enter")  # back to the first, to correct it
    on_screen(there, 1)
    expect(there.get_by_text("You answered this screen before")).to_be_visible()
    expect(there.locator("#output-B input[value='1']")).to_be_checked()
    there.locator("#output-A input:checked").focus()
    press(there, "3", "Control+Enter")
    on_overview(there, "3 of 3 answered")
    answers = saved_answers(there, tmp_path / "answers.json")

    page.goto(own)
    expect_status(400, reverse("judging:offline-upload", args=[campaign.slug, task.slug]))
    uploaded(page, part)
    expect(page.get_by_role("alert")).to_contain_text("2 screens have no answer: 2, 3.")
    check_looks(page, "offline-incomplete")
    assert not Judgment.objects.exists()
    uploaded(page, answers)
    expect(page.get_by_text("Answers to 3 screens are saved")).to_be_visible()
    check_looks(page, "offline-uploaded")
    uploaded(page, answers)
    expect(page.get_by_text("Nothing new in this file")).to_be_visible()
    rows = Judgment.objects.filter(judge=judge).order_by("screen__number", "pk")
    assert [(each.answer, each.comment) for each in rows] == [
        ([2, 1, 3], ""),
        ([3, 1, 3], ""),
        ([1, 2, 3], ""),
        ([1, 1, 1], "كلها متشابهة"),
    ]
    assert {(each.late, each.surplus) for each in rows} == {(False, False)}


def test_judges_see_what_they_said_of_earlier_segments_on_the_site_and_in_the_file(
    campaign: Campaign, organiser: User, offline: BrowserContext, tmp_path: Path
) -> None:
    task = planned_task(campaign, "every-esa", by=organiser, offline_days=7)
    judge = make_judge(task, "Ann Able", now=timezone.now())
    first = next_screen(judge, now=timezone.now())
    assert isinstance(first, Screen)
    on_site = {"spans": [mark(0, 7, id="a"), mark(0, 4, id="b", side="missing", severity="major")], "score": 71}
    answer(first, on_site, now=timezone.now())
    file, _ = take(judge, 3, now=timezone.now())
    path = tmp_path / "file.html"
    path.write_text(offline_page(file, upload_address="https://example.org/"), encoding="utf-8")
    page = opened(offline, path)
    page.get_by_role("link", name="Start").click()
    on_screen(page, 1)
    expect(page.locator("[data-spans][data-ready]")).to_have_count(1)
    said = page.locator("p.own")
    expect(said).to_have_text(["Your score: 71 1 minor, 1 major"])
    row = page.locator(".doc > li.said")
    expect(row.locator(".mark.minor")).to_have_text("المصباح")
    expect(row.locator(".mark.missing.major")).to_have_text("The ")
    expect(page.locator("[data-submit]")).to_have_text("Save, go to segment 3")
    page.locator("[data-side=target]").focus()
    press(page, "ArrowLeft", "Enter", "2")
    page.locator("[data-side=source]").focus()
    press(page, "ArrowRight", "Enter")
    page.locator("[data-scale] input[type=number]").press_sequentially("62")
    press(page, "Control+Enter")
    on_screen(page, 2)
    expect(said).to_have_text(["Your score: 71 1 minor, 1 major", "Your score: 62 1 minor, 1 major"])
    expect(row.nth(1).locator(".mark.major")).to_have_count(1)
    expect(row.nth(1).locator(".mark.missing.minor")).to_have_count(1)
    expect(page.locator("[data-submit]")).to_have_text("Save, go to segment 4")
    check_looks(page, "offline-recalled")
    page.get_by_role("link", name="Next →").click()  # without an answer to this one
    on_screen(page, 3)
    expect(said).to_have_text(["Your score: 71 1 minor, 1 major", "Your score: 62 1 minor, 1 major", ""])
    expect(page.locator("[data-submit]")).to_have_text("Save and continue")
    page.get_by_role("link", name="Overview").last.click()
    page.get_by_role("link", name="1. Every esa").click()
    on_screen(page, 1)
    expect(page.locator("[data-submit]")).to_have_text("Save and continue")
    page.get_by_role("button", name="Remove error 2").click()
    page.locator("[data-scale] input[type=number]").fill("40")
    press(page, "Control+Enter")
    on_screen(page, 2)
    expect(said).to_have_text(["Your score: 71 1 minor, 1 major", "Your score: 40 1 major"])


def give_answer(page: Page) -> None:
    """Answers whatever the screen asks, by keyboard."""
    if page.locator("[data-spans]").count():
        expect(page.locator("[data-spans][data-ready]")).to_have_count(1)
        page.locator("[data-side=target]").focus()
        press(page, "ArrowRight", "Enter")
        if page.locator("[data-marks] select").count():
            page.locator("[data-marks] select").first.select_option(index=1)
    if page.locator("[data-scale]").count():
        page.locator("[data-scale] input[type=number]").press_sequentially("62")
    elif not page.locator("[data-spans]").count():
        press(page, *"1111")
    press(page, "Control+Enter")


def test_every_protocol_is_answered_offline_and_stored_as_on_the_site(
    campaign: Campaign, organiser: User, offline: BrowserContext, tmp_path: Path
) -> None:
    path = tmp_path / "file.html"
    judge, file = _with_every_protocol(campaign, organiser)
    path.write_text(offline_page(file, upload_address="https://example.org/"), encoding="utf-8")
    screens = list(file.screens.order_by("number").select_related("evaluation"))
    page = opened(offline, path)
    seen: set[str] = set()
    page.get_by_role("link", name="Start").click()
    for number, screen in enumerate(screens, start=1):
        on_screen(page, number)
        if screen.evaluation.protocol not in seen:
            seen.add(screen.evaluation.protocol)
            check_looks(page, f"offline-{screen.evaluation.protocol}")
        give_answer(page)
        if page.locator("dialog[open] [data-doubt-yes]").count():
            page.locator("[data-doubt-yes]").press("Enter")
    on_overview(page, f"{len(screens)} of {len(screens)} answered")
    assert seen == set(SCREENS)
    answers = saved_answers(page, tmp_path / "answers.json")
    content = json.loads(answers.read_text(encoding="utf-8"))
    found = upload_answers(judge.task, account_of(judge), json.dumps(content).encode(), now=timezone.now())
    assert found.taken == list(range(1, len(screens) + 1))
    assert found.uncounted == []
    stored: dict[str, Any] = {
        each.screen.evaluation.protocol: each.answer for each in Judgment.objects.select_related("screen")
    }
    assert stored["fluency"] == stored["dialog"] == [1, 1, 1, 1]
    assert (stored["pairwise"], stored["direct"]) == ("first", 62)
    assert stored["esa"]["score"] == 62
    assert len(stored["error_spans"]["spans"]) == 1


def _with_every_protocol(campaign: Campaign, organiser: User) -> tuple[Judge, OfflineFile]:
    link_last_words(campaign)
    changes = {f"every-{protocol}": {"sample": {"size": 1, "choice": "random"}} for protocol in SCREENS}
    changes["every-ranking"]["shown"] = 4  # type: ignore[assignment]
    task = planned_task(
        campaign, *(f"every-{each}" for each in SCREENS), by=organiser, offline_days=7, changes=changes, seed=5
    )
    judge = make_judge(task, "Ann Able", now=timezone.now())
    file, _ = take(judge, 60, now=timezone.now())
    return judge, file


def test_what_the_store_of_a_browser_loses_the_tab_brings_back(
    campaign: Campaign, organiser: User, offline: BrowserContext, tmp_path: Path
) -> None:
    """As happened in private windows of a busy machine, from one page to the next."""
    task = planned_task(campaign, "ranking", by=organiser, offline_days=7)
    file, _ = take(make_judge(task, "Ann Able", now=timezone.now()), 2, now=timezone.now())
    path = tmp_path / "file.html"
    path.write_text(offline_page(file, upload_address="https://example.org/"), encoding="utf-8")
    page = opened(offline, path)
    page.add_init_script("if (location.hash === '#screen-2') localStorage.clear()")
    page.get_by_role("link", name="Start").click()
    on_screen(page, 1)
    press(page, "1", "2", "3", "Control+Enter")
    on_screen(page, 2)
    page.get_by_role("link", name="Overview").last.click()
    on_overview(page, "1 of 2 answered")


def test_where_a_browser_keeps_nothing_the_tab_does_and_a_file_carries_answers_elsewhere(
    campaign: Campaign, organiser: User, offline: BrowserContext, tmp_path: Path
) -> None:
    task = planned_task(campaign, "ranking", by=organiser, offline_days=7)
    file, _ = take(make_judge(task, "Ann Able", now=timezone.now()), 2, now=timezone.now())
    path = tmp_path / "file.html"
    path.write_text(offline_page(file, upload_address="https://example.org/"), encoding="utf-8")
    page = offline.new_page()
    page.add_init_script("Object.defineProperty(window, 'localStorage', { get() { throw new Error('no store'); } })")
    page.goto(path.as_uri())
    expect(page.get_by_text("This browser does not keep your answers")).to_be_visible()
    page.get_by_role("link", name="Start").click()
    page.wait_for_url("**#screen-1")
    expect(saves(page)).to_have_text("Not kept: save a file")
    press(page, "1", "2", "3", "Control+Enter")
    page.wait_for_url("**#screen-2")
    page.get_by_role("link", name="Overview").last.click()
    on_overview(page, "1 of 2 answered")
    answers = saved_answers(page, tmp_path / "answers.json")
    page.close()
    other = opened(offline, path)
    expect(other.locator("[data-count]")).to_have_text("0 of 2 answered")
    other.get_by_label("Load answers from a file").set_input_files(answers)
    expect(other.locator("[data-loaded]")).to_have_text("Loaded what the file holds about 1 screen.")
    expect(other.locator("[data-count]")).to_have_text("1 of 2 answered")
    other.get_by_label("Load answers from a file").set_input_files(path)
    expect(other.locator("[data-loaded]")).to_contain_text("This is not a file of answers.")
    other.get_by_role("link", name="1. Ranking").click()
    on_screen(other, 1)
    expect(other.locator("#output-C input[value='3']")).to_be_checked()
