"""What is before the first element of a file with markup: declaration, comments, document type."""

from __future__ import annotations

import re
from dataclasses import dataclass

_ENCODING = re.compile(r"""\sencoding\s*=\s*(["'])([A-Za-z][A-Za-z0-9._-]*)\1""")
_BLANKS = re.compile(r"[ \t\r\n]*")
_NAME = re.compile(r"<([A-Za-z_][\w.:-]*)")
_DOCTYPE = re.compile(r"<!doctype\b", re.IGNORECASE)
_QUOTED_OR_END = re.compile(r"""["'\[>]""")


@dataclass(frozen=True, slots=True)
class Prolog:
    """`end` is where the root element starts; `root` its name, None where no element was found."""

    declared: bool
    encoding: str | None
    internal_subset: bool
    end: int
    root: str | None
    doctype: bool = False


def read_prolog(text: str) -> Prolog:
    """Reads up to the first element; stops where something is not closed. Linear in what it passes."""
    declared, encoding, position, internal, doctype = False, None, 0, False, False
    if re.match(r"<\?xml\s", text):
        declared = True
        position = _after(text, "?>", 0)
        encoding_match = _ENCODING.search(text, 0, position)
        encoding = encoding_match[2] if encoding_match else None
    while True:
        position = _BLANKS.match(text, position).end()  # type: ignore[union-attr]  # it may match nothing
        if text.startswith("<!--", position):
            position = _after(text, "-->", position + 4)
        elif text.startswith("<?", position):
            position = _after(text, "?>", position)
        elif _DOCTYPE.match(text, position):
            position, internal = _after_doctype(text, position)
            doctype = True
        else:
            break
        if internal:
            break
    name = _NAME.match(text, position)
    return Prolog(declared, encoding, internal, position, name[1] if name else None, doctype)


def _after(text: str, closing: str, position: int) -> int:
    end = text.find(closing, position)
    return len(text) if end < 0 else end + len(closing)


def _after_doctype(text: str, position: int) -> tuple[int, bool]:
    """Where the declaration ends, and whether it has an internal subset (then: where that starts)."""
    while match := _QUOTED_OR_END.search(text, position):
        mark = match[0]
        if mark == ">":
            return match.end(), False
        if mark == "[":
            return match.start(), True
        position = _after(text, mark, match.end())
    return len(text), False
