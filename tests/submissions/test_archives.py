"""Every way in which an archive can be wrong has its own code, and none leaves anything outside the folder."""

from __future__ import annotations

import bz2
import gzip
import lzma
import os
import random
import socket
import stat
import struct
import tracemalloc
import unicodedata
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

from bakeoff.errors import InputError
from bakeoff.rulebook import read_rulebook
from bakeoff.submissions.archives.codes import ARCHIVE_CODES
from bakeoff.submissions.archives.limits import Limits, limits_of
from bakeoff.submissions.archives.opening import opened_package, unpack
from bakeoff.submissions.contents import Contents
from tests.submissions.handmade import (
    BLOCK,
    END,
    Zipped,
    header,
    library_tar,
    library_zip,
    member,
    padded,
    pax,
    plain,
    tar,
    tgz,
    zip_end,
    zipped,
)

SMALL = Limits(files=3, total_bytes=100_000, file_bytes=60_000, ratio=50, ratio_from=20_000)
NOISE = random.Random(5).randbytes(70_000)
GOOD = member("good.txt")
ZIP_GOOD = plain("good.txt")
NFC, NFD = "caf\u00e9", "cafe\u0301"
ZIPPED = zipped(ZIP_GOOD)


def broken(data: bytes, at: int, new: bytes) -> bytes:
    at = at % len(data)
    return data[:at] + new + data[at + len(new) :]


def wrong_crc() -> bytes:
    return broken(tgz(GOOD), -8, b"\0\0\0\0")


def wrong_length() -> bytes:
    return broken(tgz(GOOD), -4, b"\1\0\0\0")


def two_ends() -> bytes:
    inner = zip_end(0, 0, 0)
    return ZIPPED[:-2] + struct.pack("<H", len(inner)) + inner


def wide_end(entries: int, *, disks: int = 1, length: int = 44) -> bytes:
    """The good archive with the end record of large ones."""
    offset = len(ZIP_GOOD.local())
    directory = ZIP_GOOD.entry(0)
    wide = struct.pack("<4sQ2H2L4Q", b"PK\6\6", length, 45, 45, 0, 0, entries, entries, len(directory), offset)
    locator = struct.pack("<4sLQL", b"PK\6\7", 0, offset + len(directory), disks)
    return ZIP_GOOD.local() + directory + wide + locator + zip_end(0xFFFF, 0xFFFFFFFF, 0xFFFFFFFF)


def wide_member() -> bytes:
    """A member whose sizes stand in the extra field."""
    extra = struct.pack("<HHQQ", 1, 16, 5, len(ZIP_GOOD.packed))
    return zipped(plain("good.txt", size=0xFFFFFFFF, packed_size=0xFFFFFFFF, extra=extra))


