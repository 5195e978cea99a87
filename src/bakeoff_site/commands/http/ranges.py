"""Which bytes of a file are asked for (RFC 9110, section 14)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

_ASKED = re.compile(r"bytes=(?:(?P<first>\d{1,18})-(?P<last>\d{0,18})|-(?P<suffix>\d{1,18}))", re.ASCII)


@dataclass(frozen=True, slots=True)
class Span:
    """Bytes of a file, both ends counted."""

    first: int
    last: int

    def __len__(self) -> int:
        return self.last - self.first + 1


def span_asked_for(
    environ: Mapping[str, str], headers: Sequence[tuple[str, str]], size: int
) -> Span | Literal["none"] | None:
    """The span that a request asks for; None where it wants the complete file, `none` where the file has no such bytes.

    Several spans at once, and what is no span, are answered by the complete file, as the standard lets.

    >>> span_asked_for({"REQUEST_METHOD": "GET", "HTTP_RANGE": "bytes=2-"}, [], 10)
    Span(first=2, last=9)
    >>> span_asked_for({"REQUEST_METHOD": "GET", "HTTP_RANGE": "bytes=-3"}, [], 10)
    Span(first=7, last=9)
    >>> span_asked_for({"REQUEST_METHOD": "GET", "HTTP_RANGE": "bytes=10-"}, [], 10)
    'none'
    """
    match = _ASKED.fullmatch(environ.get("HTTP_RANGE", "").strip())
    if match is None or environ["REQUEST_METHOD"] != "GET":
        return None
    # Only if the file is still the one that the client has a part of.
    known = environ.get("HTTP_IF_RANGE")
    if known is not None and known != {name.lower(): value for name, value in headers}.get("etag"):
        return None
    if match["suffix"] is not None:
        length = min(int(match["suffix"]), size)
        return Span(size - length, size - 1) if length else "none"
    first = int(match["first"])
    last = min(int(match["last"] or size), size - 1)
    if first >= size:
        return "none"
    return Span(first, last) if first <= last else None
