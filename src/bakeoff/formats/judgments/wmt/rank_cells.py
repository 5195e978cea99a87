"""What the rankings of WMT share, whichever file they are in."""

from __future__ import annotations

from collections.abc import Sequence

from bakeoff.errors import FormatError, Place

_BLANK = "-1"
_RANKS = tuple("12345")


def rank_of(cell: str, place: Place) -> int | None:
    """The rank that a judge gave, None where the judge gave none."""
    if cell == _BLANK:
        return None
    if cell not in _RANKS:
        raise FormatError(
            place=place,
            expected="a rank from 1 to 5, or -1 where there is none",
            found=repr(cell) if cell else "an empty cell",
            remedy="Rank outputs from 1, the best.",
        )
    return int(cell)


def check_once(systems: Sequence[str], place: Place) -> None:
    """Refuses a screen that shows the output of a system twice."""
    if duplicate := next((name for name in systems if systems.count(name) > 1), None):
        raise FormatError(
            place=place,
            expected="each system once on a screen",
            found=f"{duplicate} twice",
            remedy="Name systems that share an output as one: a,b.",
        )
