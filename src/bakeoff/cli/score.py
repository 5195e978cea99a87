"""`bakeoff score`: scores of one or more runs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from bakeoff.cli.options import (
    SpreadingCommand,
    by_option,
    format_option,
    print_json,
    print_table,
    remark,
    specification_option,
    threads_option,
)
from bakeoff.cli.progress import progress_bar
from bakeoff.errors import BakeoffError

if TYPE_CHECKING:
    from bakeoff.evaluation import Evaluation


@click.command("score", cls=SpreadingCommand)
@click.argument("runs", nargs=-1, metavar="RUN…")
@click.option("-r", "--references", multiple=True, metavar="REF…", help="Reference files, after the runs.")
@click.option("-s", "--source", metavar="SRC", help="Source file: gives documents, genres and segment ids.")
@click.option(
    "--metrics",
    multiple=True,
    default=["bleu"],
    show_default="bleu",
    metavar="EXPRESSIONS",
    help="Metric expressions NAME[@SCORER][:KEY=VALUE,…], separated by blanks; may be repeated.",
)
@specification_option(multiple=True)
@by_option
@click.option("--segments", is_flag=True, help="Score every segment too.")
@click.option("--target-language", metavar="CODE", help="Language of the runs; by default what the files say.")
@threads_option
@format_option
def command(
    *,
    runs: Sequence[str],
    references: Sequence[str],
    source: str | None,
    metrics: Sequence[str],
    specifications: Sequence[str],
    by: Sequence[str],
    segments: bool,
    target_language: str | None,
    threads: int | None,
    output_format: str,
) -> None:
    """Score one or more runs against references.

    \b
    bakeoff score system.txt -r reference.txt
    bakeoff score a.txt b.txt -r ref1.txt ref2.txt --metrics 'bleu nist ter'
    bakeoff score runs/*.xml -r references.xml -s source.xml --by genre,document
    bakeoff score system.txt -r reference.txt --metrics bleu@sacrebleu:case=no --segments --format tsv
    bakeoff score system.txt -r reference.txt --spec case+punc --spec no_case+no_punc --format json

    Files may be NIST XML or SGML, WMT XML, plain text, TSV or JSON Lines, each gzipped or not; - is standard input.
    """
    _check_files(runs, references, source)

    from bakeoff.evaluation import score_runs
    from bakeoff.formats import name_apart, read_references, read_runs, read_source

    run_texts = name_apart([run for path in runs for run in read_runs(path, on_remark=remark)])
    reference_texts = [text for path in references for text in read_references(path, on_remark=remark)]
    source_text = read_source(source, on_remark=remark) if source else None
    evaluations = []
    for specification in specifications:
        with progress_bar(f"Scoring ({specification})") as on_progress:
            evaluation = score_runs(
                run_texts,
                reference_texts,
                source=source_text,
                metrics=metrics,
                specification=specification,
                by=by,
                target_language=target_language,
                threads=threads,
                on_progress=on_progress,
            )
        evaluations.append(evaluation)
    for text in dict.fromkeys(text for evaluation in evaluations for text in _remarks(evaluation)):
        remark(text)
    _print(evaluations, segments=segments, output_format=output_format)


def _check_files(runs: Sequence[str], references: Sequence[str], source: str | None) -> None:
    if not runs:
        raise BakeoffError("no run was named: write the runs before -r, as in bakeoff score RUN… -r REF….")
    if not references:
        raise BakeoffError("no reference was named: give the reference files with -r.")
    if [*runs, *references, source].count("-") > 1:
        raise BakeoffError("standard input can be read only once: name - for one file and give the others by name.")
    for path in references:
        if references.count(path) > 1:
            raise BakeoffError(f"{path} is named twice as a reference: name every reference once.")
    for name in runs:
        if not Path(name).exists() and _is_metric(name):
            raise BakeoffError(
                f"{name} is a metric and no file: write all metrics in one argument, --metrics 'bleu {name}'."
            )


def _is_metric(name: str) -> bool:
    from bakeoff.metrics import parse_expression

    try:
        parse_expression(name)
    except BakeoffError:
        return False
    return True


def _remarks(evaluation: Evaluation) -> Iterator[str]:
    yield from evaluation.remarks
    for name, reason in evaluation.left_out.items():
        yield f"{name} is left out: {reason}."
    for system in evaluation.systems:
        if system.empty_segments:
            yield f"{system.name}: {system.empty_segments} of {evaluation.segments} segments are empty."


def _print(evaluations: Sequence[Evaluation], *, segments: bool, output_format: str) -> None:
    from bakeoff.reports import score_json, score_table, segment_table, stack_tables

    if output_format == "json":
        results = [score_json(evaluation, segments=segments) for evaluation in evaluations]
        print_json(results[0] if len(results) == 1 else results)
        return
    make = segment_table if segments else score_table
    tables = {evaluation.specification: make(evaluation) for evaluation in evaluations}
    if output_format in ("tsv", "csv") and len(tables) > 1:
        tables = {"": stack_tables(tables, heading="specification")}
    for number, table in enumerate(tables.values()):
        if number:
            click.echo()
        print_table(table, output_format)
