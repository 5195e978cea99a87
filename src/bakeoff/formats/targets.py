"""Where files are written to: standard output, gzipped files, or an error where nothing can be written."""

from __future__ import annotations

import gzip
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bakeoff.errors import InputError, Place


def write_target(data: bytes, path: str | Path) -> None:
    """Writes a file (`-`: to standard output), gzipped where its name ends in `.gz`."""
    if str(path) == "-":
        sys.stdout.buffer.write(data)
        return
    with unwritable_refused(path):
        Path(path).write_bytes(gzip.compress(data, mtime=0) if str(path).lower().endswith(".gz") else data)


@contextmanager
def unwritable_refused(path: str | Path) -> Iterator[None]:
    """Says which file could not be written, and why."""
    try:
        yield
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise InputError(place=Place(str(path)), expected="a file that can be written", found=reason) from None
