"""`bakeoff score`: scores of one or more runs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import click

from bakeoff.cli.options import (
    SpreadingCommand,
    by_option,
    format_option,
    print_json,
    print_table,
    progress_bar,
    remark,
    specification_option,
    threads_option,
)
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
    if not runs:
        raise BakeoffError("no run was named: write the runs before -r, as in bakeoff score RUN… -r REF….")
    if not references:
        raise BakeoffError("no reference was named: give the reference files with -r.")

    from bakeoff.evaluation import score_runs
    from bakeoff.formats import read_references, read_runs, read_source

    run_texts = [run for path in runs for run in read_runs(path)]
    reference_texts = [reference for path in references for reference in read_references(path)]
    source_text = read_source(source) if source else None
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


def _remarks(evaluation: Evaluation) -> Iterator[str]:
    for name, reason in evaluation.left_out.items():
        yield f"{name} is left out: {reason}."
    for system in evaluation.systems:
        if system.empty_segments:
            yield f"{system.name}: {system.empty_segments} of {evaluation.segments} segments are empty."


def _print(evaluations: Sequence[Evaluation], *, segments: bool, output_format: str) -> None:
    from bakeoff.reports import score_json, score_table, segment_table

    if output_format == "json":
        results = [score_json(evaluation, segments=segments) for evaluation in evaluations]
        print_json(results[0] if len(results) == 1 else results)
        return
    for number, evaluation in enumerate(evaluations):
        if number:
            click.echo()
        print_table(segment_table(evaluation) if segments else score_table(evaluation), output_format)
