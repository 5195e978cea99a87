"""Kinds of archives, recognised by their first bytes; names are only compared with what they hold."""

from __future__ import annotations

import tarfile
import zlib
from pathlib import Path

from bakeoff.submissions.packages.contents import Kind

HEAD = tarfile.BLOCKSIZE
_START = 1 << 16
_GZIP = b"\x1f\x8b"
_ZIP = (b"PK\x03\x04", b"PK\x05\x06", b"PK\x07\x08")
_FOREIGN = {
    b"BZh": "a bzip2 file",
    b"\xfd7zXZ\x00": "an xz file",
    b"\x28\xb5\x2f\xfd": "a Zstandard file",
    b"7z\xbc\xaf\x27\x1c": "a 7z archive",
    b"Rar!\x1a\x07": "a RAR archive",
    b"\x1f\x9d": "a file of compress",
    b"LZIP": "an lzip file",
}
ENDINGS: dict[str, Kind] = {".tgz": "tgz", ".tar.gz": "tgz", ".tar": "tar", ".zip": "zip"}
CALLED: dict[Kind, str] = {
    "tgz": "a tar archive compressed by gzip",
    "tar": "a tar archive",
    "zip": "a zip archive",
    "file": "a single file",
}


def kind_of_name(name: str) -> Kind | None:
    """The kind of archive that a name promises.

    >>> kind_of_name("NIST_2012.tar.gz")
    'tgz'
    """
    return next((kind for ending, kind in ENDINGS.items() if name.lower().endswith(ending)), None)


def kind_of_content(start: bytes) -> Kind | None:
    """The kind of archive that starts with these bytes; None for anything else."""
    if start.startswith(_ZIP):
        return "zip"
    if start.startswith(_GZIP):
        return "tgz" if _is_tar(_inflated(start)) else None
    return "tar" if _is_tar(start) else None


def is_archive(path: str | Path) -> bool:
    """Whether a file is an archive by its name or by what it holds."""
    path = Path(path)
    if not path.is_file():
        return False
    with path.open("rb") as stream:
        return kind_of_name(path.name) is not None or kind_of_content(stream.read(_START)) is not None


def is_gzip(start: bytes) -> bool:
    return start.startswith(_GZIP)


def foreign_kind(start: bytes) -> str | None:
    """Archives and compressors that campaigns do not take."""
    return next((name for magic, name in _FOREIGN.items() if start.startswith(magic)), None)


def nested_kind(name: str, start: bytes) -> str | None:
    """What archive a file of a package is. A single text under gzip is none: readers take it as it is."""
    if start.startswith(_GZIP):
        text = name.lower().endswith(".gz") and kind_of_name(name) is None
        return None if text else "a gzip file"
    kind = kind_of_content(start)
    return CALLED[kind] if kind else foreign_kind(start)


def _is_tar(block: bytes) -> bool:
    try:
        tarfile.TarInfo.frombuf(block[:HEAD], "utf-8", "surrogateescape")
    except tarfile.HeaderError:
        return False
    return True


def _inflated(start: bytes) -> bytes:
    try:
        return zlib.decompressobj(wbits=31).decompress(start, HEAD)
    except zlib.error:
        return b""
