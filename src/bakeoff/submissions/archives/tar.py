"""Tar archives: regular files are streamed out, everything else is named and left.

The headers are read by `tarfile`, one block at a time; walking from header to header is done here, because `tarfile`
holds extended headers of any size in memory, follows chains of them by recursion, and hides where members disagree.
"""

from __future__ import annotations

import re
import tarfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NoReturn

from bakeoff.submissions.archives.extracted_files import Unpacking
from bakeoff.submissions.archives.inflation import CHUNK, Readable

_BLOCK = tarfile.BLOCKSIZE
_LONG_NAME, _LONG_LINK = tarfile.GNUTYPE_LONGNAME, tarfile.GNUTYPE_LONGLINK
_PAX, _PAX_GLOBAL = (tarfile.XHDTYPE, tarfile.SOLARIS_XHDTYPE), tarfile.XGLTYPE
_MULTI_VOLUME = b"M"
_SPECIAL = (tarfile.CHRTYPE, tarfile.BLKTYPE, tarfile.FIFOTYPE)
_WITHOUT_DATA = (tarfile.DIRTYPE, tarfile.SYMTYPE, tarfile.LNKTYPE, *_SPECIAL)
_MAX_EXTENSIONS = 4
"""Before one member: a long name, a long link, a pax header, a global pax header."""
_MAX_PADDING = 1 << 20
"""Zeros after the end; tar fills up records of 10 kB, with options somewhat larger ones."""
_RECORD = re.compile(rb"([1-9][0-9]{0,8}) ([^=]+)=")
_UTF8 = "ISO-IR 10646 2000 UTF-8"
_SOUND = "a tar archive as tar writes it"


@dataclass(frozen=True, slots=True)
class _Member:
    name: str
    size: int
    type: bytes
    sparse: bool


def unpack_tar(stream: Readable, work: Unpacking) -> None:
    """Unpacks the regular files of a tar archive."""
    while (member := _next_member(stream, work)) is not None:
        work.count()
        _take(member, stream, work)
    _check_end(stream, work)


def _next_member(stream: Readable, work: Unpacking) -> _Member | None:
    """The next member with what extended headers say of it; None at the end mark."""
    long_name: str | None = None
    records: dict[str, str] = {}
    extensions = 0
    while extensions <= _MAX_EXTENSIONS:
        block = _block(stream, work)
        if not extensions and not any(block):
            return None
        header = _header(block, work)
        if header.type == _LONG_NAME:
            long_name = _extension(header, stream, work).split(b"\0")[0].decode("utf-8", "surrogateescape")
        elif header.type == _LONG_LINK:
            _extension(header, stream, work)
        elif header.type in _PAX:
            records |= _pax_records(_extension(header, stream, work), work)
        elif header.type == _PAX_GLOBAL:
            _check_global(_pax_records(_extension(header, stream, work), work), work)
        else:
            return _member(header, long_name, records, work)
        extensions += 1
    return work.stop(
        "archive-header-long",
        found=f"more than {_MAX_EXTENSIONS} extended headers before one member",
        expected=_SOUND,
    )


def _block(stream: Readable, work: Unpacking) -> bytes:
    block = stream.read(_BLOCK)
    if len(block) < _BLOCK:
        _truncated(work, None)
    return block


def _truncated(work: Unpacking, member: str | None) -> NoReturn:
    work.stop(
        "archive-truncated",
        member=member,
        found="an archive that ends before it should",
        expected="a complete archive with its end mark",
    )


def _header(block: bytes, work: Unpacking) -> tarfile.TarInfo:
    try:
        header = tarfile.TarInfo.frombuf(block, "utf-8", "surrogateescape")
    except tarfile.HeaderError:
        work.stop("archive-damaged", found="a header that is none", expected=_SOUND)
    if header.size < 0:
        work.stop("archive-size-wrong", member=header.name, found=f"{header.size:,} bytes", expected="a size")
    return header


