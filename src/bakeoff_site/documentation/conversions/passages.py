"""A page of the documentation as plain text below its headings, for the search."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from bakeoff_site.documentation.conversions.anchors import Anchors

_HEADING = re.compile(r"#{1,6} +(.+)")
_FENCE = "```"
Marks = tuple[tuple[re.Pattern[str], str], ...]
"""What they look like, and what takes their place."""
_BLOCKS: Marks = (
    (re.compile(r"^[ |:-]+$", re.MULTILINE), ""),  # the line below the head of a table
    (re.compile(r"^[ ]*(?:[-*]|\d+\.|>) ", re.MULTILINE), ""),
    (re.compile(r"\\?\| *"), " "),
)
_WITHIN_LINES: Marks = (
    (re.compile(r"!?\[([^\]]*)\]\([^)]*\)"), r"\1"),  # links and pictures
    (re.compile(r'<a id="[^"]*"></a>|\*\*|`+|(?<!\w)\*|\*(?!\w)'), ""),
    (re.compile(r"\s+"), " "),
)


@dataclass(frozen=True)
class Passage:
    """What is below one heading."""

    heading: str
    anchor: str
    """Empty for the title of the page."""
    text: str


def passages_of(text: str) -> tuple[Passage, ...]:
    """The passages of a page in Markdown, in order; the first is below its title."""
    anchors = Anchors()
    found: list[Passage] = []
    for heading, lines in _divided(text):
        anchor = anchors.of(heading)
        found.append(Passage(heading, anchor if found else "", plain("\n".join(lines))))
    return tuple(found)


def plain(text: str, *, marks: Marks = (*_BLOCKS, *_WITHIN_LINES)) -> str:
    """A text without the marks of Markdown.

    >>> plain("Press *Submit*, see [`bakeoff check`](../reference/commands.md#bakeoff-check).")
    'Press Submit, see bakeoff check.'
    """
    for mark, instead in marks:
        text = mark.sub(instead, text)
    return text.strip()


def _divided(text: str) -> Iterator[tuple[str, list[str]]]:
    heading, lines, in_code = "", list[str](), False
    for line in text.splitlines():
        is_fence = line.lstrip().startswith(_FENCE)
        in_code ^= is_fence
        found = None if in_code else _HEADING.fullmatch(line.rstrip())
        if found:
            if heading:
                yield heading, lines
            heading, lines = plain(found[1], marks=_WITHIN_LINES), []
        elif not is_fence:
            lines.append(line)
    yield heading, lines
