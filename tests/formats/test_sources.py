"""Bytes before they are a format: gzip, limits, encodings, lines."""

from __future__ import annotations

import gzip
import io
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bakeoff.errors import FormatError, InputError
from bakeoff.formats import read
from bakeoff.formats.sources import MAX_LINE, base_name, open_source


class _Input:
    def __init__(self, data: bytes, piece: int) -> None:
        self.buffer = io.BytesIO(data)
        read_all = self.buffer.read
        self.buffer = type("Slow", (), {"read": lambda _, size: read_all(min(size, piece))})()


def _lines(data: bytes, tmp_path: Path) -> list[str]:
    path = tmp_path / "a.txt"
    path.write_bytes(data)
    with open_source(path) as source:
        return source.lines()


@pytest.mark.parametrize(
    ("data", "lines"),
    [
        (b"", []),
        (b"\n", [""]),
        (b"a", ["a"]),
        (b"a\n", ["a"]),
        (b"a\n\n", ["a", ""]),
        (b"a\r\nb\r\n", ["a", "b"]),
        (b"a\r\nb", ["a", "b"]),
        (b"a\r\nb\n", ["a\r", "b"]),
        (b"a\rb\n", ["a\rb"]),
        (b"\xef\xbb\xbfa\n\xef\xbb\xbfb\n", ["a", "\ufeffb"]),
        ("a\u2028b\x85c\x0bd\x0ce\x1cf\n".encode(), ["a\u2028b\x85c\x0bd\x0ce\x1cf"]),
    ],
)
def test_only_line_feeds_end_lines(data: bytes, lines: list[str], tmp_path: Path) -> None:
    assert _lines(data, tmp_path) == lines


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"ok\nna\xefve\n", "line 2: expected UTF-8 text, found the byte 0xEF at byte 3 of the line. Convert"),
        (b"\xed\xa0\x80\n", "line 1: expected UTF-8 text, found the byte 0xED at byte 1"),
        ("a\n".encode("utf-16"), "expected UTF-8 text, found a UTF-16 byte order mark. Convert it: iconv -f UTF-16"),
        (b"a\nb\0c\n", "line 2: expected text, found a NUL character"),
    ],
)
def test_what_is_not_utf8_text_is_refused_with_its_line(data: bytes, message: str, tmp_path: Path) -> None:
    with pytest.raises(FormatError) as caught:
        _lines(data, tmp_path)
    assert message in str(caught.value)


@given(data=st.binary(), members=st.integers(1, 3), piece=st.integers(1, 40), padding=st.sampled_from([b"", b"\0\0\0"]))
def test_gzip_is_undone_whatever_its_members_and_the_pieces_read(
    data: bytes, members: int, piece: int, padding: bytes
) -> None:
    packed = b"".join(gzip.compress(data[i::members]) for i in range(members)) + padding
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.stdin", _Input(packed, piece))
        with open_source("-") as source:
            assert b"".join(source.chunks()) == b"".join(data[i::members] for i in range(members))


def test_standard_input_is_recognised_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "sys.stdin", _Input(gzip.compress(b'<refset setid="t"><doc docid="1"><seg id="1">a</seg></doc></refset>'), 7)
    )
    found = read("-")
    assert (found.format, found.sets[0].file) == ("nist-sgml", "standard input")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda data: data[:-9], "a file that ends in the middle"),
        (lambda data: data[:20] + b"!!!!" + data[24:], "damaged data"),
        (lambda data: data + b"more", "damaged data"),
        (lambda data: data[:1] + data[1:2] + b"\x07" + data[3:], "damaged data"),
    ],
)
def test_damaged_gzip_is_refused(change: Callable[..., Any], message: str, tmp_path: Path) -> None:
    path = tmp_path / "a.txt.gz"
    path.write_bytes(change(gzip.compress(bytes(range(32, 127)) * 5)))
    with pytest.raises(FormatError, match=f"expected a gzip file of text, found {message}"):
        read(path)


def test_a_gzip_bomb_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "bomb.txt.gz"
    packer = zlib.compressobj(9, wbits=31)
    path.write_bytes(b"".join([*(packer.compress(b"a\n" * (1 << 19)) for _ in range(100)), packer.flush()]))
    with pytest.raises(FormatError, match="grow more than 100-fold"):
        read(path)


def test_small_files_may_repeat_themselves(tmp_path: Path) -> None:
    path = tmp_path / "same.txt.gz"
    path.write_bytes(gzip.compress(b"a\n" * (1 << 20)))
    assert sum(1 for _ in read(path).sets[0].segments) == 1 << 20


@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_more_text_than_the_limit_is_refused(pack: Callable[..., Any] | type[bytes], tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(pack(b"abc\n" * 1000))
    with pytest.raises(FormatError, match="expected at most 2,000 bytes of text, found more"):
        read(path, max_bytes=2000)


def test_a_line_without_end_is_refused_early(tmp_path: Path) -> None:
    (tmp_path / "one.txt").write_bytes(b"a\n" + b"b" * (MAX_LINE + 300_000))
    with pytest.raises(FormatError, match=r"one\.txt, line 2: expected lines of at most 16,777,216 bytes"):
        read(tmp_path / "one.txt")


def test_files_that_cannot_be_opened_are_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"none\.txt: expected a file that can be read, found no such file\. Check"):
        read(tmp_path / "none.txt")
    with pytest.raises(InputError, match=r"found a folder\. Name the files in it\."):
        read(tmp_path)


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("a/b/uedin.de-en.txt", "uedin.de-en"),
        ("run.XML.gz", "run"),
        ("x.jsonl", "x"),
        ("v1.5", "v1.5"),
        (".txt", ".txt"),
    ],
)
def test_base_names_lose_folders_and_known_endings(path: str, name: str) -> None:
    assert base_name(path) == name