def streamed() -> bytes:
    """A zip whose sizes follow the data, as written to a pipe."""
    import io

    class Pipe(io.BytesIO):
        def seekable(self) -> bool:
            return False

        def tell(self) -> int:
            raise OSError

    pipe = Pipe()
    with zipfile.ZipFile(pipe, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("good.txt", b"text\n")
    return pipe.getvalue()


def shared_data() -> bytes:
    """Two members of the directory whose data are the same bytes of the file."""
    first, second = plain("a.txt"), plain("a.txt", offset=0)
    return zipped(first, second)


def quoted_members() -> bytes:
    """A member within the data of another."""
    inner = plain("inner.txt")
    outer = plain("outer.txt", inner.local(), method=0)
    body = outer.local()
    directory = outer.entry(0) + inner.entry(len(body) - len(inner.local()))
    return body + directory + zip_end(2, len(directory), len(body))


# One row: the name of the file, its bytes, and exactly the codes that come out.
TARS: dict[str, tuple[str, bytes, tuple[str, ...]]] = {
    "bzip2": ("a.tar.bz2", bz2.compress(tar(GOOD)), ("archive-kind",)),
    "xz under another name": ("a.tgz", lzma.compress(tar(GOOD)), ("archive-kind",)),
    "tar called tgz": ("a.tgz", tar(GOOD), ("archive-ending",)),
    "tgz called zip": ("a.zip", tgz(GOOD), ("archive-ending",)),
    "tgz without ending": ("a", tgz(GOOD), ("archive-ending",)),
    "zip called tar": ("a.tar", ZIPPED, ("archive-ending",)),
    "no members": ("a.tgz", tgz(), ("archive-empty",)),
    "no members, not compressed": ("a.tar", tar(), ("archive-empty",)),
    "folders only": ("a.tgz", tgz(header("runs/", type=b"5")), ("archive-empty",)),
    "no bytes": ("a.tgz", b"", ("archive-damaged",)),
    "text": ("a.tgz", b"Hello\n", ("archive-damaged",)),
    "gzip of text": ("a.tgz", gzip.compress(b"Hello\n" * 200), ("archive-damaged",)),
    "gzip of little text": ("a.tgz", gzip.compress(b"Hello\n"), ("archive-truncated",)),
    "cut gzip": ("a.tgz", tgz(member("a", NOISE[:9000]))[:5000], ("archive-truncated",)),
    "cut data": ("a.tar", tar(member("a", NOISE[:9000]))[:5000], ("archive-truncated",)),
    "cut padding": ("a.tar", GOOD[:-100], ("archive-truncated",)),
    "no end mark": ("a.tar", GOOD, ("archive-truncated",)),
    "cut after an extended header": ("a.tar", pax(path="b"), ("archive-truncated",)),
    "cut within an extended header": ("a.tar", member("x", b"n" * 600, b"L")[:700], ("archive-truncated",)),
    "bits of the compressed data": ("a.tgz", broken(tgz(GOOD), 40, b"\xff\xff\xff\xff"), ("archive-damaged",)),
    "bits of a header": ("a.tar", tar(GOOD, broken(member("b"), 3, b"x")), ("archive-damaged",)),
    "a size too small": ("a.tar", tar(header("a", 5) + padded(NOISE[:900]), GOOD), ("archive-damaged",)),
    "checksum of gzip": ("a.tgz", wrong_crc(), ("archive-checksum",)),
    "length of gzip": ("a.tgz", wrong_length(), ("archive-size-wrong",)),
    "negative size": (
        "a.tar",
        tar(GOOD, header("a", size_field=b"\xff" * 12)),
        ("archive-size-wrong",),
    ),
    "link with data": ("a.tar", tar(GOOD, member("l", type=b"2")), ("archive-link", "archive-size-wrong")),
    "folder with data": ("a.tar", tar(GOOD, member("d/", type=b"5")), ("archive-size-wrong",)),
    "pax size that is no number": ("a.tar", tar(pax(size="-1"), GOOD), ("archive-size-wrong",)),
    "pax size that lies": ("a.tar", tar(pax(size="50000"), GOOD), ("archive-truncated",)),
    "pax header of absurd size": ("a.tar", tar(pax(comment="x" * 70_000), GOOD), ("archive-header-long",)),
    "long name of absurd size": ("a.tar", tar(member("x", b"n" * 70_000, b"L"), GOOD), ("archive-header-long",)),
    "long name that announces gigabytes": (
        "a.tgz",
        tgz(header("x", size_field=b"77777777777\0", type=b"L")),
        ("archive-header-long",),
    ),
    "chain of long names": ("a.tar", tar(*[member("x", b"name\0", b"L")] * 500, GOOD), ("archive-header-long",)),
    "pax records that are none": ("a.tar", tar(member("x", b"99 path=b\n", b"x"), GOOD), ("archive-damaged",)),
    "pax record without key": ("a.tar", tar(member("x", b"5 =b\n", b"x"), GOOD), ("archive-damaged",)),
    "countless empty parts": ("a.tgz", gzip.compress(b"") * 70_000, ("archive-damaged",)),
    "other data after the gzip": ("a.tgz", tgz(GOOD) + b"garbage", ("archive-stray-data",)),
    "other data after zeros": ("a.tgz", tgz(GOOD) + bytes(9) + b"garbage", ("archive-stray-data",)),
    "a second archive after the end mark": ("a.tar", tar(GOOD) + tar(member("b")), ("archive-stray-data",)),
    "a second compressed archive": ("a.tgz", tgz(GOOD) + tgz(member("b")), ("archive-stray-data",)),
    "endless zeros": ("a.tgz", gzip.compress(tar(GOOD) + bytes(3 << 20)), ("archive-bomb-ratio",)),
    "no name": ("a.tar", tar(GOOD, member("")), ("archive-path-empty",)),
    "absolute": ("a.tgz", tgz(GOOD, member("/etc/passwd")), ("archive-path-absolute",)),
    "absolute folder": ("a.tgz", tgz(GOOD, header("/etc/", type=b"5")), ("archive-path-absolute",)),
    "traversal": ("a.tgz", tgz(GOOD, member("../../evil")), ("archive-path-traversal",)),
    "traversal by pax": ("a.tgz", tgz(GOOD, pax(path="../evil"), member("b")), ("archive-path-traversal",)),
    "traversal by long name": (
        "a.tgz",
        tgz(GOOD, member("x", b"../evil\0", b"L"), member("b")),
        ("archive-path-traversal",),
    ),
    "backslash": ("a.tgz", tgz(GOOD, member("runs\\b.txt")), ("archive-path-windows",)),
    "drive": ("a.tgz", tgz(GOOD, member("C:/b.txt")), ("archive-path-windows",)),
    "everything at once": (
        "a.tgz",
        tgz(GOOD, member("/../C:\\b\x07")),
        ("archive-path-absolute", "archive-path-traversal", "archive-path-windows", "archive-path-characters"),
    ),
    "line feed": ("a.tgz", tgz(GOOD, member("b\nc")), ("archive-path-characters",)),
    "escape": ("a.tgz", tgz(GOOD, member("b\x1b[2J")), ("archive-path-characters",)),
    "NUL": ("a.tgz", tgz(GOOD, pax(path="b\0c"), member("b")), ("archive-path-characters",)),
    "bidirectional override": ("a.tgz", tgz(GOOD, member("b\u202etxt.exe")), ("archive-path-characters",)),
    "bidirectional isolate": ("a.tgz", tgz(GOOD, member("b\u2066c")), ("archive-path-characters",)),
    "line separator": ("a.tgz", tgz(GOOD, member("b\u2028c")), ("archive-path-characters",)),
    "Latin-1": ("a.tgz", tgz(GOOD, member(b"caf\xe9")), ("archive-path-encoding",)),
    "encoding left open": ("a.tgz", tgz(GOOD, pax(hdrcharset="BINARY"), member("b")), ("archive-path-encoding",)),
    "long part": ("a.tgz", tgz(GOOD, pax(path="b" * 256), member("b")), ("archive-path-long",)),
    "long path": ("a.tgz", tgz(GOOD, pax(path="/".join(["b" * 200] * 6)), member("b")), ("archive-path-long",)),
    "deep": ("a.tgz", tgz(GOOD, member("/".join("abcdefghijklmnopq"))), ("archive-path-deep",)),
    "same name": ("a.tgz", tgz(GOOD, GOOD), ("archive-duplicate",)),
    "same name in other words": ("a.tgz", tgz(GOOD, member(".//good.txt")), ("archive-duplicate",)),
    "other case": ("a.tgz", tgz(GOOD, member("Good.TXT")), ("archive-duplicate-case",)),
    "folder in other case": ("a.tgz", tgz(member("runs/a"), member("Runs/b")), ("archive-duplicate-case",)),
    "other normalisation": ("a.tgz", tgz(member(NFC), member(NFD)), ("archive-duplicate-unicode",)),
    "file and folder": ("a.tgz", tgz(GOOD, member("good.txt/b")), ("archive-file-and-folder",)),
    "folder and file": ("a.tgz", tgz(member("b/c"), member("b")), ("archive-file-and-folder",)),
    "symbolic link": ("a.tgz", tgz(GOOD, header("l", type=b"2", link=b"/etc/passwd")), ("archive-link",)),
    "hard link": ("a.tgz", tgz(GOOD, header("l", type=b"1", link=b"good.txt")), ("archive-link",)),
    "link, then a file through it": (
        "a.tgz",
        tgz(GOOD, header("l", type=b"2", link=b".."), member("l/b")),
        ("archive-link",),
    ),
    "character device": ("a.tgz", tgz(GOOD, header("d", type=b"3")), ("archive-special-file",)),
    "block device": ("a.tgz", tgz(GOOD, header("d", type=b"4")), ("archive-special-file",)),
    "pipe": ("a.tgz", tgz(GOOD, header("d", type=b"6")), ("archive-special-file",)),
    "sparse": ("a.tgz", tgz(GOOD, header("s", type=b"S")), ("archive-sparse",)),
    "sparse by pax": (
        "a.tgz",
        tgz(GOOD, pax(GNU_sparse_realsize="999999999999"), member("s")),
        ("archive-sparse",),
    ),
    "unknown type": ("a.tgz", tgz(GOOD, member("v", type=b"V"), member("w", type=b"Z")), ("archive-member-type",) * 2),
    "volumes": ("a.tgz", tgz(GOOD, header("m", type=b"M")), ("archive-multi-volume",)),
    "many files": ("a.tgz", tgz(*(member(f"{n}") for n in range(4))), ("archive-bomb-files",)),
    "many folders": ("a.tar", tar(GOOD, *(header(f"{n}/", type=b"5") for n in range(99))), ("archive-bomb-files",)),
    "large": ("a.tgz", tgz(*(member(n, NOISE[:50_000]) for n in "abc")), ("archive-bomb-size",)),
    "announced as large": ("a.tar", tar(GOOD, header("a", size_field=b"77777777777\0")), ("archive-bomb-size",)),
    "large file": ("a.tgz", tgz(GOOD, member("a", NOISE[:60_001])), ("archive-bomb-file",)),
    "ratio": ("a.tgz", tgz(member("a", bytes(60_000))), ("archive-bomb-ratio",)),
    "archive inside": ("a.tgz", tgz(GOOD, member("b.tgz", tgz(GOOD))), ("archive-nested",)),
    "tar inside": ("a.tgz", tgz(GOOD, member("b.txt", tar(GOOD))), ("archive-nested",)),
    "zip inside": ("a.tgz", tgz(GOOD, member("b.zip", ZIPPED)), ("archive-nested",)),
    "7z inside": ("a.tgz", tgz(GOOD, member("b", b"7z\xbc\xaf\x27\x1cabc")), ("archive-nested",)),
    "compressed text inside": ("a.tgz", tgz(GOOD, member("b.txt.gz", gzip.compress(b"text"))), ()),
    "files of macOS": (
        "a.tgz",
        tgz(GOOD, member("._good.txt"), member("__MACOSX/a"), member("runs/.DS_Store")),
        ("archive-macos-files",),
    ),
    "files of macOS only": ("a.tgz", tgz(member("._good.txt")), ("archive-macos-files", "archive-empty")),
    "comment of git": ("a.tgz", tgz(member("g", b"17 comment=abcde\n", b"g"), GOOD), ()),
    "global sizes": ("a.tgz", tgz(member("g", b"10 size=9\n", b"g"), GOOD), ("archive-damaged",)),
    "padding of tapes": ("a.tgz", tgz(GOOD) + bytes(1000), ()),
    "gzip in two parts": ("a.tgz", gzip.compress(GOOD) + gzip.compress(END), ()),
    "old tar without type": ("a.tar", tar(member("a", type=b"\0")), ()),
    "one block of zeros": ("a.tar", GOOD + bytes(BLOCK), ()),
}

LINK = (stat.S_IFLNK | 0o777) << 16
ZIPS: dict[str, tuple[bytes, tuple[str, ...]]] = {
    "no members": (zip_end(0, 0, 0), ("archive-empty",)),
    "folders only": (zipped(plain("runs/", b"", method=0)), ("archive-empty",)),
    "no directory": (ZIPPED[:30], ("archive-truncated",)),
    "half an end record": (ZIPPED[:-10], ("archive-truncated",)),
    "comment cut off": (ZIPPED[:-2] + b"\x09\0", ("archive-truncated",)),
    "two end records": (two_ends(), ("archive-damaged",)),
    "directory out of place": (ZIPPED[:-22] + zip_end(1, 54, len(ZIPPED)), ("archive-damaged",)),
    "fewer members than said": (ZIPPED[:-22] + zip_end(2, 54, len(ZIPPED) - 76), ("archive-damaged",)),
    "more members than said": (ZIPPED[:-22] + zip_end(0, 54, len(ZIPPED) - 76), ("archive-header-long",)),
    "directory with something behind": (
        zipped(plain("a"), plain("b"))[:-22] + zip_end(1, 94, 82 - 6),
        ("archive-damaged",),
    ),
    "no member where it should be": (zipped(plain("good.txt", offset=3)), ("archive-damaged",)),
    "compressed bits": (zipped(plain("good.txt", raw=b"\xff" * 9)), ("archive-damaged",)),
    "wide end record that is none": (wide_end(1, length=99), ("archive-damaged",)),
    "size without its wide form": (zipped(plain("a", size=0xFFFFFFFF)), ("archive-damaged",)),
    "checksum": (zipped(ZIP_GOOD, plain("b", checksum=7)), ("archive-checksum",)),
    "bits of stored data": (zipped(plain("a", method=0)).replace(b"text", b"tEXT", 1), ("archive-checksum",)),
    "size too small": (zipped(plain("a", size=3)), ("archive-size-wrong",)),
    "size too large": (zipped(plain("a", size=9)), ("archive-size-wrong",)),
    "stored under another size": (zipped(plain("a", method=0, size=9)), ("archive-size-wrong",)),
    "compressed size too small": (
        zipped(plain("a", packed_size=3), between=b""),
        ("archive-stray-data", "archive-size-wrong"),
    ),
    "compressed size beyond the directory": (zipped(plain("a", packed_size=9000)), ("archive-size-wrong",)),
    "compressed data go on": (
        zipped(plain("a", raw=plain("a").packed + b"hidden")),
        ("archive-size-wrong",),
    ),
    "folder with data": (zipped(ZIP_GOOD, plain("d/", b"data", method=0)), ("archive-size-wrong",)),
    "two names": (zipped(plain("good.txt", local_name=b"evil.txt")), ("archive-header-mismatch",)),
    "a third name": (
        zipped(plain("good.txt", extra=struct.pack("<HHBL", 0x7075, 13, 1, 0) + b"evil.txt")),
        ("archive-header-mismatch",),
    ),
    "two methods": (broken(ZIPPED, 8, b"\0\0"), ("archive-header-mismatch",)),
    "two sizes": (broken(ZIPPED, 22, b"\7\0\0\0"), ("archive-header-mismatch",)),
    "directory of absurd size": (
        zipped(*(plain(f"{n}", extra=struct.pack("<HH", 0x9999, 9000) + bytes(9000)) for n in range(2))),
        ("archive-header-long",),
    ),
    "shared data": (shared_data(), ("archive-overlap",)),
    "member within a member": (quoted_members(), ("archive-overlap",)),
    "before": (b"PK\3\4stub" + ZIPPED, ("archive-stray-data",)),
    "before, known to the directory": (zipped(ZIP_GOOD, before=b"PK\3\4stub"), ("archive-stray-data",)),
    "between": (zipped(ZIP_GOOD, plain("b"), between=b"hidden"), ("archive-stray-data",) * 2),
    "after": (ZIPPED + b"hidden", ("archive-stray-data",)),
    "no name": (zipped(ZIP_GOOD, plain("")), ("archive-path-empty",)),
    "absolute": (zipped(ZIP_GOOD, plain("/etc/passwd")), ("archive-path-absolute",)),
    "traversal": (zipped(ZIP_GOOD, plain("../evil")), ("archive-path-traversal",)),
    "windows": (zipped(ZIP_GOOD, plain("runs\\b"), plain("d:b")), ("archive-path-windows",) * 2),
    "NUL": (zipped(ZIP_GOOD, plain("b.txt\0.exe")), ("archive-path-characters",)),
    "old encoding": (zipped(ZIP_GOOD, Zipped(b"caf\x82")), ("archive-path-encoding",)),
    "long": (zipped(ZIP_GOOD, plain("b" * 300)), ("archive-path-long",)),
    "deep": (zipped(ZIP_GOOD, plain("b/" * 16 + "c")), ("archive-path-deep",)),
    "same name": (zipped(ZIP_GOOD, ZIP_GOOD), ("archive-duplicate",)),
    "other case": (zipped(ZIP_GOOD, plain("GOOD.txt")), ("archive-duplicate-case",)),
    "other normalisation": (zipped(plain(NFC), plain(NFD)), ("archive-duplicate-unicode",)),
    "file and folder": (zipped(ZIP_GOOD, plain("good.txt/b")), ("archive-file-and-folder",)),
    "link": (zipped(ZIP_GOOD, plain("l", b"/etc/passwd", attributes=LINK)), ("archive-link",)),
    "socket": (zipped(ZIP_GOOD, plain("s", attributes=stat.S_IFSOCK << 16)), ("archive-special-file",)),
    "encrypted": (zipped(ZIP_GOOD, plain("b", flags=1)), ("archive-encrypted",)),
    "strongly encrypted": (zipped(ZIP_GOOD, plain("b", flags=1 << 6)), ("archive-encrypted",)),
    "bzip2": (library_zip({"a": b"text"}, zipfile.ZIP_BZIP2), ("archive-method",)),
    "lzma": (library_zip({"a": b"text"}, zipfile.ZIP_LZMA), ("archive-method",)),
    "volumes": (ZIPPED[:-22] + zip_end(1, 54, len(ZIPPED) - 76, disk=1), ("archive-multi-volume",)),
    "member on another volume": (zipped(plain("a", disk=2)), ("archive-multi-volume",)),
    "volumes, wide": (wide_end(1, disks=3), ("archive-multi-volume",)),
    "many files": (zipped(*(plain(f"{n}") for n in range(4))), ("archive-bomb-files",)),
    "announced as many": (ZIPPED[:-22] + zip_end(60_000, 54, len(ZIPPED) - 76), ("archive-bomb-files",)),
    "announced as millions": (wide_end(50_000_000), ("archive-bomb-files",)),
    "large": (zipped(*(plain(n, NOISE[:50_000]) for n in "abc")), ("archive-bomb-size",)),
    "large file": (zipped(ZIP_GOOD, plain("b", NOISE[:60_001])), ("archive-bomb-file",)),
    "ratio": (zipped(ZIP_GOOD, plain("b", bytes(60_000))), ("archive-bomb-ratio",)),
    "archive inside": (zipped(ZIP_GOOD, plain("b.zip", ZIPPED)), ("archive-nested",)),
    "files of macOS": (zipped(ZIP_GOOD, plain("__MACOSX/._good.txt")), ("archive-macos-files",)),
    "comment": (ZIPPED[:-2] + b"\5\0hello", ()),
    "written to a pipe": (streamed(), ()),
    "wide": (wide_end(1), ()),
    "wide member": (wide_member(), ()),
    "from DOS": (zipped(plain("a", made_by=0, attributes=0x20)), ()),
    "UTF-8 with and without flag": (zipped(plain(NFC), plain("\u4e2d", flags=1 << 11)), ()),
}


def snapshot(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*")}


@pytest.fixture
def taken(tmp_path: Path) -> Callable[[str, bytes], Contents]:
    """Unpacks bytes under small limits, and sees that nothing but numbered files of its own came into being."""

    def take(name: str, data: bytes) -> Contents:
        folder = tmp_path / "deep" / "work"
        folder.mkdir(parents=True)
        (tmp_path / name).write_bytes(data)
        before = snapshot(tmp_path)
        contents = unpack(tmp_path / name, folder, limits=SMALL)
        new = {f"deep/work/{number:04d}" for number in range(1, len(contents.files) + 1)}
        stored = new if contents.kind in ("tgz", "tar", "zip") else set()
        assert snapshot(tmp_path) - before == stored
        assert all(file.path.is_file() and not file.path.is_symlink() for file in contents.files)
        assert all(file.path.stat().st_size == file.size for file in contents.files)
        return contents

    return take


def codes(contents: Contents) -> tuple[str, ...]:
    return tuple(finding.code for finding in contents.findings)


@pytest.mark.parametrize("case", TARS)
def test_tar_archives(case: str, taken: Callable[[str, bytes], Contents]) -> None:
    name, data, expected = TARS[case]
    contents = taken(name, data)
    assert codes(contents) == expected
    assert all(finding.found and finding.expected and finding.place.file for finding in contents.findings)
    if not expected or (contents.files and contents.files[0].name == "good.txt"):
        assert contents.files[0].path.read_bytes() == b"text\n"


@pytest.mark.parametrize("case", ZIPS)
def test_zip_archives(case: str, taken: Callable[[str, bytes], Contents]) -> None:
    data, expected = ZIPS[case]
    contents = taken("a.zip", data)
    assert codes(contents) == expected
    if not expected or (contents.files and contents.files[0].name == "good.txt"):
        assert contents.files[0].path.read_bytes() == b"text\n"


def test_a_good_file_is_kept_beside_what_is_refused(taken: Callable[[str, bytes], Contents]) -> None:
    data = tgz(member("../a"), header("l", type=b"2"), GOOD, header("d", type=b"6"), member("b", b"more\n"))
    contents = taken("a.tgz", data)
    assert [(file.name, file.path.name, file.path.read_bytes()) for file in contents.files] == [
        ("good.txt", "0001", b"text\n"),
        ("b", "0002", b"more\n"),
    ]
    assert codes(contents) == ("archive-path-traversal", "archive-link", "archive-special-file")


def test_refused_data_count_too(taken: Callable[[str, bytes], Contents]) -> None:
    data = tgz(GOOD, *(member(f"../{n}", NOISE[:50_000]) for n in "ab"))
    assert codes(taken("a.tgz", data)) == ("archive-path-traversal",) * 2 + ("archive-bomb-size",)


def test_names_are_printed_without_what_they_hide(taken: Callable[[str, bytes], Contents]) -> None:
    (finding,) = taken("a.tgz", tgz(GOOD, member("b\u202e\x1b"))).findings
    assert finding.place.file == "b\\u202e\\x1b"
    assert finding.found == "U+001B, U+202E"


FILES = {"runs/a.txt": b"one\n" * 9, "runs/b.txt": NOISE[:3000], "readme": b""}


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("a.tgz", library_tar(FILES)),
        ("a.tar.gz", library_tar(FILES)),
        ("a.tar", library_tar(FILES, "w")),
        ("a.zip", library_zip(FILES)),
        ("stored.zip", library_zip(FILES, zipfile.ZIP_STORED)),
    ],
)
def test_clean_archives_are_unpacked_as_they_are(
    name: str, data: bytes, taken: Callable[[str, bytes], Contents]
) -> None:
    contents = taken(name, data)
    assert contents.name == name
    assert codes(contents) == ()
    assert {file.name: file.path.read_bytes() for file in contents.files} == FILES


