"""A disk that is nearly full takes no file, and says so before any byte is written."""

from __future__ import annotations

import errno
from collections import namedtuple
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from bakeoff_site.core.storage import files
from bakeoff_site.core.storage.disk_space import DiskFullError, Space, full_disk_refused, require_space, space_of
from bakeoff_site.core.storage.files import keep, keep_path, work_folder

MB = 2**20
Disk = namedtuple("Disk", ["total", "used", "free"])


@pytest.fixture(autouse=True)
def _own_folder(settings: Any, tmp_path: Path) -> None:
    settings.DATA_FOLDER = tmp_path / "data"
    settings.MIN_FREE_BYTES = 100 * MB


@pytest.fixture
def free(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    def say(size: int) -> None:
        monkeypatch.setattr("shutil.disk_usage", lambda _: Disk(1000 * MB, 1000 * MB - size, size))

    return say


def test_what_has_to_stay_free_is_nobodys() -> None:
    found = Space(free=150, reserve=100)
    assert (found.takes(50), found.takes(51), found.is_short, found.is_scarce) == (True, False, False, True)
    assert Space(free=99, reserve=100).is_short
    assert not Space(free=200, reserve=100).is_scarce
    assert not Space(free=0, reserve=0).is_short


def test_a_folder_that_is_not_there_yet_lies_where_its_parent_lies(tmp_path: Path) -> None:
    assert space_of(tmp_path / "not" / "there", reserve=0).free > 0


def test_nothing_is_kept_on_a_disk_that_is_nearly_full(free: Callable[[int], None], tmp_path: Path) -> None:
    def chunks() -> Iterator[bytes]:
        yield pytest.fail("asked for though there is no room")

    free(99 * MB)
    with pytest.raises(DiskFullError, match=r"99\.0.MB are free, and 100\.0.MB must stay free"):
        keep(chunks())
    assert not files.folder().exists()
    with work_folder():
        pass  # reading goes on


def test_a_file_that_would_take_what_has_to_stay_free_is_refused(free: Callable[[int], None], tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(bytes(2 * MB))
    free(101 * MB)
    with pytest.raises(DiskFullError, match=r"and the file has 2\.0.MB"):
        keep_path(path)
    free(102 * MB)
    assert keep_path(path).size == 2 * MB


def test_a_disk_that_becomes_full_meanwhile_says_so_and_keeps_nothing() -> None:
    def chunks() -> Iterator[bytes]:
        yield b"one"
        raise OSError(errno.ENOSPC, "No space left on device")

    with pytest.raises(DiskFullError, match="The disk of the server is nearly full"):
        keep(chunks())
    assert [path for path in files.folder().rglob("*") if path.is_file()] == []


def test_other_troubles_of_a_disk_stay_what_they_are() -> None:
    with pytest.raises(OSError, match="Input/output error"), full_disk_refused():
        raise OSError(errno.EIO, "Input/output error")


def test_no_limit(settings: Any, free: Callable[[int], None]) -> None:
    settings.MIN_FREE_BYTES = 0
    free(0)
    require_space()
