"""Makes the pictures of the documentation from the real pages of `bakeoff demo`.

Usage: .venv/bin/python .ci/pictures.py [--folder docs/assets/pictures] [--every]

It makes the demo in a folder of its own, serves it, signs in as the people of the demo, and takes the pictures that the
documentation shows. With `--every` it takes all pages of the list at 1280 and 390 pixels, light and dark, to look at.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).parent.parent
PASSWORD = "demonstration only"
_SECONDS = 180
_FLAGS = ("--no-sandbox", "--disable-background-networking", "--disable-gpu")


@dataclass(frozen=True)
class Picture:
    """A page of the demo, as somebody sees it."""

    name: str
    path: str
    who: str = ""
    """Whose email address it is, before the @; nobody signs in without."""
    height: int = 900
    is_shown: bool = False
    """Whether the documentation shows it."""


PICTURES = (
    Picture("home", "/", is_shown=True),
    Picture("campaign", "/campaigns/demo-open/", is_shown=True),
    Picture("campaign-team", "/campaigns/demo-open/", who="aster"),
    Picture("create", "/new-campaign/from/wmt/", who="organiser", is_shown=True),
    Picture("dashboard", "/campaigns/demo-open/organise/", who="organiser", is_shown=True),
    Picture("teams", "/campaigns/demo-open/organise/teams/", who="organiser"),
    Picture("messages", "/campaigns/demo-open/organise/messages/write/", who="organiser"),
    Picture("log", "/campaigns/demo-open/organise/log/", who="organiser"),
    Picture("submit", "/campaigns/demo-open/", who="aster", is_shown=True),
    Picture("judge", "/campaigns/demo-open/judging/rank-translations/", who="fern", is_shown=True, height=800),
    Picture("my-judging", "/judging/", who="fern", is_shown=True, height=420),
    Picture("judging-plan", "/campaigns/demo-open/organise/judging/plan/", who="organiser", is_shown=True, height=1150),
    Picture("human-board", "/campaigns/demo/results/human/demo-ranking/de-en/general/"),
    Picture("judging-live", "/campaigns/demo-open/organise/judging/rank-translations/", who="organiser", is_shown=True),
    Picture("board", "/campaigns/demo/results/1/", is_shown=True, height=1250),
    Picture("results", "/campaigns/demo/results/"),
    Picture("rules", "/campaigns/demo/rules/"),
    Picture("data", "/campaigns/demo/data/", who="aster"),
    Picture("register", "/campaigns/demo-open/register/", who="fern"),
    Picture("register-visitor", "/campaigns/demo-open/register/"),
    Picture("sign-in", "/account/sign-in/?next=/campaigns/demo-open/register/"),
    Picture("sign-up", "/account/sign-up/"),
    Picture("reset", "/account/reset/"),
    Picture("mail-sent", "/account/mail-sent/"),
    Picture("dead-link", "/account/verify/nothing/"),
    Picture("profile", "/account/", who="aster"),
    Picture("history", "/account/history/", who="aster"),
    Picture("new-token", "/account/tokens/new/", who="aster"),
    Picture("second-factor", "/account/second-factor/", who="aster"),
    Picture("my-teams", "/my-teams/", who="aster"),
    Picture("people", "/campaigns/demo-open/organise/people/", who="organiser"),
    Picture("undelivered", "/campaigns/demo-open/organise/mails/", who="organiser"),
    Picture("files", "/campaigns/demo-open/data/manage/", who="organiser"),
    Picture("add-file", "/campaigns/demo-open/data/manage/add/", who="organiser"),
    Picture("downloads", "/campaigns/demo-open/data/manage/downloads/", who="organiser"),
    Picture("delete", "/campaigns/demo-open/organise/delete/", who="organiser"),
    Picture("adjudication", "/campaigns/demo/adjudication/", who="organiser"),
    Picture("accounts-log", "/account/log/", who="organiser"),
    Picture("archived", "/archived/"),
    Picture("api", "/api/v1/"),
    Picture("accessibility", "/accessibility/"),
    Picture("privacy", "/privacy/"),
    Picture("not-found", "/nothing/"),
    Picture("not-allowed", "/account/sign-out/"),
    Picture("no-access", "/campaigns/demo/organise/", who="aster"),
    Picture("invitation-unknown", "/invitations/nothing/"),
)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--folder", type=Path, default=ROOT / "docs" / "assets" / "pictures")
    options.add_argument("--every", action="store_true", help="all pages, sizes and themes")
    given = options.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="bakeoff-pictures-") as work, served_demo(Path(work)) as site:
        programs = map(shutil.which, ("chromium-headless-shell", "chromium"))
        chromium = next(filter(None, programs), None) or sys.exit("Pictures need Chromium: make system")
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium, args=list(_FLAGS))
            for picture in PICTURES:
                if given.every or picture.is_shown:
                    _take(browser, picture, site, given.folder, every=given.every, samples=Path(work) / "demo")


@contextmanager
def served_demo(work: Path) -> Iterator[str]:
    """The address of a demo that is served until the end."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "bakeoff", "demo", "--folder", str(work / "demo"), "--serve", "--port", str(port)]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("BAKEOFF_")}
    server = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)
    site = f"http://localhost:{port}"
    try:
        _wait_for(site, server)
        yield site
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait(60)


