"""Numbers in cells."""

from __future__ import annotations

import re

from bakeoff.errors import FormatError, Place

# What `float` reads beyond this (nan, 1_000, digits of other scripts) is no score.
NUMBER = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d{1,3})?", re.ASCII)


def score_of(cell: str, place: Place) -> float:
    """The score in a cell, a whole number where it is one."""
    if not NUMBER.fullmatch(cell):
        raise FormatError(
            place=place,
            expected="a number as score",
            found=repr(cell) if cell else "an empty cell",
            remedy="Write it with a decimal point, or take the row out.",
        )
    value = float(cell)
    return int(value) if value.is_integer() else value
