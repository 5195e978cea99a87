"""Scores as tables for people and as the JSON that others read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from bakeoff.evaluation import Evaluation, Scale, Score, SystemScores, metric_title
from bakeoff.reports.table import Column, Range, Table, Value


def score_table(
    evaluation: Evaluation, *, digits: int | None = None, signatures: Mapping[str, str] | None = None
) -> Table:
    """A row for each system; with groups a row for all segments and one for each group.

    `digits` are the decimals that people read, by default those of each metric; `signatures` replace ours in the notes.
    """
    grouped = any(system.groups for system in evaluation.systems)
    columns = [Column("system")]
    if grouped:
        columns += [Column("group"), Column("segments")]
    scales = _with_digits(evaluation.scales, digits)
    # The best of a column is meant among systems on the same segments, so with groups nothing is marked.
    columns += list(_metric_columns(scales, mark_best=not grouped, varied=_is_varied(evaluation)))
    rows = [row for system in evaluation.systems for row in _score_rows(system, evaluation, grouped=grouped)]
    return Table(
        title=f"{evaluation.specification}, {evaluation.segments} segments",
        columns=tuple(columns),
        rows=tuple(rows),
        notes=tuple(_signatures(evaluation, evaluation.scales, signatures or {})),
    )


def segment_table(
    evaluation: Evaluation, *, digits: int | None = None, signatures: Mapping[str, str] | None = None
) -> Table:
    """A row for each segment of each system; scores that were given for systems have no place here."""
    scales = {name: scale for name, scale in evaluation.scales.items() if name in evaluation.metrics}
    rows: list[tuple[Value, ...]] = []
    for system in evaluation.systems:
        scores = [evaluation.segment_scores(system, expression).tolist() for expression in evaluation.metrics]
        for index, (document, segment) in enumerate(zip(evaluation.documents, evaluation.segment_ids, strict=True)):
            rows.append((system.name, document.id, segment, *(column[index] for column in scores)))
    return Table(
        title=f"{evaluation.specification}, segment scores",
        columns=(
            Column("system"),
            Column("document"),
            Column("segment"),
            *_metric_columns(_with_digits(scales, digits), mark_best=False),
        ),
        rows=tuple(rows),
        notes=tuple(_signatures(evaluation, scales, signatures or {})),
    )


def score_json(
    evaluation: Evaluation, *, segments: bool = False, signatures: Mapping[str, str] | None = None
) -> dict[str, Any]:
    """An evaluation as JSON: full precision, the keys of `scores` are the metric expressions as given.

    `signatures` are those of sacreBLEU, which join ours.
    """
    result: dict[str, Any] = {
        "specification": evaluation.specification,
        "segments": evaluation.segments,
        "systems": [_system_json(system, evaluation, segments=segments) for system in evaluation.systems],
    }
    for system in result["systems"]:
        for expression, signature in (signatures or {}).items():
            system["scores"][expression]["sacrebleu_signature"] = signature
    if evaluation.target_language:
        result["target_language"] = evaluation.target_language
    if evaluation.left_out:
        result["left_out"] = dict(evaluation.left_out)
    if evaluation.remarks:
        result["remarks"] = list(evaluation.remarks)
    return result


def _metric_columns(scales: Mapping[str, Scale], *, mark_best: bool, varied: bool = False) -> Iterator[Column]:
    for expression, scale in scales.items():
        best: Any = ("highest" if scale.direction == "higher" else "lowest") if mark_best else None
        yield Column(expression, digits=scale.digits, best=best, title=metric_title(expression))
        if varied:
            yield from variation_columns(expression, digits=scale.digits)


def variation_columns(expression: str, *, digits: int = 2) -> tuple[Column, ...]:
    """Columns for what resampling says of a score: its interval, and for programs mean and standard deviation."""
    return (
        Column(f"{expression} interval", digits=digits, title=f"{metric_title(expression)} interval"),
        Column(f"{expression} mean", digits=digits, detail=True),
        Column(f"{expression} sd", digits=digits, detail=True),
    )


def variation_cells(score: Score | None) -> tuple[Value, ...]:
    if score is None or score.variation is None:
        return (None, None, None)
    interval = score.variation.interval
    return (Range(interval.low, interval.high), score.variation.mean, score.variation.sd)


def _is_varied(evaluation: Evaluation) -> bool:
    return any(
        score.variation
        for system in evaluation.systems
        for scores in (system.scores, *(group.scores for group in system.groups.values()))
        for score in scores.values()
    )


def _score_rows(system: SystemScores, evaluation: Evaluation, *, grouped: bool) -> Iterator[tuple[Value, ...]]:
    varied = _is_varied(evaluation)
    where: tuple[Value, ...] = ("all", evaluation.segments) if grouped else ()
    yield (system.name, *where, *_cells(system.scores, evaluation.scales, varied=varied))
    for key, group in system.groups.items():
        yield (system.name, key, group.segments, *_cells(group.scores, evaluation.scales, varied=varied))


def _cells(scores: Mapping[str, Score], names: Iterable[str], *, varied: bool) -> Iterator[Value]:
    for name in names:
        score = scores.get(name)
        yield None if score is None else score.value
        if varied:
            yield from variation_cells(score)


def _with_digits(scales: Mapping[str, Scale], digits: int | None) -> dict[str, Scale]:
    return {name: scale if digits is None else replace(scale, digits=digits) for name, scale in scales.items()}


def _signatures(evaluation: Evaluation, names: Iterable[str], others: Mapping[str, str]) -> Iterator[str]:
    for system in evaluation.systems[:1]:
        for name in names:
            yield others.get(name) or system.scores[name].signature


def _system_json(system: SystemScores, evaluation: Evaluation, *, segments: bool) -> dict[str, Any]:
    result: dict[str, Any] = {"name": system.name, "scores": _scores_json(system.scores)}
    if system.groups:
        result["groups"] = {
            key: {"segments": group.segments, "scores": _scores_json(group.scores)}
            for key, group in system.groups.items()
        }
    if system.empty_segments:
        result["empty_segments"] = system.empty_segments
    if segments:
        scores = {
            expression: evaluation.segment_scores(system, expression).tolist() for expression in evaluation.metrics
        }
        result["segments"] = [
            {
                "document": document.id,
                "segment": segment,
                "scores": {expression: column[index] for expression, column in scores.items()},
            }
            for index, (document, segment) in enumerate(zip(evaluation.documents, evaluation.segment_ids, strict=True))
        ]
    return result


def _scores_json(scores: Mapping[str, Score]) -> dict[str, Any]:
    return {expression: single_score_json(score) for expression, score in scores.items()}


def single_score_json(score: Score) -> dict[str, Any]:
    """One score; what resampling says of it where that was asked for and there are several segments."""
    result: dict[str, Any] = {"value": score.value, "signature": score.signature}
    if score.variation:
        interval = score.variation.interval
        result |= {
            "interval": [interval.low, interval.high],
            "mean": score.variation.mean,
            "sd": score.variation.sd,
        }
    return result | ({"statistics": dict(score.statistics)} if score.statistics else {})