def test_folders_of_archives_are_named(taken: Callable[[str, bytes], Contents]) -> None:
    data = tgz(header("./", type=b"5"), header("./runs/", type=b"5"), header("runs/", type=b"5"), member("./runs/a"))
    contents = taken("a.tgz", data)
    assert (contents.folders, [file.name for file in contents.files]) == (("runs",), ["runs/a"])
    assert codes(contents) == ()


def test_a_single_file_is_a_package_of_itself(taken: Callable[[str, bytes], Contents]) -> None:
    contents = taken("run.txt", b"text\n")
    assert (contents.kind, [file.name for file in contents.files], codes(contents)) == ("file", ["run.txt"], ())
    assert contents.files[0].path.read_bytes() == b"text\n"


def test_a_single_gzipped_file_is_left_to_its_reader(taken: Callable[[str, bytes], Contents]) -> None:
    contents = taken("run.txt.gz", gzip.compress(b"text\n"))
    assert (contents.kind, [file.name for file in contents.files], codes(contents)) == ("file", ["run.txt.gz"], ())


def test_a_single_file_may_be_too_large(taken: Callable[[str, bytes], Contents]) -> None:
    assert codes(taken("run.txt", NOISE)) == ("archive-bomb-file",)


def test_the_name_at_the_time_of_submission_counts(tmp_path: Path) -> None:
    (tmp_path / "3f2a").write_bytes(tgz(GOOD))
    with opened_package(tmp_path / "3f2a", name="aster.tgz") as contents:
        assert (contents.name, codes(contents)) == ("aster.tgz", ())
        path = contents.files[0].path
        assert path.exists()
    assert not path.exists()


