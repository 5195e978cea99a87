"""Bodies under way have their room on the disk from the start, and no sender takes everybody's."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import namedtuple
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any

import pytest

from bakeoff_site.core.storage.body_files import STRANGERS, Sender, SenderBusyError, open_body_file, person
from bakeoff_site.core.storage.disk_space import DiskFullError
from tests.conftest import ROOT

MB = 2**20
ADA, BOB = person(1), person(2)
Disk = namedtuple("Disk", ["total", "used", "free"])
HOLDING = """
import sys, pathlib, django
from django.conf import settings
settings.configure(MIN_FREE_BYTES=0)
from bakeoff_site.core.storage.body_files import open_body_file, person
held = open_body_file(pathlib.Path(sys.argv[1]), 2**20, sender=person(1))
print("held", flush=True)
sys.stdin.read()
"""


@pytest.fixture(autouse=True)
def _reserve(settings: Any) -> None:
    settings.MIN_FREE_BYTES = 0


@pytest.fixture
def disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: Any) -> Callable[[int], None]:
    """A disk of a size, of which 100 MB must stay free; what bodies have set aside counts."""
    settings.MIN_FREE_BYTES = 100 * MB

    def say(size: int) -> None:
        def usage(_: Path) -> Disk:
            return Disk(size, taken(tmp_path), size - taken(tmp_path))

        monkeypatch.setattr("shutil.disk_usage", usage)

    return say


def taken(folder: Path) -> int:
    return sum(path.stat().st_blocks * 512 for path in (folder / "bodies").glob("*"))


def names(folder: Path) -> list[str]:
    return sorted(path.name.partition(".")[0] for path in (folder / "bodies").iterdir())


def test_room_is_set_aside_before_a_byte_comes_and_free_once_the_file_is_closed(tmp_path: Path) -> None:
    file = open_body_file(tmp_path, 5 * MB, sender=ADA)
    assert taken(tmp_path) >= 5 * MB
    file.write(b"abc")
    file.truncate(3)
    assert taken(tmp_path) < MB
    file.seek(0)
    assert file.read() == b"abc"
    file.close()
    file.close()
    assert names(tmp_path) == ["door"]


def test_what_was_read_is_free_again(tmp_path: Path) -> None:
    content = os.urandom(5 * MB)
    with open_body_file(tmp_path, 5 * MB, sender=ADA) as file:
        file.write(content)
        file.seek(0)
        pieces = [file.read(100_000) for _ in range(44)]
        assert taken(tmp_path) < 1.5 * MB
        assert b"".join([*pieces, file.read()]) == content


def test_a_sender_leaves_half_of_the_free_space_to_others(tmp_path: Path, disk: Callable[[int], None]) -> None:
    disk(140 * MB)
    with open_body_file(tmp_path, 20 * MB, sender=ADA):
        with pytest.raises(SenderBusyError):
            open_body_file(tmp_path, 2 * MB, sender=ADA)  # once the other has arrived, there is room
        with open_body_file(tmp_path, 10 * MB, sender=BOB), open_body_file(tmp_path, 4 * MB, sender=STRANGERS):
            pass
        with pytest.raises(DiskFullError):
            open_body_file(tmp_path, 11 * MB, sender=BOB)
        with pytest.raises(DiskFullError):
            open_body_file(tmp_path, 21 * MB, sender=ADA)  # there never is
    assert names(tmp_path) == ["door"]


def test_a_full_disk_keeps_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "posix_fallocate", full)
    with pytest.raises(DiskFullError):
        open_body_file(tmp_path, MB, sender=ADA)
    assert names(tmp_path) == ["door"]


def test_a_sender_has_few_under_way_and_others_do_not_count(tmp_path: Path) -> None:
    few = Sender("few", 2)
    held: list[IO[bytes]] = [open_body_file(tmp_path, MB, sender=few) for _ in range(2)]
    with pytest.raises(SenderBusyError):
        open_body_file(tmp_path, MB, sender=few)
    open_body_file(tmp_path, MB, sender=Sender("fewer", 1)).close()
    held.pop().close()
    held.append(open_body_file(tmp_path, MB, sender=few))
    for file in held:
        file.close()


def test_other_processes_count_while_they_live(tmp_path: Path) -> None:
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLDING, str(tmp_path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=ROOT,
        text=True,
    )
    assert holder.stdin is not None
    assert holder.stdout is not None
    with holder.stdin, holder.stdout:
        assert holder.stdout.readline() == "held\n"
        alone = Sender(ADA.name, 1)
        with pytest.raises(SenderBusyError):
            open_body_file(tmp_path, MB, sender=alone)
        holder.kill()
        holder.wait()
    assert names(tmp_path) == ["door", ADA.name]
    with open_body_file(tmp_path, MB, sender=BOB):  # whoever comes next removes what was left
        assert names(tmp_path) == ["door", BOB.name]
    open_body_file(tmp_path, MB, sender=alone).close()
