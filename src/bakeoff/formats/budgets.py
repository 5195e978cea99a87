"""What reading strangers' data may cost: bytes of text, parts of files, processor time.

A few kilobytes of compressed data can hold millions of tiny elements or lines, each costing far more than its
bytes. A budget grows with the size of the data as they were sent: real text has several compressed bytes for each
segment, so that only made-up data use it up. A package has one budget for all its files, a file by itself its own.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from bakeoff.errors import FormatError, Place
from bakeoff.formats.sources import SMALL_BYTES, TEXT_FOR_EACH_BYTE, open_source

Subject = Literal["package", "file"]
Piece = bytes

_MEBIBYTE = 1 << 20
_SMALL_WORK = 600_000
_SMALL_SECONDS = 20.0
_WORK_FOR_EACH = 6
_SECONDS_FOR_MEBIBYTE = 20.0
_TAG = 6
"""The work of a tag, where that of a line or a cell is 1: about what readers take for them."""
_REMEDIES: dict[Subject, str] = {
    "package": "Submit only real output of systems; if this is real output, split the package or ask the organisers.",
    "file": "Upload only real data; if these are real, upload the file without compression, or split it.",
}


class BudgetError(FormatError):
    """Data cost more than they may; the rest is not read."""


@dataclass(slots=True, kw_only=True)
class Budget:
    """What is left for a package or file. Time is that of the thread's processor: a busy machine does not matter."""

    subject: Subject = "package"
    bytes: int = 1 << 30
    file_bytes: int = 1 << 28
    work: int = 240_000_000
    """Lines and cells, and six times the tags."""
    file_parts: int = 4_000_000
    """Lines, cells and tags."""
    seconds: float = 900.0
    clock: Callable[[], float] = time.thread_time
    _started_at: float = field(init=False)
    _spent: BudgetError | None = field(default=None, init=False)

    def __post_init__(self) -> None:
        self._started_at = self.clock()

    @property
    def is_spent(self) -> bool:
        """Whether something was used up, so that nothing more is read."""
        return self._spent is not None

    def check(self, file: str) -> None:
        """Raises a `BudgetError` where time or anything else is used up."""
        if self._spent is not None:
            raise self._spent
        if self.clock() - self._started_at > self.seconds:
            self._stop(file, f"a {self.subject} that is checked within {self.seconds:.0f} seconds of processor time")

    def spend(self, piece: Piece, file: str, *, bytes_before: int, parts_before: int) -> int:
        """Counts a piece of a file before anything is made of it; the number of its lines, tags and cells.

        `bytes_before` and `parts_before` are those of the same file so far.
        """
        tags = piece.count(b"<")
        # Tables part their cells by tabs or commas; so does JSON.
        parts = tags + piece.count(b"\n") + piece.count(b"\t") + piece.count(b",")
        self.bytes -= len(piece)
        self.work -= parts + (_TAG - 1) * tags
        if self.bytes < 0:
            self._stop(file, f"less text, for the size of the {self.subject} as it was sent")
        if bytes_before + len(piece) > self.file_bytes:
            self._stop(file, f"at most {self.file_bytes:,} bytes of text in a file")
        if self.work < 0:
            self._stop(file, f"fewer lines, tags and cells, for the size of the {self.subject} as it was sent")
        if parts_before + parts > self.file_parts:
            self._stop(file, f"at most {self.file_parts:,} lines, tags and cells in a file")
        self.check(file)
        return parts

    def _stop(self, file: str, expected: str) -> None:
        self._spent = BudgetError(place=Place(file), expected=expected, found="more", remedy=_REMEDIES[self.subject])
        raise self._spent


def budget_for(sent_bytes: int, *, subject: Subject = "package") -> Budget:
    """The budget for data of a number of bytes as sent."""
    most = Budget()
    return Budget(
        subject=subject,
        bytes=min(most.bytes, max(SMALL_BYTES, TEXT_FOR_EACH_BYTE * sent_bytes)),
        work=min(most.work, max(_SMALL_WORK, _WORK_FOR_EACH * sent_bytes)),
        seconds=min(most.seconds, _SMALL_SECONDS + _SECONDS_FOR_MEBIBYTE * sent_bytes / _MEBIBYTE),
    )


def pieces_within(budget: Budget, path: Path, name: str) -> Iterator[bytes]:
    """The bytes of a file, gzip undone; a `BudgetError` where it costs more than it may."""
    size = parts = 0
    with open_source(path) as source:
        for piece in source.chunks():
            parts += budget.spend(piece, name, bytes_before=size, parts_before=parts)
            size += len(piece)
            yield piece


def require_affordable(path: Path) -> None:
    """Refuses a file that would cost more than real data of its size, before a reader makes anything of it."""
    budget = budget_for(path.stat().st_size, subject="file")
    for _ in pieces_within(budget, path, str(path)):
        pass
