"""Archives put together byte by byte, so that they can be as wrong as they like."""

from __future__ import annotations

import gzip
import io
import random
import struct
import tarfile
import zipfile
import zlib
from dataclasses import dataclass, replace

BLOCK = 512
END = bytes(2 * BLOCK)
NOISE = random.Random(5).randbytes(70_000)
"""What cannot be packed smaller."""
FILES = {"runs/a.txt": b"one\n" * 9, "runs/b.txt": NOISE[:3000], "readme": b""}
"""Of a clean package."""


def header(name: str | bytes, size: int = 0, type: bytes = b"0", **fields: bytes) -> bytes:
    """A tar header with a right checksum; `size_field` and `link` are written as they are."""
    raw = name.encode() if isinstance(name, str) else name
    block = bytearray(BLOCK)
    block[0:100] = raw[:100].ljust(100, b"\0")
    block[100:124] = b"0000644\0" + b"0000000\0" * 2
    block[124:136] = fields.get("size_field", b"%011o\0" % size)
    block[136:148] = b"%011o\0" % 0
    block[148:156] = b" " * 8
    block[156:157] = type
    block[157:257] = fields.get("link", b"").ljust(100, b"\0")
    block[257:265] = b"ustar\x0000"
    block[148:156] = b"%06o\0 " % sum(block)
    return bytes(block)


def padded(data: bytes) -> bytes:
    return data + bytes(-len(data) % BLOCK)


def member(name: str | bytes, data: bytes = b"text\n", type: bytes = b"0", **fields: bytes) -> bytes:
    return header(name, len(data), type, **fields) + padded(data)


def pax(**records: str | bytes) -> bytes:
    """An extended header with the records given; `_` stands for a dot."""
    data = b"".join(
        _record(key.replace("_", "."), value if isinstance(value, bytes) else value.encode())
        for key, value in records.items()
    )
    return member("PaxHeader", data, b"x")


def _record(key: str, value: bytes) -> bytes:
    rest = b" " + key.encode() + b"=" + value + b"\n"
    length = len(rest)
    while len(str(length)) + len(rest) != length:
        length = len(str(length)) + len(rest)
    return str(length).encode() + rest


def tar(*parts: bytes) -> bytes:
    return b"".join(parts) + END


def tgz(*parts: bytes) -> bytes:
    return gzip.compress(tar(*parts), mtime=0)


@dataclass(frozen=True)
class Zipped:
    """One zip member; what the directory says may differ from what the member says of itself."""

    name: bytes
    data: bytes = b"text\n"
    method: int = 8
    flags: int = 0
    size: int | None = None
    packed_size: int | None = None
    checksum: int | None = None
    attributes: int = 0o100644 << 16
    made_by: int = 3
    local_name: bytes | None = None
    extra: bytes = b""
    raw: bytes | None = None
    disk: int = 0
    offset: int | None = None

    @property
    def packed(self) -> bytes:
        if self.raw is not None:
            return self.raw
        if self.method != 8:
            return self.data
        deflater = zlib.compressobj(wbits=-15)
        return deflater.compress(self.data) + deflater.flush()

    @property
    def figures(self) -> tuple[int, int, int]:
        return (
            zlib.crc32(self.data) if self.checksum is None else self.checksum,
            len(self.packed) if self.packed_size is None else self.packed_size,
            len(self.data) if self.size is None else self.size,
        )

    def local(self) -> bytes:
        name = self.name if self.local_name is None else self.local_name
        fields = struct.pack("<4s5H3L2H", b"PK\3\4", 20, self.flags, self.method, 0, 33, *self.figures, len(name), 0)
        return fields + name + self.packed

    def entry(self, offset: int) -> bytes:
        place = offset if self.offset is None else self.offset
        return (
            struct.pack(
                "<4s6H3L5H2L",
                b"PK\1\2",
                self.made_by << 8 | 20,
                20,
                self.flags,
                self.method,
                0,
                33,
                *self.figures,
                len(self.name),
                len(self.extra),
                0,
                self.disk,
                0,
                self.attributes,
                place,
            )
            + self.name
            + self.extra
        )


def zip_end(count: int, size: int, offset: int, *, disk: int = 0, here: int | None = None, comment: int = 0) -> bytes:
    here = count if here is None else here
    return struct.pack("<4s4H2LH", b"PK\5\6", disk, disk, here, count, size, offset, comment)


def zipped(*members: Zipped, between: bytes = b"", before: bytes = b"") -> bytes:
    """A zip archive of members one after another."""
    body, directory = before, b""
    for each in members:
        directory += each.entry(len(body))
        body += each.local() + between
    return body + directory + zip_end(len(members), len(directory), len(body))


def plain(name: str, data: bytes = b"text\n", **fields: object) -> Zipped:
    return replace(Zipped(name.encode(), data), **fields)  # type: ignore[arg-type]


def library_tar(files: dict[str, bytes], mode: str = "w:gz") -> bytes:
    """What `tarfile` writes, folders included."""
    target = io.BytesIO()
    with tarfile.open(fileobj=target, mode=mode) as archive:  # type: ignore[call-overload]
        for name, data in files.items():
            info = tarfile.TarInfo(name)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    return target.getvalue()


def library_zip(files: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", method) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return target.getvalue()
