"""What charts are made of: across in percent, down in pixels, so that text never scales with the page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Line:
    """A straight line. `look` of every shape is its class in a style sheet."""

    look: str
    x1: float
    x2: float
    y1: float
    y2: float


@dataclass(frozen=True, slots=True)
class Dot:
    look: str
    x: float
    y: float
    radius: float = 4.5


@dataclass(frozen=True, slots=True)
class Bar:
    """A rectangle."""

    look: str
    x: float
    width: float
    y: float
    height: float


@dataclass(frozen=True, slots=True)
class Label:
    look: str
    x: float
    y: float
    text: str
    anchor: Literal["start", "middle", "end"] = "start"
    dx: float = 0.0
    """Pixels to the right of `x`."""


@dataclass(frozen=True, slots=True)
class Group:
    """Shapes that belong together; `title` is read by who points at one of them."""

    look: str
    title: str
    shapes: tuple[Line | Dot | Bar | Label, ...]


Shape = Line | Dot | Bar | Label | Group


@dataclass(frozen=True, slots=True)
class Drawing:
    """A chart."""

    name: str
    """Of its file."""
    heading: str
    description: str
    """Its numbers in words, for people who do not see it."""
    height: int
    shapes: tuple[Shape, ...]
    finding: str = ""
    """What it shows, in a sentence that was computed."""
    note: str = ""
    """How to read it."""
