"""A folder for what a worker unpacks, which goes when the worker does; if that was killed, the next one sees to it."""

from __future__ import annotations

import fcntl
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def work_folder(base: Path) -> Iterator[None]:
    """Keeps temporary files, also of started programs, in a folder of this process in `base`.

    A package that takes its worker with it would otherwise leave all that it unpacked, each time that it is tried.
    """
    base.mkdir(mode=0o700, parents=True, exist_ok=True)
    _clear(base)
    room, lock = _taken(base)
    before = os.environ.get("TMPDIR")
    os.environ["TMPDIR"] = tempfile.tempdir = str(room)
    try:
        yield
    finally:
        tempfile.tempdir = None
        os.environ.pop("TMPDIR")
        if before is not None:
            os.environ["TMPDIR"] = before
        shutil.rmtree(room, ignore_errors=True)
        os.close(lock)


def _taken(base: Path) -> tuple[Path, int]:
    """A new folder and the lock that says that it is in use: it ends with the process, however that ends."""
    while True:
        room = Path(tempfile.mkdtemp(dir=base))
        # Before it is locked, another worker may clear it away.
        try:
            lock = os.open(room, os.O_RDONLY | os.O_CLOEXEC)
        except FileNotFoundError:
            continue
        fcntl.flock(lock, fcntl.LOCK_EX)
        if room.exists():
            return room, lock
        os.close(lock)


def _clear(base: Path) -> None:
    for room in base.iterdir():
        try:
            lock = os.open(room, os.O_RDONLY | os.O_CLOEXEC)
        except FileNotFoundError:
            continue
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            shutil.rmtree(room, ignore_errors=True)
        except BlockingIOError:
            continue
        finally:
            os.close(lock)
