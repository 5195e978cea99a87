"""Files that come in pieces: what has arrived stays on the disk until it is complete or given up."""

from __future__ import annotations

import fcntl
import os
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from django.conf import settings

from bakeoff.errors import BakeoffError

PATIENCE_SECONDS = 5.0
"""How long a request waits for another one that writes to the same file."""


class FileLockedError(BakeoffError):
    """Another request writes to the same file."""


class OverfullError(BakeoffError):
    """More came than was announced."""


def folder() -> Path:
    """Where they are."""
    return Path(settings.DATA_FOLDER) / "uploads"


def path_of(name: str) -> Path:
    return folder() / name


@contextmanager
def held(name: str) -> Iterator[BinaryIO]:
    """A file that nobody else writes to meanwhile; made where there is none."""
    folder().mkdir(parents=True, exist_ok=True)
    descriptor = os.open(path_of(name), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    with os.fdopen(descriptor, "r+b") as stream:
        _lock(stream)
        yield stream


def _lock(stream: BinaryIO) -> None:
    """What others write has been taken in complete before, so that their turn is short."""
    until = time.monotonic() + PATIENCE_SECONDS
    while True:
        try:
            fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() >= until:
                raise FileLockedError from None
            time.sleep(0.02)
        else:
            return


def append(stream: BinaryIO, chunks: Iterable[bytes], *, offset: int, size: int) -> Iterator[int]:
    """Writes pieces from a place on, over what a crash may have left there, and says after each how far the file is.

    What was said is on the disk only after `sync`. No byte is written beyond `size`.
    """
    stream.truncate(offset)
    stream.seek(offset)
    for chunk in chunks:
        if stream.tell() + len(chunk) > size:
            raise OverfullError
        stream.write(chunk)
        yield stream.tell()


def sync(stream: BinaryIO) -> None:
    """Makes sure that what was written is on the disk."""
    stream.flush()
    os.fsync(stream.fileno())
    descriptor = os.open(folder(), os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def remove(name: str) -> None:
    path_of(name).unlink(missing_ok=True)


def names() -> list[str]:
    """All files that have come in part."""
    return [path.name for path in folder().iterdir()] if folder().is_dir() else []