def test_clean_folders_are_taken_where_they_are(tmp_path: Path) -> None:
    for name, data in FILES.items():
        path = tmp_path / "package" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    with opened_package(tmp_path / "package") as contents:
        assert (contents.name, contents.kind, contents.folders) == ("package", "folder", ("runs",))
        assert [file.name for file in contents.files] == sorted(FILES)
        assert {file.name: file.path.read_bytes() for file in contents.files} == FILES
        assert codes(contents) == ()


def test_links_and_special_files_of_folders_are_neither_followed_nor_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "package"
    package.mkdir()
    (package / "good.txt").write_bytes(b"text\n")
    (package / "a-link").symlink_to("/etc/passwd")
    (package / "b-loop").symlink_to(package)
    os.mkfifo(package / "c-pipe")
    with socket.socket(socket.AF_UNIX) as listener:
        monkeypatch.chdir(package)  # paths of sockets are short
        listener.bind("d-socket")
        with opened_package(package) as contents:
            assert [file.name for file in contents.files] == ["good.txt"]
            assert codes(contents) == ("archive-link",) * 2 + ("archive-special-file",) * 2


def test_a_folder_given_by_a_link_is_refused(tmp_path: Path) -> None:
    (tmp_path / "package").mkdir()
    (tmp_path / "link").symlink_to("package")
    with opened_package(tmp_path / "link") as contents:
        assert (contents.files, codes(contents)) == ((), ("archive-link",))


