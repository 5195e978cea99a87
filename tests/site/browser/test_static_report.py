"""The static pages of a report in a browser: without a network, on phones, in light and dark."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser

from bakeoff.reports.campaign_report.contents import report_document
from bakeoff.reports.campaign_report.pages.site import site_files
from tests.depth import THOROUGH
from tests.reports.campaign_report.campaigns import campaign

SHOWN = ("index.html", "participants.html", "automatic.html")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The pages of a campaign with names in several scripts, and long ones."""
    folder = tmp_path_factory.mktemp("report")
    prose = {"summary": "## What we found\n\n| a | b |\n|---|--:|\n| 1 | 2 |\n\nSee [all teams](#participants)."}
    for name, text in site_files(report_document(campaign("openmt2012"), prose=prose)).items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 320)])
def test_pages_need_no_network_never_scroll_sideways_and_have_no_faults_that_axe_finds(
    browser: Browser, folder: Path, scheme: Literal["light", "dark"], width: int
) -> None:
    context = browser.new_context(color_scheme=scheme, viewport={"width": width, "height": 800}, offline=True)
    page = context.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    names = sorted(path.name for path in folder.glob("*.html")) if THOROUGH else SHOWN
    for name in names:
        page.goto((folder / name).as_uri())
        assert page.evaluate("document.documentElement.scrollWidth") <= width, name
        found = Axe().run(page).response["violations"]
        assert [(each["id"], each["nodes"][0]["html"]) for each in found] == [], name
    assert {url.split(":")[0] for url in asked} == {"file"}
    context.close()


def test_links_lead_from_prose_to_the_table(browser: Browser, folder: Path) -> None:
    context = browser.new_context(offline=True)
    page = context.new_page()
    page.goto((folder / "index.html").as_uri())
    page.get_by_role("link", name="all teams").click()
    page.wait_for_url("**/participants.html#participants")
    assert page.locator("figure#participants").is_visible()
    context.close()
