"""`bakeoff demo` that is served: what it makes and prints, and what a first visit costs as `bakeoff serve` sends it:
bytes, requests, and whether anything jumps. Both look at one demo, which takes a quarter of a minute to make."""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import httpx
import pytest
from playwright.sync_api import Browser, ConsoleMessage

from bakeoff_site.commands.installation.file_permissions import DATABASE_FILE
from bakeoff_site.demonstration.teams import ENTRANTS
from tests.site.commands.conftest import find_port, installation_of_several_tests, stopped, wait_until_healthy
from tests.site.commands.installation.test_file_permissions import rights

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


@dataclass(frozen=True)
class Demo:
    """A demo that is served as it would be in earnest."""

    folder: Path
    address: str
    said: str


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Demo]:
    with installation_of_several_tests(tmp_path_factory) as installation:
        port = find_port()
        command = [sys.executable, "-m", "bakeoff", "demo", "shown", "--serve", "--port", str(port)]
        server = installation.start_command(command)
        wait_until_healthy(server, port, seconds=240)
        yield Demo(installation.folder / "bakeoff-demo", f"http://localhost:{port}/", server.said)
        assert stopped(server)[0] == 0


@pytest.mark.long
def test_made_printed_and_served(demo: Demo) -> None:
    with httpx.Client(base_url=demo.address, trust_env=False, timeout=60) as visitor:
        overview = visitor.get("/campaigns/shown/results/").text
        api = visitor.get("/api/v1/campaigns/shown/boards").json()
        [human] = visitor.get("/api/v1/campaigns/shown/human-boards").json()["items"]
        judged = visitor.get("/campaigns/shown/results/human/demo-ranking/de-en/general/").text
        still_open = visitor.get("/campaigns/shown-open/").text
    report = demo.folder / "report"
    wait_for(report / "shown-release.zip", seconds=120)  # it is written while the site is served
    assert 'campaigns/shown-open/register/">Sign in to register' in still_open
    assert (human["evaluation"], human["judges"], human["is_public"]) == ("demo-ranking", 4, True)
    assert "Between judges" in judged
    assert f"The report of the finished campaign is written now: bakeoff-demo/{report.name}/index.html" in demo.said
    scores, participants = (
        (report / f"{name}.html").read_text(encoding="utf-8") for name in ("automatic", "participants")
    )
    for entrant in ENTRANTS:
        assert f"{entrant.team}_primary" in demo.said
        assert f"{entrant.team}_primary" in scores
        assert entrant.name in participants
        assert entrant.name in overview
    addresses = re.findall(r"^  (http://\S+)", demo.said, re.MULTILINE)
    site = demo.address
    assert addresses == [site, f"{site}campaigns/shown/results/", f"{site}campaigns/shown-open/"]
    assert "organiser@demo.example" in demo.said
    first, *_ = (line for line in demo.said.splitlines() if "_primary" in line)
    assert first.startswith("1–2 ")
    assert "ASTER_primary" in first
    assert len(api["items"]) == 1
    assert rights(demo.folder / DATABASE_FILE) == 0o600
    assert rights(demo.folder) == 0o700


def wait_for(path: Path, *, seconds: float) -> None:
    end = time.monotonic() + seconds
    while not path.exists():
        assert time.monotonic() < end, f"{path} was not written"
        time.sleep(0.1)


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
def test_first_visits_are_small_and_calm(browser: Browser, demo: Demo) -> None:
    for path in PAGES:
        for width in (1280, 390):
            visit = first_visit(browser, urljoin(demo.address, path), width=width)
            assert sum(visit.bytes_of.values()) < MOST_BYTES, (path, visit.bytes_of)
            assert len(visit.addresses) <= MOST_REQUESTS, (path, visit.addresses)
            assert {urlsplit(address).netloc for address in visit.addresses.values()} == {urlsplit(demo.address).netloc}
            assert visit.errors == []
            assert visit.shift < MOST_SHIFT, (path, width)
