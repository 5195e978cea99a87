"""The lines around a finding, as far as they can be read, so that people see what is meant without opening the file."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from bakeoff.submissions.packages.opened_files import BOM, UTF16

_GZIP = b"\x1f\x8b"
_AROUND = 1
_LONGEST = 160
"""Characters of a line that are shown."""
_PIECE = 1 << 16


@dataclass(frozen=True, slots=True)
class ExcerptLine:
    """A line of a file, cut where it is long."""

    number: int
    text: str


Excerpt = tuple[ExcerptLine, ...]


def excerpts(path: Path, lines: Collection[int], *, around: int = _AROUND) -> Mapping[int, Excerpt]:
    """For each line, it and its neighbours; nothing of a file that holds no text in an encoding of bytes.

    Lines are counted by LF alone, as the checker counts them.
    """
    wanted = {number for line in lines for number in range(line - around, line + around + 1) if number > 0}
    if not wanted:
        return {}
    with path.open("rb") as stream:
        if stream.read(2) in (*UTF16, _GZIP):
            return {}
        stream.seek(0)
        found = {line.number: line for line in _lines(stream, wanted)}
    return {
        line: tuple(found[number] for number in range(line - around, line + around + 1) if number in found)
        for line in lines
        if line in found
    }


def _lines(stream: BinaryIO, wanted: Collection[int]) -> Iterator[ExcerptLine]:
    last = max(wanted)
    number, at_start = 1, True
    # A line may be as long as the file: it is read in pieces, of which the first is shown.
    while number <= last and (piece := stream.readline(_PIECE)):
        if at_start and number in wanted:
            yield ExcerptLine(number, _shown(piece.removeprefix(BOM) if number == 1 else piece))
        at_start = piece.endswith(b"\n")
        number += at_start


def _shown(line: bytes) -> str:
    text = line.rstrip(b"\r\n").decode(errors="replace")
    visible = "".join(each if each.isprintable() or each == "\t" else "\ufffd" for each in text[: _LONGEST + 1])
    return visible if len(visible) <= _LONGEST else f"{visible[:_LONGEST]}…"
