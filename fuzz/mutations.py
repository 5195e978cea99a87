"""Archives that are almost right: valid ones of every kind, and what chance makes of them."""

from __future__ import annotations

import gzip
import random
import struct
import tempfile
import zlib
from collections.abc import Callable
from pathlib import Path

from bakeoff.submissions.archives.writer import ArchiveKind, write_archive
from bakeoff.submissions.packages.contents import PackedFile

BLOCK = 512
TREES = (
    {"runs/aster_de-en_primary.txt": b"One segment\n" * 40, "runs/aster_de-en_contrast1.txt": b"Another\n" * 9},
    {"caf\u00e9/\u4e2d\u6587.txt": "\u6587\n".encode() * 7, "n" * 150 + "/" + "m" * 120: b"long", "empty": b""},
    {"run.xml": b"<mteval/>\n", "inner.zip": b"PK\x05\x06" + bytes(18), "._run.xml": b"mac"},
)
NAMES = (
    b"../../evil",
    b"/etc/passwd",
    b"C:\\evil",
    b"a\x00b",
    b"\xff\xfe",
    "\u202etxt.exe".encode(),
    b"a/" * 40,
    b"",
    b".",
    b"RUNS/a",
)
SIGNATURES = (b"PK\1\2", b"PK\3\4", b"PK\5\6", b"PK\6\6", b"PK\6\7", b"ustar", b"\x1f\x8b\x08", b"path=", b"size=")
# Where fields stand: (offset from a header's beginning, length).
TAR_FIELDS = ((0, 100), (100, 8), (124, 12), (136, 12), (156, 1), (157, 100), (257, 8), (345, 155))
ZIP_FIELDS = {
    b"PK\1\2": (
        (4, 2),
        (8, 2),
        (10, 2),
        (16, 4),
        (20, 4),
        (24, 4),
        (28, 2),
        (30, 2),
        (32, 2),
        (34, 2),
        (38, 4),
        (42, 4),
    ),
    b"PK\3\4": ((6, 2), (8, 2), (14, 4), (18, 4), (22, 4), (26, 2), (28, 2)),
    b"PK\5\6": ((4, 2), (6, 2), (8, 2), (10, 2), (12, 4), (16, 4), (20, 2)),
}


def valid_archives() -> list[tuple[ArchiveKind, bytes]]:
    """Every tree as every kind."""
    kinds: tuple[ArchiveKind, ...] = ("tgz", "tar", "zip")
    return [(kind, _packed(tree, kind)) for tree in TREES for kind in kinds]


def _packed(tree: dict[str, bytes], kind: ArchiveKind) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        files = []
        for number, (name, data) in enumerate(tree.items()):
            path = Path(folder, str(number))
            path.write_bytes(data)
            files.append(PackedFile(name, path, len(data)))
        write_archive(files, Path(folder, "archive"), kind)
        return Path(folder, "archive").read_bytes()


def mutated(kind: ArchiveKind, data: bytes, others: list[bytes], rng: random.Random) -> bytes:
    """An archive after one to four accidents. Half of the compressed ones have them before compression."""
    inside = kind == "tgz" and rng.random() < 0.6
    changed = bytearray(gzip.decompress(data) if inside else data)
    for _ in range(rng.randint(1, 4)):
        if changed:
            rng.choice(_accidents(kind, inside=inside))(changed, others, rng)
    return gzip.compress(bytes(changed), mtime=0) if inside else bytes(changed)


Accident = Callable[[bytearray, list[bytes], random.Random], None]


def _accidents(kind: ArchiveKind, *, inside: bool) -> list[Accident]:
    blind: list[Accident] = [_flip, _overwrite, _cut, _lose, _double, _splice, _sign]
    if kind == "zip":
        return [*blind, _zip_field, _zip_field, _zip_field, _rename]
    return [*blind, _tar_field, _tar_field, _tar_field, _rename] if kind == "tar" or inside else blind


def _flip(data: bytearray, _: list[bytes], rng: random.Random) -> None:
    for _each in range(rng.choice((1, 1, 8, 64))):
        data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)


def _overwrite(data: bytearray, _: list[bytes], rng: random.Random) -> None:
    at = rng.randrange(len(data))
    data[at : at + rng.randint(1, 16)] = rng.choice((bytes(8), b"\xff" * 8, rng.randbytes(8)))


def _cut(data: bytearray, _: list[bytes], rng: random.Random) -> None:
    del data[rng.randrange(len(data)) :]


def _lose(data: bytearray, _: list[bytes], rng: random.Random) -> None:
    at = rng.randrange(len(data))
    del data[at : at + rng.choice((1, 4, 512, 1024))]


def _double(data: bytearray, _: list[bytes], rng: random.Random) -> None:
    at = rng.randrange(len(data))
    length = rng.choice((1, 46, 512, 1024, len(data)))
    data[at:at] = data[at : at + length] * rng.choice((1, 1, 20))


def _splice(data: bytearray, others: list[bytes], rng: random.Random) -> None:
    other = rng.choice(others)
    at = rng.randrange(len(other) or 1)
    data[rng.randrange(len(data)) :] = other[at:]


def _sign(data: bytearray, _: list[bytes], rng: random.Random) -> None:
    at = rng.randrange(len(data))
    signature = rng.choice(SIGNATURES)
    data[at : at + len(signature)] = signature


def _rename(data: bytearray, _: list[bytes], rng: random.Random) -> None:
    """Puts an evil name where names stand, in all places alike."""
    old = rng.choice((b"runs/aster_de-en_primary.txt", b"run.xml", b"empty", b"inner.zip"))
    new = rng.choice(NAMES)[: len(old)]
    data[:] = bytes(data).replace(old, new.ljust(len(old), b"\0" if rng.random() < 0.5 else b"x"))
    _sum_up(data)


def _tar_field(data: bytearray, _: list[bytes], rng: random.Random) -> None:
    at = rng.randrange(max(1, len(data) // BLOCK)) * BLOCK
    offset, length = rng.choice(TAR_FIELDS)
    value = rng.choice(
        (
            rng.choice(NAMES),
            b"%0*o" % (length - 1, rng.choice((0, 1, 511, 512, 513, 1 << 20, 1 << 33))) if length > 1 else b"5",
            b"\x80" + rng.randbytes(length - 1),
            b"\xff" * length,
            bytes([rng.choice(b"01234567LKxgXSMVDNAZ\0")]),
        )
    )
    data[at + offset : at + offset + length] = value[:length].ljust(length, b"\0")
    if rng.random() < 0.9:
        _sum_up(data)


def _sum_up(data: bytearray) -> None:
    """Gives every block that looks like a tar header the right checksum, so that the rest of it is looked at."""
    for at in range(0, len(data) - BLOCK + 1, BLOCK):
        if data[at + 257 : at + 262] == b"ustar":
            data[at + 148 : at + 156] = b" " * 8
            data[at + 148 : at + 156] = b"%06o\0 " % sum(data[at : at + BLOCK])


def _zip_field(data: bytearray, _: list[bytes], rng: random.Random) -> None:
    signature, fields = rng.choice(list(ZIP_FIELDS.items()))
    places = [at for at in range(len(data)) if data.startswith(signature, at)]
    offset, length = rng.choice(fields)
    if not places or (at := rng.choice(places) + offset) + length > len(data):
        return
    old = int.from_bytes(data[at : at + length], "little")
    top = (1 << 8 * length) - 1
    new = rng.choice((0, 1, 8, old + 1, old - 1, old * 2, top, top - 1, rng.randint(0, top), zlib.crc32(b"")))
    data[at : at + length] = struct.pack("<Q", new % (top + 1))[:length]
