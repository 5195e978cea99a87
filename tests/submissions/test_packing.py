"""Archives that are written come back as they were, byte for byte the same each time."""

from __future__ import annotations

import os
import random
import subprocess
import tarfile
import tempfile
import zipfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bakeoff.errors import InputError
from bakeoff.submissions.archives.extraction import opened_package, unpack
from bakeoff.submissions.archives.limits import Limits
from bakeoff.submissions.archives.member_names import TakenNames, is_of_macos, name_findings
from bakeoff.submissions.archives.writer import ArchiveKind, write_archive
from bakeoff.submissions.packages.contents import PackedFile
from fuzz.mutations import mutated, valid_archives
from tests.depth import cases

KINDS: tuple[ArchiveKind, ...] = ("tgz", "tar", "zip")
TREE = {"runs/b.txt": b"two\n", "runs/a.txt": b"one\n" * 500, "caf\u00e9.txt": b"", "n" * 120 + "/" + "m" * 150: b"x"}


def put(tree: dict[str, bytes], folder: Path) -> list[PackedFile]:
    files = []
    for number, (name, data) in enumerate(tree.items()):
        path = folder / f"source-{number}"
        path.write_bytes(data)
        files.append(PackedFile(name, path, len(data)))
    return files


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_files_give_the_same_bytes(kind: ArchiveKind, tmp_path: Path) -> None:
    files = put(TREE, tmp_path)
    write_archive(files, tmp_path / f"first.{kind}", kind)
    for file in files:
        os.utime(file.path, (1e9, 1e9))
        file.path.chmod(0o600)
    write_archive(reversed(files), tmp_path / f"second.{kind}", kind)
    assert (tmp_path / f"first.{kind}").read_bytes() == (tmp_path / f"second.{kind}").read_bytes()


@pytest.mark.parametrize("kind", ["tgz", "tar"])
def test_tar_reads_what_is_written(kind: ArchiveKind, tmp_path: Path) -> None:
    write_archive(put(TREE, tmp_path), tmp_path / "a", kind)
    listed = subprocess.run(["tar", "-tf", tmp_path / "a"], capture_output=True, check=True, env={"LC_ALL": "C.UTF-8"})
    assert listed.stderr == b""
    with tarfile.open(tmp_path / "a") as archive:
        assert archive.getnames() == sorted(TREE)
        assert {(m.mtime, m.mode, m.uid, m.gid, m.uname) for m in archive} == {(315532800, 0o644, 0, 0, "")}


def test_zipfile_reads_what_is_written(tmp_path: Path) -> None:
    write_archive(put(TREE, tmp_path), tmp_path / "a.zip", "zip")
    with zipfile.ZipFile(tmp_path / "a.zip") as archive:
        assert archive.testzip() is None
        assert {name: archive.read(name) for name in archive.namelist()} == TREE
        assert {info.date_time for info in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}


def test_nothing_is_overwritten_unless_asked_to(tmp_path: Path) -> None:
    path = tmp_path / "a.zip"
    path.write_bytes(b"precious")
    files = put({"a.txt": b"text"}, tmp_path)
    with pytest.raises(InputError, match="expected a new name, found a file that already exists"):
        write_archive(files, path, "zip")
    assert path.read_bytes() == b"precious"
    write_archive(files, path, "zip", overwrite=True)
    assert zipfile.is_zipfile(path)


@pytest.mark.parametrize("kind", KINDS)
def test_a_failure_leaves_neither_half_an_archive_nor_a_temporary_file(kind: ArchiveKind, tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (good,) = put({"a.txt": b"text"}, tmp_path)
    with pytest.raises(FileNotFoundError):
        write_archive([good, PackedFile("b.txt", tmp_path / "none", 3)], tmp_path / "out" / "a", kind)
    assert list((tmp_path / "out").iterdir()) == []


@pytest.mark.parametrize("names", [("../a",), ("/a",), ("a\\b",), ("a", "A"), ("a", "a"), ("a", "a/b"), ("",), ("a/",)])
def test_names_that_would_be_refused_are_not_written(names: tuple[str, ...], tmp_path: Path) -> None:
    (file,) = put({"x": b"text"}, tmp_path)
    with pytest.raises(InputError):
        write_archive([PackedFile(name, file.path, file.size) for name in names], tmp_path / "a.tgz", "tgz")
    assert not (tmp_path / "a.tgz").exists()


def _may_stand_together(names: list[str]) -> bool:
    taken = TakenNames()
    sound = not any(is_of_macos(name) or list(name_findings(name, Limits())) for name in names)
    return sound and not any(taken.clash(name, folder=False) for name in sorted(names))


parts = st.text(st.characters(blacklist_categories=("C", "Z"), blacklist_characters="/\\"), min_size=1, max_size=60)
names = st.lists(parts.filter(lambda part: part not in (".", "..")), min_size=1, max_size=5).map("/".join)
trees = st.dictionaries(names, st.binary(max_size=2000), min_size=1, max_size=8).filter(
    lambda tree: _may_stand_together(list(tree))
)


@settings(max_examples=cases(60))
@given(tree=trees, kind=st.sampled_from(KINDS))
def test_what_is_packed_comes_back(tree: dict[str, bytes], kind: ArchiveKind) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, f"a.{kind}")
        write_archive(put(tree, Path(folder)), path, kind)
        with opened_package(path) as contents:
            assert {file.name: file.path.read_bytes() for file in contents.files} == tree
            assert {finding.code for finding in contents.findings} <= {"archive-nested"}


VALID = valid_archives()


@settings(max_examples=cases(400))
@given(number=st.integers(0, 2**32))
def test_accidents_become_findings_and_nothing_else(number: int) -> None:
    rng = random.Random(number)
    kind, data = rng.choice(VALID)
    case = mutated(kind, data, [other for _, other in VALID], rng)
    with tempfile.TemporaryDirectory() as top:
        folder = Path(top, "work")
        folder.mkdir()
        path = Path(top, f"a.{kind}")
        path.write_bytes(case)
        contents = unpack(path, folder, limits=Limits(files=20, total_bytes=1 << 22, file_bytes=1 << 21))
        assert {found.name for found in Path(top).iterdir()} == {path.name, "work"}
        assert {found.name for found in folder.iterdir()} == {file.path.name for file in contents.files}
        assert sum(file.size for file in contents.files) <= 1 << 22
