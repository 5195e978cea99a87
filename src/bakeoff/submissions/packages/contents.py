"""What was submitted, unpacked and safe to read: files under the names they had, wherever they are now."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from bakeoff.data import Finding

Kind = Literal["tgz", "tar", "zip", "folder", "file"]


@dataclass(frozen=True, slots=True)
class PackedFile:
    """One file of a package: its name inside the package, and where its bytes are (under a name of our own choice)."""

    name: str
    path: Path
    size: int


@dataclass(frozen=True, slots=True)
class Contents:
    """The regular files of a package in the order of the archive. `findings` are what was refused while unpacking."""

    name: str
    """Of the archive, folder or file itself, without folders."""
    kind: Kind
    files: tuple[PackedFile, ...]
    folders: tuple[str, ...] = ()
    """Folders that the archive names."""
    findings: tuple[Finding, ...] = ()
    packed_bytes: int | None = None
    """The size of the archive as it was sent; None for what is not packed."""

    @property
    def sent_bytes(self) -> int:
        """How many bytes were sent: the archive, or the files themselves."""
        return self.packed_bytes if self.packed_bytes is not None else sum(file.size for file in self.files)
