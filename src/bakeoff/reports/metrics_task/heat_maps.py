"""Metrics against each other, and in several subsets, as cells that are the darker the higher their values are."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from bakeoff.evaluation import metric_title
from bakeoff.evaluation.metrics_task.figures import AgreementBySubset, Cells, MetricMatrix
from bakeoff.meta_evaluation.measures import find_measure
from bakeoff.reports.charts.labels import fitting
from bakeoff.reports.charts.shapes import Bar, Drawing, Group, Label, Shape

_ROW = 22
_NAMES = 38.0
"""Percent for names."""
ROOM, FILE_ROOM = 105.0, 225.0
"""Pixels for a name: on a phone, and in a file, which is always wide."""
_WIDEST = 9.0
"""Percent for a column at most."""
_SHADES = 6
_LEAST_FOR_VALUES = 7.5
"""Percent of a column that has room for a value on a phone."""
_LEAST_FOR_NUMBERS = 5.0


def metric_matrix_chart(matrix: MetricMatrix, *, room: float = ROOM) -> Drawing | None:
    """Every metric (row) against every other (column); None for fewer than two metrics. Names have `room` in pixels."""
    if len(matrix.metrics) < 2:
        return None
    names = [metric_title(metric) for metric in matrix.metrics]
    return _p_values(matrix, names, room) if matrix.kind == "p" else _correlations(matrix, names, room)


def agreement_by_subset_chart(found: AgreementBySubset, *, room: float = ROOM) -> Drawing | None:
    """Every metric (row) in every subset (column); None where no metric has a value."""
    heat = _Heat(
        rows=tuple(metric_title(metric) for metric, _ in found.rows),
        columns=found.subsets,
        values=tuple(values for _, values in found.rows),
        room=room,
    )
    if not heat.known:
        return None
    below = 22 + len(heat.rows) * _ROW + 12
    key = [Label("", 0, below + number * 18 + 12, f"{number + 1}  {name}") for number, name in enumerate(found.subsets)]
    legend = below + len(key) * 18 + 4
    return Drawing(
        name="agreement-by-subset",
        heading=f"Agreement with people by subset, {find_measure(found.measure).title}",
        description=heat.described(),
        height=legend + 40,
        shapes=(*heat.shapes(), *key, *heat.legend(legend)),
        note="The darker, the higher. Point at a cell to read its value.",
    )


def _correlations(matrix: MetricMatrix, names: Sequence[str], room: float) -> Drawing | None:
    heat = _Heat(rows=tuple(names), columns=tuple(names), values=matrix.values, room=room, is_square=True)
    if not heat.known:
        return None
    legend = 22 + len(names) * _ROW + 8
    low, high = min(heat.known), max(heat.known)
    return Drawing(
        name="metrics-by-metrics",
        heading=f"How metrics correlate with each other, {find_measure(matrix.measure).title}",
        description=heat.described(),
        height=legend + 40,
        shapes=(*heat.shapes(), *heat.legend(legend)),
        finding=f"From {low:.2f} to {high:.2f}".replace("-", "−"),
        note="Numbers above are the rows, best first. The darker, the higher.",
    )


def _p_values(matrix: MetricMatrix, names: Sequence[str], room: float) -> Drawing:
    level = matrix.level or 0.0
    step = _step(len(names))
    shapes: list[Shape] = [*_numbers(len(names), step)]
    said, wins, pairs = [], 0, 0
    for row, (name, values) in enumerate(zip(names, matrix.values, strict=True)):
        shapes += _row_name(row, name, room)
        for column, p in enumerate(values):
            if p is None:
                continue
            is_win = p <= level
            pairs, wins = pairs + 1, wins + is_win
            sentence = f"{name} against {names[column]}: p {'< 0.001' if p < 0.001 else f'= {p:.3f}'}"
            said += [sentence] if is_win else []
            x, top = _NAMES + column * step, 22 + row * _ROW
            cell = Bar("win" if is_win else "cell", x + step * 0.04, step * 0.92, top, _ROW - 2)
            sign = Label("mark" if is_win else "", x + step / 2, top + 15, "▲" if is_win else "·", "middle")
            shapes.append(Group("", sentence, (cell, sign)))
    return Drawing(
        name="metrics-compared",
        heading=f"Which metrics are better, {find_measure(matrix.measure).title}",
        description="; ".join(said) or "no difference is significant",
        height=22 + len(names) * _ROW,
        shapes=tuple(shapes),
        finding=f"{wins} of {pairs} differences are significant (p ≤ {level:g})",
        note="▲ the row is significantly better than the column. Numbers above are the rows, best first.",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Heat:
    """Cells shaded by their values: each shade has about as many cells as the others."""

    rows: tuple[str, ...]
    columns: tuple[str, ...]
    values: Cells
    room: float
    is_square: bool = False
    """Whether columns are the rows again, so that the diagonal says nothing."""

    @property
    def known(self) -> list[float]:
        return [value for *_, value in self._cells()]

    def described(self) -> str:
        """Every value in words, each pair once."""
        cells = ((row, column, value) for row, column, value in self._cells() if not self.is_square or row < column)
        return "; ".join(self._sentence(*cell) for cell in cells)

    def shapes(self) -> Iterator[Shape]:
        step = _step(len(self.columns))
        yield from _numbers(len(self.columns), step)
        for row, name in enumerate(self.rows):
            yield from _row_name(row, name, self.room, is_numbered=self.is_square)
        edges = self._edges()
        for row, column, value in self._cells():
            shade = _shade(bisect_right(edges, value), len(edges) + 1)
            x, top = _NAMES + column * step, 22 + row * _ROW
            shapes: list[Bar | Label] = [Bar(f"shade-{shade}", x + step * 0.03, step * 0.94, top, _ROW - 2)]
            if step >= _LEAST_FOR_VALUES:
                look = "on-shade" if shade == _SHADES else "on-page"
                shapes.append(Label(look, x + step / 2, top + 15, _short(value), "middle"))
            yield Group("", self._sentence(row, column, value), tuple(shapes))

    def legend(self, top: float) -> Iterator[Shape]:
        """What the shades mean: each starts at the number on its left."""
        edges = self._edges()
        if not edges:
            return
        count = len(edges) + 1
        step = min((100 - _NAMES) / count, _WIDEST)
        for place in range(count):
            x = _NAMES + place * step
            yield Bar(f"shade-{_shade(place, count)}", x + step * 0.03, step * 0.94, top, 10)
            if place:
                yield Label("", x, top + 26, _short(edges[place - 1]), "middle")

    def _cells(self) -> Iterator[tuple[int, int, float]]:
        for row, values in enumerate(self.values):
            for column, value in enumerate(values):
                if value is not None and not (self.is_square and row == column):
                    yield row, column, value

    def _edges(self) -> list[float]:
        """Where the next shade starts, with two decimals."""
        known = self.known
        between = np.quantile(known, np.arange(1, _SHADES) / _SHADES).round(2).tolist()
        return sorted({edge for edge in between if min(known) < edge <= max(known)})

    def _sentence(self, row: int, column: int, value: float) -> str:
        between = " and " if self.is_square else ", "
        return f"{self.rows[row]}{between}{self.columns[column]}: {value:.3f}"


def _numbers(count: int, step: float) -> Iterator[Label]:
    every = 1 if step >= _LEAST_FOR_NUMBERS else 5
    for place in range(count):
        if not place or not (place + 1) % every:
            yield Label("name", _NAMES + (place + 0.5) * step, 14, str(place + 1), "middle")


def _row_name(row: int, name: str, room: float, *, is_numbered: bool = True) -> Iterator[Shape]:
    y = 22 + row * _ROW + 15
    number = (Label("", _NAMES - 1, y, str(row + 1), "end"),) if is_numbered else ()
    yield Group("", name, (Label("name", _NAMES - 1, y, fitting(name, room), "end", -22), *number))


def _step(columns: int) -> float:
    return min((100 - _NAMES) / columns, _WIDEST)


def _shade(place: int, count: int) -> int:
    """The shade of a part, from 1 to the darkest."""
    return 1 + round(place * (_SHADES - 1) / max(1, count - 1))


def _short(value: float) -> str:
    """Two decimals without the zero before them.

    >>> [_short(value) for value in (0.984, -0.05, 1.0, 0.0)]
    ['.98', '−.05', '1', '.00']
    """
    text = f"{abs(value):.2f}"
    return ("−" if value < 0 and float(text) else "") + ("1" if text == "1.00" else text.removeprefix("0"))
