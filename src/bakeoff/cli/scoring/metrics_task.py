"""`bakeoff metrics-task`: which metrics agree with people."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from bakeoff.cli.interface.drawing_files import write_drawings
from bakeoff.cli.interface.options import (
    by_option,
    confidence_option,
    format_option,
    samples_option,
    seed_option,
    threads_option,
)
from bakeoff.cli.interface.output import print_json, print_table, remark
from bakeoff.cli.interface.outside_scores import parse_where, where_option
from bakeoff.cli.interface.progress_bar import progress_bar
from bakeoff.cli.interface.spreading import SpreadingCommand
from bakeoff.cli.scoring.metrics_task_files import MetricsTaskFiles, read_inputs, read_outliers
from bakeoff.errors import BakeoffError

if TYPE_CHECKING:
    from bakeoff.evaluation.metrics_task.results import MetricsTaskResult
    from bakeoff.meta_evaluation.comparisons.metric_tests import MetricTest
    from bakeoff.meta_evaluation.resampled_measures import Resampled
    from bakeoff.statistics import Correction


class _MetricsTaskCommand(SpreadingCommand):
    spread = (*SpreadingCommand.spread, "--scores", "--run")


@click.command("metrics-task", cls=_MetricsTaskCommand)
@click.argument("judgments", nargs=-1, required=True, metavar="[KIND=]JUDGMENTS…")
@click.option(
    "--scores",
    multiple=True,
    metavar="[NAME[:lower]=]FILE…",
    help="Score files of metrics; :lower where lower is better. One file may hold many metrics.",
)
@where_option("scores", "score files")
@click.option("--run", "runs", multiple=True, metavar="RUN…", help="Outputs to compute --metrics on.")
@click.option("-r", "--references", multiple=True, metavar="REF…", help="References; of a folder, the name of one.")
@click.option("-s", "--source", metavar="SRC", help="Source file: gives documents and segment ids.")
@click.option("-m", "--metrics", multiple=True, metavar="EXPRESSIONS", help="Our own metrics, as in bakeoff score.")
@click.option("--target-language", metavar="CODE", help="Language of the outputs.")
@click.option(
    "-l", "--language-pair", "language_pairs", multiple=True, metavar="PAIR", help="Only this one; repeatable."
)
@click.option("--kind", "kinds", multiple=True, metavar="KIND", help="Only this kind of judgment; repeatable.")
@click.option("--human-column", metavar="NAME", help="Column of JUDGMENTS with the scores.  [default: score]")
@click.option("--z/--raw", "standardised", default=False, help="Whether grades become z-scores of each judge first.")
@click.option("--without", metavar="NAMES", help="Leave these systems out.")
@click.option("--keep-references", is_flag=True, help="Keep systems that are translations by people.")
@click.option(
    "--outliers",
    metavar="rule|NAMES|FILE",
    help="Measure again without outliers: by the rule of WMT 2020, these systems, or a JSON file of names by pair.",
)
@by_option
@click.option(
    "--measures",
    multiple=True,
    metavar="NAMES",
    help="Measures, separated by blanks; the first ranks metrics. all: every one.  [default: the usual eight]",
)
@click.option("--compare", "compared", metavar="MEASURE", help="Test all pairs of metrics for this measure.")
@click.option(
    "--test",
    type=click.Choice(["swap", "pair-swap", "williams"]),
    default="swap",
    show_default=True,
    help="Swap scores (PERM-BOTH), swap verdicts on pairs as WMT 2023 and 2024 did (rejects too often), or Williams.",
)
@click.option(
    "--trials", type=click.IntRange(min=1), default=1000, show_default=True, help="Random trials of the test."
)
@click.option(
    "--correct",
    "correction",
    type=click.Choice(["holm", "bh", "bonferroni", "none"]),
    default="none",
    show_default=True,
    help="How p-values are corrected for the number of pairs.",
)
@click.option(
    "--level",
    type=click.FloatRange(0, 1, min_open=True, max_open=True),
    default=0.05,
    show_default=True,
    help="Largest p-value of a significant difference.",
)
@click.option(
    "--interval",
    "resampled",
    type=click.Choice(["systems", "segments", "both"]),
    help="Intervals by drawing these again.",
)
@confidence_option
@samples_option
@click.option(
    "--draws",
    type=click.IntRange(min=1),
    default=1000,
    show_default=True,
    help="Sign vectors of soft pairwise accuracy.",
)
@seed_option
@click.option(
    "--table",
    "tables",
    multiple=True,
    type=click.Choice(["metrics", "averages", "overall", "tests", "disagreements"]),
    help="Print this table; repeatable.",
)
@click.option(
    "--focus",
    multiple=True,
    metavar="METRIC",
    help="Metrics in charts of one metric and in --table disagreements; repeatable.  [default: the best of each set]",
)
@click.option(
    "--limit",
    type=click.IntRange(min=1),
    default=20,
    show_default=True,
    help="Segments in --table disagreements, for each set and metric.",
)
@click.option("--svg", metavar="DIR", type=click.Path(path_type=Path), help="Also draw charts into this folder.")
@click.option("-w", "--width", "digits", type=click.IntRange(0, 15), default=3, show_default=True, help="Decimals.")
@threads_option
@format_option
def command(
    *,
    judgments: Sequence[str],
    scores: Sequence[str],
    scores_where: Sequence[str],
    runs: Sequence[str],
    references: Sequence[str],
    source: str | None,
    metrics: Sequence[str],
    target_language: str | None,
    language_pairs: Sequence[str],
    kinds: Sequence[str],
    human_column: str | None,
    standardised: bool,
    without: str | None,
    keep_references: bool,
    outliers: str | None,
    by: tuple[str, ...],
    measures: Sequence[str],
    compared: str | None,
    test: MetricTest,
    trials: int,
    correction: Correction,
    level: float,
    resampled: Resampled | None,
    confidence: float,
    samples: int,
    draws: int,
    seed: int,
    tables: Sequence[str],
    focus: Sequence[str],
    limit: int,
    svg: Path | None,
    digits: int,
    threads: int | None,
    output_format: str,
) -> None:
    """Say which metrics agree with people: a metrics task.

    \b
    bakeoff metrics-task adequacy.tsv --scores bleu.tsv comet.tsv
    bakeoff metrics-task judgments.jsonl --scores comet.tsv --run runs/*.xml -r references.xml -m bleu chrf
    bakeoff metrics-task mt-metrics-eval-v2/wmt23 -l en-de --kind mqm --compare acc-t
    bakeoff metrics-task wmt23 -l en-de --metrics 'bleu@sacrebleu chrf' --references refA --by domain
    bakeoff metrics-task z-scores.tsv --scores bleu.tsv ter:lower=ter.tsv --outliers rule
    bakeoff metrics-task rankings.csv --scores chrf.seg.score --measures 'consistency tau14'
    bakeoff metrics-task wmt23 -l en-de --kind mqm --table disagreements --focus COMET --svg charts

    JUDGMENTS are judgments, score files of people, or the folder of a test set as mt-metrics-eval lays it out, whose
    metrics take part. Metrics are score files (--scores) and our own (--metrics). Higher is better on both sides.
    """
    from bakeoff.engine.threads import checked_threads
    from bakeoff.evaluation.metrics_task.analysis import MetricsAnalysis, analyse_metrics
    from bakeoff.meta_evaluation.comparisons.metric_tests import ComparisonOptions
    from bakeoff.meta_evaluation.measures import DEFAULT_MEASURES, MEASURES, Settings
    from bakeoff.reports import metrics_figures, metrics_json
    from bakeoff.reports.charts.rendering import standalone_svg

    if test != "swap" and compared is None:
        raise BakeoffError("--test says how metrics are tested: name the measure by --compare.")
    chosen = tuple(dict.fromkeys(" ".join(measures).split())) or DEFAULT_MEASURES
    settings = Settings(draws=draws, seed=seed)
    files = MetricsTaskFiles(
        judgments=judgments,
        scores=scores,
        where=parse_where(scores_where, "--scores-where"),
        runs=runs,
        references=references,
        source=source,
        metrics=metrics,
        target_language=target_language,
        language_pairs=language_pairs,
        kinds=kinds,
        human_column=human_column,
        standardised=standardised,
        without=tuple(filter(None, (without or "").split(","))),
        keep_references=keep_references,
        by=by,
        threads=threads,
    )
    analysis = MetricsAnalysis(
        measures=tuple(MEASURES) if chosen == ("all",) else chosen,
        compared=compared,
        tests=ComparisonOptions(
            test=test,
            trials=trials,
            correction=correction,
            level=level,
            settings=settings,
            threads=checked_threads(threads),
        ),
        outliers=read_outliers(outliers),
        resampled=resampled,
        samples=samples,
        confidence=confidence,
        settings=settings,
    )
    inputs = read_inputs(files)
    with progress_bar("Testing metrics") as on_progress:
        result = analyse_metrics(inputs, analysis=analysis, on_progress=on_progress)
    for text in result.remarks:
        remark(text)
    if svg is not None:
        drawings = metrics_figures(result, focus)
        write_drawings(svg, {f"{each.name}.svg": standalone_svg(each) for each in drawings})
        remark(f"{len(drawings)} charts are in {svg}.")
    if output_format == "json":
        print_json(metrics_json(result))
    else:
        _print(result, _Shown(tables, focus, limit, digits), output_format)


@dataclass(frozen=True, slots=True)
class _Shown:
    """What is printed of the result."""

    tables: Sequence[str]
    focus: Sequence[str]
    limit: int
    digits: int


def _print(result: MetricsTaskResult, shown: _Shown, output_format: str) -> None:
    from bakeoff.reports import (
        average_table,
        disagreements_table,
        metrics_table,
        metrics_tables,
        overall_table,
        tests_table,
    )

    one = output_format in ("tsv", "csv")
    usual = ("metrics",) if one else ("metrics", *(("averages",) if result.averages else ()))
    chosen = tuple(dict.fromkeys(shown.tables)) or usual
    if one and len(chosen) > 1:
        raise BakeoffError(f"{output_format} holds one table: name it by --table.")
    printed = {
        "metrics": lambda: [metrics_table(result)] if one else list(metrics_tables(result, digits=shown.digits)),
        "averages": lambda: [average_table(result, digits=shown.digits)],
        "overall": lambda: [overall_table(result, digits=shown.digits)],
        "tests": lambda: [tests_table(result)],
        "disagreements": lambda: [
            disagreements_table(result.sets, shown.focus, limit=shown.limit, digits=shown.digits)
        ],
    }
    for number, table in enumerate(each for name in chosen for each in printed[name]()):
        if number:
            sys.stdout.write("\n")
        print_table(table, output_format, may_turn=True)
