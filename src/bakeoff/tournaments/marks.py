"""Marks of significance, as I12's appendix B prints them next to the winner's percentage."""

from __future__ import annotations

MARKS = {"★": 0.01, "‡": 0.05, "†": 0.10}
"""The mark of a difference and the largest p-value that has it, from the smallest on."""


def mark(p: float | None) -> str:
    """The mark of a p-value; nothing where it is larger than .10 or not known.

    >>> [mark(p) for p in (0.004, 0.05, 0.0999, 0.3, None)]
    ['★', '‡', '†', '', '']
    """
    return next((each for each, largest in MARKS.items() if p is not None and p <= largest), "")
