"""Keys that OpenMT12 names otherwise: `site_id`, and the field `site` of file names."""

from __future__ import annotations

from pathlib import Path

from bakeoff.rulebook import read_rulebook
from bakeoff.rulebook.reader import check_rulebook
from tests.conftest import ROOT

ONE_TRACK = (ROOT / "examples" / "rulebooks" / "one-track.toml").read_text(encoding="utf-8")


def written(folder: Path, more: str) -> Path:
    path = folder / "rules.toml"
    path.write_text(f"{ONE_TRACK}\n{more}\n", encoding="utf-8")
    return path


def test_site_id_is_team_code(tmp_path: Path) -> None:
    assert read_rulebook("openmt2012").registration.team_code == "assigned"
    rules = read_rulebook(written(tmp_path, '[registration]\nsite_id = "assigned"'))
    assert rules.registration.team_code == "assigned"


def test_a_rulebook_overrides_what_its_base_says_under_the_other_name(tmp_path: Path) -> None:
    path = tmp_path / "rules.toml"
    path.write_text('extends = "openmt2012"\n[registration]\nteam_code = "chosen"\n', encoding="utf-8")
    assert read_rulebook(path).registration.team_code == "chosen"


def test_a_mistake_is_found_on_the_line_of_the_alias(tmp_path: Path) -> None:
    path = written(tmp_path, '[registration]\nsite_id = "random"')
    (finding,) = check_rulebook(path)
    assert finding.place.line == len(path.read_text(encoding="utf-8").splitlines())


def test_both_names_at_once_are_a_mistake(tmp_path: Path) -> None:
    (finding,) = check_rulebook(written(tmp_path, '[registration]\nsite_id = "chosen"\nteam_code = "chosen"'))
    assert "site_id" in finding.found


def test_a_field_of_names_may_be_restricted_under_its_alias(tmp_path: Path) -> None:
    rules = read_rulebook(written(tmp_path, '[submission.fields.site]\npattern = "[A-Z]+"'))
    assert rules.submission.fields["team"].pattern == "[A-Z]+"
