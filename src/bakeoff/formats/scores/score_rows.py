"""Scores of systems, documents or segments, whichever file they come from."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from bakeoff.errors import FormatError, Place

ScoreKey = tuple[str, str | None, str | None]
"""System, document and segment that a score belongs to."""

MISSING = "None"
"""In the place of a score: the item has none. mt-metrics-eval writes it so."""

# What `float` reads beyond this (nan, 1_000, digits of other scripts) is no score.
NUMBER = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?", re.ASCII)


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """One score; `document` and `segment` are None where the file has no such column."""

    system: str
    score: float
    document: str | None = None
    segment: str | None = None
    line: int = field(default=0, compare=False)

    @property
    def key(self) -> ScoreKey:
        return self.system, self.document, self.segment


@dataclass(frozen=True, slots=True)
class ScoreFile:
    """The scores of a file in order, each of another item. `remarks` says what the reader took upon itself.

    `unscored` are items that the file names as having no score, with their lines; `chosen` is what its rows were chosen
    by, column and value. `sha256` is the checksum of the file, decompressed; empty for scores from elsewhere.
    """

    file: str
    rows: tuple[ScoreRow, ...]
    remarks: tuple[str, ...] = field(default=(), compare=False)
    sha256: str = field(default="", compare=False)
    unscored: Mapping[ScoreKey, int] = field(default_factory=dict, compare=False)
    chosen: Mapping[str, str] = field(default_factory=dict, compare=False)

    @property
    def systems(self) -> tuple[str, ...]:
        """The systems in the order of their first scores."""
        return tuple(dict.fromkeys(row.system for row in self.rows))

    @property
    def unit(self) -> Literal["system", "document", "segment"]:
        """What each score is the score of."""
        first = self.rows[0]
        return "segment" if first.segment is not None else "document" if first.document is not None else "system"


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoredItem:
    """A line of a score file: the item, its score or None, and what else the line says, by column."""

    line: int
    system: str
    score: float | None
    document: str | None = None
    segment: str | None = None
    labels: Mapping[str, str] = field(default_factory=dict)

    @property
    def key(self) -> ScoreKey:
        return self.system, self.document, self.segment


def score_in(cell: str, column: str, place: Place) -> float | None:
    """The score in a cell; None where that says that there is none."""
    if cell == MISSING:
        return None
    value = float(cell) if NUMBER.fullmatch(cell) else math.nan
    if not math.isfinite(value):
        raise FormatError(
            place=place,
            expected=f"a number in the column {column}",
            found=repr(cell) if cell else "an empty cell",
            remedy="Leave out the row of an item that has no score, or write None.",
        )
    return value


def is_score(cell: str) -> bool:
    """Whether a cell holds a score, or says that there is none."""
    return cell == MISSING or NUMBER.fullmatch(cell) is not None
