"""`bakeoff report`."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from bakeoff.release.content import ReleaseContent
from bakeoff.release.reading import read_package
from bakeoff.release.verification import verify_package
from bakeoff.release.writing import write_package
from bakeoff.reports.campaign_tables.registry import report_tables
from tests.release.simulated_release import simulated_release


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("release") / "simple.zip"
    write_package(simulated_release(), path)
    return path


def offer(monkeypatch: pytest.MonkeyPatch, find: Callable[[str, str], ReleaseContent | None]) -> None:
    """One installed program knows campaigns by name."""
    offered = {"bakeoff.campaigns": [SimpleNamespace(load=lambda: find)]}
    # The module as calls find it: another test may have had it loaded again.
    monkeypatch.setattr(import_module("importlib.metadata"), "entry_points", lambda group: offered.get(group, []))


@pytest.fixture
def web_space(package: Path) -> Iterator[str]:
    """The address of a server with the package."""

    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, *_: object) -> None: ...

    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(package.parent))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def test_the_report_of_a_package_has_all_its_tables_and_says_what_recomputes_them(
    bakeoff: Callable[..., Any], package: Path, tmp_path: Path
) -> None:
    outcome = bakeoff("report", package, "-o", tmp_path / "report")
    assert outcome.code == 0, outcome.err
    said = outcome.out.splitlines()
    assert said[0].startswith(f"{tmp_path / 'report' / 'index.html'}: the report, ")
    assert said[1:] == [
        f"{tmp_path / 'report' / 'report.pdf'}: the same for print",
        f"{tmp_path / 'report' / 'prose'}: your own texts, a file for each section",
    ]
    pages = "\n".join(path.read_text(encoding="utf-8") for path in (tmp_path / "report").glob("*.html"))
    tables = report_tables(read_package(package).results)
    assert tables
    for table in tables:
        assert f'id="{table.id}"' in pages
        if table.table.rows:
            assert f"bakeoff verify simple.zip --table {table.id}" in pages
    known = {table.id for table in verify_package(package).tables}
    assert known == {table.id for table in tables}
    assert list((tmp_path / "report").glob("*.zip")) == []


def test_a_package_is_fetched_from_its_address(bakeoff: Callable[..., Any], web_space: str, tmp_path: Path) -> None:
    outcome = bakeoff("report", f"{web_space}/simple.zip", "-o", tmp_path / "report")
    assert outcome.code == 0, outcome.err
    assert "bakeoff verify simple.zip" in (tmp_path / "report" / "verification.html").read_text(encoding="utf-8")


def test_an_address_without_a_file_says_so(bakeoff: Callable[..., Any], web_space: str, tmp_path: Path) -> None:
    outcome = bakeoff("report", f"{web_space}/other.zip", "-o", tmp_path / "report")
    assert (outcome.code, outcome.out) == (2, "")
    assert f"{web_space}/other.zip: expected a file, found status 404 (File not found)." in outcome.err
    assert not (tmp_path / "report").exists()


def test_a_campaign_that_another_program_knows_by_name_comes_with_its_package(
    bakeoff: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def find(name: str, audience: str) -> ReleaseContent | None:
        asked.append((name, audience))
        return simulated_release() if name == "known" else None

    offer(monkeypatch, find)
    outcome = bakeoff("report", "known", "-o", tmp_path / "report", "--for", "participants")
    assert outcome.code == 0, outcome.err
    assert asked == [("known", "participants")]
    name = outcome.out.splitlines()[-1].split(": ")[0]
    assert verify_package(name).is_sound
    assert f"bakeoff verify {Path(name).name}" in (tmp_path / "report" / "verification.html").read_text("utf-8")


def test_what_nobody_knows_is_refused(
    bakeoff: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    offer(monkeypatch, lambda _name, _audience: None)
    outcome = bakeoff("report", "unknown", "-o", tmp_path / "report")
    assert (outcome.code, outcome.out) == (2, "")
    assert "unknown: expected a release package, its address, or the id of a campaign on this server" in outcome.err


def test_a_file_that_is_no_package_is_refused(bakeoff: Callable[..., Any], tmp_path: Path) -> None:
    (tmp_path / "thesis.zip").write_text("years of work")
    outcome = bakeoff("report", tmp_path / "thesis.zip", "-o", tmp_path / "report")
    assert outcome.code == 2
    assert "thesis.zip" in outcome.err
    assert not (tmp_path / "report").exists()


def test_earlier_campaigns_show_how_teams_ranked_over_the_years(
    bakeoff: Callable[..., Any], package: Path, tmp_path: Path
) -> None:
    outcome = bakeoff("report", package, "-o", tmp_path / "report", "--earlier", package)
    assert outcome.code == 0, outcome.err
    page = (tmp_path / "report" / "progress.html").read_text(encoding="utf-8")
    assert "Places of teams over the years" in page
