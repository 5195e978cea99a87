"""Every page of the table of permissions, for those who may open it: wide and narrow, in light and in dark."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

import pytest
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

from tests.site.permissions import PAGES
from tests.site.permissions.rows import Page as PageRow
from tests.site.world import Moment, Role, World

pytestmark = pytest.mark.django_db(transaction=True)

WIDE, NARROW = {"width": 1280, "height": 900}, {"width": 390, "height": 800}
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
    for address in addresses:
        page.set_viewport_size(WIDE)  # type: ignore[arg-type]
        page.goto(address)
        page.set_viewport_size(NARROW)  # type: ignore[arg-type]
        page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    assert len(set(addresses)) >= at_least


def _address(row: PageRow, world: World) -> str:
    address = reverse(row.name, kwargs=row.arguments(world))
    return f"{address}?{urlencode(row.data(world))}" if row.data(world) else address


def _is_page(client: Client, address: str) -> bool:
    """Not a file."""
    response = client.get(address)
    return response.headers["Content-Type"].startswith("text/html") and "Content-Disposition" not in response.headers
