"""`bakeoff compare`: which of several systems are better, and where two of them differ."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from bakeoff.cli.interface.options import (
    by_option,
    confidence_option,
    decision_options,
    format_option,
    samples_option,
    seed_option,
    specification_option,
    threads_option,
    trials_option,
    unit_option,
)
from bakeoff.cli.interface.output import print_json, print_table, remark
from bakeoff.cli.interface.outside_scores import outside_options, parse_outside
from bakeoff.cli.interface.progress_bar import progress_bar
from bakeoff.cli.interface.texts import (
    SpreadingCommand,
    language_option,
    metrics_option,
    read_texts,
    remarks,
    texts_arguments,
)
from bakeoff.errors import BakeoffError

if TYPE_CHECKING:
    from bakeoff.evaluation import Comparison, Evaluation, PairTest, Unit
    from bakeoff.statistics import ClusterRule, Correction


class _CompareCommand(SpreadingCommand):
    spread = (*SpreadingCommand.spread, "--earlier")


@click.command("compare", cls=_CompareCommand)
@texts_arguments
@metrics_option
@outside_options
@specification_option(multiple=False)
@by_option
@click.option(
    "--test",
    type=click.Choice(["randomization", "bootstrap", "bootstrap@sacrebleu", "sign"]),
    default="randomization",
    show_default=True,
    help="Paired approximate randomisation; paired bootstrap, two-sided or as sacreBLEU counts; sign test on segments.",
)
@trials_option
@decision_options
@click.option(
    "--earlier",
    multiple=True,
    metavar="RUN…",
    help="Runs of earlier campaigns on the same test set: every system is tested against the best of them.",
)
@samples_option
@confidence_option
@unit_option
@seed_option
@click.option("--segments", is_flag=True, help="Instead, show the segments in which two systems differ most.")
@click.option(
    "--top",
    type=click.IntRange(min=1),
    default=10,
    show_default=True,
    help="With --segments: how many segments in favour of each system.",
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
    specification: str,
    by: Sequence[str],
    test: PairTest,
    trials: int,
    correction: Correction,
    level: float,
    baseline: str | None,
    rule: ClusterRule,
    earlier: Sequence[str],
    samples: int,
    confidence: float,
    unit: Unit,
    seed: int,
    segments: bool,
    top: int,
    target_language: str | None,
    threads: int | None,
    output_format: str,
) -> None:
    """Compare systems: which differences are significant.

    \b
    bakeoff compare a.txt b.txt -r reference.txt
    bakeoff compare runs/*.xml -r references.xml --metrics 'bleu ter' --test bootstrap --correct bh
    bakeoff compare runs/*.xml -r references.xml -s source.xml --by genre --unit document
    bakeoff compare runs/*.xml -r references.xml --baseline ember
    bakeoff compare this-year/*.xml -r references.xml --earlier last-year/*.xml
    bakeoff compare a.txt b.txt -r reference.txt --segments --top 5
    bakeoff compare runs/*.xml -r references.xml --scores comet=comet.tsv

    Shows a ranking with intervals and clusters and the p-values of all pairs. Every run is scored once; tests and
    intervals draw from the stored statistics of its segments.
    """
    outside = parse_outside(scores, plugins, plugin_timeout, where=scores_where)
    texts = read_texts("compare", runs, references, source, earlier=earlier, others=outside.paths)
    _check_choices(len(texts.runs), texts.earlier, baseline, segments=segments)
    outside.read(metrics=metrics)
    outside.check_segments()

    from bakeoff.evaluation import add_intervals, compare_runs, score_runs

    with progress_bar("Scoring") as on_progress:
        evaluation = score_runs(
            texts.runs,
            texts.references,
            source=texts.source,
            metrics=metrics,
            specification=specification,
            by=by,
            target_language=target_language,
            threads=threads,
            on_progress=on_progress,
        )
    evaluation = outside.joined_to(evaluation, texts)
    for text in remarks(evaluation):
        remark(text)
    if segments:
        _print_segments(evaluation, top, output_format)
        return
    with progress_bar("Resampling") as on_progress:
        evaluation = add_intervals(
            evaluation,
            samples=samples,
            level=confidence,
            unit=unit,
            seed=seed,
            threads=threads,
            on_progress=on_progress,
        )
    scored = {system.name for system in evaluation.systems}
    kept = [name for name in texts.earlier if name in scored]
    with progress_bar("Testing") as on_progress:
        comparison = compare_runs(
            evaluation,
            test=test,
            trials=trials,
            correction=correction,
            level=level,
            baseline=baseline,
            earlier=kept,
            unit=unit,
            rule=rule,
            seed=seed,
            threads=threads,
            on_progress=on_progress,
        )
    _print(comparison, output_format)


def _check_choices(count: int, earlier: Sequence[str], baseline: str | None, *, segments: bool) -> None:
    if segments and count != 2:
        raise BakeoffError(f"--segments shows where two systems differ: name two runs, not {count}.")
    if baseline is not None and earlier:
        raise BakeoffError("give --baseline or --earlier, not both: each names what the systems are tested against.")


def _print(comparison: Comparison, output_format: str) -> None:
    from bakeoff.reports import comparison_json, comparison_tables, pairs_table

    if output_format == "json":
        print_json(comparison_json(comparison))
    elif output_format in ("tsv", "csv"):
        print_table(pairs_table(comparison), output_format)
    else:
        for number, table in enumerate(comparison_tables(comparison)):
            if number:
                click.echo()
            print_table(table, output_format)


def _print_segments(evaluation: Evaluation, top: int, output_format: str) -> None:
    import sys

    from bakeoff.evaluation import segment_differences
    from bakeoff.reports import differences_json, differences_table, differences_text, stack_tables

    first, second = (system.name for system in evaluation.systems)
    differences = [segment_differences(evaluation, first, second, metric=m, count=top) for m in evaluation.metrics]
    if output_format == "json":
        print_json([differences_json(one) for one in differences])
    elif output_format == "text":
        click.echo("\n".join(differences_text(one, colour=sys.stdout.isatty()) for one in differences), nl=False)
    elif output_format in ("tsv", "csv"):
        tables = {one.metric: differences_table(one) for one in differences}
        print_table(stack_tables(tables, heading="metric"), output_format)
    else:
        for one in differences:
            print_table(differences_table(one), output_format)
