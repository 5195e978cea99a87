"""Single files of archives that a worker made: tables of a version, pages of its report."""

from __future__ import annotations

import zipfile
from pathlib import Path


def member_of(archive: Path, name: str) -> bytes | None:
    """A file of an archive by its path in it; None where it has none."""
    with zipfile.ZipFile(archive) as opened:
        try:
            return opened.read(name)
        except KeyError:
            return None
