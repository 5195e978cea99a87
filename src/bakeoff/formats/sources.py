"""Bytes from files and standard input: gzip undone, sizes bounded, text checked, each mistake with its line."""

from __future__ import annotations

import codecs
import sys
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import BinaryIO

from bakeoff.errors import ExpressionError, FormatError, InputError, Place

GIBIBYTE = 1 << 30
MAX_BYTES = 2 * GIBIBYTE
MAX_LINE = 1 << 24
"""No segment is as long; without a limit a file of one line would be held several times."""
TEXT_FOR_EACH_BYTE = 100
"""Real text shrinks to a fifth or so, tables of scores to a thirtieth; deflate cannot go beyond 1,032-fold."""
SMALL_BYTES = 1 << 24
"""Text that is shorter may repeat itself as it likes."""

_CHUNK = 1 << 18
_HEAD = 1 << 16
_GZIP = b"\x1f\x8b"
_MARK = b"\xef\xbb\xbf"

_ENDINGS = (".gz", ".txt", ".tsv", ".jsonl", ".xml", ".sgm", ".sgml", ".ctm", ".trn")


@dataclass(slots=True)
class Source:
    """One file being read: what to call it in messages, its first bytes, and all its bytes (once).

    `remarks` collects what a reader passed over because the tools of the field do.
    """

    name: str
    head: bytes
    _chunks: Iterator[bytes]
    encoding: str = "utf-8"
    remarks: list[str] = field(default_factory=list)

    @property
    def base_name(self) -> str:
        return base_name(self.name)

    def chunks(self) -> Iterator[bytes]:
        """All bytes in order, in pieces; can be asked for only once."""
        return self._chunks

    def watch(self, see: Callable[[bytes], object]) -> None:
        """Shows all bytes to a listener, such as a checksum, while they are read."""
        self._chunks = _watched(self._chunks, see)

    def text(self) -> str:
        """The complete file as text, without its byte order mark."""
        return "".join(self._blocks())

    def utf8(self) -> bytes:
        """The complete file as UTF-8, every byte checked, without its byte order mark: for compiled readers."""
        from bakeoff.native import is_utf8  # noqa: PLC0415 - other readers do without

        if codecs.lookup(self.encoding).name == "utf-8":
            data = b"".join(self._chunks)
            if is_utf8(data) and b"\0" not in data and not _has_long_line(data):
                return data.removeprefix(_MARK)
            # Where it is wrong is found, and said, piece by piece.
            self._chunks = (data[at : at + _CHUNK] for at in range(0, len(data), _CHUNK))
        try:
            return "".join(self._blocks()).encode()
        except UnicodeEncodeError as error:
            found = f"the surrogate U+{ord(error.object[error.start]):04X}, which is none"
            raise FormatError(place=Place(self.name), expected="characters of Unicode", found=found) from None

    def lines(self) -> list[str]:
        """The lines of the text. Only LF ends a line; where every LF follows a CR, CR LF does.

        U+2028, U+0085, form feed and the like stay part of their line: segment counts must agree with `wc -l`.
        """
        lines: list[str] = []
        last = ""
        for block in self._blocks():
            *complete, last = block.split("\n")
            lines += complete
        if lines and all(line.endswith("\r") for line in lines):
            lines = [line[:-1] for line in lines]
        if last:
            lines.append(last)
        return lines

    def _blocks(self) -> Iterator[str]:
        """The text in pieces of complete lines, so that never more than a piece is held as bytes."""
        line = 1
        rest = b""
        for chunk in chain(self._chunks, [None]):
            data = rest + (chunk or b"")
            end = len(data) if chunk is None else data.rfind(b"\n") + 1
            if len(data) - end > MAX_LINE:
                raise FormatError(
                    place=Place(self.name, line + data.count(b"\n")),
                    expected=f"lines of at most {MAX_LINE:,} bytes",
                    found="a longer one",
                    remedy="Write one segment a line.",
                )
            block, rest = data[:end], data[end:]
            if block:
                text = self._decoded(block, line)
                yield text.removeprefix("\ufeff") if line == 1 else text
                line += block.count(b"\n")

    def _decoded(self, data: bytes, line: int) -> str:
        """Complete lines as text; `line` is the number of the first."""
        if line == 1 and data[:2] in (b"\xff\xfe", b"\xfe\xff"):
            raise FormatError(
                place=Place(self.name),
                expected="UTF-8 text",
                found="a UTF-16 byte order mark",
                remedy="Convert it: iconv -f UTF-16 -t UTF-8.",
            )
        try:
            text = data.decode(self.encoding)
        except UnicodeDecodeError as error:
            raise bad_byte(data, error.start, self.name, line=line, encoding=self.encoding) from None
        if (at := text.find("\0")) >= 0:
            raise FormatError(
                place=Place(self.name, line + text.count("\n", 0, at)),
                expected="text",
                found="a NUL character",
                remedy="Is it a binary file?",
            )
        return text


def _has_long_line(data: bytes) -> bool:
    at = 0
    while len(data) - at > MAX_LINE:
        at = data.rfind(b"\n", at, at + MAX_LINE + 1) + 1
        if not at:
            return True
    return False


