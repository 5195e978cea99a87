"""What checking one package may cost: bytes of text, parts of files, processor time.

Archives limit how far data grow, but a few kilobytes can still hold millions of tiny elements or lines, each of which
costs far more than its bytes. A budget grows with the size of the package as it was sent: real text has several
compressed bytes for each segment, so that only made-up packages use it up.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from bakeoff.errors import FormatError, Place

_MEBIBYTE = 1 << 20
_SMALL_BYTES = 16 * _MEBIBYTE
_SMALL_PARTS = 100_000
_SMALL_SECONDS = 20.0
_BYTES_FOR_EACH = 100
_PARTS_FOR_EACH = 2
_SECONDS_FOR_MEBIBYTE = 20.0
_PART_MARKS = ("\n", "<", "\t")
_REMEDY = "Submit only real output of systems; if this is real output, split the package or ask the organisers."


class BudgetError(FormatError):
    """A package costs more than it may; the rest of it is not checked."""


@dataclass(slots=True, kw_only=True)
class Budget:
    """What is left for a package. Time is that of the thread's processor, so that a busy machine does not matter."""

    bytes: int = 1 << 30
    file_bytes: int = 1 << 28
    parts: int = 40_000_000
    file_parts: int = 4_000_000
    seconds: float = 900.0
    clock: Callable[[], float] = time.thread_time
    _begin: float = field(init=False)
    _spent: BudgetError | None = field(default=None, init=False)

    def __post_init__(self) -> None:
        self._begin = self.clock()

    @property
    def is_spent(self) -> bool:
        """Whether something was used up, so that nothing more is read."""
        return self._spent is not None

    def check(self, file: str) -> None:
        """Raises a `BudgetError` where time or anything else is used up."""
        if self._spent is not None:
            raise self._spent
        if self.clock() - self._begin > self.seconds:
            self._stop(file, f"a package that is checked within {self.seconds:.0f} seconds of processor time")

    def spend_bytes(self, size: int, file: str, *, in_file: int) -> None:
        """Counts bytes that were read; `in_file` are those of the same file so far."""
        self.bytes -= size
        if self.bytes < 0:
            self._stop(file, "less text, for the size of the package as it was sent")
        if in_file > self.file_bytes:
            self._stop(file, f"at most {self.file_bytes:,} bytes of text in a file")
        self.check(file)

    def spend_parts(self, text: str, file: str) -> None:
        """Counts the lines, tags and cells of a file, whatever its format, before anything is made of them."""
        parts = sum(map(text.count, _PART_MARKS))
        self.parts -= parts
        if self.parts < 0:
            self._stop(
                file, "fewer lines, tags and cells, for the size of the package as it was sent", f"{parts:,} in a file"
            )
        if parts > self.file_parts:
            self._stop(file, f"at most {self.file_parts:,} lines, tags and cells in a file", f"{parts:,}")
        self.check(file)

    def _stop(self, file: str, expected: str, found: str = "more") -> None:
        self._spent = BudgetError(place=Place(file), expected=expected, found=found, remedy=_REMEDY)
        raise self._spent


def budget_for(packed_bytes: int) -> Budget:
    """The budget of a package of so many bytes as it was sent."""
    most = Budget()
    return Budget(
        bytes=min(most.bytes, max(_SMALL_BYTES, _BYTES_FOR_EACH * packed_bytes)),
        parts=min(most.parts, max(_SMALL_PARTS, _PARTS_FOR_EACH * packed_bytes)),
        seconds=min(most.seconds, _SMALL_SECONDS + _SECONDS_FOR_MEBIBYTE * packed_bytes / _MEBIBYTE),
    )