def test_a_pipe_is_not_opened(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.tgz")
    with opened_package(tmp_path / "pipe.tgz") as contents:
        assert (contents.files, codes(contents)) == ((), ("archive-special-file",))


def test_what_cannot_be_read_in_a_folder_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Permissions do not bind the superuser, so the refusal of the system is played.
    package = tmp_path / "package"
    (package / "closed").mkdir(parents=True)
    (package / "secret.txt").write_bytes(b"text\n")
    real_open, real_scan = os.open, os.scandir

    def refuse_open(path: object, flags: int, *rest: int) -> int:
        if str(path).endswith("secret.txt"):
            raise PermissionError(13, "Permission denied")
        return real_open(path, flags, *rest)  # type: ignore[arg-type]

    def refuse_scan(path: object) -> object:
        if str(path).endswith("closed"):
            raise PermissionError(13, "Permission denied")
        return real_scan(path)  # type: ignore[call-overload]

    monkeypatch.setattr(os, "open", refuse_open)
    monkeypatch.setattr(os, "scandir", refuse_scan)
    contents = unpack(package, tmp_path)
    assert codes(contents) == ("archive-unreadable",) * 2
    assert {finding.place.file for finding in contents.findings} == {"closed/", "secret.txt"}


def test_folders_are_bounded_too(tmp_path: Path) -> None:
    for number in range(5):
        (tmp_path / f"{number}.txt").write_bytes(b"text\n")
    assert codes(unpack(tmp_path, tmp_path, limits=SMALL)) == ("archive-bomb-files",)
    assert codes(unpack(tmp_path, tmp_path, limits=Limits(total_bytes=12))) == ("archive-bomb-size",)
    assert codes(unpack(tmp_path, tmp_path, limits=Limits(file_bytes=4))) == ("archive-bomb-file",) * 5


def test_deep_folders_are_not_entered(tmp_path: Path) -> None:
    (tmp_path / "/".join("abcdefghijklmnopqrst")).mkdir(parents=True)
    (tmp_path / "good.txt").write_bytes(b"text\n")
    assert codes(unpack(tmp_path, tmp_path)) == ("archive-path-deep",)


def test_an_empty_folder(tmp_path: Path) -> None:
    assert codes(unpack(tmp_path, tmp_path)) == ("archive-empty",)


def test_a_package_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"none\.tgz: expected a package that can be read, found no such file"):
        unpack(tmp_path / "none.tgz", tmp_path)