def _wait_for(site: str, server: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + _SECONDS
    while time.monotonic() < end:
        if server.poll() is not None:
            sys.exit("The demo ended before it could be looked at.")
        try:
            if httpx.get(f"{site}/healthz", trust_env=False).status_code == httpx.codes.OK:
                return
        except httpx.TransportError:
            time.sleep(0.2)
    sys.exit(f"The demo was not served within {_SECONDS} seconds.")


def _take(browser: Browser, picture: Picture, site: str, folder: Path, *, every: bool, samples: Path) -> None:
    looks: list[tuple[int, Any]] = [(1280, "light")]
    if every:
        looks = [(width, theme) for width in (1280, 390) for theme in ("light", "dark")]
    for width, theme in looks:
        context = browser.new_context(
            viewport={"width": width, "height": picture.height},
            color_scheme=theme,
            locale="en-GB",
            reduced_motion="reduce",
        )
        page = context.new_page()
        if picture.who:
            _sign_in(page, site, f"{picture.who}@demo.example")
        page.goto(site + picture.path)
        if picture.name == "submit":
            _add_files(page, samples / "sample-packages")
        if picture.name == "judge":
            _judge(page)
        if picture.name == "judging-plan":
            page.get_by_label("Ranking of translations").check()
            page.get_by_role("button", name="Continue").click()
            page.get_by_role("button", name="Look at the plan").last.click()
        page.wait_for_load_state("networkidle")
        name = f"{picture.name}-{width}-{theme}.png" if every else f"{picture.name}.png"
        page.screenshot(path=folder / name, full_page=every)
        print(folder / name, flush=True)
        context.close()


def _sign_in(page: Page, site: str, email: str) -> None:
    page.goto(f"{site}/account/sign-in/")
    page.get_by_label("Email").fill(email)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name="Sign in").click()


def _add_files(page: Page, samples: Path) -> None:
    """Adds a package with wrong names, so that there is something to fix."""
    page.get_by_role("main").get_by_role("link", name="Submit a run").first.click()
    page.locator("input[type=file]").set_input_files(samples / "wrong-names.zip")
    page.get_by_text("Fix for me").first.wait_for(timeout=60_000)


def _judge(page: Page) -> None:
    """Answers screens, so that there is a ranking to look at, and two translations of the next one."""
    agrees = page.get_by_label("I have read this and agree")
    if agrees.count():
        agrees.check()
    page.get_by_role("button", name="judging").click()
    for number in range(6):
        _wait_for_screen(page, number)
        for key in ("1", "2", "3"):
            page.keyboard.press(key)
        page.get_by_role("button", name="Save and continue").click()
    _wait_for_screen(page, 6)
    page.keyboard.press("2")
    page.keyboard.press("1")


def _wait_for_screen(page: Page, answered: int) -> None:
    """The screen after as many; the judge may know how many there are about."""
    page.get_by_text(re.compile(rf"^{answered} (answered|of about \d+)")).first.wait_for()
    page.wait_for_load_state()  # only then have all scripts run that take keys


if __name__ == "__main__":
    main()
