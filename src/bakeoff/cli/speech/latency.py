"""`bakeoff latency`: how far simultaneous systems lag behind their source."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from bakeoff.cli.interface.options import confidence_option, format_option, samples_option, seed_option
from bakeoff.cli.interface.output import print_json, print_table, remark
from bakeoff.errors import BakeoffError

if TYPE_CHECKING:
    from bakeoff.evaluation import LatencyEvaluation


@click.command("latency")
@click.argument("logs", nargs=-1, required=True, metavar="LOG…")
@click.option(
    "-r", "--reference", metavar="STM", help="Segments of complete recordings: long form, after re-segmentation."
)
@click.option(
    "--compat",
    type=click.Choice(["mwersegmenter"]),
    help="With -r: cut words into segments as mwerSegmenter does (StreamLAAL).",
)
@click.option("--characters", is_flag=True, help="Delays are of characters, not of words.")
@click.option("--segments", is_flag=True, help="Latency of every instance too.")
@click.option(
    "--interval",
    type=click.Choice(["bootstrap", "bca"]),
    help="Interval of every mean over bootstrap samples of the instances; bca corrects it for bias and skewness.",
)
@samples_option
@confidence_option
@seed_option
@format_option
def command(
    *,
    logs: Sequence[str],
    reference: str | None,
    compat: str | None,
    characters: bool,
    segments: bool,
    interval: str | None,
    samples: int,
    confidence: float,
    seed: int,
    output_format: str,
) -> None:
    """Latency of simultaneous translation from logs of delays.

    \b
    bakeoff latency instances.log
    bakeoff latency a/instances.log b/instances.log --interval bootstrap --format json
    bakeoff latency recordings.log -r segments.stm
    bakeoff latency recordings.log -r segments.stm --compat mwersegmenter

    AL, LAAL, YAAL, DAL and AP from logs as SimulEval writes them (JSON Lines: index, delays, elapsed, source_length,
    reference…), with and without the time of computation; the unweighted mean over instances. With -r the instances are
    complete recordings: their words are cut into the segments of the STM file, and the measures are LongAL, LongLAAL….
    """
    if [*logs, reference].count("-") > 1:
        raise BakeoffError("standard input can be read only once: name - for one file and give the others by name.")
    if reference and characters:
        raise BakeoffError("--characters cannot go with -r: recordings are cut into segments by words.")
    if compat and not reference:
        raise BakeoffError("--compat says how recordings are cut into segments: give these with -r.")

    from bakeoff.evaluation import IntervalOptions, evaluate_latency
    from bakeoff.formats import read_segments
    from bakeoff.formats.speech.delay_log import read_delays

    cut = read_segments(reference, on_remark=remark) if reference else None
    options = IntervalOptions(
        method="bca" if interval == "bca" else "percentile", samples=samples, level=confidence, seed=seed
    )
    evaluations = [
        evaluate_latency(
            read_delays(path, unit="character" if characters else "word", on_remark=remark),
            reference=cut,
            segmentation="mwersegmenter" if compat else "optimal",
            interval=options if interval else None,
            name=path,
        )
        for path in logs
    ]
    for text in (text for evaluation in evaluations for text in evaluation.remarks):
        remark(text)
    _print(evaluations, segments=segments, output_format=output_format)


def _print(evaluations: Sequence[LatencyEvaluation], *, segments: bool, output_format: str) -> None:
    from bakeoff.reports import latency_instance_table, latency_json, latency_table, stack_tables

    if output_format == "json":
        objects = [latency_json(evaluation, segments=segments) for evaluation in evaluations]
        print_json(objects[0] if len(objects) == 1 else objects)
        return
    if not segments:
        print_table(latency_table(evaluations), output_format)
        return
    tables = {evaluation.name: latency_instance_table(evaluation) for evaluation in evaluations}
    same = len({tuple(evaluation.values) for evaluation in evaluations}) == 1
    if output_format in ("tsv", "csv") and len(tables) > 1 and same:
        tables = {"": stack_tables(tables, heading="log")}
    for number, table in enumerate(tables.values()):
        if number:
            click.echo()
        print_table(table, output_format)
