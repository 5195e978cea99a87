"""Zip archives: the directory and the members have to agree before a byte is unpacked."""

from __future__ import annotations

import stat
import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO

from bakeoff.submissions.archives.extracted_files import Unpacking, UnsafeMemberError
from bakeoff.submissions.archives.inflation import CHUNK, outputs
from bakeoff.submissions.archives.zip_directory import (
    SOUND,
    ZipEntry,
    find_directory,
    read_directory,
)

_LOCAL = struct.Struct("<4s5H3L2H")
_LOCAL_SIGNATURE = b"PK\x03\x04"
_STORED, _DEFLATED = 0, 8
_ENCRYPTED = 1 << 0 | 1 << 6 | 1 << 13
_SIZES_AFTER = 1 << 3
_DESCRIPTORS = (12, 16, 20, 24)
"""Sizes of what may follow the data when sizes were not known before: with or without signature, narrow or wide."""
_UNIX = 3
_FULL32 = 0xFFFFFFFF
_DIRECTORY_OF_DOS = 0x10


@dataclass(frozen=True, slots=True)
class _Member:
    entry: ZipEntry
    data: int
    """Where the data start."""

    @property
    def end(self) -> int:
        return self.data + self.entry.packed


def unpack_zip(file: BinaryIO, length: int, work: Unpacking) -> None:
    """Unpacks the regular files of a zip archive; `length` is the file's."""
    directory = find_directory(file, length, work)
    entries = read_directory(file, directory, work)
    members = [_located(file, entry, directory.offset, work) for entry in entries]
    _check_extents(members, directory.offset, work)
    for member in members:
        try:
            _take(file, member, work)
        except UnsafeMemberError as refusal:
            if refusal.finding.code in ("archive-bomb-size", "archive-bomb-files"):
                raise
            work.findings.append(refusal.finding)


def _located(file: BinaryIO, entry: ZipEntry, end: int, work: Unpacking) -> _Member:
    """Where a member's data are, after its own header was compared with the directory."""
    file.seek(min(entry.offset, end))
    head = file.read(_LOCAL.size)
    if len(head) < _LOCAL.size or not head.startswith(_LOCAL_SIGNATURE):
        work.stop("archive-damaged", member=entry.name, found="no member where it should start", expected=SOUND)
    _, _, flags, method, _, _, checksum, packed, size, name_length, extra_length = _LOCAL.unpack(head)
    name = file.read(name_length)
    data = entry.offset + _LOCAL.size + name_length + extra_length
    if data + entry.packed > end:
        work.stop(
            "archive-size-wrong",
            member=entry.name,
            found=f"{entry.packed:,} bytes of compressed data",
            expected="data that end before the directory",
        )
    written = ((checksum, entry.checksum), (packed, entry.packed), (size, entry.size))
    same = (
        name == entry.raw_name and method == entry.method and (flags ^ entry.flags) & (_ENCRYPTED | _SIZES_AFTER) == 0
    )
    if not flags & _SIZES_AFTER:
        same = same and all(local in (directory, _FULL32) for local, directory in written)
    else:
        same = same and all(local in (0, directory, _FULL32) for local, directory in written)
    if not same or entry.other_name not in (None, entry.raw_name):
        work.stop(
            "archive-header-mismatch",
            member=entry.name,
            found="a member that its own header and the directory describe differently",
            expected="the same name, method, sizes and checksum in both",
        )
    return _Member(entry, data)


def _check_extents(members: list[_Member], end: int, work: Unpacking) -> None:
    """Members follow each other from the first byte to the directory: none within another, nothing between."""
    ordered = sorted(members, key=lambda member: (member.entry.offset, member.end))
    begins = [*(member.entry.offset for member in ordered), end]
    for member, following in zip(ordered, begins[1:], strict=True):
        if following < member.end:
            work.stop(
                "archive-overlap",
                member=member.entry.name,
                found="data that another member uses too",
                expected="separate data for each member",
            )
        gap = following - member.end
        if gap and not (member.entry.flags & _SIZES_AFTER and gap in _DESCRIPTORS):
            _report_stray(gap, work)
    if begins[0]:
        _report_stray(begins[0], work)


