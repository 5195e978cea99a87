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
from bakeoff.cli.interface.output import remark
from bakeoff.cli.interface.outside_scores import outside_options, parse_outside
from bakeoff.cli.interface.progress_bar import progress_bar
from bakeoff.cli.interface.spreading import SpreadingCommand
from bakeoff.cli.interface.texts import (
    TextArguments,
    Texts,
    language_option,
    metrics_option,
    read_given_texts,
    remarks,
    resegmentation_remark,
    texts_arguments,
)
from bakeoff.cli.scoring.chosen_metrics import chosen_metrics
from bakeoff.cli.scoring.score_output import Shown, print_scores

if TYPE_CHECKING:
    from bakeoff.evaluation import ResegmentedRun, Unit


class _ScoreCommand(SpreadingCommand):
    spread = (*SpreadingCommand.spread, "--input")
    explains_sacrebleu = True


@click.command("score", cls=_ScoreCommand)
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
@click.option(
    "-w",
    "--width",
    "digits",
    type=click.IntRange(0, 15),
    metavar="DIGITS",
    help="Decimals of scores in text, Markdown and LaTeX.  [default: 2]",
)
@click.option("-b", "--score-only", "bare", is_flag=True, help="Print scores only, one per line.")
@click.option(
    "--signature",
    "signature",
    type=click.Choice(["bakeoff", "sacrebleu"]),
    default="bakeoff",
    show_default=True,
    help="Signatures to show: ours, or sacreBLEU's for metrics that give its numbers.",
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
    specifications: Sequence[str],
    by: Sequence[str],
    segments: bool,
    interval: str | None,
    samples: int,
    confidence: float,
    unit: Unit,
    seed: int,
    resegment: str | None,
    digits: int | None,
    bare: bool,
    signature: str,
    target_language: str | None,
    threads: int | None,
    output_format: str,
) -> None:
    """Score one or more runs against references.

    \b
    bakeoff score system.txt -r reference.txt
    bakeoff score a.txt b.txt -r ref1.txt ref2.txt -m bleu nist ter
    bakeoff score runs/*.xml -r references.xml -s source.xml --by genre,document
    bakeoff score runs/*.xml -r references.xml -s source.xml --by 'subset*genre'
    bakeoff score system.txt -r reference.txt --metrics bleu@sacrebleu:case=no --segments --format tsv
    bakeoff score system.txt -r reference.txt --interval bootstrap --samples 2000
    bakeoff score system.txt -r reference.txt --spec case+punc --spec no_case+no_punc --format json
    bakeoff score runs/*.xml -r references.xml --scores comet=comet.tsv --scores mqm:lower=mqm.tsv
    bakeoff score long-form.txt -r reference.txt --resegment

    As with sacreBLEU:

    \b
    cat system.txt | bakeoff score reference.txt -m bleu@sacrebleu chrf
    bakeoff score reference.txt -i system.txt -m bleu@sacrebleu -w 4 -b
    bakeoff score -t wmt20 -l en-de -i system.txt -m bleu@sacrebleu --signature sacrebleu

    The metric bleu is mteval's BLEU, ter is tercom's TER; sacreBLEU's are bleu@sacrebleu and ter@sacrebleu.

    Files may be NIST XML or SGML, WMT XML, plain text, TSV or JSON Lines, each gzipped or not; - is standard input.
    """
    shown = Shown(
        output_format=output_format,
        digits=digits,
        bare=bare,
        segments=segments,
        sacrebleu_signatures=signature == "sacrebleu",
    )
    shown.check(by=by, interval=interval)
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
    texts = read_given_texts("score", given, others=outside.paths)
    outside.read(metrics=metrics)
    resegmented = _resegmented(texts, resegment, threads) if resegment else []

    from bakeoff.evaluation import score_runs

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
                target_language=texts.target_language,
                threads=threads,
                on_progress=on_progress,
            )
        if resegmented:
            from bakeoff.evaluation import with_resegmentation

            evaluation = with_resegmentation(evaluation, resegmented)
        evaluation = outside.joined_to(evaluation, texts)
        if interval:
            from bakeoff.evaluation import add_intervals

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
    print_scores(evaluations, shown)


def _resegmented(texts: Texts, expression: str, threads: int | None) -> list[ResegmentedRun]:
    from bakeoff.evaluation import parse_resegmentation, resegment_run

    rule = parse_resegmentation(expression)
    resegmented = []
    for run in texts.runs:
        cut_run = resegment_run(run, texts.references, source=texts.source, rule=rule, threads=threads)
        remark(resegmentation_remark(cut_run))
        resegmented.append(cut_run)
    return resegmented
