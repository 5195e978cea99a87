"""`bakeoff score`: scores of one or more runs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from bakeoff.cli.interface.options import (
    by_option,
    confidence_option,
    format_option,
    samples_option,
    seed_option,
    specification_option,
    threads_option,
    unit_option,
)
from bakeoff.cli.interface.output import print_json, print_table, remark
from bakeoff.cli.interface.outside_scores import outside_options, parse_outside
from bakeoff.cli.interface.progress_bar import progress_bar
from bakeoff.cli.interface.texts import (
    SpreadingCommand,
    Texts,
    language_option,
    metrics_option,
    read_texts,
    remarks,
    resegmentation_remark,
    texts_arguments,
)

if TYPE_CHECKING:
    from bakeoff.evaluation import Evaluation, ResegmentedRun, Unit


@click.command("score", cls=SpreadingCommand)
@texts_arguments
@metrics_option
@outside_options
@specification_option(multiple=True)
@by_option
@click.option("--segments", is_flag=True, help="Score every segment too.")
@click.option(
    "--interval",
    type=click.Choice(["bootstrap", "bca"]),
    help="Interval, mean and standard deviation of every score over bootstrap samples of the segments; "
    "bca corrects the interval for bias and skewness.",
)
@samples_option
@confidence_option
@unit_option
@seed_option
@click.option(
    "--resegment",
    is_flag=False,
    flag_value="optimal",
    metavar="MODE",
    help="First cut every run again into the segments of the references: optimal (fewest word errors; the default) or "
    "mwersegmenter (as that tool), with options as in optimal:blind=yes,characters=yes.",
)
@language_option
@threads_option
@format_option
def command(
    *,
    runs: Sequence[str],
    references: Sequence[str],
    source: str | None,
    metrics: Sequence[str],
    scores: Sequence[str],
    plugins: Sequence[str],
    plugin_timeout: float,
    scores_where: Sequence[str],
    specifications: Sequence[str],
    by: Sequence[str],
    segments: bool,
    interval: str | None,
    samples: int,
    confidence: float,
    unit: Unit,
    seed: int,
    resegment: str | None,
    target_language: str | None,
    threads: int | None,
    output_format: str,
) -> None:
    """Score one or more runs against references.

    \b
    bakeoff score system.txt -r reference.txt
    bakeoff score a.txt b.txt -r ref1.txt ref2.txt --metrics 'bleu nist ter'
    bakeoff score runs/*.xml -r references.xml -s source.xml --by genre,document
    bakeoff score runs/*.xml -r references.xml -s source.xml --by 'subset*genre'
    bakeoff score system.txt -r reference.txt --metrics bleu@sacrebleu:case=no --segments --format tsv
    bakeoff score system.txt -r reference.txt --interval bootstrap --samples 2000
    bakeoff score system.txt -r reference.txt --spec case+punc --spec no_case+no_punc --format json
    bakeoff score runs/*.xml -r references.xml --scores comet=comet.tsv --scores mqm:lower=mqm.tsv
    bakeoff score long-form.txt -r reference.txt --resegment

    Files may be NIST XML or SGML, WMT XML, plain text, TSV or JSON Lines, each gzipped or not; - is standard input.
    """
    outside = parse_outside(scores, plugins, plugin_timeout, where=scores_where)
    texts = read_texts("score", runs, references, source, others=outside.paths)
    outside.read(metrics=metrics)
    resegmented = _resegmented(texts, resegment, threads) if resegment else []

    from bakeoff.evaluation import add_intervals, score_runs, with_resegmentation

    evaluations = []
    for specification in specifications:
        with progress_bar(f"Scoring ({specification})") as on_progress:
            evaluation = score_runs(
                [each.run for each in resegmented] or texts.runs,
                texts.references,
                source=texts.source,
                metrics=metrics,
                specification=specification,
                by=by,
                target_language=target_language,
                threads=threads,
                on_progress=on_progress,
            )
        if resegmented:
            evaluation = with_resegmentation(evaluation, resegmented)
        evaluation = outside.joined_to(evaluation, texts)
        if interval:
            with progress_bar(f"Resampling ({specification})") as on_progress:
                evaluation = add_intervals(
                    evaluation,
                    method="percentile" if interval == "bootstrap" else "bca",
                    samples=samples,
                    level=confidence,
                    unit=unit,
                    seed=seed,
                    threads=threads,
                    on_progress=on_progress,
                )
        evaluations.append(evaluation)
    for text in dict.fromkeys(text for evaluation in evaluations for text in remarks(evaluation)):
        remark(text)
    _print(evaluations, segments=segments, output_format=output_format)


def _resegmented(texts: Texts, expression: str, threads: int | None) -> list[ResegmentedRun]:
    from bakeoff.evaluation import parse_resegmentation, resegment_run

    rule = parse_resegmentation(expression)
    resegmented = []
    for run in texts.runs:
        cut_run = resegment_run(run, texts.references, source=texts.source, rule=rule, threads=threads)
        remark(resegmentation_remark(cut_run))
        resegmented.append(cut_run)
    return resegmented


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
