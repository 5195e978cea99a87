"""Which part of a results table a run stands in."""

from __future__ import annotations

from typing import Literal

Part = Literal["official", "unofficial", "named"]
"""`official`: ranked. `unofficial`: scored apart from the ranking. `named`: told of as having taken part."""


def part_of_table(*, official: bool, late: bool, debugged: bool) -> Part:
    """Where a run stands: of those that do not count, late and debugged ones are only named, others are scored apart.

    >>> part_of_table(official=False, late=True, debugged=False)
    'named'
    >>> part_of_table(official=True, late=True, debugged=False)
    'official'
    """
    if official:
        return "official"
    return "named" if late or debugged else "unofficial"
