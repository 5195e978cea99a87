"""An organiser uploads the scores of a metric that the board has named as missing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign, Team
from bakeoff_site.jobs.execution import work_off
from tests.site.browser.conftest import picture
from tests.site.results.boards import Entry, put_board

pytestmark = pytest.mark.django_db(transaction=True)


def test_from_the_missing_metric_to_its_scores(
    page: Page, campaign: Campaign, team: Team, organiser: User, sign_in: Callable[[User], None], tmp_path: Path
) -> None:
    campaign.rulebook_content["evaluation"]["outside"] = ["comet"]
    campaign.save()
    runs = put_board(campaign, [Entry("A", 1, team), Entry("B", 3, team)], by=organiser)
    sign_in(organiser)
    page.goto(f"/campaigns/openmt/results/{runs['A'].board_id}/")
    expect(page.get_by_text("COMET: no score. It is not computed here")).to_be_visible()
    picture(page, "board-missing")
    page.get_by_role("link", name="Upload scores of comet").click()
    file = tmp_path / "comet.tsv"
    file.write_text("system\tscore\nA\t0.9\nC\t0.8\n", encoding="utf-8")
    page.get_by_label("Choose a file").set_input_files(file)
    page.get_by_role("button", name="Upload").click()
    complaint = page.get_by_role("alert")
    expect(complaint).to_contain_text("comet.tsv, line 3")
    picture(page, "score-files-fault")
    page.set_viewport_size({"width": 390, "height": 800})
    starts = complaint.locator("dt").evaluate_all("(each) => each.map((term) => term.getBoundingClientRect().left)")
    assert len(set(starts)) == 1  # below each other on phones, too
    page.set_viewport_size({"width": 1280, "height": 900})
    file.write_text("system\tscore\nA\t0.9\nB\t0.8\n", encoding="utf-8")
    page.get_by_label("Choose a file").set_input_files(file)
    page.get_by_role("button", name="Upload").click()
    expect(page.get_by_text("comet.tsv is uploaded: COMET scores of 2 systems.")).to_be_visible()
    picture(page, "score-files")
    work_off("test")
    page.goto(f"/campaigns/openmt/results/{runs['A'].board_id}/")
    expect(page.get_by_role("columnheader", name="comet")).to_be_visible()
    picture(page, "board-with-comet")
