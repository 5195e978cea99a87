"""A campaign of the rulebook `wmt`, judged by programs through HTTP and two of its documents in a real browser."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from bakeoff_site.judging.models import Judge, Judgment, Screen
from tests.site.browser.test_judging import address_of, let_in, press
from tests.site.browser.test_judging_spans import ready, rows, side
from tests.site.five_campaigns.driver import Replay
from tests.site.judging.campaigns.conftest import _full_allowance, _own_folder, _same_seed, open_campaign
from tests.site.judging.campaigns.exports import ranking_on_site_and_by_command
from tests.site.judging.campaigns.panel import Panel
from tests.site.judging.campaigns.test_wmt import CHANGES, NAMES, panel_of, replay

__all__ = ["_full_allowance", "_own_folder", "_same_seed", "open_campaign", "replay"]
pytestmark = pytest.mark.django_db(transaction=True)
IN_BROWSER = 4
"""Screens: two documents of two segments."""


def judge_documents(page: Page, panel: Panel, server: LiveServer) -> Judge:
    """Somebody marks the first word of each output by keyboard, and scores it where a score is asked."""
    panel.invite("Brigitte Browser")
    judge = Judge.objects.select_related("user", "task__campaign").get(task=panel.task)
    let_in(page, judge, server)
    page.goto(address_of(panel.task))
    for number in range(IN_BROWSER):
        expect(page.locator(".progress")).to_contain_text(f"{number} of about")
        ready(page)
        side(page).focus()
        press(page, "Home", str(1 + number % 2))
        expect(rows(page)).to_have_count(1)
        if (categories := page.get_by_label("Category of error 1")).count():
            categories.select_option(index=3)
        if (score := page.get_by_label("Score from 0 to 100", exact=True)).count():
            score.fill(str(90 - number))
        press(page, "Control+Enter")
    expect(page.locator(".progress")).to_contain_text(f"{IN_BROWSER} of about")
    return judge


@pytest.mark.long
@pytest.mark.parametrize("code", ["esa", "mqm"])
def test_what_a_browser_and_programs_judged_ranks_as_the_command_says(
    code: str, page: Page, replay: Replay, live_server: LiveServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    panel = panel_of(replay, code, changes={code: {**CHANGES, "sample": {"choice": "all"}}})
    judge = judge_documents(page, panel, live_server)
    seen = list(Screen.objects.filter(judge=judge, state="answered").order_by("number"))
    assert [each.segment % 2 for each in seen] == [0, 1] * (IN_BROWSER // 2)
    assert len({(each.segment // 2, *each.systems) for each in seen}) == IN_BROWSER // 2  # documents
    for name in ("Ann Able", "Ben Best"):
        panel.invite(name)
    assert {each.ended for each in panel.judge().values()} == {"finished"}  # with the rest of what the browser began
    result = ranking_on_site_and_by_command(panel, code, folder=tmp_path, capsys=capsys)
    [ranking] = result.rankings
    assert sorted(each.system for each in ranking.systems) == NAMES
    assert ranking.judgments >= panel.task.evaluations.get().units
    marked: list[Any] = [Judgment.objects.get(screen=each).answer for each in seen]
    assert [[each["severity"] for each in answer["spans"]] for answer in marked] == [["minor"], ["major"]] * 2
    assert [answer.get("score") for answer in marked] == ([90, 89, 88, 87] if code == "esa" else [None] * IN_BROWSER)