def _report_stray(size: int, work: Unpacking) -> None:
    work.report("archive-stray-data", found=f"{size:,} bytes that belong to no member", expected="members only")


def _take(file: BinaryIO, member: _Member, work: Unpacking) -> None:
    entry = member.entry
    if _is_refused(entry, work):
        return
    if _is_folder(entry):
        work.admit(entry.name, folder=True)
        _check_no_data(entry, work)
        return
    name = work.admit(entry.name)
    if not work.reserve(entry.size, entry.name) or name is None:
        return
    work.check_ratio(entry.packed, entry.size, entry.name)
    work.store(name, _checked(_data(file, member, work), entry, work))


def _is_refused(entry: ZipEntry, work: Unpacking) -> bool:
    mode = entry.attributes >> 16 if entry.made_by == _UNIX else 0
    kind = stat.S_IFMT(mode)
    if kind == stat.S_IFLNK:
        code, found = "archive-link", "a symbolic link"
    elif kind not in (0, stat.S_IFREG, stat.S_IFDIR):
        code, found = "archive-special-file", "a device, a pipe or a socket"
    elif entry.flags & _ENCRYPTED:
        code, found = "archive-encrypted", "an encrypted member"
    elif entry.method not in (_STORED, _DEFLATED):
        code, found = "archive-method", f"the compression method {entry.method}"
    else:
        return False
    work.report(code, member=entry.name, found=found, expected="regular files, stored or deflated")
    return True


def _is_folder(entry: ZipEntry) -> bool:
    if entry.made_by == _UNIX and stat.S_IFMT(entry.attributes >> 16):
        return stat.S_ISDIR(entry.attributes >> 16) or entry.raw_name.endswith(b"/")
    return entry.raw_name.endswith(b"/") or bool(entry.attributes & _DIRECTORY_OF_DOS)


def _check_no_data(entry: ZipEntry, work: Unpacking) -> None:
    if entry.size:
        work.stop(
            "archive-size-wrong",
            member=entry.name,
            found=f"{entry.size:,} bytes",
            expected="0 bytes for a folder",
        )


def _data(file: BinaryIO, member: _Member, work: Unpacking) -> Iterator[bytes]:
    """The member's bytes, undone; the compressed ones have to be used up exactly."""
    entry = member.entry
    file.seek(member.data)
    inflater = zlib.decompressobj(wbits=-zlib.MAX_WBITS) if entry.method == _DEFLATED else None
    left = entry.packed
    while left and (piece := file.read(min(left, CHUNK))):
        left -= len(piece)
        if inflater is None:
            yield piece
            continue
        try:
            yield from outputs(inflater, piece)
        except zlib.error:
            work.stop(
                "archive-damaged",
                member=entry.name,
                found="compressed data that cannot be undone",
                expected=SOUND,
            )
        if inflater.unused_data:
            break
    if inflater is not None and (not inflater.eof or inflater.unused_data or left):
        work.stop(
            "archive-size-wrong",
            member=entry.name,
            found="compressed data that end elsewhere",
            expected=f"{entry.packed:,} bytes of them",
        )


def _checked(pieces: Iterator[bytes], entry: ZipEntry, work: Unpacking) -> Iterator[bytes]:
    """The same bytes, stopped where there are more than announced; size and checksum compared at the end."""
    size = checksum = 0
    for piece in pieces:
        size += len(piece)
        if size > entry.size:
            break
        checksum = zlib.crc32(piece, checksum)
        yield piece
    if size != entry.size:
        work.stop(
            "archive-size-wrong",
            member=entry.name,
            found="more bytes" if size > entry.size else f"{size:,} bytes",
            expected=f"{entry.size:,} bytes, as the directory says",
        )
    if checksum != entry.checksum:
        work.stop(
            "archive-checksum",
            member=entry.name,
            found="data that do not fit their checksum",
            expected=SOUND,
        )
