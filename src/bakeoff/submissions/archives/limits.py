"""How much a package may hold. Reading stops at the limits, so they also bound the time and the space that it takes."""

from __future__ import annotations

from dataclasses import dataclass

from bakeoff.formats.sources import MAX_BYTES
from bakeoff.rulebook.schema import Package, Rulebook


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Bounds on what is unpacked. Sizes are in bytes."""

    files: int = 200
    total_bytes: int = 1 << 30
    file_bytes: int = 1 << 30
    ratio: int = 100
    """Real text shrinks to a fifth or so, tables of scores to a thirtieth; deflate cannot go beyond 1,032-fold."""
    ratio_from: int = 1 << 20
    """Files that are smaller may repeat themselves as they like."""
    name_bytes: int = 255
    """Of each part of a path: what file systems take."""
    path_bytes: int = 1024
    depth: int = 16
    header_bytes: int = 1 << 16
    """Of an extended header of tar: a long name, attributes."""

    @property
    def members(self) -> int:
        """Everything that is listed: each file may have a folder and a companion of macOS."""
        return 4 * self.files + 64


def limits_of(package: Package) -> Limits:
    """The limits that a rulebook sets; no reader takes a file of more than `MAX_BYTES`."""
    return Limits(
        files=package.max_files,
        total_bytes=package.max_bytes,
        file_bytes=min(package.max_bytes, MAX_BYTES),
    )


def loosest_limits(rulebook: Rulebook, package: str | None = None) -> Limits:
    """The limits of a kind of package; where it is not known yet, the widest of all kinds."""
    packages = rulebook.submission.packages
    each = [limits_of(packages[name]) for name in ([package] if package else packages)]
    return Limits(
        files=max(limits.files for limits in each),
        total_bytes=max(limits.total_bytes for limits in each),
        file_bytes=max(limits.file_bytes for limits in each),
    )
