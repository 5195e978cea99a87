"""What a first visit costs, as `bakeoff serve` sends it: bytes, requests, and whether anything jumps."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, ConsoleMessage

from tests.site.commands.conftest import (  # noqa: F401
    Installation,
    database_url,
    free_port,
    installation,
    stopped,
    wait_until_healthy,
)

MOST_BYTES = 100_000
MOST_REQUESTS = 16
MOST_SHIFT = 0.05
"""Of the layout, as browsers measure it; up to 0.1 counts as good."""
PAGES = (
    *("/", "/campaigns/shown/", "/campaigns/shown/results/", "/campaigns/shown/results/1/"),
    *("/documentation/", "/documentation/reference/commands/"),
)
_MEASURE_SHIFT = """
window.shift = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shift += entry.value;
}).observe({ type: "layout-shift", buffered: true });
"""


@dataclass
class Visit:
    """What came over the wire for one page."""

    bytes_of: dict[str, int] = field(default_factory=dict)
    addresses: dict[str, str] = field(default_factory=dict)
    errors: list[str] = field(default_factory=list)
    shift: float = 0.0


@pytest.fixture
def site(installation: Installation, free_port: Callable[[], int]) -> Iterator[str]:  # noqa: F811
    """The address of a demo that is served as it would be in earnest."""
    port = free_port()
    command = [sys.executable, "-m", "bakeoff", "demo", "shown", "--serve", "--port", str(port)]
    server = installation.start_command(command)
    wait_until_healthy(server, port, seconds=240)
    yield f"http://localhost:{port}"
    stopped(server)


def first_visit(browser: Browser, address: str, *, width: int) -> Visit:
    visit = Visit()
    context = browser.new_context(viewport={"width": width, "height": 800})
    page = context.new_page()
    network = context.new_cdp_session(page)
    network.send("Network.enable")
    network.on("Network.requestWillBeSent", lambda sent: _note_address(visit, sent))
    network.on("Network.loadingFinished", lambda done: _note_size(visit, done))
    page.on("console", lambda message: _note_error(visit, message))
    page.add_init_script(_MEASURE_SHIFT)
    page.goto(address)
    page.wait_for_load_state("networkidle")
    visit.shift = page.evaluate("window.shift")
    context.close()
    return visit


def _note_address(visit: Visit, sent: dict[str, dict[str, str]]) -> None:
    visit.addresses[str(sent["requestId"])] = sent["request"]["url"]


def _note_size(visit: Visit, done: dict[str, int]) -> None:
    visit.bytes_of[str(done["requestId"])] = done["encodedDataLength"]


def _note_error(visit: Visit, message: ConsoleMessage) -> None:
    if message.type == "error":
        visit.errors.append(message.text)


@pytest.mark.long
def test_first_visits_are_small_and_calm(browser: Browser, site: str) -> None:
    for path in PAGES:
        for width in (1280, 390):
            visit = first_visit(browser, site + path, width=width)
            assert sum(visit.bytes_of.values()) < MOST_BYTES, (path, visit.bytes_of)
            assert len(visit.addresses) <= MOST_REQUESTS, (path, visit.addresses)
            assert {urlsplit(address).netloc for address in visit.addresses.values()} == {urlsplit(site).netloc}
            assert visit.errors == []
            assert visit.shift < MOST_SHIFT, (path, width)
