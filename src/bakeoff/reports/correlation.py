"""Correlations of score files as a table and as the JSON that others read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from bakeoff.evaluation import ScoreCorrelation
from bakeoff.reports.table import Column, Table, Value, p_column

_METHODS = {
    "fisher": "Fisher's transformation",
    "bonett-wright": "Fisher's transformation with the variance of Bonett and Wright",
    "fieller": "Fisher's transformation with the variance of Fieller, Hartley and Pearson",
    "bootstrap": "bootstrap, percentile",
    "bootstrap-bca": "bootstrap, BCa",
}


def correlation_table(results: Sequence[ScoreCorrelation], *, whole: bool = False) -> Table:
    """A row for each coefficient; `whole` gives the ends of intervals columns of their own, for programs."""
    first = results[0]
    with_interval = any(result.correlation.method != "none" for result in results)
    columns = [Column("coefficient"), Column("value", digits=3)]
    if with_interval:
        columns += [Column("low"), Column("high")] if whole else [Column("interval")]
    columns += [p_column("p"), Column("n")]
    items = "systems" if first.level == "system" else f"segments of {first.systems} systems"
    return Table(
        title=f"{' and '.join(first.files)}: {first.level} level, {first.correlation.n} {items}",
        columns=tuple(columns),
        rows=tuple(tuple(_cells(result, with_interval=with_interval, whole=whole)) for result in results),
        notes=tuple(_notes(results)),
    )


def correlation_json(result: ScoreCorrelation) -> dict[str, Any]:
    """One coefficient; the interval is null where there are too few items for one, and absent where none was asked for.

    `samples` and `seed` are present where the interval was drawn.
    """
    found = result.correlation
    values: dict[str, Any] = {"level": result.level, "coefficient": found.coefficient, "value": found.value}
    if found.method != "none":
        values["interval"] = None if found.interval is None else [found.interval.low, found.interval.high]
    values |= {"n": found.n, "p": found.p}
    if found.interval is not None:
        values |= {"confidence": found.interval.level, "method": found.method}
    if result.seed is not None:
        values |= {"samples": result.samples, "seed": result.seed}
    return values


def _cells(result: ScoreCorrelation, *, with_interval: bool, whole: bool) -> Iterator[Value]:
    found = result.correlation
    yield found.coefficient
    yield found.value
    if with_interval and whole:
        yield from (None, None) if found.interval is None else (found.interval.low, found.interval.high)
    elif with_interval:
        yield None if found.interval is None else f"[{found.interval.low:.3f}, {found.interval.high:.3f}]"
    yield found.p
    yield found.n


def _notes(results: Sequence[ScoreCorrelation]) -> Iterator[str]:
    for result in results:
        found = result.correlation
        if found.method == "none":
            continue
        if found.interval is None:
            yield f"{found.coefficient}: {found.n} {result.level}s are too few for an interval."
            continue
        drawn = "" if result.seed is None else f", {result.samples} samples, seed {result.seed}"
        yield f"{found.coefficient}: {100 * found.interval.level:g} % interval by {_METHODS[found.method]}{drawn}."
    if results[0].level == "segment":
        yield "Segments count as independent of each other; those of one system or one source segment are hardly so."
