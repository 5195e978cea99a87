"""Comparisons as tables for people and as the JSON that others read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bakeoff.evaluation import Comparison, MetricComparison, PairComparison, metric_title
from bakeoff.reports.scores import single_score_json, variation_cells, variation_columns
from bakeoff.reports.table import Column, Range, Table, Value, p_column


def comparison_tables(comparison: Comparison) -> Iterator[Table]:
    """For each metric and group the ranking; where all pairs were tested, the matrix of their p-values too."""
    for one in comparison.comparisons:
        yield ranking_table(comparison, one)
        if one.against is None:
            yield p_value_table(comparison, one)


def ranking_table(comparison: Comparison, one: MetricComparison) -> Table:
    """Systems best first with intervals, and a line between clusters; against one system, the differences from it."""
    scale = comparison.evaluation.scales[one.metric]
    best: Any = "highest" if scale.direction == "higher" else "lowest"
    metric = Column(one.metric, digits=scale.digits, best=best, title=metric_title(one.metric))
    columns = [Column("rank"), Column("system"), metric]
    columns += variation_columns(one.metric, digits=scale.digits)
    tested = one.against is not None
    columns += [Column("difference", digits=scale.digits), p_column("p"), p_column("corrected p")] if tested else []
    columns.append(Column("significant") if tested else Column("better than"))
    pairs = {pair.a: pair for pair in one.pairs}
    rows: list[tuple[Value, ...]] = []
    for place, (name, score) in enumerate(one.scores.items(), start=1):
        tested_cells = _tested(pairs.get(name)) if tested else (_first_beaten(name, one),)
        rows.append((_rank(name, place, one), name, score.value, *variation_cells(score), *tested_cells))
    return Table(
        title=_title(comparison, one),
        columns=tuple(columns),
        rows=tuple(rows),
        notes=(*_notes(comparison, one), next(iter(one.scores.values())).signature, comparison.method),
        rules=_lines(one),
    )


def p_value_table(comparison: Comparison, one: MetricComparison) -> Table:
    """Corrected p-values of all pairs; columns are numbered as the rows are."""
    names = list(one.scores)
    p_values = {(pair.a, pair.b): pair.p_corrected for pair in one.pairs}
    return Table(
        title=f"{_title(comparison, one)}: p-values ({_corrected(comparison)})",
        columns=(
            Column("#"),
            Column("system"),
            *(p_column(str(number)) for number in range(2, len(names) + 1)),
        ),
        rows=tuple(
            (place, a, *(p_values.get((a, b), "") for b in names[1:])) for place, a in enumerate(names, start=1)
        ),
        rules=_lines(one),
    )


def pairs_table(comparison: Comparison) -> Table:
    """A row for each pair, metric and group: what programs read."""
    grouped = any(one.group for one in comparison.comparisons)
    tested = [pair for one in comparison.comparisons for pair in one.pairs]
    counted = any(pair.wins is not None for pair in tested)
    ranged = any(pair.interval for pair in tested)
    spread = any(pair.z is not None for pair in tested)
    headings = ["metric", *(["group"] if grouped else []), "a", "b", "difference", "p", "p_corrected", "significant"]
    headings += ["interval"] if ranged else []
    headings += ["wins", "losses"] if counted else []
    headings += ["z", "n"] if spread else []
    rows: list[tuple[Value, ...]] = []
    for one in comparison.comparisons:
        for pair in one.pairs:
            where: tuple[Value, ...] = (one.metric, one.group or "all") if grouped else (one.metric,)
            row = (*where, pair.a, pair.b, pair.difference, pair.p, pair.p_corrected, _yes(pair))
            row += (_range(pair),) if ranged else ()
            row += (pair.wins, pair.losses) if counted else ()
            row += (pair.z, pair.n) if spread else ()
            rows.append(row)
    notes = dict.fromkeys(
        note
        for one in comparison.comparisons
        for note in (*_notes(comparison, one), next(iter(one.scores.values())).signature, comparison.method)
    )
    columns = tuple(p_column(name) if name in ("p", "p_corrected") else Column(name) for name in headings)
    empty = "No pair was tested. Give at least two systems to compare."
    return Table(columns=columns, rows=tuple(rows), notes=tuple(notes), empty=empty)


def comparison_json(comparison: Comparison) -> list[dict[str, Any]]:
    """One object for each metric and group."""
    return [_metric_json(comparison, one) for one in comparison.comparisons]


def _metric_json(comparison: Comparison, one: MetricComparison) -> dict[str, Any]:
    result: dict[str, Any] = {
        "metric": one.metric,
        "specification": comparison.evaluation.specification,
        "segments": one.segments,
        "test": comparison.test,
        "trials": comparison.trials,
        "seed": comparison.seed,
        "unit": comparison.unit,
        "correction": comparison.correction,
        "level": comparison.level,
        "systems": [{"name": name, **single_score_json(score)} for name, score in one.scores.items()],
        "pairs": [_pair_json(pair) for pair in one.pairs],
    }
    if one.group is not None:
        result["group"] = one.group
    if one.against is not None:
        result["earlier_best" if comparison.earlier else "baseline"] = one.against
    if one.clusters is not None and one.rank_ranges is not None:
        result["clusters"] = [list(cluster) for cluster in one.clusters]
        result["cluster_rule"] = comparison.rule
        result["rank_ranges"] = {name: list(ends) for name, ends in one.rank_ranges.items()}
    return result


def _pair_json(pair: PairComparison) -> dict[str, Any]:
    result: dict[str, Any] = {
        "a": pair.a,
        "b": pair.b,
        "difference": pair.difference,
        "p": pair.p,
        "p_corrected": pair.p_corrected,
        "significant": pair.significant,
    }
    if pair.interval:
        result["interval"] = [pair.interval.low, pair.interval.high]
    if pair.wins is not None:
        result |= {"wins": pair.wins, "losses": pair.losses}
    if pair.z is not None:
        result |= {"z": pair.z, "n": pair.n}
    return result


def _title(comparison: Comparison, one: MetricComparison) -> str:
    where = f", {one.group}" if one.group else ""
    return f"{metric_title(one.metric)}, {comparison.evaluation.specification}{where}, {one.segments} segments"


def _rank(name: str, place: int, one: MetricComparison) -> str:
    if one.rank_ranges is None:
        return str(place)
    low, high = one.rank_ranges[name]
    return str(low) if low == high else f"{low}–{high}"


def _first_beaten(name: str, one: MetricComparison) -> str:
    """The first system in the ranking that this one is significantly better than, as IWSLT 2016 prints it."""
    return next((pair.b for pair in one.pairs if pair.a == name and pair.significant), "")


def _tested(pair: PairComparison | None) -> tuple[Value, ...]:
    if pair is None:
        return ("", "", "", "")
    return (pair.difference, pair.p, pair.p_corrected, _yes(pair))


def _yes(pair: PairComparison) -> str:
    return "yes" if pair.significant else "no"


def _range(pair: PairComparison) -> Value:
    return Range(pair.interval.low, pair.interval.high) if pair.interval else None


def _lines(one: MetricComparison) -> frozenset[int]:
    """Rows that start a cluster, the first aside."""
    starts: list[int] = []
    for cluster in one.clusters or ():
        starts.append((starts[-1] if starts else 0) + len(cluster))
    return frozenset(starts[:-1])


_CORRECTIONS = {
    "holm": "corrected by Holm's method",
    "bh": "corrected by Benjamini and Hochberg's method",
    "bonferroni": "corrected by Bonferroni's method",
    "none": "not corrected for the number of pairs",
}
_RULES = {
    "strict": "A line is drawn where every system above is significantly better than every system below.",
    "wmt": "A line is drawn below a system that is significantly better than every system below it (WMT's rule).",
    "neighbours": "A line is drawn between neighbours that differ significantly (IWSLT 2012's rule).",
}


def _corrected(comparison: Comparison) -> str:
    return _CORRECTIONS[comparison.correction]


def _notes(comparison: Comparison, one: MetricComparison) -> Iterator[str]:
    if one.against is None:
        yield _RULES[comparison.rule]
    elif comparison.earlier:
        yield f"Differences are from {one.against}, the best of the earlier systems ({', '.join(comparison.earlier)})."
    else:
        yield f"Differences are from {one.against}."
    yield f"Significant: p ≤ {comparison.level:g}, {_corrected(comparison)}."
