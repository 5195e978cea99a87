"""A whole campaign in browsers: from its rulebook to the results that everyone sees."""

from __future__ import annotations

import io
import re
import tarfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from bakeoff.formats import read_source
from bakeoff.submissions.packages.builder import Output, PackageNames, build_package
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.datasets.models import Download
from bakeoff_site.jobs.choices import OPEN_STATES, JobState
from bakeoff_site.jobs.models import Job
from tests.site.browser.conftest import picture, sign_in_by_form, sign_in_on
from tests.site.conftest import Clock
from tests.site.people import person
from tests.site.texts import reference_xml, source_xml

pytestmark = pytest.mark.django_db(transaction=True)

SLUG, PAIR = "openmt-again", "ara2eng"
BOARD = re.compile("Arabic–English, Constrained Training OpenMT12 test set")
SUBJECTS = (
    ("الوزير الجديد", "the new minister"),
    ("مجلس المدينة", "the city council"),
    ("الفريق الوطني", "the national team"),
    ("رئيس الشركة", "the head of the company"),
    ("الطلاب", "the students"),
    ("سكان القرية", "the people of the village"),
)
ACTS = (
    ("يزور المصنع اليوم", "visits the factory today ."),
    ("يرفض الخطة", "rejects the plan ."),
    ("يتحدث عن الماء", "speaks about the water ."),
    ("ينتظر الجواب حتى الصباح", "waits for the answer until the morning ."),
)
SOURCE = [f"{subject[0]} {act[0]}" for subject in SUBJECTS for act in ACTS]
RIGHT = [f"{subject[1]} {act[1]}".capitalize() for subject in SUBJECTS for act in ACTS]
GOOD = [text.replace("speaks", "talks").replace("head", "boss") for text in RIGHT]
POOR = [text.replace("the ", "").replace("answer", "reply").replace("plan", "the map of") for text in RIGHT]


@pytest.mark.long
def test_a_campaign_from_its_rulebook_to_public_results(
    visit: Callable[[], Page],
    start_worker: Callable[[], None],
    administrator: User,
    clock: Clock,
    settings: Any,
    tmp_path: Path,
) -> None:
    settings.DATA_FOLDER = tmp_path / "data"
    entrant, other = person("Ann Entrant"), person("Bob Other")
    enter = Visitors(visit)

    clock.move_to(datetime(2011, 10, 1, tzinfo=UTC))
    campaign = create_campaign(enter.as_(administrator))
    clock.move_into(campaign, "registration")
    register(enter.as_(entrant), "Delta University", campaign, name="registration")
    register(enter.as_(other), "River Labs", campaign)
    assign_team_codes(enter.as_(administrator), {"Delta University": "DELTA", "River Labs": "RIVER"})
    add_data(enter.as_(administrator), tmp_path)

    # Data are handed out with the phase that they are for.
    team_page = enter.as_(entrant)
    open_tab(team_page, "Data")
    expect(team_page.get_by_role("row", name=re.compile("^Source Arabic–English")).first).to_contain_text("Opens on")
    picture(team_page, "05-data-before")
    clock.move_into(campaign, "dry-run")
    for who in (entrant, other):
        fetched = fetch_source(enter.as_(who), "Dry run set")
        assert fetched == (tmp_path / "dryrun-source.xml").read_bytes()
    assert {download.team.name for download in Download.objects.all() if download.team} == {
        "Delta University",
        "River Labs",
    }
    page = enter.as_(entrant)
    submit(page, packed(campaign, "dryrun", "DELTA", RIGHT, clock, tmp_path))
    expect(page.get_by_text("The package is saved.")).to_be_visible()
    picture(page, "07-being-checked")
    with shown_by_itself(page):
        start_worker()
        expect(page.get_by_text("1 run", exact=False).first).to_be_visible()
        run = page.get_by_role("article").filter(has_text="DELTA_primary")
        expect(run).to_contain_text("Not scored: this test set has no references")
    picture(page, "07-dry-run-is-valid")
    page = enter.as_(other)
    submit(page, packed(campaign, "dryrun", "RIVER", RIGHT, clock, tmp_path))
    expect(page.get_by_text("1 run", exact=False).first).to_be_visible()
    wait_for_jobs()

    # A package with a mistake in one file, then one without
    clock.move_into(campaign, "evaluation")
    right = packed(campaign, "eval", "DELTA", GOOD, clock, tmp_path)
    page = enter.as_(entrant)
    open_tab(page, "Submit")
    picture(page, "08-what-can-be-submitted")
    page.get_by_label("Choose files").set_input_files(broken(right, tmp_path / "broken"))
    finding = page.locator(".finding").filter(has_text="Line 8")
    expect(finding).to_contain_text("33")
    expect(finding).to_contain_text("expected")
    picture(page, "10-findings")
    page.get_by_role("button", name="Remove").click()
    expect(page.get_by_role("article")).to_have_count(0)
    submit(page, right)
    with shown_by_itself(page):
        submit(enter.as_(other), packed(campaign, "eval", "RIVER", POOR, clock, tmp_path))
        expect(page.get_by_role("article").filter(has_text="DELTA_primary")).to_contain_text("Scored")
    picture(page, "11-scored")
    wait_for_jobs()

    # Hidden, then preliminary for those who take part, then public
    page = enter.as_(entrant)
    open_tab(page, "Results")
    expect(page.get_by_role("heading", name="Results are not shown yet")).to_be_visible()
    picture(page, "12-hidden-from-teams")
    page = enter.as_(administrator)
    open_tab(page, "Results")
    expect(page.get_by_role("row", name=BOARD)).to_contain_text("DELTA")
    picture(page, "13-seen-by-organisers")
    open_tab(page, "Organise")
    picture(page, "14-dashboard")

    clock.move_into(campaign, "preliminary")
    page = enter.as_(other)
    open_tab(page, "Results")
    expect(page.get_by_role("row", name=BOARD)).to_be_visible()
    page.get_by_role("row", name=BOARD).get_by_role("link").first.click()
    picture(page, "15-preliminary-board")
    (best, its_scores), (own, own_scores) = scores_shown(page)
    assert (best, own) == ("system", "RIVER_primary")  # names of others' systems come with the public results
    stranger = visit()
    stranger.goto(f"/campaigns/{SLUG}/results/")
    expect(stranger.get_by_role("heading", name="Results are not shown yet")).to_be_visible()
    picture(stranger, "16-not-yet-public")

    clock.move_into(campaign, "public")
    stranger.goto("/")
    picture(stranger, "17-list")
    stranger.get_by_role("link", name="OpenMT once more", exact=True).click()
    picture(stranger, "18-campaign")
    open_tab(stranger, "Results")
    picture(stranger, "19-public-overview")
    stranger.get_by_role("row", name=BOARD).get_by_role("link").first.click()
    picture(stranger, "20-public-board")
    assert scores_shown(stranger) == [("DELTA_primary", its_scores), ("RIVER_primary", own_scores)]
    stranger.get_by_role("link", name="DELTA_primary").first.click()
    expect(stranger.get_by_role("heading", level=1)).to_have_text("DELTA_primary")
    expect(stranger.get_by_text(GOOD[0])).to_have_count(0)  # outputs are not released to the public
    picture(stranger, "21-public-run")


