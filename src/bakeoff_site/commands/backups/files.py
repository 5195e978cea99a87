"""Kept files on their way into a backup and back: each is copied once, and its checksum is looked at."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterable
from pathlib import Path

from bakeoff.errors import BakeoffError
from bakeoff_site.commands.backups.manifests import sync_folder

Progress = Callable[[int, int], None]
_PIECE = 1 << 20


class DamagedFileError(BakeoffError):
    """A file whose content is not what its name says."""


def place_in(folder: Path, sha256: str) -> Path:
    """Where a file is below `files`, in an installation and in a backup alike."""
    return folder / "files" / sha256[:2] / sha256


def copy_kept(
    checksums: Iterable[str], *, source: Path, target: Path, progress: Progress
) -> tuple[dict[str, int], list[str]]:
    """Copies missing files; returns the size of each file that exists now, and the lost ones."""
    wanted = sorted(set(checksums))
    sizes: dict[str, int] = {}
    lost: list[str] = []
    for number, sha256 in enumerate(wanted):
        progress(number, len(wanted))
        place = place_in(target, sha256)
        try:
            if not place.exists():
                copy_checked(place_in(source, sha256), place, sha256=sha256)
            sizes[sha256] = place.stat().st_size
        except (FileNotFoundError, DamagedFileError):
            lost.append(sha256)
    progress(len(wanted), len(wanted))
    return sizes, lost


def copy_checked(source: Path, target: Path, *, sha256: str) -> None:
    """A copy that appears complete or not at all, of the content that the checksum says."""
    target.parent.mkdir(parents=True, exist_ok=True)
    draft = target.with_name(f"{target.name}.new")
    digest = hashlib.sha256()
    try:
        with source.open("rb") as reading, draft.open("wb") as writing:
            while piece := reading.read(_PIECE):
                digest.update(piece)
                writing.write(piece)
            writing.flush()
            os.fsync(writing.fileno())
        if digest.hexdigest() != sha256:
            raise DamagedFileError(
                f"{source}: the content does not have the checksum {sha256}. Restore the file from another backup."
            )
        draft.replace(target)
    finally:
        draft.unlink(missing_ok=True)
    sync_folder(target.parent)


def checksum_of(path: Path) -> str:
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()
