"""Fixes of a file's bytes that leave the words of every segment as they are: encoding, line ends, the system's name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from xml.sax.saxutils import quoteattr

from bakeoff.submissions.context import XML_FORMATS
from bakeoff.submissions.packages.changes import ChangeKind
from bakeoff.submissions.packages.opened_files import BOM, DECLARED, UTF16

MOST_BYTES = 1 << 28
"""A larger file is left as it is: no reader takes it either."""
LINE_FORMATS = ("plain-text", "tsv", "json-lines", "ctm", "trn")
"""Formats with a row for each segment or word."""
_NAMED_BY = {"nist-xml": ("tstset", "sysid"), "wmt-xml": ("hyp", "system"), "nist-sgml": ("tstset|doc", "sysid")}
_BARE_CR = re.compile(rb"\r(?!\n)")


@dataclass(frozen=True, slots=True)
class ContentFix:
    """One fix of a file: its bytes afterwards, and what it was before."""

    kind: ChangeKind
    data: bytes
    what: str
    before: str
    after: str


def content_fixes(data: bytes, format: str, *, system: str | None) -> Iterator[ContentFix]:
    r"""What can be fixed in the bytes of a run. `system` is the name that the system should have, where that is known.

    Each fix is of these bytes alone: apply one, then ask again.

    >>> [(fix.kind, fix.data) for fix in content_fixes(b"a\r\nb", "plain-text", system=None)]
    [('last-line-end', b'a\r\nb\r\n')]
    """
    if data.startswith(UTF16):
        yield from _utf16(data, format)
        return  # everything else is looked for once it is UTF-8
    if data.startswith(BOM):
        yield ContentFix("byte-order-mark", data[len(BOM) :], "byte order mark", "the bytes EF BB BF", "none")
    yield from _line_ends(data)
    if format in LINE_FORMATS and data and not data.endswith((b"\n", b"\r")):
        end = b"\r\n" if b"\r\n" in data else b"\n"
        yield ContentFix("last-line-end", data + end, "last line", "no line end", "a line end")
    if system is not None and format in _NAMED_BY:
        yield from _system_name(data, format, system)


def _utf16(data: bytes, format: str) -> Iterator[ContentFix]:
    try:
        text = data.decode("utf-16")
    except UnicodeDecodeError:
        return
    if format in XML_FORMATS:
        text = DECLARED.sub(r"\1\2UTF-8\2", text, count=1)
    yield ContentFix("utf-16", text.encode(), "encoding", "UTF-16", "UTF-8")


def _line_ends(data: bytes) -> Iterator[ContentFix]:
    """A CR alone may be part of a segment: only where there is none are line ends certain."""
    both, feeds = data.count(b"\r\n"), data.count(b"\n")
    if 0 < both < feeds and _BARE_CR.search(data) is None:
        before = f"CR LF in {both:,} of {feeds:,} lines"
        yield ContentFix("line-ends", data.replace(b"\r\n", b"\n"), "line ends", before, "LF in all lines")


def _system_name(data: bytes, format: str, wanted: str) -> Iterator[ContentFix]:
    """Where the file names one system, and another one than it should."""
    element, attribute = _NAMED_BY[format]
    pattern = re.compile(rf"(<(?:{element})\b[^<>]*?\s{attribute}\s*=\s*)(\"[^\"<>]*\"|'[^'<>]*')".encode())
    written = {match[2][1:-1] for match in pattern.finditer(data)}
    if len(written) != 1 or written == {wanted.encode()}:
        return
    fixed = pattern.sub(lambda match: match[1] + quoteattr(wanted).encode(), data)
    yield ContentFix("system", fixed, attribute, written.pop().decode(errors="replace"), wanted)