@contextmanager
def shown_by_itself(page: Page) -> Iterator[None]:
    """What is seen meanwhile, the page shows without being loaded again."""
    page.evaluate("window.isStillThere = true")
    yield
    assert page.evaluate("window.isStillThere") is True


def wait_for_jobs() -> None:
    """Until the worker has nothing to do: time must not jump while it works."""
    end = time.monotonic() + 60
    while Job.objects.filter(state__in=OPEN_STATES).exists():
        assert time.monotonic() < end, list(Job.objects.filter(state__in=OPEN_STATES))
        time.sleep(0.1)
    assert not Job.objects.filter(state=JobState.FAILED).exists()


class Visitors:
    """Opens the campaign as somebody who signs in: sessions do not outlive the weeks between two stations."""

    def __init__(self, visit: Callable[[], Page]) -> None:
        self._visit = visit
        self._left: dict[User, Page] = {}
        self._seen: set[User] = set()

    def as_(self, user: User) -> Page:
        if before := self._left.pop(user, None):
            before.wait_for_load_state()
            before.context.close()  # a page that waits for news asks again and again
        page = self._left[user] = self._visit()
        if user in self._seen:
            sign_in_on(page, user)
        else:
            sign_in_by_form(page, user)
            self._seen.add(user)
        if Campaign.objects.exists():
            page.goto(f"/campaigns/{SLUG}/")
        return page


def open_tab(page: Page, name: str) -> None:
    page.locator("nav.tabs").get_by_role("link", name=name, exact=True).click()


def open_organise(page: Page, name: str) -> None:
    """A page of the organisers' menu, where some names have a number after them."""
    open_tab(page, "Organise")
    link = re.compile(rf"^{re.escape(name)}(\s+\d+)?$")
    page.get_by_role("navigation", name="Organise").get_by_role("link", name=link).click()


def create_campaign(page: Page) -> Campaign:
    expect(page.get_by_role("link", name="Create the first one")).to_be_visible()
    page.get_by_role("link", name="New campaign").click()
    page.get_by_role("link", name="Start from NIST Open Machine Translation 2012").click()
    page.get_by_label("Title", exact=True).fill("OpenMT once more")
    page.get_by_label("Address").fill(SLUG)
    page.get_by_label("First day").fill("2011-10-28")
    picture(page, "01-new-campaign")
    page.get_by_role("button", name="Review the rulebook").last.click()
    expect(page.get_by_text("The rulebook has no mistakes.")).to_be_visible()
    picture(page, "02-rulebook-is-right")
    page.get_by_role("button", name="Create the campaign").click()
    expect(page.get_by_text("The campaign is created.")).to_be_visible()
    page.get_by_role("link", name="List it").click()  # opens the menu
    page.get_by_role("button", name="List it").click()
    expect(page.get_by_text("Everyone finds the campaign in the list.").first).to_be_visible()
    return Campaign.objects.get()


