"""`bakeoff demo`: a whole campaign by one command."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, date, datetime
from pathlib import Path

import httpx
import pytest

from bakeoff.rulebook import parse_rulebook, schedule
from bakeoff.submissions.descriptions import check_description_lines
from bakeoff_site.commands.installation.file_permissions import DATABASE_FILE
from bakeoff_site.demonstration.rulebook import PAIR, demonstration_rulebook, demonstration_track
from bakeoff_site.demonstration.teams import ENTRANTS, description_of
from bakeoff_site.demonstration.texts import worsened
from tests.depth import THOROUGH
from tests.site.commands.conftest import Installation, stopped, wait_until_healthy
from tests.site.commands.installation.test_file_permissions import rights

DEMO = [sys.executable, "-m", "bakeoff", "demo"]
TODAY = date(2026, 3, 1)


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*DEMO, *arguments], cwd=folder, capture_output=True, text=True, check=False, timeout=240)


@pytest.mark.long
def test_made_printed_and_served(installation: Installation, free_port: Callable[[], int]) -> None:
    port = free_port()
    server = installation.start_command([*DEMO, "shown", "--serve", "--port", str(port)])
    wait_until_healthy(server, port, seconds=240)
    said = server.said
    with httpx.Client(base_url=f"http://localhost:{port}", trust_env=False) as visitor:
        overview = visitor.get("/campaigns/shown/results/").text
        api = visitor.get("/api/v1/campaigns/shown/boards").json()
    assert stopped(server)[0] == 0
    report = (installation.folder / "bakeoff-demo" / "report.html").read_text(encoding="utf-8")
    for entrant in ENTRANTS:
        assert f"{entrant.team}_primary" in said
        assert f"{entrant.team}_primary" in report
        assert entrant.name in overview
    assert f"http://localhost:{port}/campaigns/shown/" in said
    assert "organiser@demo.example" in said
    first, *_ = (line for line in said.splitlines() if "_primary" in line)
    assert first.startswith("1–2 ")
    assert "ASTER_primary" in first
    assert len(api["items"]) == 1
    assert rights(installation.folder / "bakeoff-demo" / DATABASE_FILE) == 0o600
    assert rights(installation.folder / "bakeoff-demo") == 0o700


def days_of(folder: Path, query: str) -> set[str]:
    """The days of times in the database."""
    with closing(sqlite3.connect(folder / DATABASE_FILE)) as database:
        return {time[:10] for (time,) in database.execute(query)}


@pytest.mark.long
def test_without_a_terminal_it_is_made_and_not_served(tmp_path: Path) -> None:
    done = run(tmp_path, "--template", "openmt2012")
    assert done.returncode == 0, done.stderr
    assert "Not served. To serve it: BAKEOFF_DATA_FOLDER=bakeoff-demo bakeoff serve --port 8000" in done.stdout
    assert "OpenMT12 test set" in done.stdout
    assert done.stderr.splitlines()[:5] == [
        "Making an example campaign in bakeoff-demo …",
        "Checking the settings …",
        "Bringing the database up to date …",
        "Collecting style sheets and scripts …",
        "Eight teams register, submit, and are scored …",
    ]
    acts = days_of(tmp_path / "bakeoff-demo", 'SELECT "when" FROM core_auditevent')
    assert len(acts) > 1
    assert max(acts) < f"{datetime.now(UTC):%Y-%m-%d}"
    late = "SELECT checked_at FROM submissions_submission WHERE date(checked_at) != date(received_at)"
    assert days_of(tmp_path / "bakeoff-demo", late) == set()
    if THOROUGH:
        again = run(tmp_path, "--template", "openmt2012", "--no-serve")  # in the place of the first
        assert again.stdout == done.stdout


def test_a_folder_with_other_files_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "bakeoff-demo").mkdir()
    (tmp_path / "bakeoff-demo" / "thesis.txt").write_text("years of work")
    done = run(tmp_path, "--no-serve")
    assert (done.returncode, done.stdout) == (2, "")
    assert "found bakeoff-demo with other files in it. Name another." in done.stderr
    assert [path.name for path in (tmp_path / "bakeoff-demo").iterdir()] == ["thesis.txt"]


def test_a_rulebook_without_text_translation_is_refused(tmp_path: Path) -> None:
    done = run(tmp_path, "--template", "wmt2008", "--no-serve")
    assert done.returncode == 2
    assert "expected a rulebook with a track of text translation, found wmt2008 without one" in done.stderr


@pytest.mark.parametrize("template", ["wmt", "openmt2012", "iwslt2012", "iwslt2016"])
def test_every_phase_of_its_rulebook_has_started_and_the_evaluation_is_over(template: str) -> None:
    written = parse_rulebook(demonstration_rulebook(template, id="demo", today=TODAY))
    assert written.findings == ()
    rules = written.rulebook
    now = datetime.combine(TODAY, datetime.min.time(), UTC)
    assert all(period.start < now for period in schedule(rules))
    assert all(period.end < now for period in schedule(rules) if any("submit" in each for each in period.phase.opens))
    assert demonstration_track(rules).all_pairs == (PAIR,)
    assert {pair for track in rules.tracks.values() for pair in track.all_pairs} == set(rules.language_pairs)
    assert rules.scoring_of(demonstration_track(rules).id, PAIR).official_metric
    for entrant in ENTRANTS:
        findings = check_description_lines(description_of(entrant, rules).splitlines(), rules, name="description.txt")
        assert [str(finding) for finding in findings if finding.severity == "error"] == []


def test_outputs_are_worse_the_larger_the_share_and_the_same_for_the_same_seed() -> None:
    right = worsened(0.0, seed="a")
    wrong = [sum(a != b for a, b in zip(right, worsened(share, seed="a"), strict=True)) for share in (0.01, 0.1, 0.9)]
    assert 0 < wrong[0] < wrong[1] < wrong[2] <= len(right)
    assert worsened(0.3, seed="b") == worsened(0.3, seed="b") != worsened(0.3, seed="c")
