"""A run against its board: headline scores with ranks, parts of the test set with medians."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from bakeoff_site.results.conversions.runs import Headline, PartLine, PartScore
from bakeoff_site.results.conversions.scores import Cell, Metric


@dataclass(frozen=True, slots=True)
class Standing:
    """What the other systems of a board say of a run. Empty for people who see only their own runs."""

    ranks: Mapping[str, str] = field(default_factory=dict)
    """By metric: the ranks that it may have; empty for a run that was not compared."""
    compared: Mapping[str, int] = field(default_factory=dict)
    """By metric: how many systems were compared."""
    medians: Mapping[tuple[str, str], float] = field(default_factory=dict)
    """By metric and part of the test set: of all systems that are compared."""


def headlines(columns: Sequence[Metric], cells: Sequence[Cell], standing: Standing) -> Iterator[Headline]:
    """A headline for each metric."""
    for column, cell in zip(columns, cells, strict=True):
        name = column.expression
        yield Headline(
            column=column,
            cell=cell,
            is_official=column.is_official,
            rank=standing.ranks.get(name, ""),
            compared=standing.compared.get(name, 0),
        )


def with_medians(line: PartLine, columns: Sequence[Metric], standing: Standing) -> PartLine:
    """A part with the medians of the board on it."""
    return replace(line, medians=tuple(standing.medians.get((column.expression, line.name)) for column in columns))


def part_scores(metric: Metric | None, columns: Sequence[Metric], lines: Sequence[PartLine]) -> Iterator[PartScore]:
    """Parts by one metric."""
    if metric is None:
        return
    index = columns.index(metric)
    for line in lines:
        cell, median = line.cells[index], line.medians[index]
        difference = None if median is None or cell.value is None else cell.value - median
        yield PartScore(
            name=line.name,
            label=line.label,
            segments=line.segments,
            cell=cell,
            median=median,
            difference=difference,
            difference_text="–" if difference is None else f"{difference:+.{metric.digits}f}",
            is_better=difference is not None and (difference > 0) == (metric.direction == "higher"),
        )
