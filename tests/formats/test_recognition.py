from __future__ import annotations

import gzip
import io
import zipfile
from pathlib import Path

import pytest

from bakeoff.errors import ExpressionError, FormatError
from bakeoff.formats import format_for, formats, read, recognise


@pytest.mark.parametrize(
    ("head", "name", "expected"),
    [
        (b"<?xml version='1.0'?>\n<!DOCTYPE mteval SYSTEM 'x>y'>\n<!-- <dataset> -->\n<mteval>", "a", "nist-xml"),
        (b"<mteval>", "a.sgm", "nist-xml"),
        (b"\xef\xbb\xbf <dataset id='x'>", "a.txt", "wmt-xml"),
        ("<dataset>".encode("utf-16"), "a.xml", "wmt-xml"),
        (b"<REFSET setid=x>", "a.xml", "nist-sgml"),
        (b"<!DOCTYPE tstset>\n<tstset>", "a", "nist-sgml"),
        (b"<MTEVAL><TSTSET>", "a", "nist-sgml"),
        (b"<unk> is how the text begins", "a.txt", "plain-text"),
        (b'{"text": "a"}\n', "a", "json-lines"),
        (b'{"id": 1, "text" : "a"}', "a.txt", "json-lines"),
        (b"{not json}", "a.txt", "plain-text"),
        (b"{not json}", "a.jsonl", "json-lines"),
        (b"document\tsegment\ttext\n", "a", "tsv"),
        (b"text\r\n", "a.tsv.gz", "tsv"),
        (b"text\n", "a.txt", "plain-text"),
        (b"a\tb\n", "a.de", "plain-text"),
        (b"", "a", "plain-text"),
        (b"caf\xe9", "a.txt", "plain-text"),
    ],
)
def test_content_comes_before_the_name(head: bytes, name: str, expected: str) -> None:
    assert recognise(head, name).name == expected


def _zip() -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("a.txt", "a")
    return packed.getvalue()


@pytest.mark.parametrize(
    ("content", "name", "found"),
    [
        (_zip(), "a.txt", "a ZIP archive (or a document of an office program)"),
        (b"%PDF-1.7", "a.txt", "a PDF document"),
        (b"\x7fELF\0\0\0", "a.txt", "binary data (a NUL character)"),
        (gzip.compress(gzip.compress(b"a", mtime=0), mtime=0), "a.txt.gz.gz", "a gzip file inside a gzip file"),
        (b"<?xml version='1.0'?><tmx/>", "a.txt", "the element tmx"),
        (b"<html>", "a.xml", "the element html"),
        (b"no markup", "a.xml", "no element"),
        (b"", "a.sgm", "an empty file"),
        (
            b"<!DOCTYPE x [<!ENTITY y 'z'>]><x/>",
            "a.xml",
            "a document type with declarations, which are not read",
        ),
    ],
)
def test_what_is_no_format_is_refused_with_a_list_of_formats(
    content: bytes, name: str, found: str, tmp_path: Path
) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(FormatError) as caught:
        read(path)
    assert caught.value.found == found
    assert all(format_.title in caught.value.expected for format_ in formats().values())


def test_an_unknown_format_name_is_refused_with_a_list_of_formats(tmp_path: Path) -> None:
    with pytest.raises(
        ExpressionError, match="there is no format 'docx'; the formats are: nist-xml, nist-sgml, wmt-xml"
    ):
        read(tmp_path / "a", format="docx")


@pytest.mark.parametrize(
    ("path", "read_from", "expected"),
    [
        ("a.txt", "wmt-xml", "plain-text"),
        ("a.sgm.gz", None, "nist-sgml"),
        ("a.xml", "plain-text", "nist-xml"),
        ("a.xml", "wmt-xml", "wmt-xml"),
        ("-", "tsv", "tsv"),
        ("a", "tsv", "tsv"),
    ],
)
def test_the_format_to_write_follows_the_ending(path: str, read_from: str | None, expected: str) -> None:
    assert format_for(path, otherwise=read_from).name == expected


def test_an_ending_that_stands_for_nothing_needs_a_format() -> None:
    with pytest.raises(ExpressionError, match=r"a\.docx: no format has this ending; name one of NIST XML"):
        format_for("a.docx", otherwise="tsv")
