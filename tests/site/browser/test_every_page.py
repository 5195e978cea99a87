"""Every page of the table of permissions, for those who may open it: wide and narrow, in light and in dark."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlencode

import axe_playwright_python
import pytest
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

from tests.depth import THOROUGH
from tests.site.browser.conftest import let_in
from tests.site.permissions import PAGES
from tests.site.permissions.rows import Page as PageRow
from tests.site.permissions.rows import is_its_turn
from tests.site.world import Moment, Role, World

pytestmark = pytest.mark.django_db(transaction=True)

WIDE, PHONE, NARROWEST = (
    {"width": 1280, "height": 900},
    {"width": 390, "height": 800},
    {"width": 320, "height": 640},
)
View = Literal["wide and light", "narrow and dark"]
VIEWS: tuple[View, ...] = ("wide and light", "narrow and dark")
AXE = Path(axe_playwright_python.__file__).with_name("axe.min.js").read_text(encoding="utf-8")
_FIND_VIOLATIONS = """async (contrast) => {
  const rules = { type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"] };
  const options = { selectors: false, preload: false, rules: { "color-contrast": { enabled: contrast } } };
  const found = await axe.run(document, { runOnly: rules, resultTypes: ["violations"], ...options });
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
"""Who, when, and how many pages they see at least in a thorough run."""
SOME = 3
"""The part of them that any other run opens at least: one in three."""

SEES_MOST: Role = "organiser"


@dataclass(frozen=True)
class Visit:
    """A page that somebody opens, and the views in which axe-core looks at it and at its contrast."""

    row: PageRow
    views: tuple[View, ...]
    contrast: tuple[View, ...]


def visits_of(role: Role) -> Iterator[Visit]:
    """Every page that someone may open.

    Our own checks look at a page in all sizes, in light and in dark, and axe-core in some views. A thorough run asks
    axe-core about every page for everyone in both views, any other run once for each page and view. One view is that of
    organisers where they see the page, because they see most on it; the others take turns. Those whom axe-core leaves
    out open every fourth page. Contrast takes most of its time, and our own checks measure it in both views, so that
    axe-core measures it in one of them.
    """
    moments = {role: moment for role, moment, _ in LOOKED_AT}
    for number, row in enumerate(PAGES):
        if row.method != "get":
            continue
        seen_by = [each for each, moment in moments.items() if row.at(moment)[each] == "shown"]
        if role in seen_by:
            views = VIEWS if THOROUGH else tuple(_views(seen_by, number)[role])
            if views or is_its_turn(number, seen_by.index(role)):
                yield Visit(row, views, VIEWS if THOROUGH else (VIEWS[number % 2],))


def _views(seen_by: list[Role], number: int) -> dict[Role, list[View]]:
    """Who looks at the page of a row in which views."""
    views: dict[Role, list[View]] = {role: [] for role in seen_by}
    one, other = VIEWS if number % 2 else reversed(VIEWS)
    first = SEES_MOST if SEES_MOST in seen_by else seen_by[number % len(seen_by)]
    others = [role for role in seen_by if role != first] or [first]
    views[first].append(one)
    views[others[number // 2 % len(others)]].append(other)
    return views


def test_axe_looks_at_every_page_in_both_views() -> None:
    pages = [row for row in PAGES if any(row.at(moment)[role] == "shown" for role, moment, _ in LOOKED_AT)]
    expected = {(str(row), view) for row in pages if row.method == "get" for view in VIEWS}
    looked_at = [
        (str(visit.row), view, role) for role, *_ in LOOKED_AT for visit in visits_of(role) for view in visit.views
    ]
    assert {(row, view) for row, view, _ in looked_at} == expected
    assert {role for *_, role in looked_at} == {role for role, *_ in LOOKED_AT}


@pytest.mark.parametrize(("role", "moment", "at_least"), LOOKED_AT)
def test_nothing_is_wrong_with_any_page(
    role: Role, moment: Moment, at_least: int, page: Page, make_world: Any, live_server: LiveServer
) -> None:
    world: World = make_world(moment)
    client = Client()
    if role != "visitor":
        client.force_login(world.people[role])
        let_in(page.context, world.people[role], live_server.url)
    violations, addresses = {}, set()
    sizes = (WIDE, NARROWEST, PHONE)
    page.set_viewport_size(WIDE)  # type: ignore[arg-type]
    for visit in visits_of(role):
        if not _is_page(client, address := _address(visit.row, world)):
            continue
        addresses.add(address)
        page.goto(address)
        found = looked_at(page, visit, sizes[0])
        for size in sizes[1:]:
            page.set_viewport_size(size)  # type: ignore[arg-type]
            page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
            found += looked_at(page, visit, size)
        if found:
            violations[address] = found
        sizes = sizes[::-1]  # the next page opens in the size of this one: to change it would check this page again
    assert violations == {}
    assert len(addresses) >= (at_least if THOROUGH else at_least // SOME)


def looked_at(page: Page, visit: Visit, size: Mapping[str, int]) -> list[str]:
    """What axe-core finds, in the sizes at which it looks."""
    if size is WIDE and "wide and light" in visit.views:
        return serious_violations(page, contrast="wide and light" in visit.contrast)
    if size is PHONE and "narrow and dark" in visit.views:
        page.emulate_media(color_scheme="dark")
        found = serious_violations(page, contrast="narrow and dark" in visit.contrast)
        page.emulate_media(color_scheme="light")
        return found
    return []


def serious_violations(page: Page, *, contrast: bool = True) -> list[str]:
    """What axe-core finds on a page as it is, beside what `accessibility.js` reports."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE)
    found: list[str] = page.evaluate(_FIND_VIOLATIONS, contrast)
    return found


def _address(row: PageRow, world: World) -> str:
    address = reverse(row.name, kwargs=row.arguments(world))
    return f"{address}?{urlencode(row.data(world), doseq=True)}" if row.data(world) else address


def _is_page(client: Client, address: str) -> bool:
    """Not a file."""
    response = client.get(address)
    return response.headers["Content-Type"].startswith("text/html") and "Content-Disposition" not in response.headers
