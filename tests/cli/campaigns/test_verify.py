"""`bakeoff verify`, and `bakeoff convert` of release packages."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bakeoff.release.writing import write_package
from tests.release.changed_packages import members_of, with_file, write_members
from tests.release.simulated_release import simulated_release

BOARD = "results/boards/001-translation-en-de-test.json"


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("release") / "simple.zip"
    write_package(simulated_release(), path)
    return path


def test_a_sound_package_says_so(bakeoff: Callable[..., Any], package: Path) -> None:
    outcome = bakeoff("verify", package)
    assert outcome.code == 0
    lines = outcome.out.splitlines()
    assert lines[0] == "Small translation task"
    assert lines[1].startswith("SHA-256 of the package: ")
    assert "  comet is taken from its file of scores, comet.tsv." in lines
    assert lines[-1].startswith("All ")
    assert lines[-1].endswith(" numbers that can be computed are the published ones.")


def test_a_number_that_does_not_follow_is_named_with_both_values(
    bakeoff: Callable[..., Any], package: Path, tmp_path: Path
) -> None:
    members = members_of(package)
    content = members[BOARD]
    start = content.index(b'"value": ') + len(b'"value": ')
    end = content.index(b",", start)
    members = with_file(members, BOARD, content[:start] + b"99.5" + content[end:], checksums=True)
    changed = write_members(members, tmp_path / "changed.zip")
    outcome = bakeoff("verify", changed, "--format", "json")
    assert outcome.code == 1
    assert outcome.json["sound"] is False
    [difference] = outcome.json["differences"]
    assert difference["file"] == BOARD
    assert difference["what"] == "runs 11 primary UEDIN, scores bleu@sacrebleu case+punc, value"
    assert (difference["published"], difference["computed"]) == ("99.5", content[start:end].decode())
    text = bakeoff("verify", changed)
    assert text.code == 1
    assert "published 99.5, computed " in text.out
    assert text.out.splitlines()[-1].endswith("numbers differ; 0 files changed.")


def test_results_that_cannot_be_read_are_a_finding_not_a_crash(
    bakeoff: Callable[..., Any], package: Path, tmp_path: Path
) -> None:
    changed = write_members({**members_of(package), BOARD: b"{"}, tmp_path / "changed.zip")
    outcome = bakeoff("verify", changed)
    assert outcome.code == 1
    assert f"The numbers cannot be read: {BOARD}: expected JSON" in outcome.out
    assert f"{BOARD}: its checksum is another one" in outcome.out


def test_what_is_no_package_exits_with_2(bakeoff: Callable[..., Any], tmp_path: Path) -> None:
    (tmp_path / "text.txt").write_text("no package\n")
    outcome = bakeoff("verify", tmp_path / "text.txt")
    assert outcome.code == 2
    assert "expected a release package" in outcome.err


def test_a_package_is_converted_into_a_folder(bakeoff: Callable[..., Any], package: Path, tmp_path: Path) -> None:
    outcome = bakeoff("convert", package, tmp_path / "wmt26", "--to", "wmt")
    assert (outcome.code, outcome.out) == (0, "")
    assert f"{tmp_path / 'wmt26'}: 11 files." in outcome.err
    assert (tmp_path / "wmt26" / "txt" / "sources" / "test.en-de.src.en").is_file()


def test_a_layout_must_be_named_and_known(bakeoff: Callable[..., Any], package: Path, tmp_path: Path) -> None:
    nothing = bakeoff("convert", package, tmp_path / "a")
    assert nothing.code == 2
    assert "(--to): wmt, mtme, plain-text." in nothing.err
    unknown = bakeoff("convert", package, tmp_path / "a", "--to", "wtm")
    assert unknown.code == 2
    assert "there is no layout 'wtm'" in unknown.err
    other = bakeoff("convert", package, tmp_path / "a", "--to", "wmt", "--genre", "news")
    assert other.code == 2
    assert "--genre is for texts and judgments" in other.err


def test_one_table_is_verified_by_the_id_that_the_report_gives(
    bakeoff: Callable[..., Any], package: Path, tmp_path: Path
) -> None:
    members = members_of(package)
    score = re.search(rb'"value": (\d+\.\d+)', members[BOARD])
    content = members[BOARD].replace(score[1], b"12.5", 1)
    changed = write_members(with_file(members, BOARD, content, checksums=True), tmp_path / "changed.zip")
    found = bakeoff("verify", changed, "--format", "json").json
    touched = found["differences"][0]["tables"][0]["id"]
    assert bakeoff("verify", changed, "--table", touched).code == 1
    assert bakeoff("verify", changed, "--table", "participants").code == 0
    unknown = bakeoff("verify", changed, "--table", "partcipants")
    assert unknown.code == 2
    assert "expected the id of a table of the report, found partcipants. Did you mean participants?" in unknown.err
