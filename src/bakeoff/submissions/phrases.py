"""Words that findings share."""

from __future__ import annotations

from collections.abc import Sequence

_SHOWN = 10


def counted(number: int, what: str) -> str:
    """How many there are of something.

    >>> counted(1, "file"), counted(2000, "file")
    ('1 file', '2,000 files')
    """
    return f"{number:,} {what}" + ("" if number == 1 else "s")


def listed(names: Sequence[str]) -> str:
    """Some names, and how many more there are."""
    more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    return ", ".join(names[:_SHOWN]) + more
