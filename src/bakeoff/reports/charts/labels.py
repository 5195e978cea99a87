"""Names in charts: how wide they are, cut to the room that there is, and next to points without overlapping."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from bakeoff.reports.charts.shapes import Label
from bakeoff.reports.drawings.labels import cut_label

_NARROW = frozenset("fijlrtI .,:;|!'()[]-/")
_BROAD = frozenset("mwMW@%…")
_BOLD = 1.12
_WIDTHS = (340.0, 560.0)
"""Of a chart on a phone and on a wide page: names overlap on neither."""
_PLACES = (
    (10.0, 4.0),
    (-10.0, 4.0),
    (0.0, -11.0),
    (0.0, 19.0),
    (10.0, -8.0),
    (-10.0, -8.0),
    (10.0, 16.0),
    (-10.0, 16.0),
)
"""Where the name of a point may be, from the first choice on: pixels to the right of it, and below."""
_Box = tuple[float, float, float, float]


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


@dataclass(frozen=True, slots=True)
class NamedPoint:
    """A point and what is written next to it."""

    x: float
    y: float
    name: str
    look: str = "name"


def point_labels(points: Sequence[NamedPoint], axes: Sequence[Label], *, bottom: float) -> Iterator[Label | None]:
    """A name for each point that has room for it; the others are named when pointed at.

    Points that come first choose first. Names do not cover the `axes`, and end above the `bottom`.
    """
    taken: list[list[_Box]] = [
        [(wide * each.x / 100 - 6, each.y - 6, wide * each.x / 100 + 6, each.y + 6) for each in points]
        for wide in _WIDTHS
    ]
    for boxes in taken:
        boxes += [(0.0, label.y - 10, width(label.text), label.y + 2) for label in axes if label.anchor == "start"]
    for each in points:
        yield _placed(each, taken, bottom)


def _placed(point: NamedPoint, taken: Sequence[list[_Box]], bottom: float) -> Label | None:
    for dx, dy in _PLACES:
        boxes = [_box(point, dx, dy, wide) for wide in _WIDTHS]
        if all(_is_free(box, others, wide, bottom) for box, others, wide in zip(boxes, taken, _WIDTHS, strict=True)):
            for box, others in zip(boxes, taken, strict=True):
                others.append(box)
            anchor: Literal["start", "middle", "end"] = "start" if dx > 0 else "end" if dx < 0 else "middle"
            return Label(point.look, point.x, point.y + dy, point.name, anchor, dx)
    return None


def _box(point: NamedPoint, dx: float, dy: float, wide: float) -> _Box:
    long, y = width(point.name), point.y + dy
    start = wide * point.x / 100 + dx - (0 if dx > 0 else long if dx < 0 else long / 2)
    return (start, y - 11, start + long, y + 3)


def _is_free(box: _Box, taken: Sequence[_Box], wide: float, bottom: float) -> bool:
    inside = box[0] >= 0 and box[2] <= wide and box[1] >= 0 and box[3] <= bottom
    return inside and not any(
        box[0] < other[2] and other[0] < box[2] and box[1] < other[3] and other[1] < box[3] for other in taken
    )


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
