"""An organiser writes to teams: looked at, sent, taken back, sent again; the worker delivers it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from playwright.sync_api import Page, expect

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign, Team
from tests.site.browser.conftest import picture
from tests.site.conftest import Clock
from tests.site.outbox import mailed

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_reminder_is_previewed_taken_back_and_delivered(
    page: Page,
    campaign: Campaign,
    team: Team,
    owner: User,
    organiser: User,
    sign_in: Callable[[User], None],
    start_worker: Callable[[], None],
    clock: Clock,
) -> None:
    sign_in(organiser)
    page.goto(f"/campaigns/{campaign.slug}/organise/")
    page.get_by_role("link", name="Write to teams").click()
    page.get_by_label("Subject").fill("The test week starts on Monday")
    page.get_by_label("Text").fill("Dear {name},\n\nplease download the sources for {team}.")
    picture(page, "message-write")
    page.get_by_role("button", name="Preview").click()
    expect(page.get_by_text(f"Dear {owner.name},")).to_be_visible()
    expect(page.get_by_text("1 person gets this message")).to_be_visible()
    page.get_by_role("button", name="Change the message").click()
    expect(page.get_by_label("Subject")).to_have_value("The test week starts on Monday")
    page.get_by_label("Subject").fill("The test week starts on Tuesday")
    page.get_by_role("button", name="Preview").click()
    picture(page, "message-preview")
    page.get_by_role("button", name="Send to 1 person").click()
    expect(page.get_by_text("The message is on its way.")).to_be_visible()
    page.get_by_role("button", name="Take it back").click()
    expect(page.get_by_text("The message was taken back.")).to_be_visible()
    assert mailed() == []

    page.get_by_role("link", name="Write a similar message").click()
    page.get_by_role("button", name="Preview").click()
    page.get_by_role("button", name="Send to 1 person").click()
    expect(page.get_by_text("0 sent, 1 waiting")).to_be_visible()
    clock.move_on(timedelta(minutes=3))
    start_worker()
    expect(page.get_by_text("1 sent, 0 waiting")).to_be_visible()  # the page asks by itself
    picture(page, "message-sent")
    (mail,) = mailed()
    assert mail.to == [owner.email]
    assert mail.subject.endswith("The test week starts on Tuesday")
    page.get_by_role("link", name="Messages").last.click()
    expect(page.get_by_role("row").filter(has_text="Taken back")).to_have_count(1)
