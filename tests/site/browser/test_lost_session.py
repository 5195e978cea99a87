"""Somebody's session ends while a page is open, and they press a button on it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Team
from tests.site.browser.conftest import picture
from tests.site.people import PASSWORD

pytestmark = pytest.mark.django_db(transaction=True)


def test_after_signing_in_again_they_are_back_on_the_page_of_the_button(
    page: Page, sign_in: Callable[[User], None], team: Team, owner: User
) -> None:
    address = reverse("campaigns:team", args=[team.campaign.slug, team.pk])
    sign_in(owner)
    page.goto(address)
    page.context.clear_cookies(name="sessionid")
    page.get_by_label("Address").fill("new@example.org")
    page.get_by_role("button", name="Invite").click()
    page.get_by_label("Email").fill(owner.email)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(team.name)
    assert page.url.endswith(address)
    assert not team.invitations.exists()


def test_the_address_of_a_button_says_what_it_is(
    page: Page, sign_in: Callable[[User], None], team: Team, owner: User, expect_status: Callable[[int, str], None]
) -> None:
    address = reverse("campaigns:invite", args=[team.campaign.slug, team.pk])
    expect_status(405, address)
    sign_in(owner)
    page.goto(address)
    expect(page.get_by_role("heading", level=1)).to_have_text("There is no page here")
    picture(page, "not-allowed")
    page.get_by_role("link", name="Go to the page").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(team.name)
