"""The bytes of a file as text, whatever is wrong with them, so that everything else can still be checked."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from pathlib import Path

from bakeoff.formats.budgets import Budget, pieces_within
from bakeoff.formats.markup.prolog import Prolog, read_prolog
from bakeoff.formats.sources import Source
from bakeoff.formats.text.outlines import Outline, outline

UTF16 = (b"\xff\xfe", b"\xfe\xff")
BOM = b"\xef\xbb\xbf"
REPLACEMENT = "\ufffd"
_PROLOG = 1 << 16
_PIECE = 1 << 18
DECLARED = re.compile(r"""(<\?xml\s[^>]*?\bencoding\s*=\s*)(["'])([^"']*)\2""")


@dataclass(frozen=True)
class OpenedFile:
    """A file that was read once. `bad_byte` is where UTF-8 first breaks off."""

    name: str
    data: bytes
    text: str
    """Without byte order mark; what cannot be decoded is U+FFFD."""
    bad_byte: int | None = None
    budget: Budget = field(default_factory=Budget, compare=False)

    @cached_property
    def prolog(self) -> Prolog:
        """The text before the first element, in a file with markup."""
        return read_prolog(self.text[:_PROLOG])

    def outline(self, format: str, *, by_document_type: bool = False) -> Outline:
        """Sets, documents and segments; the encoding is not looked at again."""
        pieces = self._pieces()
        first = next(pieces, b"")
        source = Source(self.name, first[:_PROLOG], chain([first], pieces))
        return outline(source, format, by_document_type=by_document_type)

    def _pieces(self) -> Iterator[bytes]:
        """The text in UTF-8, and said to be; ends where the time for the package is over."""
        for at in range(0, len(self.text), _PIECE):
            self.budget.check(self.name)
            piece = self.text[at : at + _PIECE]
            if not at and self.prolog.encoding:
                piece = DECLARED.sub(r"\1\2UTF-8\2", piece, count=1)
            yield piece.replace("\0", REPLACEMENT).encode(errors="replace")

    def line_at(self, offset: int) -> int:
        """The line, from 1, of a byte."""
        return self.data.count(b"\n", 0, offset) + 1


def open_file(path: Path, name: str, *, budget: Budget | None = None) -> OpenedFile:
    """Reads a file; `name` is what messages call it. A `BudgetError` where it costs more than it may."""
    budget = budget or Budget()
    return _decoded(name, b"".join(pieces_within(budget, path, name)), budget)


def _decoded(name: str, data: bytes, budget: Budget) -> OpenedFile:
    if data.startswith(UTF16):
        return OpenedFile(name, data, data.decode("utf-16", errors="replace"), budget=budget)
    try:
        return OpenedFile(name, data, data.decode("utf-8-sig"), budget=budget)
    except UnicodeDecodeError as error:
        # Its offsets count from after a byte order mark.
        bad = error.start + (len(BOM) if data.startswith(BOM) else 0)
        return OpenedFile(name, data, data.decode("utf-8-sig", errors="replace"), bad, budget)
