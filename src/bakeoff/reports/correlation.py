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


def correlation_table(results: Sequence[ScoreCorrelation], *, separate_ends: bool = False) -> Table:
    """A row for each coefficient; `separate_ends` gives each end of an interval its own column, for programs."""
    first = results[0]
    with_interval = any(result.correlation.method != "none" for result in results)
    columns = [Column("coefficient"), Column("value", digits=3)]
    if with_interval:
        columns += [Column("low"), Column("high")] if separate_ends else [Column("interval")]
    columns += [p_column("p"), Column("n")]
    items = "systems" if first.level == "system" else f"segments of {first.systems} systems"
    return Table(
        title=f"{' and '.join(first.files)}: {first.level} level, {first.correlation.n} {items}",
        columns=tuple(columns),
        rows=tuple(
            tuple(_cells(result, with_interval=with_interval, separate_ends=separate_ends)) for result in results
        ),
        notes=tuple(_notes(results)),
    )


def correlation_json(result: ScoreCorrelation) -> dict[str, Any]:
    """One coefficient; the interval is null where there are too few items for one, and absent where none was asked for.

    `samples` and `seed` are present where the interval was drawn.
    """
    correlation = result.correlation
    values: dict[str, Any] = {"level": result.level, "coefficient": correlation.coefficient, "value": correlation.value}
    if correlation.method != "none":
        values["interval"] = (
            None if correlation.interval is None else [correlation.interval.low, correlation.interval.high]
        )
    values |= {"n": correlation.n, "p": correlation.p}
    if correlation.interval is not None:
        values |= {"confidence": correlation.interval.level, "method": correlation.method}
    if result.seed is not None:
        values |= {"samples": result.samples, "seed": result.seed}
    return values


def _cells(result: ScoreCorrelation, *, with_interval: bool, separate_ends: bool) -> Iterator[Value]:
    correlation = result.correlation
    yield correlation.coefficient
    yield correlation.value
    if with_interval and separate_ends:
        yield from (
            (None, None) if correlation.interval is None else (correlation.interval.low, correlation.interval.high)
        )
    elif with_interval:
        yield (
            None
            if correlation.interval is None
            else f"[{correlation.interval.low:.3f}, {correlation.interval.high:.3f}]"
        )
    yield correlation.p
    yield correlation.n


def _notes(results: Sequence[ScoreCorrelation]) -> Iterator[str]:
    for result in results:
        correlation = result.correlation
        if correlation.method == "none":
            continue
        if correlation.interval is None:
            yield f"{correlation.coefficient}: {correlation.n} {result.level}s are too few for an interval."
            continue
        drawn = "" if result.seed is None else f", {result.samples} samples, seed {result.seed}"
        level, method = 100 * correlation.interval.level, _METHODS[correlation.method]
        yield f"{correlation.coefficient}: {level:g} % interval by {method}{drawn}."
    if results[0].level == "segment":
        yield "Segments count as independent of each other; those of one system or one source segment are hardly so."
