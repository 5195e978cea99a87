"""The bytes of a file as text, whatever is wrong with them, so that everything else can still be checked."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from bakeoff.formats.outlines import Outline, outline
from bakeoff.formats.prolog import Prolog, read_prolog
from bakeoff.formats.sources import Source, open_source

UTF16 = (b"\xff\xfe", b"\xfe\xff")
BOM = b"\xef\xbb\xbf"
REPLACEMENT = "\ufffd"
_PROLOG = 1 << 16
_DECLARED = re.compile(r"""(<\?xml\s[^>]*?\bencoding\s*=\s*)(["'])([^"']*)\2""")


@dataclass(frozen=True)
class OpenedFile:
    """A file that was read once. `bad_byte` is where UTF-8 first breaks off."""

    name: str
    data: bytes
    text: str
    """Without byte order mark; what cannot be decoded is U+FFFD."""
    bad_byte: int | None = None

    @cached_property
    def prolog(self) -> Prolog:
        """What stands before the first element, in a file with markup."""
        return read_prolog(self.text[:_PROLOG])

    def outline(self, format: str) -> Outline:
        """Sets, documents and segments; the encoding is not looked at again."""
        text = _DECLARED.sub(r"\1\2UTF-8\2", self.text, count=1) if self.prolog.encoding else self.text
        data = text.replace("\0", REPLACEMENT).encode(errors="replace")
        return outline(Source(self.name, data[:_PROLOG], iter([data])), format)

    def line_at(self, offset: int) -> int:
        """The line, from 1, of a byte."""
        return self.data.count(b"\n", 0, offset) + 1


def open_file(path: Path, name: str) -> OpenedFile:
    """Reads a file; `name` is what messages call it."""
    with open_source(path) as source:  # undoes gzip
        data = b"".join(source.chunks())
    if data.startswith(UTF16):
        return OpenedFile(name, data, data.decode("utf-16", errors="replace"))
    try:
        return OpenedFile(name, data, data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        # Its offsets are those behind a byte order mark.
        bad = error.start + (len(BOM) if data.startswith(BOM) else 0)
        return OpenedFile(name, data, data.decode("utf-8-sig", errors="replace"), bad)
