"""Names in figures, cut to the room that there is."""

from __future__ import annotations

from collections.abc import Callable


def cut_label(name: str, room: float, *, width: Callable[[str], float], kept: str = "") -> str:
    """A name, or as much of it as there is room for and an ellipsis; `kept` follows it in any case.

    >>> cut_label("University of Edinburgh", 12, width=len)
    'University…'
    """
    if width(name + kept) <= room:
        return name + kept
    ending = f"…{kept}"
    room -= width(ending)
    while name and width(name) > room:
        name = name[:-1]
    return name.rstrip() + ending
