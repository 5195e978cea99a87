"""A campaign is created by a form: with the mouse, by keyboard alone, and without scripts."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.datasets.models import DataFile
from bakeoff_site.jobs.models import Job
from tests.site.browser.conftest import PATIENCE_MS, picture, sign_in_by_form, sign_in_on
from tests.site.people import PASSWORD

pytestmark = pytest.mark.django_db(transaction=True)
SOURCE = ["The lamp is lit.", "The ships come home.", "Nobody sleeps."]
REFERENCE = ["Die Lampe brennt.", "Die Schiffe kommen heim.", "Niemand schläft."]


@pytest.fixture
def administrator(transactional_db: None) -> User:
    return User.objects.create_superuser("ada@example.org", PASSWORD, name="Ada Adams", affiliation="Harbour Institute")


@pytest.fixture
def files(tmp_path: Path) -> dict[str, Path]:
    """The data of a test set, a segment on each line."""
    texts = {"source": SOURCE, "reference": REFERENCE}
    for kind, lines in texts.items():
        (tmp_path / f"{kind}.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return {kind: tmp_path / f"{kind}.txt" for kind in texts}


def test_from_nothing_to_a_listed_campaign_with_data(
    visit: Callable[[], Page], administrator: User, files: dict[str, Path], start_worker: Callable[[], None]
) -> None:
    """Five decisions: the model, the title, two files, and to list it. Everything else has a good default."""
    start_worker()
    page = visit()
    sign_in_on(page, administrator)
    page.goto("/new-campaign/")
    picture(page, "creation-1-models")
    page.get_by_role("link", name="Start from Small translation task").click()
    page.get_by_label("Title", exact=True).fill("Harbour News 2027")
    expect(page.get_by_label("Address")).to_have_value("harbour-news-2027")
    picture(page, "creation-2-form")
    page.get_by_role("button", name="Review the rulebook").last.click()
    expect(page.get_by_text("The rulebook has no mistakes.")).to_be_visible()
    picture(page, "creation-3-rulebook")
    page.get_by_role("button", name="Create the campaign").click()
    expect(page.get_by_text("The campaign is created.")).to_be_visible()
    expect(page.get_by_text("2 data files are missing", exact=True)).to_be_visible()
    picture(page, "creation-4-to-do")
    for kind, path in files.items():
        page.goto("/campaigns/harbour-news-2027/data/manage/")
        page.get_by_role("link", name=f"Add {kind}").first.click()
        page.get_by_label("Choose a file").set_input_files(path)
        page.get_by_role("button", name="Add the file").click()
        expect(page.get_by_text(f"{path.name} is added as version 1.")).to_be_visible()
    page.goto("/campaigns/harbour-news-2027/organise/")
    expect(page.get_by_text("data files are missing")).to_have_count(0)
    page.get_by_text("Not listed", exact=True).last.click()
    page.get_by_role("button", name="List it").click()
    expect(page.get_by_text("Everyone finds the campaign in the list.")).to_be_visible()
    assert not Job.objects.filter(state="failed").exists()
    assert DataFile.objects.filter(campaign__listed=True).count() == 2
    stranger = visit()
    stranger.goto("/")
    stranger.get_by_role("link", name="Harbour News 2027").first.click()
    expect(stranger.get_by_role("heading", level=1)).to_have_text("Harbour News 2027")


def test_the_form_changes_in_place(visit: Callable[[], Page], administrator: User) -> None:
    page = visit()
    sign_in_on(page, administrator)
    page.goto("/new-campaign/from/wmt/")
    page.get_by_label("Title", exact=True).fill("Kept while parts of the page change")
    page.get_by_label("Start of").select_option("Test week")
    before = page.get_by_label("Test week starts", exact=True).input_value()
    expect(page.get_by_label("First day")).to_have_value(before)
    page.get_by_label("First day").fill("2030-06-07")
    expect(page.get_by_label("Test week starts", exact=True)).to_have_value("2030-06-07")
    expect(page.get_by_label("Conference and publication starts", exact=True)).to_have_value("2030-10-17")
    page.get_by_label("From", exact=True).fill("Hausa")
    page.get_by_label("Into", exact=True).fill("English")
    page.get_by_role("button", name="Add the language pair").click()
    expect(page.locator("#pairs-part").get_by_label("Hausa–English")).to_be_checked()
    page.get_by_role("button", name="Add a test set").click()
    page.get_by_label("Title of the new set").fill("Talks")
    page.get_by_role("button", name="Review the rulebook").last.click()
    expect(page.get_by_label("Rulebook (TOML)")).to_have_value(
        re.compile(r"title = \"Kept while parts of the page change\"")
    )
    text = page.get_by_label("Rulebook (TOML)").input_value()
    assert "[test_sets.talks]" in text
    assert 'ha-en = { source = "ha", target = "en" }' in text
    page.get_by_role("button", name="Back to the form").click()
    expect(page.get_by_label("Title of the new set")).to_have_value("Talks")


def test_a_language_that_is_misspelt_is_corrected_and_no_part_of_the_form_is_lost(
    visit: Callable[[], Page], administrator: User
) -> None:
    page = visit()
    sign_in_on(page, administrator)
    page.goto("/new-campaign/from/simple/")
    sets = page.locator("#sets-part")
    before = sets.get_by_role("textbox").count()
    page.get_by_label("From", exact=True).last.fill("Germn")
    page.get_by_label("Into").fill("Hausa")
    page.get_by_role("button", name="Add the language pair").click()
    expect(page.locator("#mistakes")).to_contain_text("Germn")
    expect(sets.get_by_role("textbox")).to_have_count(before)
    page.get_by_label("From", exact=True).last.fill("German")
    page.get_by_role("button", name="Add a test set").click()
    expect(page.locator("#pairs-part").get_by_label("German–Hausa")).to_be_checked()
    expect(page.locator("#mistakes")).to_have_count(0)
    page.get_by_label("Title", exact=True).first.fill("Harbour News 2028")
    expect(page.get_by_label("Address")).to_have_value("harbour-news-2028")


def test_by_keyboard_alone(visit: Callable[[], Page], administrator: User) -> None:
    page = visit()
    sign_in_on(page, administrator)
    page.goto("/new-campaign/")
    tab_to(page, "Start from Small translation task")
    page.keyboard.press("Enter")
    expect(page.get_by_label("Title", exact=True)).to_be_visible()
    tab_to(page, "Title")
    page.keyboard.type("Typed")
    tab_to(page, "From")
    page.keyboard.type("Hausa")
    page.keyboard.press("Tab")
    page.keyboard.type("English")
    tab_to(page, "Add the language pair")
    page.keyboard.press("Enter")
    expect(page.locator("#pairs-part").get_by_label("Hausa–English")).to_be_checked()
    page.locator("#id_title").focus()
    tab_to(page, "English–German")
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    expect(page.get_by_text("The rulebook has no mistakes.")).to_be_visible()
    tab_to(page, "Rulebook (TOML)")
    page.keyboard.press("Control+End")
    page.keyboard.type("[report]\n")
    page.keyboard.type("or")
    expect(page.get_by_role("option", name="order")).to_be_visible()
    page.keyboard.press("Enter")
    page.keyboard.type("na")
    expect(page.get_by_role("option", name="name")).to_be_visible()
    page.keyboard.press("Enter")
    assert page.get_by_label("Rulebook (TOML)").input_value().endswith('[report]\norder = "name"')
    tab_to(page, "Create the campaign")
    page.keyboard.press("Enter")
    expect(page.get_by_text("The campaign is created.")).to_be_visible()
    campaign = Campaign.objects.get()
    assert list(campaign.rules.language_pairs) == ["ha-en"]
    assert campaign.rules.report.order == "name"


def tab_to(page: Page, name: str) -> None:
    """Presses Tab until something with that name has the focus, as somebody without a mouse does."""
    named = """() => {
        const here = document.activeElement;
        const label = here.getAttribute("aria-label") || here.labels?.[0]?.textContent || here.textContent;
        return (label || "").trim();
    }"""
    for _ in range(120):
        page.keyboard.press("Tab")
        if page.evaluate(named) == name:
            return
    pytest.fail(f"{name} does not get the focus")


def test_without_scripts(browser: Browser, live_server: LiveServer, administrator: User) -> None:
    context = browser.new_context(base_url=live_server.url, java_script_enabled=False)
    page = context.new_page()
    page.set_default_timeout(PATIENCE_MS)
    sign_in_by_form(page, administrator)
    page.goto("/new-campaign/from/simple/")
    page.get_by_label("Title", exact=True).fill("Plain")
    page.get_by_label("First day").fill("2030-04-01")
    page.get_by_role("button", name="Move all dates").click()
    expect(page.get_by_label("Test week starts", exact=True)).to_have_value("2030-06-03")
    page.get_by_label("From", exact=True).fill("Hausa")
    page.get_by_label("Into", exact=True).fill("English")
    page.get_by_role("button", name="Add the language pair").click()
    page.get_by_role("button", name="Review the rulebook").last.click()
    page.get_by_role("button", name="Create the campaign").click()
    expect(page.get_by_text("The campaign is created.")).to_be_visible()
    context.close()
    assert list(Campaign.objects.get().rules.language_pairs) == ["en-de", "ha-en"]
