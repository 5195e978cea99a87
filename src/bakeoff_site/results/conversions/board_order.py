"""The order of a board's rows: by a metric or another column, either way round."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from bakeoff_site.results.conversions.board_rows import with_lines
from bakeoff_site.results.conversions.boards import SystemRow
from bakeoff_site.results.conversions.scores import Metric

BY_NAME = "name"
_COLUMNS: Mapping[str, Callable[[SystemRow], str]] = {
    BY_NAME: lambda row: row.name,
    "team": lambda row: row.team,
    "type": lambda row: row.kind_label,
    "input": lambda row: row.input_label,
}
"""Columns of words that rows can be sorted by."""


@dataclass(frozen=True, slots=True)
class Order:
    """What rows are sorted by."""

    key: str
    metric: Metric | None = None
    """None for a column of words."""
    ranked_by: Metric | None = None
    """The metric that ranks are by; None where nobody is ranked."""
    is_reversed: bool = False


def order_of(asked: str | None, metrics: Sequence[Metric], *, default: Order) -> Order:
    """The order that is asked for, as `bleu`, `-bleu` or `team`; the default for anything else."""
    key = (asked or "").removeprefix("-")
    is_reversed = key != (asked or "")
    by_key = {metric.key: metric for metric in metrics}
    if key in by_key:
        return Order(key, by_key[key], by_key[key], is_reversed)
    if key in _COLUMNS:
        return replace(default, key=key, metric=None, is_reversed=is_reversed)
    return default


def in_order(rows: Sequence[SystemRow], order: Order, metrics: Sequence[Metric]) -> tuple[SystemRow, ...]:
    """Rows that are best first by the metric, or by name, in their final order. What lacks a value stays last."""
    if order.metric is not None:
        index = metrics.index(order.metric)
        known = [row for row in rows if row.cells and row.cells[index].value is not None]
    else:
        word = _COLUMNS[order.key]
        known = sorted((row for row in rows if word(row)), key=lambda row: word(row).casefold())
    there = {id(row) for row in known}
    unknown = [row for row in rows if id(row) not in there]
    ordered = [*(reversed(known) if order.is_reversed else known), *unknown]
    return with_lines(ordered) if order.metric is not None else tuple(ordered)
