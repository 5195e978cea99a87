"""Names next to figures, cut to fit."""

from __future__ import annotations

import unicodedata

from bakeoff.reports.drawings.labels import cut_label

_NARROW = frozenset("fijlrtI .,:;|!'()[]-/")
_BROAD = frozenset("mwMW@%…")
_BOLD = 1.12


def fitting(name: str, room: float, *, bold: bool = False) -> str:
    """A name of 13-pixel letters, cut to a width in pixels; brackets after it are kept complete."""
    if bold:
        room /= _BOLD
    start, bracket, kind = name.rpartition(" (")
    kept = bracket + kind
    if not (kind.endswith(")") and width(f"…{kept}") < room / 2):
        start, kept = name, ""
    return cut_label(start, room, width=width, kept=kept)


def width(text: str) -> float:
    """Pixels that a text takes in the fonts of browsers: an estimate, rather too many than too few."""
    return sum(map(_letter_width, text))


def _letter_width(letter: str) -> float:
    if unicodedata.combining(letter):
        return 0.0
    if unicodedata.east_asian_width(letter) in "WF":
        return 13.0
    if letter in _NARROW:
        return 5.0
    if letter in _BROAD:
        return 13.0
    return 9.0 if letter.isupper() or letter.isdigit() else 8.0