def test_limits_come_from_the_rulebook() -> None:
    package = next(iter(read_rulebook("openmt2012").submission.packages.values()))
    limits = limits_of(package)
    assert (limits.files, limits.total_bytes) == (package.max_files, package.max_bytes)


def test_every_code_is_provoked_here() -> None:
    provoked = {code for _, _, codes in TARS.values() for code in codes}
    provoked |= {code for _, codes in ZIPS.values() for code in codes}
    assert provoked | {"archive-unreadable"} == {code.name for code in ARCHIVE_CODES}


def test_names_are_not_normalised_by_the_editor() -> None:
    assert unicodedata.normalize("NFC", NFD) == NFC != NFD


@pytest.mark.parametrize("kind", ["tgz", "zip"])
def test_bombs_take_little_memory(kind: str, tmp_path: Path) -> None:
    """Zeros that the limits would let pass but for their ratio."""
    piece, times = bytes(1 << 20), 64
    deflater = zlib.compressobj(wbits=-15)
    body = b"".join(deflater.compress(piece) for _ in range(times)) + deflater.flush()
    if kind == "zip":
        data = zipped(plain("a", raw=body, size=times << 20, packed_size=len(body), checksum=0))
    else:
        outer = zlib.compressobj(wbits=31)
        data = outer.compress(header("a", times << 20))
        data += b"".join(outer.compress(piece) for _ in range(times)) + outer.flush()
    path = tmp_path / f"a.{kind}"
    path.write_bytes(data)
    (tmp_path / "work").mkdir()
    tracemalloc.start()
    contents = unpack(path, tmp_path / "work")
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert codes(contents) == ("archive-bomb-ratio",)
    assert list((tmp_path / "work").iterdir()) == []
    assert peak < 4 << 20


def test_large_files_are_streamed(tmp_path: Path) -> None:
    data = NOISE * 100
    path = tmp_path / "a.zip"
    path.write_bytes(zipped(plain("a", data)))
    (tmp_path / "work").mkdir()
    tracemalloc.start()
    contents = unpack(path, tmp_path / "work")
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert contents.files[0].path.read_bytes() == data
    assert peak < 4 << 20


@pytest.mark.parametrize(
    ("others", "found"),
    [
        (["._good.txt"], "a file of macOS, ._good.txt; it was left out"),
        (["._good.txt", ".DS_Store"], "2 files of macOS such as ._good.txt; they were left out"),
    ],
)
def test_files_of_macos_are_counted(others: list[str], found: str, tmp_path: Path) -> None:
    (tmp_path / "a.tgz").write_bytes(tgz(member("good.txt"), *map(member, others)))
    (tmp_path / "out").mkdir()
    (finding,) = unpack(tmp_path / "a.tgz", tmp_path / "out").findings
    assert (finding.code, finding.found) == ("archive-macos-files", found)
