"""The directory at the end of a zip archive: found, measured and only then read.

`zipfile` would read a directory of any size at once, take the first of two contradicting answers, and pass over what
lies between members.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO

from bakeoff.submissions.archives.extracted_files import Unpacking

_END = struct.Struct("<4s4H2LH")
_END_SIGNATURE = b"PK\x05\x06"
_LOCATOR = struct.Struct("<4sLQL")
_LOCATOR_SIGNATURE = b"PK\x06\x07"
_END64 = struct.Struct("<4sQ2H2L4Q")
_END64_SIGNATURE = b"PK\x06\x06"
_ENTRY = struct.Struct("<4s6H3L5H2L")
_ENTRY_SIGNATURE = b"PK\x01\x02"
_MAX_COMMENT = 0xFFFF
_MAX_ENTRY = 1 << 12
"""Bytes for each member on average: its name, its times, a remark."""
_FULL16, _FULL32 = 0xFFFF, 0xFFFFFFFF
_ZIP64 = 0x0001
_UNICODE_NAME = 0x7075
_FIELD = struct.Struct("<HH")
SOUND = "a zip archive as zip writes it"


@dataclass(frozen=True, slots=True, kw_only=True)
class ZipEntry:
    """A member as the directory describes it."""

    raw_name: bytes
    made_by: int
    """The system whose attributes these are; 3 is Unix."""
    flags: int
    method: int
    checksum: int
    packed: int
    size: int
    offset: int
    attributes: int
    other_name: bytes | None
    """A second name, in an extra field for programs that do not know the flag of UTF-8."""

    @property
    def name(self) -> str:
        """UTF-8 even where the flag is missing, as many programs write it; what is none keeps lone surrogates."""
        return self.raw_name.decode("utf-8", "surrogateescape")


@dataclass(frozen=True, slots=True)
class Directory:
    """Where the directory is."""

    offset: int
    size: int
    entries: int


def find_directory(file: BinaryIO, length: int, work: Unpacking) -> Directory:
    """The place of the directory, checked against the limits before anything of it is read."""
    tail_length = min(length, _END.size + _MAX_COMMENT)
    file.seek(length - tail_length)
    tail = file.read(tail_length)
    at = _end_record(tail, work)
    _, disk, first_disk, here, entries, size, offset, _ = _END.unpack_from(tail, at)
    end = length - tail_length + at
    wide = _end64(file, end, work)
    if wide is not None:
        end, disk, first_disk, here, entries, size, offset = wide
    if disk or first_disk or here != entries:
        work.stop(
            "archive-multi-volume",
            found="one of several volumes",
            expected="one archive",
        )
    work.count(entries)
    _check_place(Directory(offset, size, entries), end, work)
    return Directory(offset, size, entries)


def _end_record(tail: bytes, work: Unpacking) -> int:
    """Where the end record starts. Its comment reaches to the end of the file, or something was added."""
    places = list(_places(tail))
    fitting = [at for at in places if at + _END.size + _comment_length(tail, at) == len(tail)]
    if len(fitting) > 1:
        work.stop("archive-damaged", found="two end records", expected=SOUND)
    if fitting:
        return fitting[0]
    if not places:
        work.stop(
            "archive-truncated",
            found="an archive without the directory at its end",
            expected="a complete archive",
        )
    if places[-1] + _END.size + _comment_length(tail, places[-1]) > len(tail):
        work.stop("archive-truncated", found="a comment that is cut off", expected=SOUND)
    work.report("archive-stray-data", found="other data after the archive", expected="nothing after it")
    return places[-1]


def _places(tail: bytes) -> Iterator[int]:
    at = tail.find(_END_SIGNATURE)
    while 0 <= at <= len(tail) - _END.size:
        yield at
        at = tail.find(_END_SIGNATURE, at + 1)


def _comment_length(tail: bytes, at: int) -> int:
    length: int = _END.unpack_from(tail, at)[-1]
    return length


def _end64(file: BinaryIO, end: int, work: Unpacking) -> tuple[int, ...] | None:
    """The end record of large archives, if there is one before the usual one."""
    if end < _LOCATOR.size:
        return None
    file.seek(end - _LOCATOR.size)
    signature, disk, place, disks = _LOCATOR.unpack(file.read(_LOCATOR.size))
    if signature != _LOCATOR_SIGNATURE:
        return None
    if disk or disks > 1:
        return (end, 1, 1, 0, 0, 0, 0)
    if place != end - _LOCATOR.size - _END64.size:
        work.stop("archive-damaged", found="a wide end record out of its place", expected=SOUND)
    file.seek(place)
    signature, length, _, _, disk, first_disk, here, entries, size, offset = _END64.unpack(file.read(_END64.size))
    if signature != _END64_SIGNATURE or length != _END64.size - 12:
        work.stop("archive-damaged", found="a wide end record that is none", expected=SOUND)
    return (place, disk, first_disk, here, entries, size, offset)


def _check_place(directory: Directory, end: int, work: Unpacking) -> None:
    if directory.size > directory.entries * _MAX_ENTRY:
        work.stop(
            "archive-header-long",
            found=f"a directory of {directory.size:,} bytes",
            expected=f"at most {_MAX_ENTRY:,} bytes for each of its {directory.entries:,} members",
        )
    gap = end - directory.offset - directory.size
    if gap > 0:
        work.stop(
            "archive-stray-data",
            found=f"{gap:,} bytes before the archive or around its directory",
            expected="nothing there",
        )
    if gap < 0:
        work.stop("archive-damaged", found="a directory out of its place", expected=SOUND)


def read_directory(file: BinaryIO, directory: Directory, work: Unpacking) -> list[ZipEntry]:
    """The entries of the directory in their order."""
    file.seek(directory.offset)
    entries = [_entry(file, work) for _ in range(directory.entries)]
    if file.tell() != directory.offset + directory.size:
        work.stop("archive-damaged", found="a directory of another size than it says", expected=SOUND)
    return entries


def _entry(file: BinaryIO, work: Unpacking) -> ZipEntry:
    head = file.read(_ENTRY.size)
    if len(head) < _ENTRY.size or not head.startswith(_ENTRY_SIGNATURE):
        work.stop("archive-damaged", found="a directory with fewer members than it says", expected=SOUND)
    fields = _ENTRY.unpack(head)
    (_, made_by, _, flags, method, _, _, checksum, packed, size) = fields[:10]
    name_length, extra_length, comment_length, disk, _, attributes, offset = fields[10:]
    name, extra = file.read(name_length), file.read(extra_length)
    file.read(comment_length)
    shown = name.decode("utf-8", "surrogateescape")
    if disk not in (0, _FULL16):
        work.stop("archive-multi-volume", member=shown, found="a member on another volume", expected="one archive")
    size, packed, offset = _widened(extra, (size, packed, offset), shown, work)
    return ZipEntry(
        raw_name=name,
        made_by=made_by >> 8,
        flags=flags,
        method=method,
        checksum=checksum,
        packed=packed,
        size=size,
        offset=offset,
        attributes=attributes,
        other_name=None if (field := _extra_field(extra, _UNICODE_NAME)) is None else field[5:],
    )


def _extra_field(extra: bytes, wanted: int) -> bytes | None:
    """A field of the extra data; what is no field ends them."""
    at = 0
    while at + _FIELD.size <= len(extra):
        kind, length = _FIELD.unpack_from(extra, at)
        at += _FIELD.size
        if kind == wanted:
            return extra[at : at + length]
        at += length
    return None


def _widened(extra: bytes, values: tuple[int, ...], name: str, work: Unpacking) -> tuple[int, ...]:
    """Values that do not fit into 32 bits are in an extra field, in this order."""
    wide = _extra_field(extra, _ZIP64) or b""
    at = 0
    widened = []
    for value in values:
        if value != _FULL32:
            widened.append(value)
            continue
        if at + 8 > len(wide):
            work.stop("archive-damaged", member=name, found="a size without its wide form", expected=SOUND)
        widened.append(int.from_bytes(wide[at : at + 8], "little"))
        at += 8
    return tuple(widened)
