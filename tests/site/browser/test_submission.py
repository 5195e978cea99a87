"""A team submits with a real browser: checked, fixed and confirmed; by mouse, keyboard and phone; without scripts."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign, Signature, Team
from bakeoff_site.core.storage.files import path_of
from bakeoff_site.datasets.models import DataFile
from bakeoff_site.submissions.models import DraftFile, Submission
from bakeoff_site.submissions.services import receive_submission
from tests.site.browser.conftest import PATIENCE_MS, picture
from tests.site.conftest import Clock
from tests.site.people import PASSWORD
from tests.site.submissions.conftest import check_drafts, check_waiting, in_time, packed, source  # noqa: F401
from tests.submissions.package_files import build

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


def open_page(page: Page, team: Team) -> None:
    page.goto(f"/campaigns/openmt/teams/{team.pk}/submissions/submit/")


def choose(page: Page, *paths: Path) -> None:
    page.get_by_label("Choose files").set_input_files(list(paths))


def card(page: Page, name: str) -> Locator:
    """The card of a file."""
    return page.get_by_role("article").filter(has=page.locator("header code").get_by_text(name, exact=True))


def fixed(page: Page, what: str) -> Locator:
    return page.locator(".what").get_by_text(f"Fixed: {what}", exact=True)


def confirm(page: Page) -> None:
    page.get_by_role("link", name="Continue to confirm").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Confirm and submit")
    page.get_by_role("button", name="Submit", exact=True).click()


def test_a_package_is_checked_confirmed_scored_and_withdrawn(
    page: Page,
    sign_in: Callable[[User], None],
    signed: Team,
    owner: User,
    package: Path,
    start_worker: Callable[[], None],
) -> None:
    start_worker()
    sign_in(owner)
    page.goto(f"/campaigns/openmt/teams/{signed.pk}/submissions/")
    page.get_by_role("link", name="Submit runs").click()
    choose(page, package)
    expect(page.get_by_text("Your package is ready")).to_be_visible()
    assert not Submission.objects.exists()
    picture(page, "submit-ready")
    confirm(page)
    expect(page.get_by_role("heading", level=1)).to_have_text("Receipt 1")
    submission = Submission.objects.get()
    assert path_of(submission.sha256).read_bytes() == package.read_bytes()
    expect(page.get_by_text(submission.sha256)).to_be_visible()
    expect(page.get_by_text("NIST_primary", exact=True)).to_be_visible()  # the page asked by itself
    picture(page, "receipt")
    page.get_by_role("link", name="Withdraw").click()
    page.get_by_label("Why is it withdrawn?").fill("the wrong file")
    picture(page, "withdraw")
    page.get_by_role("button", name="Withdraw it").click()
    expect(page.get_by_text("Receipt 1 is withdrawn; its runs no longer count.")).to_be_visible()


@pytest.fixture
def broken(campaign: Campaign, tmp_path: Path) -> list[Path]:
    """Two runs with names that are not quite right, one of which also names another system."""
    built = build(campaign.rules, "dryrun", language_pair="ara2eng", systems=[("primary", "cn"), ("contrast1", "cn")])
    paths = []
    for name, data in built.package.files.items():
        path = tmp_path / name.rpartition("/")[2].replace("_cn_", "_CN_")
        path.write_bytes(data.replace(b"NIST_ara2eng_primary_cn", b"mine"))
        paths.append(path)
    return paths


def test_plain_text_is_put_into_xml_on_request(
    page: Page,
    sign_in: Callable[[User], None],
    signed: Team,
    owner: User,
    campaign: Campaign,
    source: Callable[[str], DataFile],  # noqa: F811
    start_worker: Callable[[], None],
    tmp_path: Path,
) -> None:
    source("dryrun")
    (name, data) = next(iter(build(campaign.rules, "dryrun", language_pair="ara2eng").package.files.items()))
    lines = [unescape(text) for text in re.findall(r"<seg[^>]*>(.*?)</seg>", data.decode(), re.DOTALL)]
    plain = tmp_path / name.rpartition("/")[2]
    plain.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    start_worker()
    sign_in(owner)
    open_page(page, signed)
    choose(page, plain)
    expect(page.get_by_text("We can put the lines into the segments of the source.")).to_be_visible()
    picture(page, "submit-plain-text")
    card(page, plain.name).get_by_role("button", name="Fix for me").click()
    expect(fixed(page, "plain text as XML")).to_be_visible()
    expect(page.get_by_text("Your package is ready")).to_be_visible()
    picture(page, "submit-plain-text-fixed")
    sent = DraftFile.objects.get(role="sent")
    assert path_of(sent.sha256).read_bytes() == plain.read_bytes()
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_text("We can put the lines into the segments of the source.")).to_be_visible()


def test_wrong_names_are_fixed_undone_and_fixed_again_on_a_phone(
    page: Page,
    sign_in: Callable[[User], None],
    signed: Team,
    owner: User,
    broken: list[Path],
    start_worker: Callable[[], None],
) -> None:
    start_worker()
    page.set_viewport_size({"width": 390, "height": 844})
    sign_in(owner)
    open_page(page, signed)
    choose(page, *broken)
    expect(page.get_by_text("2 problems to fix before you can submit")).to_be_visible()
    expect(page.get_by_text("We can rename it to").first).to_be_visible()
    picture(page, "submit-problems")
    page.set_viewport_size({"width": 390, "height": 844})
    card(page, broken[0].name).get_by_role("button", name="Fix for me").click()
    expect(fixed(page, "name of the file")).to_be_visible()
    page.get_by_text("Show what changed").click()
    expect(page.locator("ins")).to_contain_text("primary_cn")
    page.get_by_role("button", name="Undo").click()
    expect(fixed(page, "name of the file")).to_have_count(0)
    page.get_by_role("button", name="Fix all").click()
    expect(fixed(page, "name of the file")).to_have_count(2)
    expect(fixed(page, "name of the system in the file")).to_be_visible()
    expect(page.get_by_text("Your package is ready")).to_be_visible()
    expect(page.get_by_text("packed as OpenMT12_DryRun_NIST_ara2eng_01.tgz")).to_be_visible()
    picture(page, "submit-fixed")
    page.set_viewport_size({"width": 390, "height": 844})
    confirm(page)
    expect(page.get_by_role("heading", level=1)).to_have_text("Receipt 1")
    expect(page.get_by_text("NIST_contrast1", exact=True)).to_be_visible()
    assert Submission.objects.get().runs.count() == 2


def test_everything_is_done_with_the_keyboard_alone(
    page: Page,
    sign_in: Callable[[User], None],
    signed: Team,
    owner: User,
    broken: list[Path],
    start_worker: Callable[[], None],
) -> None:
    start_worker()
    sign_in(owner)
    open_page(page, signed)
    choose(page, broken[0])
    first = page.get_by_role("button", name="Fix for me")
    first.focus()
    page.keyboard.press("Enter")
    undo = page.get_by_role("button", name="Undo")
    expect(undo).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Fix for me")).to_be_focused()
    page.keyboard.press("Enter")
    expect(undo).to_be_focused()
    page.get_by_role("button", name="Fix for me").press("Enter")
    expect(page.get_by_text("Your package is ready")).to_be_visible()
    page.get_by_role("link", name="Continue to confirm").press("Enter")
    picture(page, "confirm")
    page.get_by_role("button", name="Submit", exact=True).press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Receipt 1")


def test_a_file_with_problems_is_replaced_by_another_one(
    page: Page,
    sign_in: Callable[[User], None],
    signed: Team,
    owner: User,
    package: Path,
    tmp_path: Path,
    start_worker: Callable[[], None],
) -> None:
    start_worker()
    (tmp_path / "notes.txt").write_text("no run\n")
    sign_in(owner)
    open_page(page, signed)
    choose(page, tmp_path / "notes.txt")
    expect(page.get_by_text("1 problem to fix")).to_be_visible()
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Replace notes.txt").click()
    chooser.value.set_files(package)
    expect(page.get_by_text("Your package is ready")).to_be_visible()
    expect(card(page, "notes.txt")).to_have_count(0)
    page.get_by_role("button", name=f"Remove {package.name}").click()
    expect(card(page, package.name)).to_have_count(0)
    assert not signed.drafts.exists()


def test_back_to_a_receipt_that_was_checked_shows_the_complete_page(
    page: Page, sign_in: Callable[[User], None], signed: Team, owner: User, package: Path
) -> None:
    submission = receive_submission(signed, name=package.name, chunks=[package.read_bytes()], by=owner)
    sign_in(owner)
    page.goto(f"/campaigns/openmt/teams/{signed.pk}/submissions/{submission.number}/")
    expect(page.get_by_text("Being checked")).to_be_visible()
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
    open_page(page, signed)
    lost: list[str] = []

    def lose_once(route: Route) -> None:
        if route.request.method == "POST" and not lost:
            lost.append(route.request.url)
            route.abort("connectionreset")
            page.complaints.found.clear()  # type: ignore[attr-defined]
        else:
            route.continue_()

    page.route("**/submissions/uploads/*/", lose_once)
    choose(page, package)
    expect(page.get_by_text("The connection is lost")).to_be_visible()
    expect(card(page, package.name)).to_be_visible()
    assert len(lost) == 1
    page.complaints.found[:] = [each for each in page.complaints.found if "ERR_CONNECTION_RESET" not in each]  # type: ignore[attr-defined]
    file = DraftFile.objects.get()
    assert path_of(file.sha256).read_bytes() == package.read_bytes()
    expect(page.get_by_text("Checking", exact=True)).to_be_visible()
    page.get_by_role("link", name="Continue to confirm").click()
    page.get_by_label(package.name).check()  # the deadline does not wait for the check
    page.get_by_role("button", name="Submit", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Receipt 1")


def test_an_empty_file_is_refused_before_it_is_sent(
    page: Page, sign_in: Callable[[User], None], signed: Team, owner: User
) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if request.method == "POST" else None)
    sign_in(owner)
    open_page(page, signed)
    asked.clear()
    page.get_by_label("Choose files").set_input_files({"name": "a.tgz", "mimeType": "", "buffer": b""})
    refusal = page.get_by_role("listitem").filter(has_text="a.tgz is empty (0 bytes). Nothing was sent")
    expect(refusal).to_be_visible()
    expect(refusal.get_by_role("button", name="Try again")).to_be_hidden()
    refusal.get_by_role("button", name="Close").click()
    expect(refusal).to_have_count(0)
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
    first = "OpenMT12_Eval_NIST_ara2eng_01.tgz (receipt 2, version 1, submitted Fri 6 April 2012, 10:55:12 EDT)"
    name, data = packed(campaign, "eval", version=2, change=lambda built: built.edited("says", "says again"))
    (tmp_path / name).write_bytes(data)
    sign_in(owner)
    open_page(page, signed)
    expect(page.get_by_text(f"Primary, Constrained Training: your next package replaces {first}")).to_be_visible()
    choose(page, tmp_path / name)
    expect(page.get_by_text("Checking", exact=True)).to_be_visible()
    check_drafts()
    expect(page.get_by_text("Your package is ready")).to_be_visible()
    page.get_by_role("link", name="Continue to confirm").click()
    expect(page.get_by_text("It takes the place of your earlier run")).to_be_visible()
    page.get_by_role("button", name="Submit", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Receipt 3")
    check_waiting()
    expect(page.get_by_text(f"Replaces {first}")).to_be_visible()
    expect(page.get_by_text("Scores are visible to you from Fri 20 April 2012, 12:00 EDT")).to_be_visible()
    page.get_by_role("link", name="NIST_primary", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("NIST_primary")


def test_dropped_files_are_taken_and_a_refusal_is_shown(
    page: Page,
    sign_in: Callable[[User], None],
    signed: Team,
    owner: User,
    settings: Any,
    expect_status: Callable[[int, str], None],
) -> None:
    sign_in(owner)
    open_page(page, signed)
    settings.MAX_UPLOAD_BYTES = 3
    dropped = page.evaluate_handle(
        """() => {
            const data = new DataTransfer();
            data.items.add(new File(["large"], "large.tgz"));
            data.items.add(new File(["ok"], "small.tgz"));
            return data;
        }"""
    )
    expect_status(400, f"/campaigns/openmt/teams/{signed.pk}/submissions/uploads/")
    page.dispatch_event("[data-drop]", "drop", {"dataTransfer": dropped})
    expect(page.get_by_role("listitem").filter(has_text="The file is too large: at most 3 bytes")).to_be_visible()
    expect(card(page, "small.tgz")).to_be_visible()
    settings.MAX_UPLOAD_BYTES = 30
    page.get_by_role("button", name="Try again").click()
    expect(card(page, "large.tgz")).to_be_visible()


def test_without_scripts_the_form_works(
    browser: Browser, live_server: LiveServer, signed: Team, owner: User, package: Path
) -> None:
    context = browser.new_context(base_url=live_server.url, java_script_enabled=False)
    page = context.new_page()
    page.set_default_timeout(PATIENCE_MS)
    page.goto("/account/sign-in/")
    page.get_by_label("Email").fill(owner.email)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    open_page(page, signed)
    page.locator("input[type=file]").set_input_files(package)
    page.get_by_role("button", name="Add files").click()
    check_drafts()
    page.get_by_role("link", name="reload the page").click()
    expect(page.get_by_text("Your package is ready")).to_be_visible()
    confirm(page)
    expect(page.get_by_role("heading", level=1)).to_have_text("Receipt 1")
    check_waiting()
    page.get_by_role("link", name="reload it").click()
    expect(page.get_by_text("NIST_primary", exact=True)).to_be_visible()
    context.close()
