"""Latencies as tables and as JSON."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from bakeoff.evaluation.latency.logs import AWARE, LatencyEvaluation, LatencyScore
from bakeoff.reports.table import Column, Range, Table, Value


def latency_table(evaluations: Sequence[LatencyEvaluation]) -> Table:
    """A row for each log, and one more with the time of computation where the log has it."""
    measures = [name for name in evaluations[0].scores if not name.endswith(AWARE)]
    varied = any(score.variation is not None for each in evaluations for score in each.scores.values())
    columns = [Column("log"), Column("time"), Column("instances")]
    for measure in measures:
        columns.append(Column(measure, digits=_digits(measure)))
        if varied:
            columns.append(Column(f"{measure} interval", digits=_digits(measure)))
    rows = [
        (each.name, time, len(each.ids), *_cells([each.scores[name + ending] for name in measures], varied=varied))
        for each in evaluations
        for time, ending in (("source", ""), ("computation-aware", AWARE))
        if measures[0] + ending in each.scores
    ]
    return Table(columns=tuple(columns), rows=tuple(rows), notes=("Milliseconds, AP a share; means over instances.",))


def _digits(measure: str) -> int:
    return 4 if measure.endswith("AP") else 2


def _cells(scores: Sequence[LatencyScore], *, varied: bool) -> list[Value]:
    cells: list[Value] = []
    for score in scores:
        cells.append(_number(score.value))
        if varied:
            drawn = score.variation
            cells.append(None if drawn is None else Range(drawn.interval.low, drawn.interval.high))
    return cells


def _number(value: float) -> float | None:
    return None if math.isnan(value) else value


def latency_instance_table(evaluation: LatencyEvaluation) -> Table:
    """A row for each instance."""
    columns = (
        Column("segment"),
        *(Column(name, digits=_digits(name.removesuffix(AWARE))) for name in evaluation.values),
    )
    values = [[_number(value) for value in column.tolist()] for column in evaluation.values.values()]
    return Table(title=evaluation.name, columns=columns, rows=tuple(zip(evaluation.ids, *values, strict=True)))


def latency_json(evaluation: LatencyEvaluation, *, segments: bool = False) -> dict[str, Any]:
    """All scores; a value is null where no instance has one. With `segments`, the values of each instance too."""
    result: dict[str, Any] = {
        "name": evaluation.name,
        "form": evaluation.form,
        "instances": len(evaluation.ids),
        "without_words": evaluation.without_words,
        "scores": {name: _score(score) for name, score in evaluation.scores.items()},
    }
    if segments:
        rows = latency_instance_table(evaluation).rows
        names = list(evaluation.values)
        result["segments"] = [
            {"segment": id_, "scores": dict(zip(names, values, strict=True))} for id_, *values in rows
        ]
    return result


def _score(score: LatencyScore) -> dict[str, Any]:
    values: dict[str, Any] = {"value": _number(score.value), "n": score.n}
    if score.variation is not None:
        drawn = score.variation
        values |= {"interval": [drawn.interval.low, drawn.interval.high], "mean": drawn.mean, "sd": drawn.sd}
    return values
