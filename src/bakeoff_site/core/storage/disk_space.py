"""Room on the disk where files are kept: some of it is left to the database and to jobs, and no file may take it."""

from __future__ import annotations

import errno
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.template.defaultfilters import filesizeformat

from bakeoff_site.core.refusals import RefusedError

_FULL = (errno.ENOSPC, errno.EDQUOT)


@dataclass(frozen=True, slots=True)
class Space:
    """What is free of a disk, and what has to stay free. In bytes."""

    free: int
    reserve: int

    def takes(self, size: int = 0) -> bool:
        """Whether a file of a size may be kept."""
        return self.free - size >= self.reserve

    @property
    def is_short(self) -> bool:
        """Whether no file is taken any more."""
        return not self.takes()

    @property
    def is_scarce(self) -> bool:
        """Whether that will soon be so, or is."""
        return self.free < 2 * self.reserve


class DiskFullError(RefusedError):
    """The disk of the server is full, or nearly."""

    def __init__(self, space: Space, size: int = 0) -> None:
        asked = f", and the file has {filesizeformat(size)}" if size else ""
        super().__init__(
            f"The disk of the server is nearly full: {filesizeformat(space.free)} are free{asked}, and "
            f"{filesizeformat(space.reserve)} must stay free. Nothing was saved. Contact the organisers, and send it "
            "again when the administrators have freed space."
        )


def space_of(folder: Path, *, reserve: int) -> Space:
    """The free space where a folder is, or will be."""
    nearest = next(parent for parent in [folder.absolute(), *folder.absolute().parents] if parent.exists())
    return Space(shutil.disk_usage(nearest).free, reserve)


def space() -> Space:
    """What is free where files are kept."""
    return space_of(Path(settings.DATA_FOLDER), reserve=settings.MIN_FREE_BYTES)


def require_space(size: int = 0) -> None:
    """Refuses a file of a size that would take what has to stay free."""
    if not (available := space()).takes(size):
        raise DiskFullError(available, size)


@contextmanager
def full_disk_refused() -> Iterator[None]:
    """Says so where a disk becomes full in the middle of writing, since many write at once."""
    try:
        yield
    except OSError as error:
        if error.errno not in _FULL:
            raise
        raise DiskFullError(space()) from error
