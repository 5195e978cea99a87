"""Results in a browser, by keyboard and mouse, wide and on a phone: boards that are sorted, filtered and compared."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign, Team
from bakeoff_site.campaigns.services.campaigns import set_listed
from bakeoff_site.submissions.models import Run
from tests.site.conftest import Clock
from tests.site.results.boards import Entry, put_board

pytestmark = pytest.mark.django_db(transaction=True)
WIDE, PHONE = {"width": 1280, "height": 900}, {"width": 390, "height": 800}


@pytest.fixture
def board(campaign: Campaign, team: Team, organiser: User, clock: Clock) -> dict[str, Run]:
    """Four systems of a team and a baseline, public with all texts."""
    campaign.rulebook_content["phases"]["public"]["releases"]["public"] += ["outputs", "source", "references"]
    campaign.rulebook_content["systems"] = {"BASE": {"kind": "baseline"}}
    campaign.save()
    campaign.__dict__.pop("rules", None)
    set_listed(campaign, actor=organiser, listed=True)
    clock.move_into(campaign, "public")
    entries = [Entry(name, faults, team) for name, faults in (("A", 1), ("B", 3), ("C", 6))]
    entries.append(Entry("D", 4, team, system_type="contrast"))
    return put_board(campaign, [*entries, Entry("BASE", 7, entered="BASE")], by=organiser)


def address(board: dict[str, Run]) -> str:
    return f"/campaigns/openmt/results/{board['A'].board_id}/"


def names(page: Page) -> list[str]:
    """Of the rows, in order."""
    return page.locator(".board tbody th[scope=row]").all_inner_texts()


def by_keyboard(target: Locator) -> None:
    target.focus()
    target.press("Enter")


def by_mouse(target: Locator) -> None:
    target.click()


def test_from_the_overview_to_the_words_that_differ(page: Page, board: dict[str, Run]) -> None:
    page.goto("/campaigns/openmt/results/")
    page.get_by_role("link", name="Arabic–English, Unconstrained Training").first.press("Enter")
    expect(page.get_by_text("24 segments · 4 runs from 1 team, 1 baseline")).to_be_visible()
    page.get_by_label("Part of the test set").select_option("Genre: web data")
    expect(page.get_by_text("8 segments")).to_be_visible()
    expect(page).to_have_url(re.compile("group=genre%3Dwb"))
    page.get_by_role("link", name="A", exact=True).first.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("A")
    by_keyboard(page.get_by_role("navigation", name="Run").get_by_role("link", name="Segments"))
    page.get_by_label("Order").select_option("Worst first")
    expect(page).to_have_url(re.compile("order=worst"))
    expect(page.locator('dd[lang="ar"]').first).to_have_css("text-align", "start")
    page.get_by_label("Compare with").select_option("C")
    page.get_by_role("button", name="Compare").press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("A and C")
    expect(page.locator("mark.wrong").nth(1)).to_contain_text("oops", ignore_case=True)


@pytest.mark.parametrize("press", [by_keyboard, by_mouse])
def test_a_board_is_sorted_and_reversed(press: Callable[[Locator], None], page: Page, board: dict[str, Run]) -> None:
    page.set_viewport_size(WIDE)  # type: ignore[arg-type]
    page.goto(address(board))
    assert names(page) == ["A", "B", "D", "C", "BASE"]
    table = page.get_by_role("table", name=re.compile("Official results"))
    heading = table.get_by_role("columnheader", name="BLEU Official")
    expect(heading).to_have_attribute("aria-sort", "descending")
    press(heading.get_by_role("link"))
    expect(heading).to_have_attribute("aria-sort", "ascending")
    assert names(page) == ["BASE", "C", "D", "B", "A"]
    system = table.get_by_role("columnheader", name="System")
    press(system.get_by_role("link"))
    expect(system).to_have_attribute("aria-sort", "ascending")
    assert names(page) == ["A", "B", "BASE", "C", "D"]
    page.go_back()
    expect(heading).to_have_attribute("aria-sort", "ascending")


def test_a_board_is_filtered_searched_and_cut_to_columns(page: Page, board: dict[str, Run]) -> None:
    page.set_viewport_size(WIDE)  # type: ignore[arg-type]
    page.goto(address(board))
    page.get_by_role("checkbox", name="Baseline").uncheck()
    expect(page.get_by_role("row").filter(has_text="BASE")).to_have_count(0)
    page.locator("#columns > summary").press("Enter")
    page.locator("#columns").get_by_role("checkbox", name="NIST").press("Space")
    expect(page.get_by_role("columnheader", name="NIST")).to_have_count(0)
    expect(page.locator("#columns")).to_have_attribute("open", "")  # more can be chosen
    page.locator("#columns > summary").press("Enter")
    page.get_by_label("Find").press_sequentially("D")
    expect(page.locator(".board tbody tr:not(.cluster)")).to_have_count(1)
    assert names(page) == ["D"]
    expect(page.get_by_label("Find")).to_be_focused()
    page.get_by_label("Find").fill("nobody")
    expect(page.get_by_text("No system or team contains “nobody”.")).to_be_visible()


@pytest.mark.parametrize("press", [by_keyboard, by_mouse])
@pytest.mark.parametrize("size", [WIDE, PHONE])
def test_ticked_systems_are_compared(
    press: Callable[[Locator], None], size: dict[str, int], page: Page, board: dict[str, Run]
) -> None:
    page.set_viewport_size(size)  # type: ignore[arg-type]
    page.goto(address(board))
    bar = page.get_by_role("region", name="Comparison")
    expect(bar).to_be_hidden()
    for name in ("A", "C"):
        box = page.get_by_role("checkbox", name=f"Select {name}", exact=True)
        box.press("Space") if press is by_keyboard else box.click()
    expect(bar).to_contain_text("2 systems selected")
    press(bar.get_by_role("button", name="Clear"))
    expect(bar).to_be_hidden()
    for name in ("A", "C", "B"):
        page.get_by_role("checkbox", name=f"Select {name}", exact=True).check()
    if size is WIDE:  # a new order keeps what was ticked
        system = page.get_by_role("table", name=re.compile("Official results")).get_by_role(
            "columnheader", name="System"
        )
        system.get_by_role("link").click()
        expect(system).to_have_attribute("aria-sort", "ascending")
        expect(page.get_by_role("checkbox", name="Select C", exact=True)).to_be_checked()
    expect(bar).to_contain_text("3 systems selected")
    press(bar.get_by_role("button", name="Compare"))
    expect(page.get_by_role("heading", level=1)).to_have_text("A, B and C")
    expect(page.get_by_role("heading", name="Differences by BLEU")).to_be_visible()
    expect(page.locator("mark.other").nth(1)).to_contain_text("oops", ignore_case=True)


def test_on_a_phone_rows_are_cards_and_filters_fold(page: Page, board: dict[str, Run]) -> None:
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    page.goto(address(board))
    table = page.get_by_role("table", name=re.compile("Official results"))
    expect(table.get_by_role("row").filter(has_text="BASE")).to_be_visible()  # roles stay, though rows are grids
    expect(page.get_by_label("Sort by")).to_be_hidden()
    expect(page.locator(".cluster .iv").first).to_be_visible()  # each cluster repeats the axis
    button = page.get_by_role("button", name="Filters and order")
    button.click()
    expect(button).to_have_attribute("aria-expanded", "true")
    page.get_by_label("Sort by").select_option("BLEU, worst first")
    expect(page).to_have_url(re.compile("sort=-bleu"))
    expect(page.locator(".board tbody th[scope=row]").first).to_have_text("BASE")


def test_pairs_and_charts_are_at_hand(page: Page, board: dict[str, Run], tmp_path: Path) -> None:
    page.set_viewport_size(WIDE)  # type: ignore[arg-type]
    page.goto(address(board))
    figure = page.locator("#matrix")
    expect(figure.get_by_text("▲").first).to_be_visible()
    figure.get_by_role("link", name="Show p-values").click()
    expect(figure.get_by_role("link", name="Show marks")).to_be_visible()
    page.locator("#export > summary").click()
    charts = page.locator("#export [data-png]")
    expect(charts.first).to_be_visible()
    with page.expect_download() as download:
        charts.first.click()
    saved = tmp_path / "chart.png"
    download.value.save_as(saved)
    content = saved.read_bytes()
    assert content.startswith(b"\x89PNG")
    assert int.from_bytes(content[16:20], "big") == 1440  # twice the width of the drawing
    page.get_by_role("link", name="How scores are computed").click()
    expect(page.locator("#signatures")).to_be_visible()


def test_names_in_charts_are_seen_from_their_first_letter(
    page: Page, campaign: Campaign, team: Team, organiser: User, clock: Clock
) -> None:
    set_listed(campaign, actor=organiser, listed=True)
    long = ("UNIVERSITY-OF-THE-TESTS_ARA2ENG_PRIMARY", "A system whose name is much too long", "MWMWMWMWMWMWMWMWMWMWM")
    entries = [Entry(name, faults, team) for faults, name in enumerate(long, start=1)]
    runs = put_board(campaign, [*entries, Entry("BASELINE" * 5, 6, entered="baseline")], by=organiser)
    clock.move_into(campaign, "public")
    board = runs[long[0]].board_id
    page.goto(f"/campaigns/openmt/results/{board}/")
    texts = page.locator("svg.chart text")
    begins = texts.evaluate_all("(texts) => texts.map((text) => text.getBBox().x)")
    assert len(begins) >= len(long)
    assert min(begins) >= -1
