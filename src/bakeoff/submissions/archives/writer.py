"""Writing archives: the same files give the same bytes, no matter who packs them and when."""

from __future__ import annotations

import gzip
import secrets
import shutil
import tarfile
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, Literal, assert_never

from bakeoff.data import Finding
from bakeoff.errors import InputError, Place
from bakeoff.submissions.archives.limits import Limits
from bakeoff.submissions.archives.member_names import TakenNames, name_findings, tidied
from bakeoff.submissions.packages.contents import PackedFile

ArchiveKind = Literal["tgz", "tar", "zip"]

# The earliest day that zip knows, in its form and in that of tar.
_DAY = (1980, 1, 1, 0, 0, 0)
_SECONDS = 315_532_800
_MODE = 0o644
_UNIX = 3
_LEVEL = 9


def write_archive(files: Iterable[PackedFile], path: str | Path, kind: ArchiveKind, *, overwrite: bool = False) -> None:
    """Writes files into an archive, in the order of their names, with times, modes and owners that never change.

    The archive appears under its name when it is complete. An existing one is kept unless `overwrite` is set.
    """
    path = Path(path)
    ordered = sorted(files, key=lambda file: file.name)
    _check_names(ordered)
    with _finished(path, overwrite=overwrite) as target:
        _write(ordered, target, kind)


def write_file(file: PackedFile, path: str | Path, *, overwrite: bool = False) -> None:
    """Writes a file that is submitted without an archive; otherwise as `write_archive` does."""
    with _finished(Path(path), overwrite=overwrite) as target, file.path.open("rb") as source:
        shutil.copyfileobj(source, target)


@contextmanager
def _finished(path: Path, *, overwrite: bool) -> Iterator[BinaryIO]:
    """A file to write to that appears under its name when it is complete."""
    _check_new(path, overwrite=overwrite)
    unfinished = path.with_name(f".{secrets.token_hex(8)}.part")
    try:
        with unfinished.open("xb") as target:
            yield target
        _check_new(path, overwrite=overwrite)
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)


def _check_names(files: Sequence[PackedFile]) -> None:
    """Refuses what unpacking would refuse."""
    taken = TakenNames()
    for file in files:
        if not file.name or file.name != tidied(file.name):
            raise InputError(place=Place(file.name), found=repr(file.name), expected="the name of a file")
        findings: list[Finding | None] = list(name_findings(file.name, Limits()))
        for fault in findings or [taken.clash(file.name, folder=False)]:
            if fault is not None:
                raise InputError(place=fault.place, found=fault.found, expected=fault.expected, remedy=fault.remedy)


def _check_new(path: Path, *, overwrite: bool) -> None:
    if not overwrite and path.exists():
        raise InputError(
            place=Place(str(path)),
            found="a file that already exists",
            expected="a new name",
            remedy="Choose another name, or allow it to be overwritten (--overwrite).",
        )


def _write(files: Sequence[PackedFile], target: BinaryIO, kind: ArchiveKind) -> None:
    match kind:
        case "tgz":
            with gzip.GzipFile(filename="", mode="wb", compresslevel=_LEVEL, fileobj=target, mtime=0) as packed:
                _write_tar(files, packed)
        case "tar":
            _write_tar(files, target)
        case "zip":
            _write_zip(files, target)
        case _:
            assert_never(kind)


def _write_tar(files: Sequence[PackedFile], target: BinaryIO | gzip.GzipFile) -> None:
    with tarfile.open(fileobj=target, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for file in files:
            member = tarfile.TarInfo(file.name)
            member.size, member.mtime, member.mode = file.size, _SECONDS, _MODE
            with file.path.open("rb") as source:
                archive.addfile(member, source)


def _write_zip(files: Sequence[PackedFile], target: BinaryIO) -> None:
    with zipfile.ZipFile(target, "w") as archive:
        for file in files:
            member = zipfile.ZipInfo(file.name, _DAY)
            member.create_system, member.external_attr = _UNIX, (0o100000 | _MODE) << 16
            member.compress_type, member.file_size = zipfile.ZIP_DEFLATED, file.size
            with file.path.open("rb") as source, archive.open(member, "w") as packed:
                shutil.copyfileobj(source, packed)
