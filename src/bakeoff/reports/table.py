"""Tables as values. What a cell says is decided here; how it looks is a renderer's business."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Value = str | int | float | None


@dataclass(frozen=True, slots=True)
class Column:
    """A column; numbers are rounded to `digits` where people read them and kept whole where programs do."""

    heading: str
    digits: int = 2
    best: Literal["highest", "lowest"] | None = None
    """Which number of the column is set in bold."""


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of values under columns, with a title above and notes below (signatures, remarks)."""

    columns: tuple[Column, ...]
    rows: tuple[tuple[Value, ...], ...]
    title: str = ""
    notes: tuple[str, ...] = ()

    def best_rows(self, index: int) -> frozenset[int]:
        """Rows that hold the best number of a column as shown; none where no best is asked for or there is one row."""
        column = self.columns[index]
        shown = {row: self.shown(row, index) for row in range(len(self.rows)) if _is_number(self.rows[row][index])}
        if column.best is None or len(shown) < 2:
            return frozenset()
        pick = max if column.best == "highest" else min
        best = shown[pick(shown, key=lambda row: float(shown[row]))]
        return frozenset(row for row, text in shown.items() if text == best)

    def shown(self, row: int, index: int) -> str:
        """A cell as people read it."""
        value = self.rows[row][index]
        if value is None:
            return "–"
        return f"{value:.{self.columns[index].digits}f}" if isinstance(value, float) else str(value)

    def is_numeric(self, index: int) -> bool:
        return any(_is_number(row[index]) for row in self.rows)


def _is_number(value: Value) -> bool:
    return isinstance(value, int | float)
