"""Comments above tables and blank lines between chapters of a TOML text that is edited."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise

from bakeoff.rulebook.files.toml_lines import key_lines

_HEADER = re.compile(r"\[\[?\"?([A-Za-z0-9_-]+)")
_MARK = "#@{}@"
_MARKED = re.compile(r"^\[.*#@(\d+)@$")


@dataclass(frozen=True, slots=True)
class MarkedText:
    """A text without the comments above its tables: a mark in the header of each says where they belong."""

    text: str
    headers: tuple[str, ...]
    """The header behind each mark as it was, with the comments above it."""

    def restored(self, edited: str) -> str:
        """The text after a change, with the comments above their tables again; those of removed tables are gone."""
        lines = edited.split("\n")
        return "\n".join(self.headers[int(found[1])] if (found := _MARKED.match(line)) else line for line in lines)


def mark_comments(text: str) -> MarkedText:
    """Takes the comments above the tables out of a well-formed text.

    A parser takes such a comment for the end of the table before it, so that it would go with that one, and what is
    added to that one would come between the comment and what it is about.
    """
    starts = {line for path, line in key_lines(text).items() if isinstance(path[-1], str) or len(path) == 2}
    lines: list[str] = []
    headers: list[str] = []
    for number, line in enumerate(text.split("\n"), 1):
        if number not in starts or not _HEADER.match(line):
            lines.append(line)
            continue
        above: list[str] = []
        while lines and lines[-1].startswith("#"):
            above.insert(0, lines.pop())
        lines.append(f"{line.partition('#')[0].rstrip()}  {_MARK.format(len(headers))}")
        headers.append("\n".join([*above, line]))
    return MarkedText("\n".join(lines), tuple(headers))


def space_chapters(text: str, *, like: str) -> str:
    """The text with a blank line before each chapter, which a change can remove, and never two.

    `like` is the text before: chapters that follow each other closely there still do.
    """
    close = _close_chapters(like)
    lines: list[str] = []
    chapter = ""
    for line in text.split("\n"):
        if header := _HEADER.match(line):
            is_new = header[1] != chapter and header[1] not in close
            if is_new and lines and lines[-1].strip():
                lines.append("")
            chapter = header[1]
        if line.strip() or (lines and lines[-1].strip()):
            lines.append(line)
    return "\n".join(lines).strip("\n") + "\n"


def _close_chapters(text: str) -> frozenset[str]:
    lines = text.split("\n")
    starts: dict[str, str] = {}
    for before, line in pairwise(lines):
        if header := _HEADER.match(line):
            starts.setdefault(header[1], before)
    return frozenset(chapter for chapter, before in starts.items() if before.strip())
