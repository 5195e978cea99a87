"""What `bakeoff score` prints."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

import click

from bakeoff.cli.interface.output import print_json, print_table, print_wrapped, remark
from bakeoff.errors import BakeoffError, ExpressionError

if TYPE_CHECKING:
    from bakeoff.evaluation import Evaluation

_FULL = ("json", "tsv", "csv")
"""Formats that keep numbers in full."""


class Shown(NamedTuple):
    """How scores are to be shown."""

    output_format: str
    digits: int | None = None
    """Decimals that people read; None for those of each metric."""
    bare: bool = False
    """Scores alone, one a line."""
    segments: bool = False
    sacrebleu_signatures: bool = False

    def check(self, *, by: Sequence[str], interval: str | None) -> None:
        """Refuses what does not go together, before anything is read."""
        if self.bare:
            for option, given in (
                (f"--format {self.output_format}", self.output_format != "text"),
                ("--by", by),
                ("--interval", interval),
                ("--signature", self.sacrebleu_signatures),
            ):
                if given:
                    raise BakeoffError(f"-b prints scores and nothing else: leave out -b or {option}.")
        elif self.digits is not None and self.output_format in _FULL:
            raise BakeoffError(f"-w is for text, Markdown and LaTeX: {self.output_format} keeps numbers in full.")


def print_scores(evaluations: Sequence[Evaluation], shown: Shown) -> None:
    """Prints evaluations of the same runs under one or more specifications."""
    if shown.bare:
        for evaluation in evaluations:
            for line in _bare_lines(evaluation, shown):
                click.echo(line)
        return
    signatures = [_sacrebleu_signatures(evaluation) if shown.sacrebleu_signatures else {} for evaluation in evaluations]
    if shown.output_format == "json":
        _print_json(evaluations, signatures, shown)
    else:
        _print_tables(evaluations, signatures, shown)


def _bare_lines(evaluation: Evaluation, shown: Shown) -> Iterator[str]:
    digits = {name: scale.digits if shown.digits is None else shown.digits for name, scale in evaluation.scales.items()}
    for system in evaluation.systems:
        if not shown.segments:
            yield from (f"{score.value:.{digits[name]}f}" for name, score in system.scores.items())
            continue
        columns = {name: evaluation.segment_scores(system, name).tolist() for name in evaluation.metrics}
        for row in range(evaluation.segments):
            yield from (f"{column[row]:.{digits[name]}f}" for name, column in columns.items())


def _sacrebleu_signatures(evaluation: Evaluation) -> dict[str, str]:
    from bakeoff.evaluation import sacrebleu_signature

    signatures = {}
    for expression in evaluation.metrics:
        try:
            signatures[expression] = sacrebleu_signature(evaluation, expression)
        except ExpressionError as error:
            remark(str(error))
    return signatures


def _print_json(evaluations: Sequence[Evaluation], signatures: Sequence[dict[str, str]], shown: Shown) -> None:
    from bakeoff.reports import score_json

    results = [
        score_json(evaluation, segments=shown.segments, signatures=theirs)
        for evaluation, theirs in zip(evaluations, signatures, strict=True)
    ]
    print_json(results[0] if len(results) == 1 else results)


def _print_tables(evaluations: Sequence[Evaluation], signatures: Sequence[dict[str, str]], shown: Shown) -> None:
    from dataclasses import replace

    from bakeoff.reports import bleu_table, score_table, scorers_line, segment_table, stack_tables

    make = segment_table if shown.segments else score_table
    tables = {
        evaluation.specification: make(evaluation, digits=shown.digits, signatures=theirs)
        for evaluation, theirs in zip(evaluations, signatures, strict=True)
    }
    if shown.output_format in ("tsv", "csv") and len(tables) > 1:
        tables = {"": stack_tables(tables, heading="specification")}
    for_people = shown.output_format == "text"
    if for_people and (line := scorers_line(evaluations)):
        print_wrapped(line)
    for number, (evaluation, table) in enumerate(zip(evaluations, tables.values(), strict=False)):
        if number:
            click.echo()
        parts = bleu_table(evaluation) if for_people and not shown.segments else None
        print_table(table if parts is None else replace(table, notes=()), shown.output_format, may_turn=True)
        if parts is not None:
            click.echo()
            print_table(replace(parts, notes=table.notes), shown.output_format)