def _extension(header: tarfile.TarInfo, stream: Readable, work: Unpacking) -> bytes:
    """The content of an extended header."""
    if header.size > work.limits.header_bytes:
        work.stop(
            "archive-header-long",
            found=f"an extended header of {header.size:,} bytes",
            expected=f"at most {work.limits.header_bytes:,} bytes",
        )
    padded = -(-header.size // _BLOCK) * _BLOCK
    data = stream.read(padded)
    if len(data) < padded:
        _truncated(work, None)
    return data[: header.size]


def _pax_records(data: bytes, work: Unpacking) -> dict[str, str]:
    """`length key=value` and a line feed, over and over; the length counts the complete record."""
    records = {}
    at = 0
    while at < len(data):
        match = _RECORD.match(data, at)
        end = at + int(match[1]) if match else 0
        if not match or not match.end() < end <= len(data) or data[end - 1 : end] != b"\n":
            work.stop("archive-damaged", found="a pax header that is none", expected=_SOUND)
        key = match[2].decode("utf-8", "surrogateescape")
        records[key] = data[match.end() : end - 1].decode("utf-8", "surrogateescape")
        at = end
    return records


def _check_global(records: Mapping[str, str], work: Unpacking) -> None:
    """Archives of git have a comment there; a name or size for all members alike would be a trap."""
    if wrong := [key for key in records if key in ("path", "size", "linkpath") or key.startswith("GNU.sparse")]:
        work.stop("archive-damaged", found=f"a global pax header that sets {wrong[0]}", expected=_SOUND)


def _member(header: tarfile.TarInfo, long_name: str | None, records: Mapping[str, str], work: Unpacking) -> _Member:
    name = records.get("path", long_name if long_name is not None else header.name)
    size = header.size
    if "size" in records:
        written = records["size"]
        if not (written.isascii() and written.isdigit() and len(written) < 20):
            work.stop("archive-size-wrong", member=name, found="a size that is no number", expected="a size")
        size = int(written)
    if records.get("hdrcharset", _UTF8) != _UTF8:
        work.stop("archive-path-encoding", member=name, found="names in another encoding", expected="names in UTF-8")
    sparse = header.type == tarfile.GNUTYPE_SPARSE or any(key.startswith("GNU.sparse") for key in records)
    return _Member(name, size, header.type, sparse)


def _take(member: _Member, stream: Readable, work: Unpacking) -> None:
    if member.sparse:
        _refuse_sparse(member, work)
    elif member.type in tarfile.REGULAR_TYPES:
        name = work.admit(member.name)
        if work.reserve(member.size, member.name) and name is not None:
            work.store(name, _data(member, stream, work))
            _data_padding(member, stream, work)
            return
    elif member.type == tarfile.DIRTYPE:
        work.admit(member.name, folder=True)
    else:
        _refuse_type(member, work)
    _skip(member, stream, work)


def _refuse_sparse(member: _Member, work: Unpacking) -> None:
    refuse = work.stop if member.type == tarfile.GNUTYPE_SPARSE else work.report  # its map may go on after the header
    refuse(
        "archive-sparse",
        member=member.name,
        found="a sparse file",
        expected="files with all their bytes",
    )


def _refuse_type(member: _Member, work: Unpacking) -> None:
    if member.type in (tarfile.SYMTYPE, tarfile.LNKTYPE):
        work.report(
            "archive-link",
            member=member.name,
            found="a symbolic link" if member.type == tarfile.SYMTYPE else "a hard link",
            expected="regular files",
        )
    elif member.type in _SPECIAL:
        work.report("archive-special-file", member=member.name, found="a device or a pipe", expected="regular files")
    elif member.type == _MULTI_VOLUME:
        work.stop(
            "archive-multi-volume",
            member=member.name,
            found="the continuation of another volume",
            expected="one archive",
        )
    else:
        work.report(
            "archive-member-type",
            member=member.name,
            found=f"a member of the type {member.type!r}",
            expected="regular files",
        )


def _skip(member: _Member, stream: Readable, work: Unpacking) -> None:
    """Passes over data that are not wanted."""
    if member.type in _WITHOUT_DATA:
        if member.size:  # some programs skip that number of bytes, others none
            work.stop(
                "archive-size-wrong",
                member=member.name,
                found=f"{member.size:,} bytes",
                expected="0 bytes for what is no file",
            )
        return
    if member.type not in tarfile.REGULAR_TYPES or member.sparse:
        work.reserve(member.size, member.name)
    for _ in _data(member, stream, work):
        pass
    _data_padding(member, stream, work)


def _data(member: _Member, stream: Readable, work: Unpacking) -> Iterator[bytes]:
    left = member.size
    while left:
        piece = stream.read(min(left, CHUNK))
        if not piece:
            _truncated(work, member.name)
        left -= len(piece)
        yield piece


def _data_padding(member: _Member, stream: Readable, work: Unpacking) -> None:
    padding = -member.size % _BLOCK
    if len(stream.read(padding)) < padding:
        _truncated(work, member.name)


def _check_end(stream: Readable, work: Unpacking) -> None:
    """After the end mark there are zeros up to the end of a record; the checksum of gzip is met on the way."""
    left = _MAX_PADDING
    while left > 0 and (piece := stream.read(CHUNK)) and not any(piece):
        left -= len(piece)
    if left <= 0 or piece:
        work.report(
            "archive-stray-data",
            found="other data after the end mark of the archive",
            expected="nothing after it",
        )