def _watched(chunks: Iterator[bytes], see: Callable[[bytes], object]) -> Iterator[bytes]:
    for chunk in chunks:
        see(chunk)
        yield chunk


def base_name(path: str) -> str:
    """The file's name without folders and without the endings of formats.

    >>> base_name("runs/uedin.de-en.txt.gz")
    'uedin.de-en'
    """
    return Path(without_endings(path)).name


def without_endings(path: str) -> str:
    """The path without the endings of formats of text and of recognised words."""
    while path.lower().endswith(_ENDINGS) and (stem := Path(path).stem) != Path(path).name:
        path = str(Path(path).with_name(stem))
    return path


def bad_byte(data: bytes, start: int, name: str, *, line: int = 1, encoding: str = "utf-8") -> FormatError:
    """The error for a byte that is not of the encoding; `line` is the line at which `data` starts."""
    column = start - data.rfind(b"\n", 0, start)
    return FormatError(
        place=Place(name, line + data.count(b"\n", 0, start)),
        expected=f"{encoding.upper()} text",
        found=f"the byte 0x{data[start]:02X} at byte {column} of the line",
        remedy="Convert the file: iconv -f ENCODING -t UTF-8, ENCODING being the one it has now.",
    )


@contextmanager
def open_source(path: str | Path, *, max_bytes: int = MAX_BYTES, encoding: str = "utf-8") -> Iterator[Source]:
    """Opens a file, or standard input for `-`; gzip is recognised by its first bytes."""
    _check_encoding(encoding)
    if str(path) == "-":
        yield _source(sys.stdin.buffer, "standard input", max_bytes, encoding)
        return
    try:
        stream = Path(path).open("rb")  # noqa: SIM115 - closed below; only the opening may fail here
    except OSError as error:
        raise _unreadable(str(path), error) from None
    with stream:
        yield _source(stream, str(path), max_bytes, encoding)


def _check_encoding(encoding: str) -> None:
    try:
        newline = "\n".encode(encoding)
    except LookupError:
        newline = b""
    if newline != b"\n":  # lines are found before they are decoded
        raise ExpressionError(f"{encoding!r} is no encoding that can be read; use utf-8, latin-1, gb18030 or the like.")


def _source(stream: BinaryIO, name: str, max_bytes: int, encoding: str) -> Source:
    pieces = _pieces(stream, name)
    first = next(pieces, b"")
    while len(first) < len(_GZIP) and (more := next(pieces, b"")):
        first += more
    pieces = chain([first], pieces)
    if first.startswith(_GZIP):
        pieces = _inflated(pieces, name)
    pieces = _bounded(pieces, name, max_bytes)
    head = b""
    for piece in pieces:
        head += piece
        if len(head) >= _HEAD:
            break
    return Source(name, head[:_HEAD], chain([head], pieces), encoding)


def _pieces(stream: BinaryIO, name: str) -> Iterator[bytes]:
    try:
        while piece := stream.read(_CHUNK):
            yield piece
    except OSError as error:
        raise _unreadable(name, error) from None


def _unreadable(name: str, error: OSError) -> InputError:
    match error:
        case FileNotFoundError():
            found, remedy = "no such file", "Check the name and the folder."
        case IsADirectoryError():
            found, remedy = "a folder", "Name the files in it."
        case _:
            found, remedy = (error.strerror or str(error)).lower(), ""
    return InputError(place=Place(name), expected="a file that can be read", found=found, remedy=remedy)


def _bounded(pieces: Iterable[bytes], name: str, max_bytes: int) -> Iterator[bytes]:
    total = 0
    for piece in pieces:
        total += len(piece)
        if total > max_bytes:
            raise too_large(name, max_bytes)
        yield piece


def too_large(name: str, max_bytes: int) -> FormatError:
    return FormatError(
        place=Place(name),
        expected=f"at most {max_bytes:,} bytes of text",
        found="more",
        remedy="Split the file.",
    )


def _inflated(pieces: Iterable[bytes], name: str) -> Iterator[bytes]:
    """Undoes gzip, member by member, never holding more than one piece of output."""
    taken = given = 0
    member = None
    for piece in pieces:
        taken += len(piece)
        rest = piece
        while rest:
            if member is None and not rest.strip(b"\0"):
                break  # tape blocks are filled up with zeros
            member = member or zlib.decompressobj(wbits=31)
            for output in _outputs(member, rest, name):
                given += len(output)
                if given > SMALL_BYTES and given > TEXT_FOR_EACH_BYTE * taken:
                    raise _damaged(name, f"data that grow more than {TEXT_FOR_EACH_BYTE}-fold when decompressed")
                yield output
            rest = member.unused_data
            if member.eof:
                member = None
    if member is not None:
        raise _damaged(name, "a file that ends in the middle")


def _outputs(member: zlib._Decompress, data: bytes, name: str) -> Iterator[bytes]:
    try:
        output = member.decompress(data, _CHUNK)
        while output:
            yield output
            output = member.decompress(member.unconsumed_tail, _CHUNK)
    except zlib.error as error:
        raise _damaged(name, f"damaged data ({error})") from None


def _damaged(name: str, found: str) -> FormatError:
    return FormatError(place=Place(name), expected="a gzip file of text", found=found, remedy="Test it by gzip -t.")
