"""Versions of results: prepared, looked at, published, corrected; nobody sees them before the rulebook says so."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from bakeoff.errors import ResourceError
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign, Team
from bakeoff_site.core.caches import clear_caches
from bakeoff_site.jobs.execution import work_off
from bakeoff_site.publication.models import ResultsVersion
from bakeoff_site.publication.selectors.versions import plans_of
from bakeoff_site.publication.services.making import CHANGED
from bakeoff_site.scoring.models import RunScore
from bakeoff_site.submissions.models import Run
from tests.site.conftest import Clock

PageOf = Callable[[User | None, str], str]
OVERVIEW = "/campaigns/openmt/published/"
MANAGE = "/campaigns/openmt/organise/publication/"


@pytest.fixture(autouse=True)
def store(settings: Any, tmp_path: Path) -> None:
    """Files are kept in the test's own folder."""
    settings.DATA_FOLDER = tmp_path


@pytest.fixture(autouse=True)
def short_report(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only one test reads the report, whose PDF takes a second."""

    def write(_results: object, path: Path, **_options: object) -> None:
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr("index.html", "the report")

    if "read_page_by_page" not in request.node.name:
        monkeypatch.setattr("bakeoff_site.publication.services.making.write_report_archive", write)


@pytest.fixture
def act(client: Client, organiser: User) -> Callable[..., str]:
    """What an organiser does on the page, and what the page says then; workers do what there is to do."""

    def act(what: str, **data: str) -> str:
        client.force_login(organiser)
        path = f"{MANAGE}prepare/" if what == "prepare" else f"{MANAGE}{data.pop('audience')}/{what}/"
        page = client.post(path, data, follow=True).content.decode()
        work_off("test")
        return page

    return act


def test_results_are_prepared_looked_at_and_published(
    campaign: Campaign, runs: dict[str, Run], act: Callable[..., str], page_of: PageOf, clock: Clock, organiser: User
) -> None:
    clock.move_into(campaign, "public")
    assert "No results are published yet" in page_of(None, OVERVIEW)
    assert "are being prepared" in act("prepare", audience="public", licence="CC-BY-4.0")
    assert "Ready to publish" in page_of(organiser, MANAGE)
    preview = page_of(organiser, f"{OVERVIEW}public/")
    assert "Only organisers see this." in preview
    best = f"{RunScore.objects.get(run=runs['RIVAL_primary'], metric='bleu@mteval').value:.2f}"
    assert best in preview
    assert "No results are published yet" in page_of(None, OVERVIEW)
    act("publish", audience="public")
    version = ResultsVersion.objects.get()
    assert (version.number, version.stage, version.corrections) == (1, "public", [])
    assert "Version 1" in page_of(None, OVERVIEW)
    public = page_of(None, f"{OVERVIEW}1/")
    assert best in public
    assert public.count("<h3>") == len(version.tables) > 1
    latest = page_of(None, f"{OVERVIEW}latest/")
    assert latest[latest.index("report-tables") :].count("<h3>") == public.count("<h3>")
    assert best in latest


def test_tables_can_be_downloaded_one_by_one_and_together(
    campaign: Campaign, runs: dict[str, Run], act: Callable[..., str], clock: Clock, client: Client
) -> None:
    clock.move_into(campaign, "public")
    act("prepare", audience="public")
    act("publish", audience="public")
    client.logout()
    table = next(each for each in ResultsVersion.objects.get().tables if each["name"].startswith("automatic"))
    answer = client.get(f"{OVERVIEW}1/tables/{table['id']}.csv")
    assert answer.status_code == 200
    text = answer.content.decode()
    assert "RIVAL_primary" in text
    assert repr(RunScore.objects.get(run=runs["RIVAL_primary"], metric="bleu@mteval").value) in text
    together = client.get(f"{OVERVIEW}1/files/tables/").getvalue()
    with zipfile.ZipFile(BytesIO(together)) as archive:
        assert archive.read(f"{table['id']}.csv").decode() == text
        assert len(archive.namelist()) == 5 * len(ResultsVersion.objects.get().tables)
    for nothing in ("1/tables/none.csv", f"1/tables/{table['id']}.exe", "1/files/none/", "2/", "1/tables/..%2Fx.csv"):
        assert client.get(OVERVIEW + nothing).status_code == 404, nothing


def test_nobody_sees_a_version_before_the_rulebook_releases_it(
    campaign: Campaign,
    runs: dict[str, Run],
    act: Callable[..., str],
    clock: Clock,
    client: Client,
    page_of: PageOf,
    owner: User,
    stranger: User,
    organiser: User,
) -> None:
    """A version for everybody can be published ahead of its phase; it is shown from then on."""
    clock.move_into(campaign, "preliminary")
    act("prepare", audience="public")
    act("publish", audience="public")
    assert ResultsVersion.objects.get().number == 1
    for who in (None, stranger, owner):
        assert "No results are published yet" in page_of(who, OVERVIEW)
        for part in ("1/", "latest/", "1/files/tables/", "1/report/index.html", "1/files/package/", "public/"):
            assert client.get(OVERVIEW + part).status_code == 404, (who, part)
    assert "Version 1" in page_of(organiser, OVERVIEW)
    clock.move_into(campaign, "public")
    for who in (None, stranger, owner):
        assert "Version 1" in page_of(who, OVERVIEW)


def test_preliminary_results_are_for_those_who_took_part(
    campaign: Campaign,
    runs: dict[str, Run],
    team: Team,
    act: Callable[..., str],
    clock: Clock,
    client: Client,
    page_of: PageOf,
    owner: User,
    stranger: User,
) -> None:
    clock.move_into(campaign, "preliminary")
    act("prepare", audience="participants")
    act("publish", audience="participants")
    version = ResultsVersion.objects.get()
    assert version.stage == "preliminary"
    for signed in campaign.rules.registration.agreements:
        team.signatures.create(agreement=signed, signed_by=owner)
    page = page_of(owner, f"{OVERVIEW}1/")
    assert "Preliminary results for participants" in page
    tables = page[page.index("report-tables") :]
    names = {"TESTS_primary", "RIVAL_primary", "TESTS_contrast1"}
    assert not any(name in tables for name in names)  # names are not released yet
    assert "system " in tables
    for who in (None, stranger):
        page_of(who, OVERVIEW)
        assert client.get(f"{OVERVIEW}1/").status_code == 404
    clock.move_into(campaign, "public")
    for who in (None, stranger):
        assert "No results are published yet" in page_of(who, OVERVIEW)
    assert not version.files.filter(kind="package").exists()


def test_a_version_that_changes_numbers_needs_a_reason_and_lists_what_it_changed(
    campaign: Campaign,
    runs: dict[str, Run],
    act: Callable[..., str],
    clock: Clock,
    page_of: PageOf,
    organiser: User,
) -> None:
    clock.move_into(campaign, "public")
    act("prepare", audience="public")
    act("publish", audience="public")
    first = ResultsVersion.objects.get()
    RunScore.objects.filter(run=runs["BASE"], metric="ter@tercom").update(value=77.125, variation=None)
    clear_caches()  # rows of scores never change outside of tests
    Run.objects.filter(pk=runs["OLD08"].pk).update(withdrawn_at=clock.now)
    [plan] = [each for each in plans_of(campaign) if each.audience == "public"]
    assert plan.is_outdated
    assert "has changed since" in page_of(organiser, MANAGE)
    act("prepare", audience="public")
    page = page_of(organiser, MANAGE)
    assert "Different from version 1" in page
    assert "tercom&#x27;s TER of BASE" in page
    assert "Say why numbers of version 1 have changed" in act("publish", audience="public")
    act("publish", audience="public", reason="OLD08 was the output of another year.")
    second = ResultsVersion.objects.latest("number")
    assert second.number == 2
    changed = {what: (before, after) for _, what, before, after in second.corrections}
    old = next(value for _, what, value in first.numbers if what == "tercom's TER of BASE")
    assert changed["tercom's TER of BASE"] == (old, "77.12")
    assert changed["BLEU of OLD08"][1] == ""
    public = page_of(None, OVERVIEW)
    assert "OLD08 was the output of another year." in public
    assert "tercom&#x27;s TER of BASE" in public
    # What was published stays as it was.
    assert f">{old.split()[0]}<" in re.sub(r"\s*\[.*?\]", "", page_of(None, f"{OVERVIEW}1/"))


def test_numbers_that_change_while_they_are_published_are_shown_first(
    campaign: Campaign, runs: dict[str, Run], act: Callable[..., str], clock: Clock, page_of: PageOf, organiser: User
) -> None:
    clock.move_into(campaign, "public")
    act("prepare", audience="public")
    Run.objects.filter(pk=runs["OLD08"].pk).update(withdrawn_at=clock.now)
    act("publish", audience="public")
    version = ResultsVersion.objects.get()
    assert (version.published_at, version.error) == (None, CHANGED)
    assert CHANGED in page_of(organiser, MANAGE)
    assert "No results are published yet" in page_of(None, OVERVIEW)
    act("publish", audience="public")
    version.refresh_from_db()
    assert version.number == 1


def test_prepared_results_can_be_discarded_and_published_ones_cannot(
    campaign: Campaign, runs: dict[str, Run], act: Callable[..., str], clock: Clock, client: Client
) -> None:
    clock.move_into(campaign, "public")
    act("prepare", audience="public")
    assert "were discarded" in act("discard", audience="public")
    assert not ResultsVersion.objects.exists()
    act("prepare", audience="public")
    act("publish", audience="public")
    address = reverse("publication:discard", args=["openmt", "public"])
    assert client.post(address).status_code == 404
    assert ResultsVersion.objects.get().number == 1


def test_the_report_is_read_page_by_page_under_the_policy_of_the_site(
    campaign: Campaign, runs: dict[str, Run], act: Callable[..., str], clock: Clock, client: Client
) -> None:
    clock.move_into(campaign, "public")
    act("prepare", audience="public")
    act("publish", audience="public")
    client.logout()
    start = client.get(f"{OVERVIEW}1/report/index.html")
    assert start.status_code == 200
    assert start["Content-Type"] == "text/html; charset=utf-8"
    assert "unsafe-inline" not in start["Content-Security-Policy"]
    text = start.content.decode()
    assert "<script" not in text
    assert " style=" not in text
    pages = re.findall(r'(?:href|src)="([^"#:]+?)(?:#[^"]*)?"', text)
    assert len(set(pages)) > 3
    for page in set(pages):
        assert client.get(f"{OVERVIEW}1/report/{page}").status_code == 200, page
    pdf = client.get(f"{OVERVIEW}1/report/report.pdf")
    assert (pdf["Content-Type"], pdf.content[:5]) == ("application/pdf", b"%PDF-")
    for nothing in ("none.html", "..%2findex.html", "%2e%2e/%2e%2e/manage.py", "prose/introduction.md", "index.exe"):
        assert client.get(f"{OVERVIEW}1/report/{nothing}").status_code == 404, nothing


def test_without_the_packages_for_reports_the_page_says_what_the_server_lacks(
    campaign: Campaign,
    runs: dict[str, Run],
    act: Callable[..., str],
    clock: Clock,
    page_of: PageOf,
    organiser: User,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def lacking(*_arguments: object, **_options: object) -> None:
        raise ResourceError("Reports need more packages.")

    monkeypatch.setattr("bakeoff_site.publication.services.making.write_report_archive", lacking)
    clock.move_into(campaign, "public")
    act("prepare", audience="public")
    assert "pip install" in page_of(organiser, MANAGE)
    act("publish", audience="public")
    assert {file.kind for file in ResultsVersion.objects.get().files.all()} == {"tables", "package"}


def test_names_that_look_like_markup_stay_text(
    campaign: Campaign, runs: dict[str, Run], act: Callable[..., str], clock: Clock, client: Client
) -> None:
    """In the tables of the page and in the report, which show what teams typed."""
    hostile = "<img src=x onerror=alert(1)>"
    Run.objects.filter(pk=runs["TESTS_primary"].pk).update(name=hostile)
    Team.objects.filter(code="TESTS").update(name=hostile)
    clock.move_into(campaign, "public")
    act("prepare", audience="public")
    act("publish", audience="public")
    page = client.get(f"{OVERVIEW}1/").content.decode()
    assert "<img src=x" not in page
    assert "&lt;img src=x" in page
