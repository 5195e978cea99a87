"""A mistake in a transcript is pointed out, decided on by the keyboard and applied; ranks change."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from bakeoff_site.accounts.models import User
from bakeoff_site.adjudication.models import Correction
from bakeoff_site.campaigns.models import Campaign, Team
from bakeoff_site.datasets.models import DataFile
from bakeoff_site.jobs.execution import work_off
from bakeoff_site.submissions.models import Run
from tests.site.adjudication.conftest import (  # noqa: F401
    adjudicating,
    campaign,
    propose,
    rivals,
    runs,
    store,
    talks,
    team,
)
from tests.site.browser.conftest import picture
from tests.site.conftest import Clock
from tests.site.scoring.world import put_data
from tests.site.texts import reference_xml

pytestmark = pytest.mark.django_db(transaction=True)
SignIn = Callable[[User], None]


def test_from_a_proposal_to_final_scores(
    page: Page,
    campaign: Campaign,  # noqa: F811
    talks: DataFile,  # noqa: F811
    runs: dict[str, Run],  # noqa: F811
    team: Team,  # noqa: F811
    owner: User,
    organiser: User,
    adjudicating: Clock,  # noqa: F811
    sign_in: SignIn,
) -> None:
    sign_in(owner)
    page.goto("/campaigns/small/")
    page.get_by_role("link", name="Adjudication").click()
    page.get_by_role("link", name="Propose a correction of Talks, English").click()
    page.get_by_label("Words or name of the segment").fill("ships")
    page.get_by_role("button", name="Search").click()
    page.get_by_role("link", name="t-1").click()
    page.get_by_label("What it should say").fill("we have two ships")
    page.get_by_label("Why").fill("the number")
    picture(page, "propose")
    page.get_by_role("button", name="Propose the correction").click()
    expect(page.get_by_text("The correction of segment t-1 is proposed.")).to_be_visible()
    for proposed in ("the harbour is fool", "the harbour is fell"):
        propose(talks, owner, proposed, segment="t-2", found="the harbour is full", reason="بدا لي ذلك")
    page.get_by_role("link", name="Propose a file").click()
    wrong = b"segment\told\tnew\twho\twhy\nt-9\tx\ty\t\tz\nt-1\tx\n"
    page.get_by_label("File of corrections").set_input_files(
        {"name": "c.tsv", "mimeType": "text/plain", "buffer": wrong}
    )
    page.get_by_role("button", name="Propose all corrections").click()
    expect(page.get_by_role("heading", name="Nothing was proposed: 2 mistakes")).to_be_visible()
    picture(page, "upload-mistakes")
    page.locator("details.account > summary").click()
    page.get_by_role("button", name="Sign out").click()

    sign_in(organiser)
    page.goto(f"/campaigns/small/adjudication/{talks.pk}/suggestions/?agree=2")
    expect(page.get_by_text("2 of 3 systems, 1 error each").first).to_be_visible()
    menu = page.get_by_role("navigation", name="Organise")
    expect(menu.get_by_role("link", name="Adjudication")).to_have_attribute("aria-current", "page")
    picture(page, "suggestions")
    page.get_by_role("link", name="Decide").click()
    expect(page.locator("[data-proposal]")).to_have_count(3)
    first, second, third = page.locator("[data-proposal]").all()
    page.wait_for_load_state()  # only then has the script run that takes keys
    # Elsewhere on the page the keys are nobody's.
    for key in ("j", "a", "k"):
        page.keyboard.press(key)
    expect(page.locator("[data-proposal]:focus")).to_have_count(0)
    expect(page.get_by_label("Accept").first).not_to_be_checked()
    page.get_by_role("link", name="go to the first").press("Enter")
    expect(first).to_be_focused()
    page.keyboard.press("a")
    page.keyboard.press("j")
    page.keyboard.press("r")
    page.keyboard.type("she says full, ajar")
    page.keyboard.press("Escape")
    expect(second).to_be_focused()
    page.keyboard.press("j")
    page.keyboard.press("r")
    page.keyboard.press("Escape")
    page.keyboard.press("o")
    page.keyboard.press("k")
    expect(second).to_be_focused()
    expect(third.get_by_label("Leave open")).to_be_checked()
    page.get_by_label("Reason for all proposals without a separate reason").fill("heard it")
    picture(page, "decide")
    page.get_by_role("button", name="Decide").click()
    expect(page.get_by_text("2 proposals decided.")).to_be_visible()
    assert list(Correction.objects.values_list("decision", "decision_reason")) == [
        ("accepted", "heard it"),
        ("refused", "she says full, ajar"),
        ("open", ""),
    ]
    page.get_by_role("link", name="Proposals").click()
    picture(page, "proposals")
    page.get_by_role("button", name="Apply accepted corrections").click()
    expect(page.get_by_text("all runs on it are scored again.")).to_be_visible()
    work_off("w")
    page.get_by_role("link", name="Before and after").click()
    expect(page.get_by_role("row", name="TESTS primary 9.1 0.0 -9.1 1 1")).to_be_visible()
    expect(page.get_by_role("row", name="RIVAL primary 9.1 18.2 +9.1 1 2 down 1")).to_be_visible()
    picture(page, "before-and-after")
    page.locator(".crumbs").get_by_role("link", name="Adjudication").click()
    picture(page, "references")


def test_texts_of_other_scripts(
    page: Page,
    campaign: Campaign,  # noqa: F811
    organiser: User,
    adjudicating: Clock,  # noqa: F811
    sign_in: SignIn,
) -> None:
    content = reference_xml(["今天天气很好", "قال الوزير إن السفن ستغادر", "三"], set_id="news")
    news = put_data(campaign, "reference", content, name="refs.xml", test_set="news", pair="en-zh")
    propose(news, organiser, "今天天汽很好", segment="doc-1:1", found="今天天气很好", reason="別字")
    found = "قال الوزير إن السفن ستغادر"
    propose(news, organiser, "قال الوزير إن القوارب ستغادر", segment="doc-1:2", found=found, reason="boats")
    sign_in(organiser)
    page.goto(f"/campaigns/small/adjudication/{news.pk}/")
    expect(page.locator("mark.wrong").first).to_have_text("气")
    expect(page.locator("mark.right").nth(1)).to_have_text("القوارب")
    picture(page, "scripts")
