"""Unpacking packages that may be hostile.

Only regular files are taken, streamed under numbers of our own into one folder; `extractall` is never used, so no name
in an archive ever becomes a path. What is refused becomes a finding; reading stops only where it is unsafe.
"""

from __future__ import annotations

import os
import stat
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import BinaryIO

from bakeoff.errors import InputError, Place
from bakeoff.submissions.archives.extracted_files import Unpacking
from bakeoff.submissions.archives.folders import take_folder
from bakeoff.submissions.archives.inflation import CHUNK, GzipStream
from bakeoff.submissions.archives.kinds import (
    CALLED,
    ENDINGS,
    HEAD,
    foreign_kind,
    is_gzip,
    kind_of_content,
    kind_of_name,
)
from bakeoff.submissions.archives.limits import Limits
from bakeoff.submissions.archives.tar import unpack_tar
from bakeoff.submissions.archives.zip import unpack_zip
from bakeoff.submissions.packages.contents import Contents, Kind, PackedFile


@contextmanager
def opened_package(path: str | Path, *, limits: Limits | None = None, name: str | None = None) -> Iterator[Contents]:
    """Unpacks into a temporary folder that is removed afterwards."""
    with tempfile.TemporaryDirectory(prefix="bakeoff-") as folder:
        yield unpack(path, folder, limits=limits, name=name)


def unpack(path: str | Path, folder: str | Path, *, limits: Limits | None = None, name: str | None = None) -> Contents:
    """The files of a tgz, tar or zip archive, unpacked into an empty folder; those of a folder, or a file, in place.

    `name` is what the package was called when it was submitted, if it has another name now. The kind is recognised by
    content. An `InputError` only says that the package itself cannot be opened.
    """
    path = Path(path)
    name = Path(os.path.abspath(path)).name if name is None else name  # noqa: PTH100 - a link keeps its own name
    work = Unpacking(Path(folder), limits or Limits(), name)
    try:
        mode = path.stat().st_mode
        if stat.S_ISDIR(mode):
            return _folder(path, work)
        if not stat.S_ISREG(mode):
            return _special(work)
        with path.open("rb") as file:
            return _file(file, path, work, name)
    except OSError as error:
        if error.filename is None or Path(error.filename) != path:
            raise
        found = "no such file" if isinstance(error, FileNotFoundError) else (error.strerror or str(error)).lower()
        raise InputError(place=Place(str(path)), expected="a package that can be read", found=found) from None


def gather(files: Iterable[PackedFile], name: str, *, limits: Limits | None = None) -> Contents:
    """Files that were sent one by one as the package that they are together; they stay where they are."""
    work = Unpacking(Path(), limits or Limits(), name)
    with work.ending_at_refusals():
        for file in files:
            work.count()
            with file.path.open("rb") as stream:
                _take_single(file, stream.read(HEAD), work)
    return work.contents("folder")


def _folder(path: Path, work: Unpacking) -> Contents:
    if path.is_symlink():
        work.report(
            "archive-link",
            found="a symbolic link to a folder",
            expected="the folder itself",
            remedy="Name the folder itself.",
        )
        return work.contents("folder")
    with work.ending_at_refusals():
        take_folder(path, work)
    return work.contents("folder")


def _special(work: Unpacking) -> Contents:
    work.report("archive-special-file", found="a device, a pipe or a socket", expected="a regular file or a folder")
    return work.contents("file")


def _file(file: BinaryIO, path: Path, work: Unpacking, name: str) -> Contents:
    start = file.read(CHUNK)
    file.seek(0)
    length = os.fstat(file.fileno()).st_size
    promised, kind = kind_of_name(name), kind_of_content(start)
    if kind is None and promised is not None:
        kind = _doubtful(start, promised, work)
    elif kind != promised and kind is not None:
        _report_ending(kind, work)
    if kind is None and promised is None and (foreign := foreign_kind(start)):
        _report_kind(foreign, work)
        return work.contents("file")
    with work.ending_at_refusals():
        if kind == "zip":
            unpack_zip(file, length, work)
        elif kind is not None:
            unpack_tar(GzipStream(file, work) if kind == "tgz" else file, work)
        elif promised is None:
            _take_single(PackedFile(name, path, length), start, work)
    return replace(work.contents(kind or promised or "file"), packed_bytes=length)


def _doubtful(start: bytes, promised: Kind, work: Unpacking) -> Kind | None:
    """How to read a file that is called an archive but does not start like one; None: not at all."""
    if promised == "tgz" and is_gzip(start):
        return "tgz"
    if foreign := foreign_kind(start):
        _report_kind(foreign, work)
    elif promised == "tar" and len(start) >= HEAD and not any(start):
        return "tar"
    else:
        work.report(
            "archive-damaged",
            found="data of another kind" if start else "an empty file",
            expected=CALLED[promised],
        )
    return None


def _report_ending(kind: Kind, work: Unpacking) -> None:
    endings = [ending for ending, its in ENDINGS.items() if its == kind]
    work.report(
        "archive-ending",
        found=CALLED[kind],
        expected="a name that says what the file is",
        remedy=f"Name it {' or '.join(endings)}, or pack the files again.",
    )


def _report_kind(foreign: str, work: Unpacking) -> None:
    work.report(
        "archive-kind",
        found=foreign,
        expected="a .tgz, .tar.gz, .tar or .zip archive, a folder or a single file",
    )


def _take_single(file: PackedFile, start: bytes, work: Unpacking) -> None:
    """A file that is no archive is a package of itself."""
    name = work.admit(file.name)
    if work.reserve(file.size, file.name) and name is not None:
        work.keep(file, start)
