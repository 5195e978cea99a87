"""Files of scores: a header row, the columns `system` and `score`, and perhaps `document` and `segment`."""

from __future__ import annotations

import hashlib
import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from bakeoff.errors import FormatError, Place
from bakeoff.formats.named_columns import NamedColumns, named_columns
from bakeoff.formats.sources import MAX_BYTES, open_source
from bakeoff.formats.tab_separated import cell_id, check_names

ScoreKey = tuple[str, str | None, str | None]
"""System, document and segment that a score belongs to."""

_IDS = ("system", "document", "segment")
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

    `sha256` is the checksum of the file, decompressed; empty where the scores come from elsewhere.
    """

    file: str
    rows: tuple[ScoreRow, ...]
    remarks: tuple[str, ...] = field(default=(), compare=False)
    sha256: str = field(default="", compare=False)

    @property
    def systems(self) -> tuple[str, ...]:
        """The systems in the order of their first scores."""
        return tuple(dict.fromkeys(row.system for row in self.rows))

    @property
    def unit(self) -> Literal["system", "document", "segment"]:
        """What each score is the score of."""
        first = self.rows[0]
        return "segment" if first.segment is not None else "document" if first.document is not None else "system"


def read_scores(
    path: str | Path, *, column: str | None = None, name: str | None = None, max_bytes: int = MAX_BYTES
) -> ScoreFile:
    """The scores of a table with tabs or commas between its columns (`-`: standard input), gzipped or not.

    They stand in the given `column`, otherwise in the one called by the `name` of the metric, in the one called
    `score` or, where there is neither, in the only column that is not of ids. Further columns are passed over; but
    two scores of one item are an error, since a column that tells them apart would have to be one of ids.
    """
    with open_source(path, max_bytes=max_bytes) as source:
        digest = hashlib.sha256()
        source.watch(digest.update)
        table = named_columns(source.lines(), source.name)
        columns = table.columns
        chosen = _score_column(columns, column or (name if name in columns else None), source.name)
        rows = tuple(_rows(table, chosen))
        if not rows:
            raise FormatError(place=Place(source.name), expected="at least one score", found="none")
        guessed = chosen not in (column, name, "score")
        remarks = (f"{source.name}: the scores are those of the column {chosen}.",) if guessed else ()
        return ScoreFile(source.name, rows, remarks, digest.hexdigest())


def _score_column(columns: Sequence[str], wanted: str | None, file: str) -> str:
    others = [name for name in columns if name not in _IDS]
    only = others[0] if "system" in columns and len(others) == 1 else "score"
    chosen = wanted or ("score" if "score" in columns else only)
    if "system" not in columns or chosen not in columns:
        raise FormatError(
            place=Place(file, 1),
            expected=f"a header row with the columns system and {chosen}",
            found=", ".join(columns) if any(columns) else "an empty line",
            remedy="Separate columns by tabs or commas and name them in the first row, or name the column of scores "
            "(--metric-column, --human-column, NAME in --scores NAME=FILE).",
        )
    if chosen in _IDS:
        raise FormatError(place=Place(file, 1), expected="a column of scores", found=f"{chosen}, a column of ids")
    check_names(columns, file)
    return chosen


def _rows(table: NamedColumns, chosen: str) -> Iterator[ScoreRow]:
    seen: dict[ScoreKey, int] = {}
    for number, values in table.rows():
        place = Place(table.file, number)
        row = ScoreRow(
            system=cell_id(values, "system", place) or "",
            score=_score(values[chosen], chosen, place),
            document=cell_id(values, "document", place),
            segment=cell_id(values, "segment", place),
            line=number,
        )
        if row.key in seen:
            raise FormatError(
                place=Place(table.file, number, row.document, row.segment),
                expected=f"one score of system {row.system}" + (" for it" if row.document or row.segment else ""),
                found=f"another in line {seen[row.key]}",
                remedy="Give each item one row: average its scores, or say what tells the rows apart as its segment.",
            )
        seen[row.key] = number
        yield row


def _score(cell: str, column: str, place: Place) -> float:
    value = float(cell) if NUMBER.fullmatch(cell) else math.nan
    if not math.isfinite(value):
        raise FormatError(
            place=place,
            expected=f"a number in the column {column}",
            found=repr(cell) if cell else "an empty cell",
            remedy="Leave out the row of an item that has no score.",
        )
    return value
