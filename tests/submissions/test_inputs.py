"""What runs started from: as names say, as the team says, or the only input that there is."""

from __future__ import annotations

from pathlib import Path

import pytest

from bakeoff.rulebook import Rulebook, read_rulebook
from bakeoff.submissions.checker import check_package
from bakeoff.submissions.packages.entries import NOTHING_STATED, StatedInput

RULES = """\
[campaign]
id = "speech"
title = "Speech"
[language_pairs]
de-en = { source = "de", target = "en" }
[tracks.text]
kind = "mt"
language_pairs = ["de-en"]
[tracks.speech]
kind = "slt"
language_pairs = ["de-en"]
inputs = ["n-best", "lattice", "released-runs"]
released_runs = "text"
[test_sets.test]
role = "current"
[phases.evaluation]
start = 2027-03-01
end = 2027-03-05
opens = ["submit:runs"]
[submission]
file = "FILE"
[submission.packages.runs]
archive = "{team}"
"""


@pytest.fixture
def rulebook(tmp_path: Path) -> Rulebook:
    return rules_with("{track}_{system_type}.txt", tmp_path)


def rules_with(pattern: str, folder: Path) -> Rulebook:
    path = folder / "rules.toml"
    path.write_text(RULES.replace("FILE", pattern), encoding="utf-8")
    return read_rulebook(path)


def checked(
    rulebook: Rulebook, folder: Path, *names: str, stated: StatedInput = NOTHING_STATED
) -> tuple[dict[str, tuple[str | None, tuple[str, ...]]], list[tuple[str, str]]]:
    """What the runs of a package started from, and what was found about it."""
    package = folder / "TEAM"
    package.mkdir()
    for name in names:
        (package / name).write_text("one\n", encoding="utf-8")
    report = check_package(package, rulebook, team="TEAM", stated=stated)
    found = [(each.code, each.found) for each in report.findings if "input" in each.code or "released" in each.code]
    return {entry.file.name: (entry.input, entry.released_runs) for entry in report.entries}, found


def test_names_say_it_where_the_pattern_has_a_field(tmp_path: Path) -> None:
    rulebook = rules_with("{track}_{input}_{system_type}.txt", tmp_path)
    names = ("speech_n-best_primary.txt", "speech_lattice_contrastive1.txt", "text_text_primary.txt")
    runs, found = checked(rulebook, tmp_path, *names, stated=StatedInput("released-runs"))
    assert runs == {names[0]: ("n-best", ()), names[1]: ("lattice", ()), names[2]: ("text", ())}
    assert found == [("input-not-offered", "released-runs")]  # what the team says agrees with none of them


def test_a_team_says_it_of_all_runs_that_had_a_choice(rulebook: Rulebook, tmp_path: Path) -> None:
    names = ("speech_primary.txt", "text_primary.txt")
    runs, found = checked(rulebook, tmp_path, *names, stated=StatedInput("lattice"))
    assert runs == {names[0]: ("lattice", ()), names[1]: ("text", ())}
    assert found == []


def test_released_runs_need_no_other_word(rulebook: Rulebook, tmp_path: Path) -> None:
    runs, found = checked(rulebook, tmp_path, "speech_primary.txt", stated=StatedInput(None, ("NICT", "UEDIN")))
    assert runs == {"speech_primary.txt": ("released-runs", ("NICT", "UEDIN"))}
    assert found == []


def test_a_run_that_says_nothing_is_valid_with_a_warning(rulebook: Rulebook, tmp_path: Path) -> None:
    runs, found = checked(rulebook, tmp_path, "speech_primary.txt", "text_primary.txt")
    assert runs == {"speech_primary.txt": (None, ()), "text_primary.txt": ("text", ())}
    assert found == [("input-missing", "none")]


def test_an_input_that_the_track_does_not_offer_is_an_error(rulebook: Rulebook, tmp_path: Path) -> None:
    _, found = checked(rulebook, tmp_path, "speech_primary.txt", stated=StatedInput("audio"))
    assert found == [("input-not-offered", "audio")]


def test_an_input_that_no_run_can_have_used_is_an_error(rulebook: Rulebook, tmp_path: Path) -> None:
    _, found = checked(rulebook, tmp_path, "text_primary.txt", stated=StatedInput("lattice"))
    assert found == [("input-not-offered", "lattice")]
