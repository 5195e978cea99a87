"""Bodies of requests on the disk: each has its room from the start, and one person leaves room for the others.

The room of a file is set aside by the file system itself, so that every process sees it as taken. A file is locked
while its request is under way; one that nobody locks was left by a process that was killed, and the next
request removes it.
"""

from __future__ import annotations

import ctypes
import fcntl
import io
import os
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings

from bakeoff.errors import BakeoffError
from bakeoff_site.core.storage.disk_space import DiskFullError, full_disk_refused, space_of

_DOOR = "door.lock"
_STEP = 1 << 20
"""How much of what was read is given back to the disk at a time."""
_PUNCH_HOLE_KEEP_SIZE = 0x02 | 0x01
_fallocate = getattr(ctypes.CDLL(None), "fallocate64", None)
"""Of the C library on Linux: Python offers no way to free the start of a file."""
if _fallocate is not None:
    _fallocate.argtypes = (ctypes.c_int, ctypes.c_int, ctypes.c_int64, ctypes.c_int64)


@dataclass(frozen=True, slots=True)
class Sender:
    """Whose bodies are counted together."""

    name: str
    at_a_time: int
    """How many may be under way."""


STRANGERS = Sender("strangers", 16)
"""All together: their forms are so small that they stay in memory."""


def person(number: int) -> Sender:
    """Enough for a program that sends a few files at a time."""
    return Sender(f"person-{number}", 4)


class SenderBusyError(BakeoffError):
    """The sender's other bodies have to arrive first."""


class BodyFile(io.BufferedRandom):
    """Is read once: what was read is free again, so that the copy that is kept of it needs no room of its own."""

    _freed = 0

    def read(self, size: int | None = -1, /) -> bytes:
        chunk = super().read(size)
        behind = self.tell() // _STEP * _STEP
        if behind > self._freed and _fallocate is not None:
            # Where the file system cannot do it, the room is free once the file is closed.
            _fallocate(self.fileno(), _PUNCH_HOLE_KEEP_SIZE, self._freed, behind - self._freed)
            self._freed = behind
        return chunk


def open_body_file(folder: Path, size: int, *, sender: Sender) -> BodyFile:
    """A file with room for `size` bytes, which is removed when it is closed.

    A sender may take half of what is free for everybody, so that the next one still finds room.
    """
    bodies = folder / "bodies"
    bodies.mkdir(mode=0o700, parents=True, exist_ok=True)
    with _door(bodies):
        own = _under_way(bodies, sender)
        if len(own) >= sender.at_a_time:
            raise SenderBusyError
        space = space_of(folder, reserve=settings.MIN_FREE_BYTES)
        if sum(own) + size > (space.free - space.reserve + sum(own)) / 2:
            if own and size <= (space.free - space.reserve + sum(own)) / 2:
                raise SenderBusyError
            raise DiskFullError(space, size)
        return BodyFile(_Reserved(bodies / f"{sender.name}.{uuid.uuid4().hex}", size))


class _Reserved(io.FileIO):
    def __init__(self, path: Path, size: int) -> None:
        super().__init__(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600), "r+")
        self._path = path
        try:
            fcntl.flock(self, fcntl.LOCK_EX | fcntl.LOCK_NB)
            with full_disk_refused():
                _set_aside(self.fileno(), size)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        if not self.closed:
            self._path.unlink(missing_ok=True)
        super().close()


def _set_aside(descriptor: int, size: int) -> None:
    if hasattr(os, "posix_fallocate"):  # macOS has none: there, bodies are counted but not set aside
        os.posix_fallocate(descriptor, 0, size)


@contextmanager
def _door(bodies: Path) -> Iterator[None]:
    """One at a time, in all processes: what is free must not be given to two."""
    with (bodies / _DOOR).open("ab") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _under_way(bodies: Path, sender: Sender) -> list[int]:
    """How much disk each of a sender's bodies takes. Removes what killed processes left."""
    sizes = []
    for path in bodies.iterdir():
        if path.name == _DOOR:
            continue
        with suppress(FileNotFoundError), path.open("rb") as stream:  # it may have just been closed
            try:
                fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                if path.name.partition(".")[0] == sender.name:
                    sizes.append(os.fstat(stream.fileno()).st_blocks * 512)
            else:
                path.unlink(missing_ok=True)
    return sizes
