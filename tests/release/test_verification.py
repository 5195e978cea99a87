"""Every number of a package is computed again; what was changed is found and named.

Each case analyses four human evaluations again, so that the file takes longer than others; `make test-all` tries all
fifty changes, `make test` a quarter of them.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from bakeoff.errors import BakeoffError, InputError
from bakeoff.release.verification import Verification, verify_package
from bakeoff.release.writing import write_package
from tests.depth import cases
from tests.release.changed_packages import (
    members_of,
    random_changes,
    telling_changes,
    with_change,
    with_file,
    write_members,
)
from tests.release.simulated_release import simulated_release


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("release") / "simple.zip"
    write_package(simulated_release(), path)
    return path


def test_every_number_of_a_package_that_was_written_is_computed_again(package: Path) -> None:
    steps: list[tuple[int, int]] = []
    found = verify_package(package, on_progress=lambda done, count: steps.append((done, count)))
    assert found.is_sound
    assert (found.changed, found.wrong, found.gaps, found.unreadable) == ((), (), (), "")
    assert found.numbers > 5000
    assert found.taken == ("comet is taken from its file of scores, comet.tsv.",)
    assert found.left_out == ("Recordings are left out: they belong to the broadcaster.",)
    assert steps[-1] == (7, 7)


def test_random_bytes_that_changed_are_found_by_checksums_and_named_with_their_tables(
    package: Path, tmp_path: Path
) -> None:
    members = members_of(package)
    number = cases(50) // 2
    for change in random_changes(members, number, np.random.default_rng(25)):
        path = with_change(members, change, tmp_path / "changed.zip", checksums=False)
        found = verify_package(path)
        assert not found.is_sound, change
        assert change.path in {each.path for each in found.changed}, change
        tables = {each.path: {table.id for table in each.tables} for each in found.changed}
        expected = {each.id for each in found.tables if change.path in each.files}
        assert tables[change.path] >= expected, change
        assert tables[change.path], change


def test_random_bytes_are_found_by_the_numbers_where_checksums_were_changed_too(package: Path, tmp_path: Path) -> None:
    members = members_of(package)
    number = cases(50) // 2
    for change in telling_changes(members, number, np.random.default_rng(26)):
        path = with_change(members, change, tmp_path / "changed.zip", checksums=True)
        found = verify_package(path)
        assert not found.is_sound, change
        named = {*found.suspects, *(each.path for each in found.changed)}
        assert change.path in named or change.path in found.unreadable or _is_named(found, change.path), change
        assert all(each.tables for each in found.wrong), change


def _is_named(found: Verification, path: str) -> bool:
    """Whether what cannot be computed says which file it is."""
    return any(path.rpartition("/")[2].partition("-")[2] in each.why for each in found.gaps)


def test_a_comment_that_changed_is_found_by_its_checksum_alone(package: Path, tmp_path: Path) -> None:
    members = members_of(package)
    text = members["README.md"].replace(b"release package", b"Release package", 1)
    found = verify_package(write_members(with_file(members, "README.md", text, checksums=False), tmp_path / "a.zip"))
    assert [each.path for each in found.changed] == ["README.md"]
    assert not found.wrong


def test_files_that_came_or_went_are_named(package: Path, tmp_path: Path) -> None:
    members = members_of(package)
    members["judgments/more.jsonl"] = b"{}\n"
    del members["tables.json"]
    found = verify_package(write_members(members, tmp_path / "a.zip"))
    assert {each.path: each.why for each in found.changed} == {
        "judgments/more.jsonl": "it has no checksum: it was added",
        "tables.json": "it is missing",
    }


def test_a_judgment_that_was_renumbered_is_found_though_no_number_follows_from_it(
    package: Path, tmp_path: Path
) -> None:
    members = members_of(package)
    path = "judgments/0007-ranking.jsonl"
    text = members[path].replace(b'"judgment_id": "7"', b'"judgment_id": "700"', 1)
    found = verify_package(write_members(with_file(members, path, text, checksums=True), tmp_path / "a.zip"))
    assert [(each.path, each.why) for each in found.changed] == [(path, "it is not as Bakeoff writes what it says")]


def test_scores_of_an_output_that_is_withheld_are_summed_from_its_statistics(tmp_path: Path) -> None:
    path = tmp_path / "withheld.zip"
    write_package(simulated_release(withheld=True), path)
    assert not any("system3.xml" in name for name in members_of(path))
    found = verify_package(path)
    assert found.is_sound, (found.wrong, found.gaps)
    assert "The scores of FBK are summed from its statistics: its team does not want it to be published." in found.taken
    assert "Post-edits of system3 are left out, since they show its output." in found.left_out
    assert [(each.what, each.is_wrong) for each in found.gaps] == [("Post-editing (en-de, test)", False)]
    members = members_of(path)
    texts = b"".join(content for name, content in members.items() if not name.startswith("results/"))
    hidden = next(each.file for each in simulated_release().outputs if each.run == "13").read()
    line = hidden.split(b"<seg")[1].partition(b">")[2].partition(b"<")[0]
    assert line not in texts


def test_a_tolerance_lets_last_digits_differ(package: Path, tmp_path: Path) -> None:
    members = members_of(package)
    path = "results/boards/001-translation-en-de-test.json"
    start = members[path].index(b'"value": ') + len(b'"value": ')
    end = members[path].index(b",", start)
    value = float(members[path][start:end])
    near = members[path][:start] + repr(value * (1 + 1e-12)).encode() + members[path][end:]
    changed = write_members(with_file(members, path, near, checksums=True), tmp_path / "a.zip")
    assert [each.difference.computed for each in verify_package(changed).wrong] == [repr(value)]
    assert verify_package(changed, tolerance=1e-9).is_sound


def test_a_file_that_is_no_package_is_refused(tmp_path: Path) -> None:
    plain = tmp_path / "plain.txt"
    plain.write_text("no package\n")
    with pytest.raises(InputError, match="expected a release package"):
        verify_package(plain)
    with pytest.raises(BakeoffError, match="no such file"):
        verify_package(tmp_path / "missing.zip")
