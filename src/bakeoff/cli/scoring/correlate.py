"""`bakeoff correlate`: how closely a metric follows people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from bakeoff.cli.interface.options import confidence_option, format_option, samples_option, seed_option
from bakeoff.cli.interface.output import print_json, print_table, remark
from bakeoff.cli.interface.outside_scores import parse_where, where_option
from bakeoff.errors import BakeoffError

if TYPE_CHECKING:
    from bakeoff.evaluation import IntervalKind, Level
    from bakeoff.statistics import Coefficient


@click.command("correlate")
@click.argument("metric", metavar="METRIC")
@click.argument("human", metavar="HUMAN")
@click.option(
    "--coefficient",
    "coefficients",
    multiple=True,
    type=click.Choice(["pearson", "spearman", "kendall"]),
    default=["pearson"],
    show_default="pearson",
    help="Pearson's r, Spearman's rho or Kendall's tau-b; may be repeated.",
)
@click.option(
    "--level",
    type=click.Choice(["system", "segment"]),
    default="system",
    show_default=True,
    help="Compare systems, averaging over their segments, or segments of systems.",
)
@click.option(
    "--interval",
    type=click.Choice(["formula", "bootstrap", "bca", "none"]),
    help="How to make intervals; by default the formula, for kendall the bootstrap.",
)
@confidence_option
@samples_option
@seed_option
@click.option("--intersect", is_flag=True, help="Leave out systems, and segments marked None, that one file lacks.")
@click.option("--metric-column", metavar="NAME", help="Column of METRIC with the scores.  [default: score]")
@click.option("--human-column", metavar="NAME", help="Column of HUMAN with the scores.  [default: score]")
@where_option("metric", "METRIC")
@where_option("human", "HUMAN")
@format_option
def command(
    *,
    metric: str,
    human: str,
    coefficients: Sequence[Coefficient],
    level: Level,
    interval: IntervalKind | None,
    confidence: float,
    samples: int,
    seed: int,
    intersect: bool,
    metric_column: str | None,
    human_column: str | None,
    metric_where: Sequence[str],
    human_where: Sequence[str],
    output_format: str,
) -> None:
    """Correlate the scores of a metric with those of people.

    \b
    bakeoff correlate bleu.tsv adequacy.tsv
    bakeoff correlate bleu.tsv adequacy.tsv --coefficient spearman --coefficient kendall
    bakeoff correlate segments.tsv judgments.tsv --level segment --interval bootstrap --format json
    bakeoff score runs/*.xml -r references.xml --format tsv | bakeoff correlate - adequacy.tsv
    bakeoff correlate BLEU-refA.seg.score en-de.mqm.seg.score --level segment --intersect
    bakeoff correlate chrF.sys.score adequacy.tsv --metric-where language_pair=zh-en

    Files are tab-separated tables with a header row: the columns system and score, and perhaps document and segment.
    Files of mt-metrics-eval and of the metrics task of WMT need no header. Files may be gzipped; - is standard input.
    An only column of another name counts as the score.
    """
    if metric == human == "-":
        raise BakeoffError("standard input can be read only once: name - for one file and give the other by name.")

    from bakeoff.evaluation import correlate_scores
    from bakeoff.formats import read_scores
    from bakeoff.reports import correlation_json, correlation_table

    files = (
        read_scores(metric, column=metric_column, where=parse_where(metric_where, "--metric-where")),
        read_scores(human, column=human_column, where=parse_where(human_where, "--human-where")),
    )
    results = [
        correlate_scores(
            *files,
            coefficient=coefficient,
            level=level,
            interval=interval,
            confidence=confidence,
            samples=samples,
            seed=seed,
            intersect=intersect,
        )
        for coefficient in dict.fromkeys(coefficients)
    ]
    for text in (*files[0].remarks, *files[1].remarks, *results[0].remarks):
        remark(text)
    if output_format == "json":
        objects = [correlation_json(result) for result in results]
        print_json(objects[0] if len(objects) == 1 else objects)
    else:
        print_table(correlation_table(results, separate_ends=output_format in ("tsv", "csv")), output_format)
