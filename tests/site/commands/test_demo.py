"""`bakeoff demo`: two campaigns by one command."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from contextlib import closing
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from bakeoff.errors import BakeoffError
from bakeoff.formats import read_source
from bakeoff.rulebook import parse_rulebook, read_rulebook, schedule
from bakeoff.submissions.checker import check_package
from bakeoff.submissions.descriptions import check_description_lines
from bakeoff.submissions.packages.repair import fix_package
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.services.campaigns import create_campaign
from bakeoff_site.commands.installation.file_permissions import DATABASE_FILE
from bakeoff_site.demonstration.rulebook import (
    PAIR,
    demonstration_rulebook,
    demonstration_track,
    submitted_test_sets,
)
from bakeoff_site.demonstration.sample_packages import write_samples
from bakeoff_site.demonstration.teams import ENTRANTS, description_of
from bakeoff_site.demonstration.texts import Languages, source_file, worsened
from tests.depth import THOROUGH

DEMO = [sys.executable, "-m", "bakeoff", "demo"]
TODAY = date(2026, 3, 1)
TEMPLATES = ("wmt", "openmt2012", "iwslt2005", "iwslt2012", "iwslt2016", "wmt2008")


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*DEMO, *arguments], cwd=folder, capture_output=True, text=True, check=False, timeout=240)


def days_of(folder: Path, query: str) -> set[str]:
    """The days of times in the database."""
    with closing(sqlite3.connect(folder / DATABASE_FILE)) as database:
        return {time[:10] for (time,) in database.execute(query)}


@pytest.mark.long
def test_without_a_terminal_it_is_made_and_not_served(tmp_path: Path) -> None:
    done = run(tmp_path, "--template", "openmt2012")
    assert done.returncode == 0, done.stderr
    assert "bakeoff-demo/report/index.html: the report, " in done.stdout
    assert (tmp_path / "bakeoff-demo" / "report" / "report.pdf").read_bytes().startswith(b"%PDF")
    if THOROUGH:
        verified = subprocess.run(
            [sys.executable, "-m", "bakeoff", "verify", "bakeoff-demo/report/demo-release.zip"],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
        )
        assert verified.returncode == 0, verified.stdout
    assert "Not served. To serve it: BAKEOFF_DATA_FOLDER=bakeoff-demo bakeoff serve --port 8000" in done.stdout
    assert "OpenMT12 test set" in done.stdout
    assert done.stderr.splitlines()[:5] == [
        "Making two example campaigns in bakeoff-demo …",
        "Checking the settings …",
        "Bringing the database up to date …",
        "Collecting style sheets and scripts …",
        "A finished campaign: eight teams register, submit, and are scored …",
    ]
    finished = "campaign_id = (SELECT id FROM campaigns_campaign WHERE slug = 'demo')"
    acts = days_of(tmp_path / "bakeoff-demo", f'SELECT "when" FROM core_auditevent WHERE {finished}')
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


def test_a_rulebook_without_text_translation_is_refused() -> None:
    rules = read_rulebook("iwslt2012")
    speech = rules.model_copy(update={"tracks": {"ted-asr": rules.tracks["ted-asr"]}})
    with pytest.raises(BakeoffError, match="expected a rulebook with a track of text translation, found iwslt2012"):
        demonstration_track(speech)


@pytest.mark.parametrize("template", TEMPLATES)
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
    submitted = {each for package in rules.submission.packages.values() for each in submitted_test_sets(rules, package)}
    assert "current" in {rules.test_sets[each].role for each in submitted}  # which is what people judge
    for entrant in ENTRANTS:
        findings = check_description_lines(description_of(entrant, rules).splitlines(), rules, name="description.txt")
        assert [str(finding) for finding in findings if finding.severity == "error"] == []


@pytest.mark.parametrize("template", TEMPLATES)
def test_teams_can_register_and_submit_today_in_the_open_campaign(template: str) -> None:
    written = parse_rulebook(demonstration_rulebook(template, id="demo-open", today=TODAY, stage="open"))
    assert written.findings == ()
    now = datetime.combine(TODAY, datetime.min.time(), UTC) + timedelta(hours=12)
    opens = {
        opening
        for period in schedule(written.rulebook)
        if period.start <= now < period.end
        for opening in period.phase.opens
    }
    assert "register" in opens
    assert any(opening.startswith("submit:") for opening in opens)


@pytest.mark.django_db
def test_sample_packages_are_valid_or_broken_as_they_say(tmp_path: Path) -> None:
    rules = demonstration_rulebook("wmt", id="demo-open", today=datetime.now(UTC).date(), stage="open")
    organiser = User.objects.create_user("organiser@demo.example", "a long password", name="Olga", is_superuser=True)
    campaign = create_campaign(rules, creator=organiser, confirm_past=True)
    samples = write_samples(campaign, tmp_path, seed=1)
    source = tmp_path / "source.xml"
    languages = Languages(PAIR, "de", "en")
    source.write_bytes(source_file(campaign.rules.test_sets["general"], languages=languages))
    found = {
        sample.path.stem: {
            finding.code
            for finding in check_package(
                sample.path, campaign.rules, team="ASTER", sources=[read_source(source)]
            ).findings
            if finding.severity == "error"
        }
        for sample in samples
    }
    assert found == {
        "ASTER_runs": set(),
        "wrong-names": {"file-team"},
        "segment-missing": {"seg-id-missing"},
        "wrong-encoding": {"encoding-utf8"},
    }
    folder = tmp_path / "fixed"
    folder.mkdir()
    fixed = fix_package(tmp_path / "wrong-names.zip", campaign.rules, folder, team="ASTER")
    after = check_package(fixed.path, campaign.rules, team="ASTER", sources=[read_source(source)])
    assert [finding.code for finding in after.findings if finding.severity == "error"] == []
    assert all(sample.path.name in (tmp_path / "README.txt").read_text(encoding="utf-8") for sample in samples)


def test_outputs_are_worse_the_larger_the_share_and_the_same_for_the_same_seed() -> None:
    right = worsened(0.0, seed="a")
    wrong = [sum(a != b for a, b in zip(right, worsened(share, seed="a"), strict=True)) for share in (0.01, 0.1, 0.9)]
    assert 0 < wrong[0] < wrong[1] < wrong[2] <= len(right)
    assert worsened(0.3, seed="b") == worsened(0.3, seed="b") != worsened(0.3, seed="c")