def register(page: Page, team: str, campaign: Campaign, *, name: str = "") -> None:
    """Registers and signs everything."""
    page.get_by_role("link", name="Register a team").click()
    page.get_by_label("Name of the team").fill(team)
    page.get_by_label("Arabic–English").check()
    page.get_by_label("Who attends the workshop?").fill("One of us")
    if name:
        picture(page, f"03-{name}")
    page.get_by_role("button", name="Register").click()
    expect(page.get_by_text("Your team is registered.")).to_be_visible()
    for agreement in campaign.rules.registration.agreements.values():
        page.get_by_role("link", name=agreement.label).click()
        if name:
            picture(page, f"03-{name}-{agreement.id}")
        page.get_by_label("I have read this").check()
        page.get_by_role("button", name="Sign", exact=True).click()
        expect(page.get_by_role("heading", level=1)).to_have_text(team)
    expect(page.get_by_text("not signed")).to_have_count(0)
    if name:
        picture(page, f"03-{name}-team")


def assign_team_codes(page: Page, ids: dict[str, str]) -> None:
    for team, code in ids.items():
        open_organise(page, "Teams")
        page.get_by_role("link", name=team).click()
        page.get_by_label("Team code", exact=True).fill(code)
        page.get_by_role("button", name="Assign the code").click()
        expect(page.locator("dd code").first).to_have_text(code)
    open_organise(page, "Teams")
    picture(page, "04-teams")


TITLES = {"dryrun": "Dry run set", "current": "OpenMT12 test set"}


def add_data(page: Page, folder: Path) -> None:
    for test_set, set_id, names in (("dryrun", "dryrun", ""), ("current", "openmt12-ara2eng", "ABCD")):
        texts = {"source": source_xml(SOURCE, set_id=set_id)}
        if names:  # the dry run has no references
            texts["reference"] = reference_xml(RIGHT, set_id=set_id, names=names)
        for kind, data in texts.items():
            path = folder / f"{test_set}-{kind}.xml"
            path.write_bytes(data)
            open_organise(page, "Data files")
            missing = re.compile(f"Add {kind}.* of {TITLES[test_set]}, Arabic–English")
            page.get_by_role("link", name=missing).first.click()
            page.get_by_label("Choose a file").set_input_files(path)
            page.get_by_role("button", name="Add the file").click()
            expect(page.get_by_text(f"{path.name} is added as version 1.")).to_be_visible()
    picture(page, "05-files")


def fetch_source(page: Page, test_set: str) -> bytes:
    open_tab(page, "Data")
    picture(page, "06-data")
    with page.expect_download() as waiting:
        page.get_by_role("table", name=test_set).get_by_role("link", name=re.compile("source")).click()
    return Path(waiting.value.path()).read_bytes()


def submit(page: Page, package: Path) -> None:
    if not page.url.endswith("/submit/"):
        open_tab(page, "Submit")
    page.get_by_label("Choose files").set_input_files(package)
    expect(page.get_by_role("article")).to_contain_text(package.name)
    page.get_by_role("link", name="Continue to confirm").click()
    page.get_by_label(package.name).check()  # also where the check is not done yet
    page.get_by_role("button", name="Submit", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Receipt")


def packed(campaign: Campaign, package: str, site: str, output: Sequence[str], clock: Clock, folder: Path) -> Path:
    """What `bakeoff pack` makes of an output of plain lines."""
    rules = campaign.rules
    [test_set] = rules.submission.packages[package].test_sets
    lines = folder / f"{site}.txt"
    lines.write_text("\n".join(output) + "\n", encoding="utf-8")
    names = PackageNames(
        rulebook=rules,
        package=rules.submission.packages[package],
        team=site,
        language_pair=PAIR,
        day=clock.now.astimezone(rules.campaign.zone).date(),
        further={},
    )
    made = Output(path=lines, system="primary", condition="constrained")
    return build_package(names, [made], source=read_source(folder / f"{test_set}-source.xml"), folder=folder)


def broken(package: Path, folder: Path) -> Path:
    """The package with a segment that the source does not have."""
    folder.mkdir()
    with tarfile.open(package) as right, tarfile.open(folder / package.name, "w:gz") as wrong:
        for member in right:
            data = right.extractfile(member)
            assert data is not None
            content = data.read().replace(b'<seg id="3">', b'<seg id="33">')
            member.size = len(content)
            wrong.addfile(member, io.BytesIO(content))
    return folder / package.name


def scores_shown(page: Page) -> list[tuple[str, list[str]]]:
    """Names and scores of a board, best first."""
    rows = page.locator("table.board").first.locator("tbody tr").filter(has=page.locator("td.score")).all()
    return [(row.locator("th").inner_text().split()[0], row.locator("td.number").all_inner_texts()) for row in rows]
