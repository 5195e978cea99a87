"""Tags with too many attributes, found before the parser sees them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from bakeoff.errors import FormatError, Place

_SHORTEST = len(' a=""')
_TAG = re.compile(r"""[^>"']*+(?:"[^"]*+"[^>"']*+|'[^']*+'[^>"']*+)*+""")
_VALUE = re.compile(r"""=\s*+(?:"[^"]*+"|'[^']*+')""")
_NO_TAG = ("!", "?")


def attributes_bounded(pieces: Iterable[str], file: str, *, most: int, longest: int) -> Iterator[str]:
    """The same text, never cut within a tag, so that each tag is looked at before it is passed on.

    No attribute value has a `<`, so a tag never reaches beyond the next one. A `FormatError` for a tag with more than
    `most` attributes, and for one of more than `longest` characters.
    """
    held = ""
    line = 1
    for piece in pieces:
        held += piece
        end = held.rfind("<")
        if end < 0 or _is_complete(held, end):
            end = len(held)
        elif len(held) - end > longest:
            raise FormatError(
                place=Place(file, line + held.count("\n", 0, end)),
                expected=f"a tag, text or comment of at most {longest:,} bytes",
                found="more",
                remedy="Close the tag.",
            )
        _check(held[:end], file, line, most)
        line += held.count("\n", 0, end)
        yield held[:end]
        held = held[end:]
    _check(held, file, line, most)
    yield held


def _is_complete(text: str, start: int) -> bool:
    if text.startswith(_NO_TAG, start + 1):
        return True
    tag = _TAG.match(text, start + 1)
    return tag is not None and text.startswith(">", tag.end())


def _check(text: str, file: str, line: int, most: int) -> None:
    for part in text.split("<")[1:]:
        if len(part) > most * _SHORTEST and not part.startswith(_NO_TAG):
            tag = _TAG.match(part)
            if tag is not None and len(_VALUE.findall(tag[0])) > most:
                raise FormatError(
                    place=Place(file, line + text.count("\n", 0, text.index(part))),
                    expected=f"at most {most:,} attributes in an element",
                    found=f"more in {part[:20]!r}…",
                    remedy="Remove the attributes that the format does not know.",
                )
