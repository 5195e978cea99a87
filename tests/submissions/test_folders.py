"""Folders as packages: taken where they are, nothing in them followed that leads elsewhere."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest

from bakeoff.errors import InputError
from bakeoff.submissions.archives.extraction import opened_package, unpack
from bakeoff.submissions.archives.limits import Limits
from tests.submissions.broken_archives import SMALL, codes
from tests.submissions.handmade import FILES


def test_clean_folders_are_taken_where_they_are(tmp_path: Path) -> None:
    for name, data in FILES.items():
        path = tmp_path / "package" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    with opened_package(tmp_path / "package") as contents:
        assert (contents.name, contents.kind, contents.folders) == ("package", "folder", ("runs",))
        assert [file.name for file in contents.files] == sorted(FILES)
        assert {file.name: file.path.read_bytes() for file in contents.files} == FILES
        assert codes(contents) == ()


def test_links_and_special_files_of_folders_are_neither_followed_nor_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "package"
    package.mkdir()
    (package / "good.txt").write_bytes(b"text\n")
    (package / "a-link").symlink_to("/etc/passwd")
    (package / "b-loop").symlink_to(package)
    os.mkfifo(package / "c-pipe")
    with socket.socket(socket.AF_UNIX) as listener:
        monkeypatch.chdir(package)  # paths of sockets are short
        listener.bind("d-socket")
        with opened_package(package) as contents:
            assert [file.name for file in contents.files] == ["good.txt"]
            assert codes(contents) == ("archive-link",) * 2 + ("archive-special-file",) * 2


def test_a_folder_given_by_a_link_is_refused(tmp_path: Path) -> None:
    (tmp_path / "package").mkdir()
    (tmp_path / "link").symlink_to("package")
    with opened_package(tmp_path / "link") as contents:
        assert (contents.files, codes(contents)) == ((), ("archive-link",))


def test_a_pipe_is_not_opened(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.tgz")
    with opened_package(tmp_path / "pipe.tgz") as contents:
        assert (contents.files, codes(contents)) == ((), ("archive-special-file",))


def test_what_cannot_be_read_in_a_folder_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Permissions do not bind the superuser, so the refusal of the system is played.
    package = tmp_path / "package"
    (package / "closed").mkdir(parents=True)
    (package / "secret.txt").write_bytes(b"text\n")
    real_open, real_scan = os.open, os.scandir

    def refuse_open(path: object, flags: int, *rest: int) -> int:
        if str(path).endswith("secret.txt"):
            raise PermissionError(13, "Permission denied")
        return real_open(path, flags, *rest)  # type: ignore[arg-type]

    def refuse_scan(path: object) -> object:
        if str(path).endswith("closed"):
            raise PermissionError(13, "Permission denied")
        return real_scan(path)  # type: ignore[call-overload]

    monkeypatch.setattr(os, "open", refuse_open)
    monkeypatch.setattr(os, "scandir", refuse_scan)
    contents = unpack(package, tmp_path)
    assert codes(contents) == ("archive-unreadable",) * 2
    assert {finding.place.file for finding in contents.findings} == {"closed/", "secret.txt"}


def test_folders_are_bounded_too(tmp_path: Path) -> None:
    for number in range(5):
        (tmp_path / f"{number}.txt").write_bytes(b"text\n")
    assert codes(unpack(tmp_path, tmp_path, limits=SMALL)) == ("archive-bomb-files",)
    assert codes(unpack(tmp_path, tmp_path, limits=Limits(total_bytes=12))) == ("archive-bomb-size",)
    assert codes(unpack(tmp_path, tmp_path, limits=Limits(file_bytes=4))) == ("archive-bomb-file",) * 5


def test_deep_folders_are_not_entered(tmp_path: Path) -> None:
    (tmp_path / "/".join("abcdefghijklmnopqrst")).mkdir(parents=True)
    (tmp_path / "good.txt").write_bytes(b"text\n")
    assert codes(unpack(tmp_path, tmp_path)) == ("archive-path-deep",)


def test_an_empty_folder(tmp_path: Path) -> None:
    assert codes(unpack(tmp_path, tmp_path)) == ("archive-empty",)


def test_a_package_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"none\.tgz: expected a package that can be read, found no such file"):
        unpack(tmp_path / "none.tgz", tmp_path)
