"""Correlations between kinds of human judgment as a table and as the JSON that others read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bakeoff.human_eval import KindCorrelation, KindCorrelations
from bakeoff.reports.table import Column, Range, Table, Value, p_column


def kinds_table(correlations: KindCorrelations) -> Table:
    """A row for every two kinds and group, then the means over groups."""
    rows = [tuple(_cells(row)) for row in correlations.rows]
    means: list[tuple[Value, ...]] = [
        (*pair, f"mean of {count}", mean, None, None, None)
        for pair, (mean, count) in correlations.averages.items()
        if count > 1
    ]
    heads = (Column("a"), Column("b"), Column("group"), Column(correlations.coefficient, digits=3))
    return Table(
        columns=(*heads, Column("interval", digits=3), p_column("p"), Column("systems")),
        rows=(*rows, *means),
        title="Kinds of human judgment: how far they rank systems alike",
        empty="No two kinds of judgment rank the same systems. Add judgments of another kind for these systems.",
        notes=tuple(_notes(correlations)),
        rules=frozenset({len(rows)} if means else ()),
    )


def kinds_json(correlations: KindCorrelations) -> dict[str, Any]:
    """Every two kinds in every group, and the means; a value is null where too few systems have both."""
    return {
        "coefficient": correlations.coefficient,
        "confidence": correlations.confidence,
        "kinds": [{"name": name, "score": score} for name, score in correlations.scores.items()],
        "correlations": [
            {
                "a": row.first,
                "b": row.second,
                "group": dict(zip(correlations.by, row.group, strict=True)),
                "value": None if row.correlation is None else row.correlation.value,
                "interval": _interval(row),
                "p": None if row.correlation is None else row.correlation.p,
                "systems": list(row.systems),
                "left_out": list(row.left_out),
            }
            for row in correlations.rows
        ],
        "means": [
            {"a": pair[0], "b": pair[1], "value": mean, "groups": count}
            for pair, (mean, count) in correlations.averages.items()
        ],
    }


def _interval(row: KindCorrelation) -> list[float] | None:
    interval = row.correlation.interval if row.correlation is not None else None
    return None if interval is None else [interval.low, interval.high]


def _cells(row: KindCorrelation) -> Iterator[Value]:
    ends = _interval(row)
    yield from (row.first, row.second, ", ".join(filter(None, row.group)) or "all")
    yield None if row.correlation is None else row.correlation.value
    yield None if ends is None else Range(*ends)
    yield None if row.correlation is None else row.correlation.p
    yield len(row.systems)


def _notes(correlations: KindCorrelations) -> Iterator[str]:
    yield "Ranked by: " + "; ".join(f"{name}: {score}" for name, score in correlations.scores.items()) + "."
    confidence = 100 * correlations.confidence
    yield f"{confidence:g} % intervals by formula: for other systems such as these, not for other judges."
    if any(row.correlation is None for row in correlations.rows):
        yield "No value where fewer than three systems have both kinds, or where all score the same."
    left_out = sorted({system for row in correlations.rows for system in row.left_out})
    if left_out:
        yield f"Left out where one kind lacks them: {', '.join(left_out)}."
