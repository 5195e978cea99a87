"""Oracle figures of n-best lists and lattices as tables (IWSLT 2005, table 6) and as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bakeoff.evaluation.recognition.oracles import OracleEvaluation
from bakeoff.reports.table import Column, Table, Value
from bakeoff.speech.error_totals import ErrorTotals
from bakeoff.speech.nbest import NBestOracle

_OF_LISTS = ("rank", "n")
_SEGMENT_HEADINGS = ("segment", "first_errors", "oracle_errors", *_OF_LISTS, "oracle")


def oracle_table(evaluations: Sequence[OracleEvaluation]) -> Table:
    """A row for each file; rates in percent. Lists have a mean rank of the best, lattices a density."""
    lists = any(isinstance(each.result, NBestOracle) for each in evaluations)
    lattices = any(not isinstance(each.result, NBestOracle) for each in evaluations)
    columns = [
        Column("input"),
        Column("utterances"),
        Column("words", detail=True),
        Column("1-best WER", digits=1),
        Column("1-best SER", digits=1),
        Column("oracle WER", digits=1),
        Column("oracle SER", digits=1),
        *([Column("mean rank of best"), Column("mean N", digits=1), Column("max N")] if lists else []),
        *([Column("density")] if lattices else []),
    ]
    rows = [tuple(_cells(each, lists=lists, lattices=lattices)) for each in evaluations]
    return Table(columns=tuple(columns), rows=tuple(rows), notes=tuple(_notes(lists=lists, lattices=lattices)))


def _cells(evaluation: OracleEvaluation, *, lists: bool, lattices: bool) -> list[Value]:
    result = evaluation.result
    cells: list[Value] = [evaluation.name, result.oracle.utterances, result.oracle.words]
    cells += [None, None] if result.first is None else [result.first.wer, result.first.ser]
    cells += [result.oracle.wer, result.oracle.ser]
    if lists and isinstance(result, NBestOracle):
        cells += [result.mean_rank, float(result.sizes.mean()), int(result.sizes.max())]
    elif lists:
        cells += [None, None, None]
    if lattices:
        cells.append(None if isinstance(result, NBestOracle) else result.density)
    return cells


def _notes(*, lists: bool, lattices: bool) -> list[str]:
    notes = ["Error rates in percent, pooled over utterances."]
    if lists:
        notes.append("N: candidates that a list has.")
    if lattices:
        notes.append("Density: arcs with words per reference word.")
    return notes


def oracle_json(evaluation: OracleEvaluation, *, segments: bool = False) -> dict[str, Any]:
    """All figures; `first` is null where there are no scores. With `segments`, those of each utterance too."""
    result = evaluation.result
    values: dict[str, Any] = {
        "name": evaluation.name,
        "form": evaluation.form,
        "utterances": result.oracle.utterances,
        "missing": list(evaluation.missing),
        "first": None if result.first is None else _totals(result.first),
        "oracle": _totals(result.oracle),
    }
    if isinstance(result, NBestOracle):
        values |= {
            "mean_rank": result.mean_rank,
            "candidates": result.candidates,
            "mean_n": float(result.sizes.mean()),
            "max_n": int(result.sizes.max()),
        }
    else:
        values |= {
            "density": result.density,
            "nodes": result.nodes,
            "arcs": result.arcs,
            "word_arcs": result.word_arcs,
        }
    if segments:
        rows = [dict(zip(_SEGMENT_HEADINGS, row, strict=True)) for row in oracle_segment_table(evaluation).rows]
        left_out = () if isinstance(result, NBestOracle) else _OF_LISTS
        values["segments"] = [{key: value for key, value in row.items() if key not in left_out} for row in rows]
    return values


def _totals(totals: ErrorTotals) -> dict[str, Any]:
    return {
        "words": totals.words,
        "correct": totals.correct,
        "substitutions": totals.substitutions,
        "deletions": totals.deletions,
        "insertions": totals.insertions,
        "errors": totals.errors,
        "wer": totals.wer,
        "segment_errors": totals.wrong_utterances,
        "segment_error_rate": totals.ser,
    }


def oracle_segment_table(evaluation: OracleEvaluation) -> Table:
    """A row for each utterance: errors of the first and of the best hypothesis, its rank, its words."""
    result = evaluation.result
    count = len(evaluation.ids)
    first = [None] * count if result.first_errors is None else result.first_errors.tolist()
    columns: list[Sequence[Value]] = [evaluation.ids, first, result.oracle_errors.tolist()]
    ranked = isinstance(result, NBestOracle)
    if isinstance(result, NBestOracle):
        columns += [[rank or None for rank in result.ranks.tolist()], result.sizes.tolist()]
    else:
        columns += [[None] * count, [None] * count]
    columns.append(result.oracle_texts)
    return Table(
        title=evaluation.name,
        columns=tuple(
            Column(heading.replace("_", " "), detail=heading in _OF_LISTS and not ranked)
            for heading in _SEGMENT_HEADINGS
        ),
        rows=tuple(zip(*columns, strict=True)),
    )
