"""A board as ranked lists: each metric orders the systems by itself, as appendix B of IWSLT 2005 does."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bakeoff.reports import Column, Range, Table
from bakeoff.reports.table import Value
from bakeoff_site.results.conversions.boards import BoardView, SystemRow
from bakeoff_site.results.conversions.scores import Cell, Metric


def ranked_lists(view: BoardView, rows: Sequence[SystemRow], *, title: str) -> Iterator[Table]:
    """Lists side by side, best first: those of metrics with intervals in one table, the others in the next."""
    scored = [row for row in rows if row.cells]
    with_interval = [number for number in range(len(view.metrics)) if _has_interval(scored, number)]
    others = [number for number in range(len(view.metrics)) if number not in with_interval]
    for numbers in filter(None, (with_interval, others)):
        yield _side_by_side(view, scored, numbers, title=title)


def _side_by_side(view: BoardView, rows: Sequence[SystemRow], numbers: Sequence[int], *, title: str) -> Table:
    columns: list[Column] = []
    lists: list[list[tuple[Value, ...]]] = []
    for number in numbers:
        metric, ranged = view.metrics[number], _has_interval(rows, number)
        columns += [Column(f"{metric.name} system", title="system")]
        columns += [Column(metric.name, digits=metric.digits, title=metric.heading)]
        columns += [Column(f"{metric.name} interval", digits=metric.digits, title="interval")] if ranged else []
        lists.append([_entry(row, row.cells[number], ranged=ranged) for row in _best_first(rows, number, metric)])
    return Table(
        columns=tuple(columns),
        rows=tuple(tuple(value for entry in line for value in entry) for line in zip(*lists, strict=True)),
        title=title,
        notes=(
            *(view.metrics[number].signature for number in numbers),
            *filter(None, [view.why_left_out, view.metrics_note]),
        ),
    )


def _best_first(rows: Sequence[SystemRow], number: int, metric: Metric) -> list[SystemRow]:
    """Systems by a metric; those without a score last, equals by name."""
    sign = -1 if metric.direction == "higher" else 1

    def place(row: SystemRow) -> tuple[bool, float, str]:
        value = row.cells[number].value
        return value is None, sign * (value or 0.0), row.name.casefold()

    return sorted(rows, key=place)


def _entry(row: SystemRow, cell: Cell, *, ranged: bool) -> tuple[Value, ...]:
    if not ranged:
        return row.name, cell.value
    known = cell.low is not None and cell.high is not None
    return row.name, cell.value, Range(cell.low or 0.0, cell.high or 0.0) if known else None


def _has_interval(rows: Sequence[SystemRow], number: int) -> bool:
    return any(row.cells[number].low is not None for row in rows)
