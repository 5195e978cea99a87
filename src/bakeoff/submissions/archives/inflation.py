"""Deflated data undone piece by piece, never more than a piece held, however much they claim to hold."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from typing import BinaryIO, NoReturn, Protocol

from bakeoff.submissions.archives.extracted_files import Unpacking

CHUNK = 1 << 16
_GZIP = 31
# Block compressors write a part for each 64 kB; more parts than this only cost time.
_MAX_PARTS = 1 << 16
_NEW_PART = 0x1F


class Readable(Protocol):
    """What tar archives are read from: as many bytes as asked for, fewer only at the end."""

    def read(self, size: int, /) -> bytes: ...


def outputs(inflater: zlib._Decompress, data: bytes) -> Iterator[bytes]:
    """All that a piece of deflated data gives, in pieces of bounded size."""
    output = inflater.decompress(data, CHUNK)
    while output:
        yield output
        output = inflater.decompress(inflater.unconsumed_tail, CHUNK)


class GzipStream:
    """The bytes that a gzip file holds; whatever is wrong with it is refused where it is met."""

    def __init__(self, file: BinaryIO, work: Unpacking) -> None:
        self._pieces = _gunzipped(file, work)
        self._piece = b""
        self._at = 0

    def read(self, size: int, /) -> bytes:
        parts = []
        while size:
            if self._at == len(self._piece):
                self._piece, self._at = next(self._pieces, b""), 0
                if not self._piece:
                    break
            part = self._piece[self._at : self._at + size]
            self._at += len(part)
            size -= len(part)
            parts.append(part)
        return b"".join(parts)


def _gunzipped(file: BinaryIO, work: Unpacking) -> Iterator[bytes]:
    taken = given = parts = 0
    inflater = None
    ended = False
    while piece := file.read(CHUNK):
        taken += len(piece)
        while piece:
            if inflater is None:
                ended = ended or (parts > 0 and piece[0] != _NEW_PART)
                if ended:
                    _check_padding(piece, work)
                    break
                inflater = zlib.decompressobj(wbits=_GZIP)
                parts += 1
                _check_parts(parts, work)
            try:
                for output in outputs(inflater, piece):
                    given += len(output)
                    work.check_ratio(taken, given)
                    yield output
            except zlib.error as error:
                _damaged(error, work)
            piece = inflater.unused_data
            if inflater.eof:
                inflater = None
    if inflater is not None:
        work.stop(
            "archive-truncated",
            found="compressed data that end in the middle",
            expected="a complete gzip file",
        )


def _check_padding(piece: bytes, work: Unpacking) -> None:
    """Tape blocks are filled up with zeros; nothing else may follow."""
    if piece.strip(b"\0"):
        work.stop(
            "archive-stray-data",
            found="other data after the compressed ones",
            expected="nothing after them",
        )


def _check_parts(parts: int, work: Unpacking) -> None:
    if parts > _MAX_PARTS:
        work.stop(
            "archive-damaged",
            found=f"more than {_MAX_PARTS:,} compressed parts one after another",
            expected="a gzip file as gzip writes it",
        )


def _damaged(error: zlib.error, work: Unpacking) -> NoReturn:
    reason = str(error)
    code, found = "archive-damaged", "compressed data that cannot be undone"
    if "incorrect data check" in reason:
        code, found = "archive-checksum", "data that do not fit their checksum"
    elif "incorrect length check" in reason:
        code, found = "archive-size-wrong", "data of another size than the archive says"
    work.stop(code, found=found, expected="a sound gzip file")
