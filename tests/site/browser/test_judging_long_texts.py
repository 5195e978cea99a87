"""Segments of hundreds of words, words without an end, and both writing directions in a line fit every screen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from bakeoff_site.accounts.models import User
from bakeoff_site.judging.models import Judgment
from tests.site.browser.test_judging import address_of, answered, check_looks, choose, let_in
from tests.site.judging import world
from tests.site.judging.world import make_judge, planned_task

pytestmark = pytest.mark.django_db(transaction=True)
PHONE = {"width": 390, "height": 844}
ADDRESS = f"https://example.org/{'a' * 200}"
SOURCE = (f"{'The committee (EU 2026/17) has decided again. ' * 60}{ADDRESS}", "The ships come home.")
TEXTS = {
    "en-ar": (f"{'قررت اللجنة (EU 2026/17) مرة أخرى. ' * 60}{ADDRESS}", "السفن تعود إلى الوطن."),
    "en-zh": (f"{'委员会又做出了决定' * 150}{ADDRESS}", "船回家了。"),
}


@pytest.mark.parametrize("code", ["ranking", "scores"])
def test_long_segments_are_answered_on_a_phone(
    code: str,
    visit: Callable[..., Page],
    organiser: User,
    live_server: LiveServer,
    settings: Any,
    tmp_path: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    settings.DATA_FOLDER = tmp_path
    monkeypatch.setattr(world, "SOURCE", SOURCE)
    monkeypatch.setattr(world, "TEXTS", TEXTS)
    judge = make_judge(planned_task(world.judged_campaign(), code, by=organiser), "Ann Able", now=timezone.now())
    page = visit(viewport=PHONE, has_touch=True, is_mobile=True)
    let_in(page, judge, live_server)
    page.goto(address_of(judge.task))
    answered(page, 0)
    assert len(page.locator("#output-A .text").first.inner_text()) > 1000
    check_looks(page, f"long-{code}")
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    if code == "scores":
        page.get_by_role("spinbutton").fill("62")
    else:
        for letter in "ABC":
            choose(page, letter, 1)
    expect(page.locator(".given .held")).to_be_in_viewport()  # the source, which scrolls in itself
    page.get_by_role("button", name="Save").tap()
    answered(page, 1)
    assert Judgment.objects.filter(judge=judge, surplus=False).count() == 1
