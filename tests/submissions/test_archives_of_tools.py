"""What tar and zip write is unpacked as they would; what they can write but campaigns do not take is refused."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from bakeoff.submissions.archives.extraction import opened_package

LONG = "n" * 90 + "/" + "m" * 150 + ".txt"
TREE = {"a.txt": b"one\n", LONG: b"two\n" * 4000, "caf\u00e9.txt": b"three\n", "empty": b""}


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    folder = tmp_path / "aster"
    for name, data in TREE.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return folder


def run(tool: str, *arguments: str, folder: Path) -> bytes:
    if shutil.which(tool) is None:
        pytest.skip(f"left out: {tool} (apt install {tool})")
    environment = {**os.environ, "LC_ALL": "C.UTF-8"}
    return subprocess.run([tool, *arguments], cwd=folder, env=environment, stdout=subprocess.PIPE, check=True).stdout


def codes_of(path: Path) -> list[str]:
    with opened_package(path) as contents:
        return [finding.code for finding in contents.findings]


@pytest.mark.parametrize("format", ["gnu", "oldgnu", "pax", "posix"])
@pytest.mark.parametrize("start", ["aster", "./aster"])
def test_tar_in_all_its_formats(format: str, start: str, tree: Path) -> None:
    run("tar", f"--format={format}", "-czf", "a.tgz", start, folder=tree.parent)
    with opened_package(tree.parent / "a.tgz") as contents:
        assert {file.name.removeprefix("aster/"): file.path.read_bytes() for file in contents.files} == TREE
        assert contents.findings == ()


@pytest.mark.parametrize("format", ["v7", "ustar"])
def test_tar_in_its_oldest_formats(format: str, tree: Path) -> None:
    run("tar", f"--format={format}", "-cf", "a.tar", "aster/a.txt", "aster/empty", folder=tree.parent)
    with opened_package(tree.parent / "a.tar") as contents:
        assert {file.name: file.path.read_bytes() for file in contents.files} == {
            "aster/a.txt": b"one\n",
            "aster/empty": b"",
        }
        assert contents.findings == ()


@pytest.mark.parametrize("format", ["gnu", "pax"])
def test_sparse_files_of_tar(format: str, tree: Path) -> None:
    with (tree / "hole").open("wb") as file:
        file.truncate(1 << 22)
        file.seek(1 << 21)
        file.write(b"island")
    run("tar", f"--format={format}", "--sparse", "-cf", "a.tar", "aster/hole", folder=tree.parent)
    assert codes_of(tree.parent / "a.tar") == ["archive-sparse"]


def test_links_of_tar(tree: Path) -> None:
    (tree / "soft").symlink_to("/etc/passwd")
    (tree / "hard").hardlink_to(tree / "a.txt")
    run("tar", "-czf", "a.tgz", "aster", folder=tree.parent)
    assert codes_of(tree.parent / "a.tgz") == ["archive-link"] * 2


def test_absolute_names_of_tar(tree: Path) -> None:
    run("tar", "-P", "-czf", "a.tgz", str(tree / "a.txt"), folder=tree.parent)
    assert codes_of(tree.parent / "a.tgz") == ["archive-path-absolute"]


@pytest.mark.parametrize("options", [(), ("-0",), ("-X",), ("-D",), ("-fz",)])
def test_zip_with_its_options(options: tuple[str, ...], tree: Path) -> None:
    run("zip", "-r", "-q", *options, "a.zip", "aster", folder=tree.parent)
    with opened_package(tree.parent / "a.zip") as contents:
        assert {file.name.removeprefix("aster/"): file.path.read_bytes() for file in contents.files} == TREE
        assert contents.findings == ()


def test_zip_through_a_pipe(tree: Path) -> None:
    (tree.parent / "a.zip").write_bytes(run("zip", "-r", "-q", "-", "aster", folder=tree.parent))
    with opened_package(tree.parent / "a.zip") as contents:
        assert {file.name.removeprefix("aster/"): file.path.read_bytes() for file in contents.files} == TREE
        assert contents.findings == ()


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        (("-P", "secret"), ["archive-encrypted"]),
        (("--symlinks",), ["archive-link"]),
        (("-Z", "bzip2"), ["archive-method"]),
    ],
)
def test_what_zip_can_do_and_campaigns_do_not_take(options: tuple[str, ...], expected: list[str], tree: Path) -> None:
    (tree / "soft").symlink_to("/etc/hostname")
    member = "aster/soft" if "--symlinks" in options else f"aster/{LONG}"
    run("zip", "-q", *options, "a.zip", member, folder=tree.parent)
    assert codes_of(tree.parent / "a.zip") == expected
