"""Archives that are wrong in one way each, or only odd, and the codes that come out."""

from __future__ import annotations

import bz2
import gzip
import lzma
import stat
import struct
import zipfile

from bakeoff.submissions.archives.limits import Limits
from bakeoff.submissions.packages.contents import Contents
from tests.submissions.handmade import (
    BLOCK,
    END,
    NOISE,
    Zipped,
    header,
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


def codes(contents: Contents) -> tuple[str, ...]:
    return tuple(finding.code for finding in contents.findings)
