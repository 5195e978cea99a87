"""Tables of how often systems beat each other, as papers print them: in percent or as shares, without the judgments.

Either a square, its first row and first column naming the systems, nothing where a system meets itself; or a list
with the columns `a`, `b`, `a_wins`, `b_wins` and perhaps `judgments`, a row for each match. Cells are separated by
commas or tabs; marks of significance behind a number (`0.26†`) are passed over. Where one is above 1, all are
percentages.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from bakeoff.errors import ExpressionError, FormatError, Place
from bakeoff.formats.judgments.rows import Mistakes
from bakeoff.formats.judgments.tables import table_rows
from bakeoff.formats.sources import MAX_BYTES, open_source

Winner = Literal["row", "column"]
_LIST = ("a", "b", "a_wins", "b_wins")
_NUMBER = re.compile(r"(\d+(?:\.\d*)?|\.\d+)\s*%?[\s†‡★*]*")
_NOTHING = ("", "-", "–", "—")
_ROUNDING = 0.011
"""The shares of a pair may sum to so much above 1, being rounded."""


@dataclass(frozen=True, slots=True, eq=False)
class WinShares:
    """Shares of comparisons that were won."""

    systems: tuple[str, ...]
    wins: NDArray[np.float64]
    """`wins[i, j]`: the share of all comparisons of i and j, ties among them, that i won; NaN where they never met."""
    judgments: NDArray[np.int64] | None = None
    """How many comparisons each pair has, where that is known."""


@dataclass(slots=True)
class _Cells:
    """What was read so far: numbers by winner and loser, each with its place."""

    mistakes: Mistakes
    systems: dict[str, int] = field(default_factory=dict)
    """The number of each, in the order of the file."""
    numbers: dict[tuple[str, str], tuple[float, Place]] = field(default_factory=dict)
    judgments: dict[tuple[str, str], int] = field(default_factory=dict)

    def add(self, winner: str, loser: str, cell: str, place: Place) -> None:
        match = _NUMBER.fullmatch(cell.strip())
        if winner == loser or (winner, loser) in self.numbers:
            what = "meets itself" if winner == loser else f"meets {loser} again"
            self.mistakes.add(place, expected="each pair of different systems once", found=f"{winner}, which {what}")
        elif match is None or float(match[1]) > 100:
            what = f"how often {winner} beat {loser}, as a share or in percent"
            self.mistakes.add(place, expected=what, found=repr(cell) if cell else "an empty cell")
        else:
            self.numbers[winner, loser] = float(match[1]), place

    def name(self, systems: Sequence[str]) -> None:
        for system in systems:
            self.systems.setdefault(system, len(self.systems))


def read_head_to_head(path: str | Path, *, winner: Winner = "row", max_bytes: int = MAX_BYTES) -> WinShares:
    """The table of a file (`-`: standard input), gzipped or not.

    In a square each cell says how often the system of its row won, or that of its column (as in W08, tables 21 to 37).
    """
    if winner not in get_args(Winner):
        raise ExpressionError(f"there is no winner {winner!r}; it is one of: {', '.join(get_args(Winner))}.")
    with open_source(path, max_bytes=max_bytes) as source:
        cells = _Cells(Mistakes())
        separator = "\t" if b"\t" in source.head.partition(b"\n")[0] else ","
        rows = list(table_rows(source, cells.mistakes, separator=separator))
        header = [name.strip() for name in rows[0][1]] if rows else []
        if set(_LIST) <= set(header):
            _read_list(rows[1:], header, cells)
        else:
            _read_square(rows[1:], header, winner, cells, Place(source.name, 1))
        cells.mistakes.check()
        return _checked(cells, source.name)


def _read_list(rows: Sequence[tuple[Place, list[str]]], header: list[str], cells: _Cells) -> None:
    for place, row in rows:
        if len(row) != len(header):
            cells.mistakes.add(place, expected=f"{len(header)} cells", found=str(len(row)))
            continue
        values = dict(zip(header, row, strict=True))
        cells.name([values["a"], values["b"]])
        cells.add(values["a"], values["b"], values["a_wins"], place)
        cells.add(values["b"], values["a"], values["b_wins"], place)
        if count := values.get("judgments"):
            if count.isdecimal():
                cells.judgments[values["a"], values["b"]] = int(count)
            else:
                cells.mistakes.add(place, expected="a number of judgments", found=repr(count))


def _read_square(
    rows: Sequence[tuple[Place, list[str]]], header: list[str], winner: Winner, cells: _Cells, top: Place
) -> None:
    columns = header[1:]
    names = [row[0].strip() if row else "" for _, row in rows]
    if len(columns) < 2 or len(set(columns)) < len(columns) or sorted(names) != sorted(columns):
        cells.mistakes.add(
            top,
            expected=f"a square with the same systems in the first row and column, or columns {', '.join(_LIST)}",
            found=f"{', '.join(columns) or 'none'} in the row and {', '.join(names) or 'none'} in the column",
        )
        return
    cells.name(columns)
    for (place, row), name in zip(rows, names, strict=True):
        if len(row) != len(header):
            cells.mistakes.add(place, expected=f"{len(header)} cells", found=str(len(row)))
            continue
        for other, cell in zip(columns, row[1:], strict=True):
            if other != name:
                cells.add(*((name, other) if winner == "row" else (other, name)), cell, place)
            elif cell.strip() not in _NOTHING:
                cells.mistakes.add(place, expected=f"nothing where {name} meets itself", found=repr(cell))


def _checked(cells: _Cells, file: str) -> WinShares:
    if not cells.numbers:
        raise FormatError(place=Place(file), expected="at least one pair of systems", found="none")
    total = 100 if any(number > 1 for number, _ in cells.numbers.values()) else 1
    at = cells.systems
    wins = np.full((len(at), len(at)), np.nan)
    for (winner, loser), (number, place) in cells.numbers.items():
        wins[at[winner], at[loser]] = number / total
        back = cells.numbers.get((loser, winner), (0.0, place))[0] / total
        if at[winner] < at[loser] and number / total + back > 1 + _ROUNDING:
            found = f"{number:g} and {back * total:g} for {winner} and {loser}"
            cells.mistakes.add(place, expected=f"shares of a pair that sum to at most {total}", found=found)
    cells.mistakes.check()
    return WinShares(tuple(at), wins, _judgments(cells.judgments, at) if cells.judgments else None)


def _judgments(counts: Mapping[tuple[str, str], int], at: Mapping[str, int]) -> NDArray[np.int64]:
    table = np.zeros((len(at), len(at)), dtype=np.int64)
    for (a, b), count in counts.items():
        table[at[a], at[b]] = table[at[b], at[a]] = count
    return table
