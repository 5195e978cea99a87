"""What killed workers unpacked does not stay."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from bakeoff_site.commands.installation.work_folders import work_folder

UNPACKS = """
import sys, tempfile, time
from pathlib import Path
from bakeoff_site.commands.installation.work_folders import work_folder
with work_folder(Path(sys.argv[1])):
    (Path(tempfile.mkdtemp()) / "unpacked").write_text("much")
    print(tempfile.gettempdir(), flush=True)
    time.sleep(60)
"""


def started(base: Path) -> tuple[subprocess.Popen[str], Path]:
    process = subprocess.Popen([sys.executable, "-c", UNPACKS, str(base)], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    room = Path(process.stdout.readline().strip())
    process.stdout.close()
    assert room.parent == base
    return process, room


def test_the_next_worker_clears_up_after_one_that_was_killed(tmp_path: Path) -> None:
    base = tmp_path / "work"
    killed, left = started(base)
    alive, kept = started(base)
    try:
        killed.send_signal(signal.SIGKILL)
        killed.wait()
        assert left.exists()
        with work_folder(base):
            assert not left.exists()
            assert list(kept.rglob("unpacked"))  # its worker lives
    finally:
        alive.kill()
        alive.wait()


def test_nothing_stays_of_one_that_ends(tmp_path: Path) -> None:
    before = tempfile.gettempdir()
    with work_folder(tmp_path):
        room = Path(tempfile.gettempdir())
        assert (room.parent, os.environ["TMPDIR"]) == (tmp_path, str(room))
        with tempfile.NamedTemporaryFile(delete=False) as file:
            assert Path(file.name).parent == room
    assert not list(tmp_path.iterdir())
    assert tempfile.gettempdir() == before


def test_a_room_that_another_worker_clears_away_at_once_is_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between making a folder and locking it, one that starts at the same moment may take it for left behind."""
    make, made = tempfile.mkdtemp, []

    def cleared(*, dir: Path) -> str:
        made.append(Path(make(dir=dir)))
        if len(made) == 1:
            made[0].rmdir()
        return str(made[-1])

    monkeypatch.setattr(tempfile, "mkdtemp", cleared)
    with work_folder(tmp_path):
        assert os.environ["TMPDIR"] == str(made[1])
    assert len(made) == 2
