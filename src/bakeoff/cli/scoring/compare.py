"""`bakeoff compare`: which of several systems are better, and where two of them differ."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from bakeoff.cli.interface.benchmarks import check_benchmarks, layout_option, print_benchmarks
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
from bakeoff.cli.interface.output import print_json, print_table, print_wrapped, remark, shows_colours
from bakeoff.cli.interface.outside_scores import outside_options, parse_outside
from bakeoff.cli.interface.progress_bar import progress_bar
from bakeoff.cli.interface.spreading import SpreadingCommand
from bakeoff.cli.interface.texts import (
    TextArguments,
    language_option,
    metrics_option,
    read_given_texts,
    remarks,
    texts_arguments,
)
from bakeoff.cli.scoring.chosen_metrics import chosen_metrics
from bakeoff.errors import BakeoffError

if TYPE_CHECKING:
    from bakeoff.evaluation import Comparison, Evaluation, PairTest, Unit
    from bakeoff.reports.progress import Layout
    from bakeoff.statistics import ClusterRule, Correction


class _CompareCommand(SpreadingCommand):
    spread = (*SpreadingCommand.spread, "--input", "--earlier")
    explains_sacrebleu = True


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
@click.option(
    "--progress",
    is_flag=True,
    help="Instead, list systems next to earlier ones by all metrics, and the best against --earlier and --baseline.",
)
@layout_option
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
    files: Sequence[str],
    references: Sequence[str],
    inputs: Sequence[str],
    source: str | None,
    test_set: str | None,
    language_pair: str | None,
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
    progress: bool,
    layout: Layout,
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
    bakeoff compare this-year/*.xml -r references.xml --earlier last-year/*.xml --baseline moses --progress
    bakeoff compare a.txt b.txt -r reference.txt --segments --top 5
    bakeoff compare runs/*.xml -r references.xml --scores comet=comet.tsv

    Shows a ranking with intervals and clusters and the p-values of all pairs. Every run is scored once; tests and
    intervals draw from the stored statistics of its segments.
    """
    metrics = chosen_metrics(metrics, language_pair)
    outside = parse_outside(scores, plugins, plugin_timeout, where=scores_where)
    given = TextArguments(
        files=files,
        references=references,
        inputs=inputs,
        source=source,
        test_set=test_set,
        language_pair=language_pair,
        target_language=target_language,
    )
    texts = read_given_texts("compare", given, earlier=earlier, others=outside.paths)
    _check_choices(len(texts.runs), texts.earlier, baseline, segments=segments, progress=progress)
    outside.read(metrics=metrics)
    outside.check_segments()

    from bakeoff.evaluation import add_intervals, compare_runs, compare_with_benchmarks, score_runs

    with progress_bar("Scoring") as on_progress:
        evaluation = score_runs(
            texts.runs,
            texts.references,
            source=texts.source,
            metrics=metrics,
            specification=specification,
            by=by,
            target_language=texts.target_language,
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

    def tested(among: Evaluation, against: str | None, before: Sequence[str]) -> Comparison:
        with progress_bar("Testing") as on_progress:
            return compare_runs(
                among,
                test=test,
                trials=trials,
                correction=correction,
                level=level,
                baseline=against,
                earlier=before,
                unit=unit,
                rule=rule,
                seed=seed,
                threads=threads,
                on_progress=on_progress,
            )

    if progress:
        benchmarks = compare_with_benchmarks(evaluation, tested, earlier=kept, baseline=baseline)
        print_benchmarks(benchmarks, layout, output_format)
    else:
        _print(tested(evaluation, baseline, kept), evaluation, output_format)


def _check_choices(count: int, earlier: Sequence[str], baseline: str | None, *, segments: bool, progress: bool) -> None:
    if progress and segments:
        raise BakeoffError("give --progress or --segments, not both: each replaces the tables of the other.")
    if progress:
        check_benchmarks("--progress", earlier, baseline)
        return
    if segments and count != 2:
        raise BakeoffError(f"--segments shows where two systems differ: name two runs, not {count}.")
    if baseline is not None and earlier:
        raise BakeoffError(
            "give --baseline or --earlier, not both: each names what the systems are tested against. "
            "--progress takes both."
        )


def _print(comparison: Comparison, evaluation: Evaluation, output_format: str) -> None:
    from bakeoff.reports import comparison_json, comparison_tables, pairs_table, scorers_line

    if output_format == "json":
        print_json(comparison_json(comparison))
    elif output_format in ("tsv", "csv"):
        print_table(pairs_table(comparison), output_format)
    else:
        if output_format == "text" and (line := scorers_line([evaluation])):
            print_wrapped(line)
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
        click.echo("\n".join(differences_text(one, colour=shows_colours(sys.stdout)) for one in differences), nl=False)
    elif output_format in ("tsv", "csv"):
        tables = {one.metric: differences_table(one) for one in differences}
        print_table(stack_tables(tables, heading="metric"), output_format)
    else:
        for one in differences:
            print_table(differences_table(one), output_format)
