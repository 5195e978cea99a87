"""A text is tried on the evaluation server, and an organiser looks at the queue; the pages change by themselves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign, Team
from bakeoff_site.jobs.choices import JobKind
from bakeoff_site.jobs.execution import work_off
from bakeoff_site.jobs.services import claim, enqueue, renew
from bakeoff_site.scoring.services.trials import ask_trial
from tests.site.browser.conftest import picture
from tests.site.scoring.conftest import campaign, team  # noqa: F401
from tests.site.scoring.world import EXAMPLES, OUTPUTS, put_data, put_news, put_run

pytestmark = pytest.mark.django_db(transaction=True)
SignIn = Callable[[User], None]


def test_a_text_is_tried_and_its_scores_appear(
    page: Page,
    campaign: Campaign,  # noqa: F811
    owner: User,
    sign_in: SignIn,
) -> None:
    put_data(campaign, "source", EXAMPLES / "source.xml", test_set="tune")
    put_data(campaign, "reference", EXAMPLES / "references.xml", test_set="tune")
    sign_in(owner)
    page.goto("/campaigns/small/")
    page.get_by_role("link", name="Evaluate").click()
    expect(page.get_by_text("You have not tried a text yet")).to_be_visible()
    page.get_by_label("Choose a file").set_input_files(OUTPUTS["aster"])
    page.get_by_role("button", name="Score it").click()
    expect(page.get_by_text("Being scored", exact=True)).to_be_visible()
    picture(page, "trial-waits")
    assert work_off("w") == 1
    expect(page.get_by_text("case+punc", exact=True)).to_be_visible()  # without loading the page again
    expect(page.get_by_text("Being scored", exact=True)).to_be_hidden()
    page.get_by_label("Choose a file").set_input_files(
        {"name": "short.txt", "mimeType": "text/plain", "buffer": b"one\n"}
    )
    page.get_by_role("button", name="Score it").click()
    work_off("w")
    expect(page.get_by_text("short.txt (run short): expected")).to_be_visible()
    picture(page, "trials")


def test_back_to_pages_that_renewed_themselves_shows_them_completely(
    page: Page,
    campaign: Campaign,  # noqa: F811
    organiser: User,
    sign_in: SignIn,
) -> None:
    put_data(campaign, "source", EXAMPLES / "source.xml", test_set="tune")
    put_data(campaign, "reference", EXAMPLES / "references.xml", test_set="tune")
    slot: dict[str, Any] = {"track": "mt", "language_pair": "de-en", "test_set": "tune"}
    trial = ask_trial(campaign, **slot, name="aster.xml", chunks=[OUTPUTS["aster"].read_bytes()], by=organiser)
    sign_in(organiser)
    for address in (f"evaluate/{trial.pk}/", "organise/jobs/"):
        page.goto(f"/campaigns/small/{address}")
        heading = page.get_by_role("heading", level=1).inner_text()
        page.wait_for_event("response", predicate=lambda answer: "hx-request" in answer.request.headers)
        page.goto("/campaigns/small/")
        page.go_back()
        expect(page.get_by_role("heading", level=1)).to_have_text(heading)
        expect(page.get_by_role("banner")).to_be_visible()


def test_the_queue_shows_progress_and_failures(
    page: Page,
    campaign: Campaign,  # noqa: F811
    team: Team,  # noqa: F811
    organiser: User,
    sign_in: SignIn,
) -> None:
    put_news(campaign)
    bad = put_run(campaign, b"one\n", by=organiser, name="TESTS contrast", team=team, system_type="contrast")
    runs = [put_run(campaign, OUTPUTS[name], by=organiser, name=name, team=team) for name in ("aster", "cedar")]
    for run in (bad, *runs):
        enqueue(JobKind.SCORE_RUN, run.pk, campaign_id=campaign.pk)
    work_off("w", most=1)
    job = claim("w")
    assert job is not None
    renew(job, done=1, total=4)
    sign_in(organiser)
    page.goto("/campaigns/small/organise/jobs/")
    bar = page.get_by_role("progressbar", name="Progress of score aster")
    expect(bar).to_have_attribute("value", "25")
    picture(page, "jobs")
    renew(job, done=3, total=4)
    expect(bar).to_have_attribute("value", "75")  # without loading the page again
    page.get_by_role("button", name="Try again to score TESTS contrast").click()
    expect(page.get_by_text("It will be tried again.")).to_be_visible()
    expect(page.get_by_role("heading", name="Failed")).to_have_count(0)
