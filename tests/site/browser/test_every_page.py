"""Every page of the table of permissions, for those who may open it: wide and narrow, in light and in dark."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import axe_playwright_python
import pytest
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

from tests.site.permissions import PAGES
from tests.site.permissions.rows import Page as PageRow
from tests.site.world import Moment, Role, World

pytestmark = pytest.mark.django_db(transaction=True)

WIDE, PHONE, NARROWEST = (
    {"width": 1280, "height": 900},
    {"width": 390, "height": 800},
    {"width": 320, "height": 640},
)
AXE = Path(axe_playwright_python.__file__).with_name("axe.min.js").read_text(encoding="utf-8")
_FIND_VIOLATIONS = """async () => {
  const rules = { type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"] };
  const found = await axe.run(document, { runOnly: rules, resultTypes: ["violations"] });
  return found.violations.filter((each) => ["serious", "critical"].includes(each.impact))
    .map((each) => `${each.id}: ${each.nodes.map((node) => node.html.slice(0, 120)).slice(0, 3).join(" ")}`);
}"""
LOOKED_AT: tuple[tuple[Role, Moment, int], ...] = (
    ("visitor", "public", 15),
    ("stranger", "registration", 12),
    ("owner", "preliminary", 30),
    ("judge", "human-assessment", 12),
    ("observer", "preliminary", 12),
    ("organiser", "preliminary", 40),
)
"""Who, when, and how many pages they see at least."""


@pytest.mark.parametrize(("role", "moment", "at_least"), LOOKED_AT)
def test_nothing_is_wrong_with_any_page(
    role: Role, moment: Moment, at_least: int, page: Page, make_world: Any, live_server: LiveServer
) -> None:
    world: World = make_world(moment)
    client = Client()
    if role != "visitor":
        client.force_login(world.people[role])
        session = {"name": "sessionid", "value": client.cookies["sessionid"].value, "url": live_server.url}
        page.context.add_cookies([session])  # type: ignore[list-item]
    addresses = [
        address
        for row in PAGES
        if row.method == "get" and row.at(moment)[role] == "shown"
        if _is_page(client, address := _address(row, world))
    ]
    violations = {}
    for address in addresses:
        page.set_viewport_size(WIDE)  # type: ignore[arg-type]
        page.goto(address)
        found = serious_violations(page)
        for size in (NARROWEST, PHONE):
            page.set_viewport_size(size)  # type: ignore[arg-type]
            page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        page.emulate_media(color_scheme="dark")
        found += serious_violations(page)
        page.emulate_media(color_scheme="light")
        if found:
            violations[address] = found
    assert violations == {}
    assert len(set(addresses)) >= at_least


def serious_violations(page: Page) -> list[str]:
    """What axe-core finds on a page as it is, beside what `accessibility.js` reports."""
    page.evaluate(AXE)
    found: list[str] = page.evaluate(_FIND_VIOLATIONS)
    return found


def _address(row: PageRow, world: World) -> str:
    address = reverse(row.name, kwargs=row.arguments(world))
    return f"{address}?{urlencode(row.data(world), doseq=True)}" if row.data(world) else address


def _is_page(client: Client, address: str) -> bool:
    """Not a file."""
    response = client.get(address)
    return response.headers["Content-Type"].startswith("text/html") and "Content-Disposition" not in response.headers
