"""An organiser imports judgments that were made elsewhere: refused with lines, checked, imported, withdrawn."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.judging.models import Task
from tests.site.browser.test_judging import check_looks, let_in
from tests.site.judging.test_imports import pearmut
from tests.site.judging.world import SYSTEMS, judged_campaign, planned_task

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def campaign(transactional_db: None, settings: Any, tmp_path: Any) -> Campaign:
    settings.DATA_FOLDER = tmp_path
    return judged_campaign()


@pytest.fixture
def task(campaign: Campaign, organiser: User) -> Task:
    return planned_task(campaign, "scores", by=organiser)


def test_a_file_is_refused_corrected_imported_and_withdrawn(
    page: Page, expect_status: Callable[[int, str], None], task: Task, organiser: User, live_server: LiveServer
) -> None:
    let_in(page, organiser, live_server)
    address = reverse("judging:imports", args=[task.campaign.slug, task.slug])
    page.goto(address)
    check_looks(page, "imports-none")

    def upload(content: bytes) -> None:
        page.get_by_label("File of judgments").set_input_files(
            {"name": "results.jsonl", "mimeType": "text/plain", "buffer": content}
        )
        page.get_by_role("button", name="Check the file").press("Enter")

    expect_status(422, address)
    upload(pearmut(tgt=dict.fromkeys(SYSTEMS, "x" * 300)))
    refused = page.get_by_role("alert")
    expect(refused).to_contain_text("Nothing was imported")
    expect(page.get_by_role("main")).to_contain_text("results.jsonl, line 2: expected the output of DELTA as")
    check_looks(page, "imports-refused")
    upload(pearmut())
    expect(page.get_by_role("heading", name="Import results.jsonl?")).to_be_visible()
    check_looks(page, "imports-checked")
    page.get_by_role("button", name="Import").press("Enter")
    row = page.get_by_role("row", name="results.jsonl")
    expect(row).to_contain_text("Counts")
    row.locator("summary").press("Enter")
    row.get_by_label("Reason").fill("a trial")
    check_looks(page, "imports-counted")
    row.get_by_role("button", name="Withdraw").press("Enter")
    expect(page.get_by_role("row", name="results.jsonl")).to_contain_text("Withdrawn")
    check_looks(page, "imports-withdrawn")
