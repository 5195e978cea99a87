"""`bakeoff agreement`: how far judges agree."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

import click

from bakeoff.cli.human.judgment_files import GivenJudgments, judgments_arguments
from bakeoff.cli.interface.options import confidence_option, format_option, seed_option
from bakeoff.cli.interface.output import print_json, print_table
from bakeoff.errors import BakeoffError

if TYPE_CHECKING:
    from bakeoff.human_eval import AgreementMeasure
    from bakeoff.human_eval.analyses.agreement.preferences import Counting
    from bakeoff.statistics import KappaWeights


@click.command("agreement")
@judgments_arguments
@click.option(
    "--measure",
    type=click.Choice(["kappa", "fleiss", "cohen", "krippendorff", "ties"]),
    help="Kappa with equal chances, Fleiss's, Cohen's, Krippendorff's alpha, kappa with WMT's chance of ties."
    "  [default: kappa for comparisons, krippendorff for grades]",
)
@click.option(
    "--counting",
    type=click.Choice(["textbook", "wmt"]),
    default="textbook",
    show_default=True,
    help="Pairs of systems in any order, answers of different judges; or as WMT published until 2016.",
)
@click.option(
    "--weights", type=click.Choice(["linear", "quadratic"]), help="Cohen's kappa: neighbouring grades agree in part."
)
@click.option("--by", metavar="NAMES", default="language_pair", show_default=True, help="Apart by these; all: none.")
@click.option("--without-identical", is_flag=True, help="Also without screens whose outputs are all the same text.")
@click.option("--with-identical", is_flag=True, help="Also with an output that systems share counted for each of them.")
@click.option("--run", "runs", multiple=True, metavar="RUN", help="Outputs of a system, for --without-identical.")
@click.option(
    "--samples",
    type=click.IntRange(min=0),
    default=1000,
    show_default=True,
    help="Bootstrap samples for intervals; 0: no intervals.",
)
@confidence_option
@seed_option
@format_option
def command(
    *,
    given: GivenJudgments,
    measure: AgreementMeasure | None,
    counting: Counting,
    weights: KappaWeights | None,
    by: str,
    without_identical: bool,
    with_identical: bool,
    runs: Sequence[str],
    samples: int,
    confidence: float,
    seed: int,
    output_format: str,
) -> None:
    """Compute how far judges agree, with others and with themselves.

    \b
    bakeoff agreement judgments.jsonl
    bakeoff agreement ranking.csv --counting wmt --measure ties
    bakeoff agreement grades.jsonl --measure cohen --weights quadratic --by all
    """
    if without_identical != bool(runs):
        raise BakeoffError("--without-identical needs the outputs, and only it does: give them by --run.")

    from bakeoff.human_eval import AgreementRules, HumanAnalysis, agreement_of_judgments
    from bakeoff.reports import agreement_json, agreement_table, stack_tables

    analysis = HumanAnalysis(
        agreement=AgreementRules(measure=measure, counting=counting, weights=weights),
        interval=None if samples else "none",
        samples=samples,
        confidence=confidence,
        by=() if by == "all" else tuple(by.split(",")),  # type: ignore[arg-type]  # checked there
        seed=seed,
    )
    agreement = partial(
        agreement_of_judgments, given.judgments, protocol=given.protocol, settings=given.settings, analysis=analysis
    )
    agreements = {"all": agreement()}
    if runs:
        from bakeoff.formats import read_runs

        texts = [run for path in runs for run in read_runs(path)]
        agreements["without identical"] = agreement(runs=texts)
    if with_identical:
        agreements["with identical"] = agreement(for_each_system=True)
    if output_format == "json":
        named = {"groups" if name == "all" else name.replace(" ", "_"): each for name, each in agreements.items()}
        print_json({name: agreement_json(each) for name, each in named.items()})
        return
    tables = {name: agreement_table(groups) for name, groups in agreements.items()}
    print_table(tables["all"] if len(tables) == 1 else stack_tables(tables, heading="screens"), output_format)
