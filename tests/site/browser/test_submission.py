"""A team submits with a real browser: by its script, by dropping, after a lost connection, and without scripts."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign, Signature, Team
from bakeoff_site.core.storage.files import path_of
from bakeoff_site.submissions.models import Submission
from bakeoff_site.submissions.services import receive_submission
from tests.site.conftest import PASSWORD, Clock
from tests.site.submissions.conftest import check_waiting, in_time, packed

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def signed(campaign: Campaign, team: Team, owner: User, clock: Clock, settings: Any, tmp_path: Path) -> Team:
    settings.DATA_FOLDER = tmp_path / "data"
    Team.objects.filter(pk=team.pk).update(code="NIST")
    for agreement in campaign.rules.registration.agreements:
        Signature.objects.create(team=team, agreement=agreement, signed_by=owner)
    clock.move_to(in_time(campaign, "dryrun"))
    return team


@pytest.fixture
def package(campaign: Campaign, tmp_path: Path) -> Path:
    name, data = packed(campaign, "dryrun")
    path = tmp_path / name
    path.write_bytes(data)
    return path


def test_a_package_is_sent_checked_and_withdrawn(
    page: Page, sign_in: Callable[[User], None], signed: Team, owner: User, package: Path
) -> None:
    sign_in(owner)
    page.goto(f"/campaigns/openmt/teams/{signed.pk}/submissions/")
    page.get_by_role("link", name="Submit a package").click()
    page.get_by_label("Package:", exact=True).set_input_files(package)
    page.get_by_role("button", name="Submit").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Receipt 1")
    submission = Submission.objects.get()
    assert path_of(submission.sha256).read_bytes() == package.read_bytes()
    expect(page.get_by_text(submission.sha256)).to_be_visible()
    expect(page.get_by_text("being checked")).to_be_visible()
    check_waiting()
    expect(page.get_by_text("NIST_primary", exact=True)).to_be_visible()  # the page asked by itself
    page.get_by_role("link", name="Withdraw").click()
    page.get_by_label("Why is it withdrawn?").fill("the wrong file")
    page.get_by_role("button", name="Withdraw it").click()
    expect(page.get_by_text("its runs no longer count")).to_be_visible()


def test_back_to_a_receipt_that_was_checked_shows_the_complete_page(
    page: Page, sign_in: Callable[[User], None], signed: Team, owner: User, package: Path
) -> None:
    submission = receive_submission(signed, name=package.name, chunks=[package.read_bytes()], by=owner)
    sign_in(owner)
    page.goto(f"/campaigns/openmt/teams/{signed.pk}/submissions/{submission.number}/")
    expect(page.get_by_text("being checked")).to_be_visible()
    page.wait_for_event("response", predicate=lambda answer: "hx-request" in answer.request.headers)
    check_waiting()
    expect(page.get_by_text("NIST_primary", exact=True)).to_be_visible()
    page.goto("/campaigns/openmt/")
    page.go_back()
    expect(page.get_by_role("heading", level=1)).to_have_text("Receipt 1")
    expect(page.get_by_text("NIST_primary", exact=True)).to_be_visible()


def test_a_lost_connection_is_waited_for(
    page: Page, sign_in: Callable[[User], None], signed: Team, owner: User, package: Path
) -> None:
    sign_in(owner)
    page.goto(f"/campaigns/openmt/teams/{signed.pk}/submissions/submit/")
    lost: list[str] = []

    def lose_once(route: Route) -> None:
        if route.request.method == "POST" and not lost:
            lost.append(route.request.url)
            route.abort("connectionreset")
            page.complaints.found.clear()  # type: ignore[attr-defined]
        else:
            route.continue_()

    page.route("**/submissions/uploads/*/", lose_once)
    page.get_by_label("Package:", exact=True).set_input_files(package)
    page.get_by_role("button", name="Submit").click()
    expect(page.get_by_text("The connection is lost")).to_be_visible()
    expect(page.get_by_role("heading", level=1)).to_have_text("Receipt 1")
    assert len(lost) == 1
    page.complaints.found[:] = [each for each in page.complaints.found if "ERR_CONNECTION_RESET" not in each]  # type: ignore[attr-defined]
    assert path_of(Submission.objects.get().sha256).read_bytes() == package.read_bytes()


def test_an_empty_file_is_refused_before_it_is_sent_and_nothing_says_sent(
    page: Page, sign_in: Callable[[User], None], signed: Team, owner: User
) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if request.method == "POST" else None)
    sign_in(owner)
    page.goto(f"/campaigns/openmt/teams/{signed.pk}/submissions/submit/")
    asked.clear()
    page.get_by_label("Package:", exact=True).set_input_files({"name": "a.tgz", "mimeType": "", "buffer": b""})
    page.get_by_role("button", name="Submit").click()
    expect(page.get_by_text("a.tgz is empty (0 bytes). Nothing was sent: choose another file.")).to_be_visible()
    expect(page.get_by_text("Sent", exact=True)).to_be_hidden()
    expect(page.get_by_role("button", name="Submit")).to_be_enabled()
    assert asked == []


def test_a_new_package_says_what_it_replaces_before_and_after(
    page: Page, sign_in: Callable[[User], None], signed: Team, owner: User, clock: Clock, tmp_path: Path
) -> None:
    campaign = Campaign.objects.get()
    campaign.rulebook_content["submission"]["packages"]["eval"]["resubmission"] = "replaces"
    campaign.save()
    campaign = Campaign.objects.get()
    signed = Team.objects.get(pk=signed.pk)
    for kind in ("dryrun", "eval"):
        clock.move_to(in_time(campaign, kind))
        name, data = packed(campaign, kind)
        receive_submission(signed, name=name, chunks=[data], by=owner)
        check_waiting()
    first = "OpenMT12_Eval_NIST_ara2eng_01.tgz (receipt 2, version 1, submitted 2012-04-06 10:55:12 EDT)"
    name, data = packed(campaign, "eval", version=2, change=lambda built: built.edited("says", "says again"))
    (tmp_path / name).write_bytes(data)
    sign_in(owner)
    page.goto(f"/campaigns/openmt/teams/{signed.pk}/submissions/submit/")
    expect(page.get_by_text(f"Primary, Constrained Training: your next package replaces {first}")).to_be_visible()
    page.get_by_label("Package:", exact=True).set_input_files(tmp_path / name)
    page.get_by_role("button", name="Submit").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Receipt 3")
    check_waiting()
    expect(page.get_by_text(f"Replaces {first}")).to_be_visible()
    expect(page.get_by_text("Visible from 2012-04-20 12:00:00 EDT")).to_be_visible()
    page.get_by_role("link", name="NIST_primary", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("NIST_primary")


def test_a_dropped_file_is_taken_and_a_refusal_is_shown(
    page: Page,
    sign_in: Callable[[User], None],
    signed: Team,
    owner: User,
    settings: Any,
    expect_status: Callable[[int, str], None],
) -> None:
    settings.MAX_UPLOAD_BYTES = 3
    sign_in(owner)
    page.goto(f"/campaigns/openmt/teams/{signed.pk}/submissions/submit/")
    dropped = page.evaluate_handle(
        "() => { const data = new DataTransfer(); data.items.add(new File(['large'], 'large.tgz')); return data; }"
    )
    page.dispatch_event("[data-drop]", "drop", {"dataTransfer": dropped})
    assert page.get_by_label("Package:", exact=True).evaluate("input => input.files[0].name") == "large.tgz"
    expect_status(400, f"/campaigns/openmt/teams/{signed.pk}/submissions/uploads/")
    page.get_by_role("button", name="Submit").click()
    expect(page.get_by_text("The file is too large: at most 3 bytes are taken.")).to_be_visible()
    expect(page.get_by_text("Sent", exact=True)).to_be_hidden()
    expect(page.get_by_role("button", name="Submit")).to_be_enabled()


def test_without_scripts_the_form_works(
    browser: Browser, live_server: LiveServer, signed: Team, owner: User, package: Path
) -> None:
    context = browser.new_context(base_url=live_server.url, java_script_enabled=False)
    page = context.new_page()
    page.set_default_timeout(10_000)
    page.goto("/account/sign-in/")
    page.get_by_label("Email").fill(owner.email)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    page.goto(f"/campaigns/openmt/teams/{signed.pk}/submissions/submit/")
    page.get_by_label("Package:", exact=True).set_input_files(package)
    page.get_by_role("button", name="Submit").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Receipt 1")
    check_waiting()
    page.get_by_role("link", name="reload it").click()
    expect(page.get_by_text("NIST_primary", exact=True)).to_be_visible()
    context.close()
