"""Lines of columns with blanks between them, as the speech formats have them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bakeoff.data.recognition.transcripts import Recording
from bakeoff.errors import FormatError, Place

# White space to Python, but not to the tools that read these files: a word may hold it.
_OTHER_SPACE = re.compile("[\x0b-\r\x1c-\x1f\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]")
_CONTROLS = bytes([*range(0x0B, 0x0E), *range(0x1C, 0x20)])
_BLANKS = re.compile("[ \t]+")
STARS = "**"
"""Starts a line that sclite takes for a comment in transcripts and segments, next to `;;`."""


def split_columns(lines: Sequence[str], limit: int = -1) -> list[list[str]]:
    """The columns of each line: blanks and tabs part them, and nothing else does.

    With a `limit` that many are separated off, and what follows is the last one, with its inner blanks.
    """
    if _has_other_space("\n".join(lines)):
        return [_split(line, limit) for line in lines]
    return [line.split(None, limit) for line in lines] if limit >= 0 else list(map(str.split, lines))


def _has_other_space(text: str) -> bool:
    # Of ASCII text, which is quicker to look at as bytes, only control characters matter.
    return (
        len(text.encode().translate(None, _CONTROLS)) < len(text) if text.isascii() else bool(_OTHER_SPACE.search(text))
    )


def _split(line: str, limit: int) -> list[str]:
    stripped = line.strip(" \t")
    return _BLANKS.split(stripped, max(limit, 0)) if stripped else []


@dataclass(frozen=True, slots=True)
class Rows:
    """Lines split into columns, with their numbers; those of blank lines and of comments by `**` apart."""

    rows: list[list[str]]
    numbers: NDArray[np.int32]
    blank: list[int]
    starred: list[int]


def rows_of(lines: Sequence[str], first: int, *, comments: tuple[str, ...], limit: int = -1) -> Rows:
    """The rows that are neither blank nor comments; `first` is the number of the first line."""
    rows = split_columns(lines, limit)
    numbers = np.arange(first, first + len(rows), dtype=np.int32)
    if all(rows) and not any(name.startswith(comments) for name in {row[0] for row in rows}):
        return Rows(rows, numbers, [], [])
    keeps = [bool(row) and not row[0].startswith(comments) for row in rows]
    return Rows(
        rows=[row for row, keep in zip(rows, keeps, strict=True) if keep],
        numbers=numbers[keeps],
        blank=[at for at, row in enumerate(rows, first) if not row],
        starred=[at for at, row in enumerate(rows, first) if row and row[0].startswith(STARS)],
    )


def wrong_columns(row: Sequence[str], expected: str, place: Place, remedy: str = "") -> FormatError:
    found = f"{len(row)}: {' '.join(row)[:80]}"
    return FormatError(place=place, expected=f"columns {expected}", found=found, remedy=remedy)


class RecordingIndex:
    """Numbers recordings in the order in which they appear."""

    def __init__(self) -> None:
        self._numbers: dict[tuple[str, str], int] = {}

    @property
    def recordings(self) -> tuple[Recording, ...]:
        return tuple(Recording(*key) for key in self._numbers)

    def numbers(self, files: Sequence[str], channels: Sequence[str]) -> NDArray[np.int32]:
        keys: Iterable[tuple[str, str]] = zip(files, channels, strict=True)
        if len(set(files)) == len(set(channels)) == 1:
            return np.full(len(files), self._number((files[0], channels[0])), np.int32)
        return np.fromiter(map(self._number, keys), np.int32, len(files))

    def _number(self, key: tuple[str, str]) -> int:
        return self._numbers.setdefault(key, len(self._numbers))


def places(file: str, numbers: NDArray[np.int32]) -> Callable[[int], Place]:
    """The place of a row by its index."""
    return lambda index: Place(file, int(numbers[index]))


def passed_over(file: str, numbers: Sequence[int] | NDArray[np.int32], what: str, why: str) -> str:
    """The remark that some lines do not count."""
    return f"{file}: {what} are passed over ({len(numbers):,}, the first being line {numbers[0]}); {why}."


def check_cell(value: str, what: str) -> str:
    """A value for a column of its own."""
    if not value or any(blank in value for blank in " \t\n"):
        raise FormatError(expected=f"{what} without blanks", found=repr(value))
    return value
