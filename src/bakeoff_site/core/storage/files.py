"""Files that people submitted or that are handed out, each kept once under the checksum of its content.

What `keep` has returned is on the disk for as long as a row of the database speaks of it, by a column `sha256`. Several
rows may speak of the same file, and nothing is ever written over. What no row speaks of goes in the end
(`core.file_cleanup`).
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings

from bakeoff_site.core.storage.disk_space import full_disk_refused, require_space

_CHUNK = 1 << 20


@dataclass(frozen=True, slots=True)
class KeptFile:
    """A file in the store."""

    sha256: str
    size: int

    @property
    def path(self) -> Path:
        return path_of(self.sha256)


def folder() -> Path:
    """Where the files are."""
    return Path(settings.DATA_FOLDER) / "files"


def path_of(sha256: str) -> Path:
    """Where the file with a checksum is."""
    return folder() / sha256[:2] / sha256


def keep(chunks: Iterable[bytes]) -> KeptFile:
    """Keeps content that comes piece by piece; where the disk is nearly full, it is refused."""
    require_space()
    digest, size = hashlib.sha256(), 0
    coming = folder() / "coming"
    _make(coming)
    with full_disk_refused(), tempfile.NamedTemporaryFile(dir=coming, delete=False) as stream:
        temporary = Path(stream.name)
        try:
            for chunk in chunks:
                digest.update(chunk)
                size += len(chunk)
                stream.write(chunk)
            stream.flush()
            os.fsync(stream.fileno())
            kept = KeptFile(digest.hexdigest(), size)
            _make(kept.path.parent)
            temporary.replace(kept.path)
            _sync(kept.path.parent)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise
    return kept


def keep_path(path: Path) -> KeptFile:
    """Keeps a copy of a file."""
    require_space(path.stat().st_size)

    def chunks() -> Iterable[bytes]:
        with path.open("rb") as stream:
            while chunk := stream.read(_CHUNK):
                yield chunk

    return keep(chunks())


@contextmanager
def under_name(sha256: str, name: str) -> Iterator[Path]:
    """A path to a kept file that ends in its name, for readers that say formats by the ending."""
    with work_folder() as work:
        path = work / name
        path.symlink_to(path_of(sha256).resolve())
        yield path


@contextmanager
def work_folder() -> Iterator[Path]:
    """A folder next to the kept files for what is not kept yet; it goes when the work is done."""
    coming = folder() / "coming"
    _make(coming)
    with tempfile.TemporaryDirectory(dir=coming) as work:
        yield Path(work)


def _make(path: Path) -> None:
    if not path.is_dir():
        path.mkdir(parents=True, exist_ok=True)
        _sync(path.parent)


def _sync(path: Path) -> None:
    """Makes sure that a folder knows its files after a crash."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
