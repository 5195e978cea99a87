"""A real browser against a real server."""

from __future__ import annotations

import os
import shutil
import threading
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.db import connections
from django.test import Client
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Request,
    Response,
    expect,
    sync_playwright,
)
from pytest_django.live_server_helper import LiveServer

from bakeoff_site.accounts.models import User
from bakeoff_site.jobs.worker import Worker
from tests.site.people import PASSWORD

BROWSERS = ("chromium-headless-shell", "chromium")
"""One engine in two programs; the first has no window to draw, so it takes half the processor time."""
SCRIPT = Path(__file__).with_name("accessibility.js")
PATIENCE_MS = 60_000
"""How long a journey waits for what must appear. A busy machine is slow; that alone fails no test."""
expect.set_options(timeout=PATIENCE_MS)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Debian's Chromium without a window; one for each process of tests."""
    program = next(filter(None, map(shutil.which, BROWSERS)), None)
    if program is None:
        pytest.skip("left out: browser journeys (apt install chromium-headless-shell)")
    # Playwright runs a loop in this thread, by which Django believes that all queries come from asynchronous code.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    # For the same reason it gives this thread other connections while the loop runs: those of before and of the loop
    # are closed here, or the database could not be dropped.
    connections.close_all()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=program, args=["--no-sandbox", "--disable-background-networking"]
        )
        yield browser
        browser.close()
        connections.close_all()
    del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]


class Complaints:
    """What a browser finds wrong while a journey lasts. A journey that means to meet an error page expects it."""

    def __init__(self, page: Page, server: str) -> None:
        self.server = server
        self._home = urlsplit(server).netloc
        self._page = page
        self._expected: set[tuple[int, str]] = set()
        self._loses_network = False
        self.found: list[str] = []
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.found.append(f"script: {error}"))
        page.on("request", self._request)
        page.on("requestfailed", self._failure)
        page.on("response", self._response)

    def expect_lost_network(self) -> None:
        """Requests may fail from now on."""
        self._loses_network = True

    def expect(self, status: int, path: str) -> None:
        """A page may answer with this status."""
        self._expected.add((status, path))

    def _console(self, message: ConsoleMessage) -> None:
        # What did not arrive is told by its request or response.
        if message.type == "error" and not message.text.startswith("Failed to load resource"):
            self.found.append(f"console: {message.text} ({urlsplit(self._page.url).path})")

    def _request(self, request: Request) -> None:
        address = urlsplit(request.url)
        if address.scheme not in ("data", "blob", "about") and address.netloc != self._home:
            self.found.append(f"request to elsewhere: {request.url}")

    def _failure(self, request: Request) -> None:
        # The browser itself gives up what it loads when it is sent elsewhere, and a page that turns out a download.
        if request.failure != "net::ERR_ABORTED" and not self._loses_network:
            self.found.append(f"request failed: {request.url}: {request.failure}")

    def _response(self, response: Response) -> None:
        path = urlsplit(response.url).path
        if response.status >= 400 and (response.status, path) not in self._expected:
            self.found.append(f"status {response.status}: {response.url}")


@pytest.fixture
def visit(browser: Browser, live_server: LiveServer) -> Iterator[Callable[..., Page]]:
    """Opens pages, each in a browser that nobody has used, on a device as its options say.

    At the end nothing may have gone wrong in what they showed.

    Every page is looked at for names, labels, headings, contrast in light and in dark, and visible focus.
    """
    pages: list[tuple[Page, Complaints]] = []

    def visit(**device: Any) -> Page:
        context = browser.new_context(base_url=live_server.url, **device)
        context.add_init_script(path=SCRIPT)
        page = context.new_page()
        page.set_default_timeout(PATIENCE_MS)
        complaints = Complaints(page, live_server.url)
        page.complaints = complaints  # type: ignore[attr-defined]
        pages.append((page, complaints))
        return page

    yield visit
    for page, _ in pages:
        if not page.is_closed():
            page.wait_for_load_state()
            page.context.close()
    assert [complaint for _, complaints in pages for complaint in complaints.found] == []


@pytest.fixture
def start_worker(transactional_db: None) -> Iterator[Callable[[], None]]:
    """Starts a worker beside the server, as `bakeoff worker` has it; it works until the journey ends."""
    before = set(threading.enumerate())
    worker = Worker()
    thread = threading.Thread(target=worker.run, name="worker")
    yield thread.start
    worker.stop()
    if thread.ident is not None:
        thread.join()
    for each in set(threading.enumerate()) - before:
        if each.name == "periodic":  # the worker leaves them to the end of its process
            each.join()


@pytest.fixture
def page(visit: Callable[[], Page]) -> Page:
    """The page of a journey that one person makes."""
    return visit()


@pytest.fixture
def expect_status(page: Page) -> Callable[[int, str], None]:
    """Says that a page will answer with an error, as the journey means it to."""
    return page.complaints.expect  # type: ignore[attr-defined,no-any-return]


@pytest.fixture
def sign_in(page: Page) -> Callable[[User], None]:
    """Lets a person in; the next page that is opened is theirs."""
    return lambda user: sign_in_on(page, user)


def sign_in_on(page: Page, user: User) -> None:
    """Lets a person in on one of several pages that `visit` opened. It is twice as fast as the form, which
    `test_campaign_journey.py` fills in."""
    let_in(page.context, user, page.complaints.server)  # type: ignore[attr-defined]


def let_in(context: BrowserContext, user: User, server: str) -> None:
    """Gives a browser the session of somebody who has signed in."""
    client = Client()
    client.force_login(user)
    context.add_cookies([{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": server}])


def sign_in_by_form(page: Page, user: User) -> None:
    """Signs a person in as people do."""
    page.goto("/account/sign-in/")
    page.get_by_label("Email").fill(user.email)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    page.get_by_text(str(user), exact=True).first.wait_for(state="attached")


def picture(page: Page, name: str) -> None:
    """Where `BAKEOFF_PICTURES` names a folder: the page wide and narrow, light and dark."""
    if folder := os.environ.get("BAKEOFF_PICTURES"):
        Path(folder).mkdir(parents=True, exist_ok=True)
        for width, scheme in product((390, 1280), ("dark", "light")):
            page.set_viewport_size({"width": width, "height": 900})
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            page.screenshot(path=f"{folder}/{name}-{width}-{scheme}.png", full_page=True)
