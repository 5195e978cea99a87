"""What people see when there was too much of something: attempts, requests, files."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Page

from bakeoff_site.accounts import access
from bakeoff_site.accounts.models import Attempts, User
from bakeoff_site.campaigns.models import Campaign, Team
from bakeoff_site.core.http.limits import Allowance
from bakeoff_site.core.storage import disk_space
from bakeoff_site.core.storage.disk_space import Space
from tests.site.browser.conftest import picture, sign_in_by_form, sign_in_on
from tests.site.conftest import Clock
from tests.site.world import World

pytestmark = pytest.mark.django_db(transaction=True)
Visit = Callable[[], Page]


def test_attempts_on_an_account_are_seen_by_who_has_it_and_by_administrators(
    visit: Visit, owner: User, administrator: User
) -> None:
    thief = visit()
    thief.complaints.expect(429, "/account/sign-in/")  # type: ignore[attr-defined]
    for address in [owner.email] * 6 + ["nobody@example.org", "some.one@example.org"]:
        thief.goto("/account/sign-in/")
        thief.get_by_label("Email").fill(address)
        thief.get_by_label("Password").fill("a guess of many")
        thief.get_by_role("button", name="Sign in").click()
        thief.locator(".errorlist").wait_for()
    at_home, overseeing = visit(), visit()
    sign_in_on(overseeing, administrator)
    overseeing.goto("/account/log/")
    overseeing.get_by_role("link", name="Failed sign-ins").click()
    overseeing.get_by_text(owner.email).wait_for()
    assert overseeing.get_by_text("no such account:").is_visible()
    assert overseeing.get_by_text("1 more refused").is_visible()
    picture(overseeing, "failures")
    overseeing.get_by_label("Person or network address").fill("nobody at all")
    overseeing.get_by_role("button", name="Show").click()
    overseeing.get_by_text("No failed attempt matches").wait_for()
    Attempts.objects.all().delete()  # the pause is over
    sign_in_by_form(at_home, owner)
    at_home.goto("/account/history/")
    assert at_home.get_by_text("paused").is_visible()
    assert at_home.get_by_text("New browser", exact=True).is_visible()
    picture(at_home, "history")


def test_who_asks_for_too_much_sees_why_nothing_comes(
    page: Page,
    sign_in: Callable[[User], None],
    make_world: Any,
    expect_status: Callable[[int, str], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    world: World = make_world("public")
    sign_in(world.people["owner"])
    address = reverse("results:compare", args=[world.campaign.slug])
    runs = world.runs
    page.goto(f"{address}?first={runs['TESTS'].pk}&second={runs['BASE'].pk}")
    monkeypatch.setattr(access, "BY_PERSON", Allowance(1, 3600))
    expect_status(429, address)
    page.reload()
    page.locator("form.filters select").first.dispatch_event("change")
    page.get_by_role("heading", name="Too many requests").wait_for()
    picture(page, "too-many")


def test_a_full_disk_is_told_before_and_while_it_is_full(
    visit: Visit, campaign: Campaign, team: Team, owner: User, organiser: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    organising = visit()
    sign_in_on(organising, organiser)
    for free, words in ((3, "Soon packages"), (1, "are refused")):
        found = Space(free * 2**29, 2**30)
        monkeypatch.setattr("bakeoff_site.campaigns.selectors.dashboard.space", lambda found=found: found)
        organising.goto(reverse("campaigns:dashboard", args=[campaign.slug]))
        assert words in organising.get_by_text("The disk of the server is nearly full").inner_text()
        picture(organising, f"dashboard-{free}")


def test_a_package_for_which_there_is_no_room_is_refused_with_what_to_do(
    visit: Visit, team: Team, owner: User, clock: Clock, settings: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Any
) -> None:
    clock.move_into(team.campaign, "dry-run")
    settings.DATA_FOLDER = tmp_path / "data"
    settings.MAX_TEAM_BYTES = 1000
    file = tmp_path / "package.tgz"
    file.write_bytes(bytes(1500))
    page = visit()
    sign_in_on(page, owner)
    page.goto(reverse("submissions:submit", args=[team.campaign.slug, team.pk]))
    begin = reverse("submissions:start", args=[team.campaign.slug, team.pk])
    page.complaints.expect(400, begin)  # type: ignore[attr-defined]
    page.complaints.expect(507, begin)  # type: ignore[attr-defined]
    page.get_by_label("Choose files").set_input_files(str(file))
    refusal = page.locator("[data-uploads]")
    refusal.get_by_text("ask the organisers for more room").wait_for()
    monkeypatch.setattr(disk_space, "space", lambda: Space(10, 2**30))
    page.get_by_role("button", name="Try again").click()
    refusal.get_by_text("The disk of the server is nearly full").wait_for()
    picture(page, "no-space")
