"""Oracle figures of n-best lists and lattices as tables (IWSLT 2005, table 6) and as JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
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


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoredInput:
    """N-best lists or lattices of a test set that systems start from, and how good they are."""

    group: str
    """The rows that it is listed with: a direction."""
    name: str
    """The test set."""
    input: str
    """Lists or lattices, in words."""
    system: str = ""
    """The recogniser."""
    is_current: bool = False
    """Whether it is of the campaign's own test set and not of one for development."""
    depth: int | None = None
    """How many candidates of a list count; None: all."""
    figures: Mapping[str, Any]
    """What `oracle_json` says."""

    @property
    def rates(self) -> tuple[float | None, ...]:
        """Word and sentence error rate of the first and of the best candidate, as fractions."""
        return tuple(
            None if totals is None or not whole else totals[wrong] / whole
            for totals in (self.figures["first"], self.figures["oracle"])
            for wrong, whole in (
                ("errors", (totals or {}).get("words", 0)),
                ("segment_errors", self.figures["utterances"]),
            )
        )

    @property
    def mean_rank(self) -> float | None:
        """Which candidate of a list is the best, on average; None of lattices."""
        return self.figures.get("mean_rank")


def scored_inputs_table(inputs: Sequence[ScoredInput]) -> Table:
    """Test sets in groups by direction, the current one in bold, with rates as fractions (IWSLT 2005, table 6)."""
    depths = {each.depth for each in inputs if each.mean_rank is not None}
    depth = next(iter(depths), None) if len(depths) == 1 else None
    best = f"{depth}-best" if depth else "oracle"
    optional = {"input": {each.input for each in inputs}, "system": {each.system for each in inputs}}
    shown = {name for name, values in optional.items() if len(values) > 1 or (name == "system" and values != {""})}
    columns = [
        Column("language pair", once=True),
        Column("test set"),
        Column("input", detail="input" not in shown),
        Column("system", detail="system" not in shown),
        Column("utterances", detail=True),
        Column("1-best WER", digits=3, title="1-best word error rate"),
        Column("1-best SER", digits=3, title="1-best sentence error rate"),
        Column("oracle WER", digits=3, title=f"{best} word error rate"),
        Column("oracle SER", digits=3, title=f"{best} sentence error rate"),
        Column("mean rank of best", digits=2, title=f"best sentence in {depth}-best (average rank)" if depth else ""),
    ]
    rows = [
        (
            *(each.group, each.name, each.input, each.system or None, each.figures["utterances"]),
            *(*each.rates, each.mean_rank),
        )
        for each in inputs
    ]
    starts = frozenset(number for number in range(1, len(rows)) if rows[number][0] != rows[number - 1][0])
    return Table(
        columns=tuple(columns),
        rows=tuple(rows),
        title="ASR output that systems start from",
        notes=("Error rates as fractions, pooled over utterances, without regard to case.",),
        rules=starts,
        emphasised=frozenset(number for number, each in enumerate(inputs) if each.is_current),
        empty="There are no n-best lists or lattices yet.",
    )
