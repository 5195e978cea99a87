"""Bytes and characters (OpenMT12, 12.1.3: UTF-8 only)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bakeoff.data import Finding
from bakeoff.submissions.context import XML_FORMATS, FileCheck
from bakeoff.submissions.packages.opened_files import BOM, REPLACEMENT, UTF16

_MAGIC = {
    b"PK\x03\x04": "a zip archive or a document of an office program",
    b"%PDF": "a PDF document",
    b"\xd0\xcf\x11\xe0": "an old document of an office program",
    b"\x1f\x8b": "gzip data inside gzip data",
}
_SAMPLE = 1 << 16
_BINARY_SHARE = 0.1
_NO_TEXT = bytes(byte for byte in range(32) if byte not in b"\t\n\r")
_BARE_CR = re.compile(rb"\r(?!\n)")


def is_readable(check: FileCheck) -> bool:
    """Whether there is text that further rules can look at."""
    return bool(check.opened.text.strip()) and _binary(check) is None


def _binary(check: FileCheck) -> str | None:
    data = check.opened.data
    if found := next((title for magic, title in _MAGIC.items() if data.startswith(magic)), None):
        return found
    head = data[:_SAMPLE]
    if data.startswith(UTF16):
        return None
    controls = len(head) - len(head.translate(None, _NO_TEXT))
    return "binary data" if controls > _BINARY_SHARE * len(head) else None


def encoding(check: FileCheck) -> Iterator[Finding]:
    """Text in UTF-8; the first bad byte is named, the others are counted."""
    opened = check.opened
    if (kind := _binary(check)) is not None:
        yield check.finding("file-binary", found=kind, expected=f"text in the format {check.format}")
    elif not opened.text.strip():
        found = "nothing" if not opened.data else "white space only"
        yield check.finding("file-empty", found=found, expected="a run")
    elif opened.data.startswith(UTF16):
        yield check.finding(
            "encoding-utf16",
            line=1,
            found="a UTF-16 byte order mark",
            expected="UTF-8 text",
        )
    elif opened.bad_byte is not None:
        yield _bad_byte(check, opened.bad_byte)


def _bad_byte(check: FileCheck, at: int) -> Finding:
    opened = check.opened
    line = opened.line_at(at)
    column = at - opened.data.rfind(b"\n", 0, at)
    further = opened.text.count(REPLACEMENT) - opened.data.count(REPLACEMENT.encode()) - 1
    more = f", and {further:,} more such places" if further > 0 else ""
    return check.finding(
        "encoding-utf8",
        line=line,
        found=f"the byte 0x{opened.data[at]:02X} at byte {column} of the line (byte {at:,} of the file){more}",
        expected="UTF-8 text",
    )


def declared_encoding(check: FileCheck) -> Iterator[Finding]:
    """An XML file must not say that it is in another encoding."""
    declared = check.opened.prolog.encoding if check.format in XML_FORMATS else None
    if declared is not None and declared.lower().replace("_", "-") not in ("utf-8", "utf8") and not _is_utf16(check):
        yield check.finding(
            "encoding-declared", line=1, found=f'encoding="{declared}"', expected='encoding="UTF-8" in the first line'
        )


def _is_utf16(check: FileCheck) -> bool:
    return check.opened.data.startswith(UTF16)


def characters(check: FileCheck) -> Iterator[Finding]:
    """Characters that no text may contain; another check warns of merely suspicious ones."""
    opened = check.opened
    text = opened.text
    if opened.data.startswith(BOM):
        yield check.finding(
            "byte-order-mark",
            line=1,
            found="the bytes EF BB BF",
            expected="no byte order mark",
        )
    if "\0" in text:
        count = text.count("\0")
        yield check.finding(
            "nul-character",
            line=text.count("\n", 0, text.index("\0")) + 1,
            found="a NUL character" + (f" ({count:,} times)" if count > 1 else ""),
            expected="text",
        )


def line_ends(check: FileCheck) -> Iterator[Finding]:
    """Lines that end in the same way, LF or CR LF."""
    data = check.opened.data
    if _is_utf16(check) or b"\r" not in data:
        return
    both, feeds, bare = data.count(b"\r\n"), data.count(b"\n"), _BARE_CR.search(data)
    if bare is not None or 0 < both < feeds:
        at = bare.start() if bare is not None else data.index(b"\r\n")
        found = "a CR alone" if bare is not None else f"CR LF in {both:,} of {feeds:,} lines"
        yield check.finding(
            "line-ends-mixed",
            line=check.opened.line_at(at),
            found=found,
            expected="one kind of line end, best LF",
        )
