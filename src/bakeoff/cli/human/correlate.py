"""`bakeoff human correlate`: how far kinds of judgment rank systems alike."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from bakeoff.cli.human.judgment_files import (
    batches_option,
    equal_rows_option,
    from_option,
    language_pairs_option,
    mistakes_option,
    of_language_pairs,
    read_all_judgments,
)
from bakeoff.cli.interface.options import confidence_option, format_option
from bakeoff.cli.interface.output import print_json, print_table
from bakeoff.cli.interface.rules import rules_option
from bakeoff.errors import BakeoffError

if TYPE_CHECKING:
    from bakeoff.data.judgments import Judgment
    from bakeoff.formats.judgments import EqualRows
    from bakeoff.human_eval import KindOfJudgment
    from bakeoff.statistics import Coefficient


@click.command("correlate")
@click.argument("files", nargs=-1, required=True, metavar="[KIND=]FILE…")
@from_option
@equal_rows_option
@batches_option
@language_pairs_option
@rules_option("Rulebook whose human evaluations are the kinds.")
@click.option("--score", "scores", multiple=True, metavar="KIND=NAME", help="What ranks the systems of a kind.")
@click.option(
    "--coefficient",
    type=click.Choice(["pearson", "spearman", "kendall"]),
    default="spearman",
    show_default=True,
    help="Pearson's r, Spearman's rho or Kendall's tau-b.",
)
@click.option("--by", metavar="NAMES", default="language_pair,test_set", show_default=True, help="Apart by; all: none.")
@confidence_option
@mistakes_option
@format_option
def correlate(
    *,
    files: Sequence[str],
    from_format: str | None,
    equal_rows: EqualRows,
    batches: Sequence[str],
    language_pairs: Sequence[str],
    rules: str | None,
    scores: Sequence[str],
    coefficient: Coefficient,
    by: str,
    confidence: float,
    output_format: str,
) -> None:
    """Correlate kinds of human judgment: how far they rank systems alike.

    \b
    bakeoff human correlate ranking.jsonl adequacy.jsonl
    bakeoff human correlate judgments.jsonl --rules wmt2008
    bakeoff human correlate experts=direct.jsonl crowd=appraise.csv --coefficient kendall
    bakeoff human correlate marks=esa.csv scores=esa.csv --score marks=penalty

    A kind is a protocol, a human evaluation of the rulebook, or what a file is called: KIND=FILE. Every two kinds are
    compared in every language pair and test set that both have, and on average.
    """
    from bakeoff.human_eval import correlate_kinds
    from bakeoff.reports import kinds_json, kinds_table

    read = partial(read_all_judgments, from_format=from_format, equal_rows=equal_rows, batches=batches)
    kinds = _kinds(files, read, rules, language_pairs)
    for text in scores:
        kind, equals, name = text.partition("=")
        if not equals or kind not in kinds:
            raise BakeoffError(f"a score is written KIND=NAME with one of {', '.join(kinds)}; found {text!r}.")
        kinds[kind] = replace(kinds[kind], analysis=replace(kinds[kind].analysis, score=name))
    correlations = correlate_kinds(
        kinds,
        coefficient=coefficient,
        confidence=confidence,
        by=() if by == "all" else tuple(by.split(",")),  # type: ignore[arg-type]  # checked there
    )
    if output_format == "json":
        print_json(kinds_json(correlations))
    else:
        print_table(kinds_table(correlations), output_format)


def _kinds(
    files: Sequence[str],
    read: Callable[[Sequence[str]], tuple[Judgment, ...]],
    rules: str | None,
    language_pairs: Sequence[str],
) -> dict[str, KindOfJudgment]:
    from bakeoff.human_eval import KindOfJudgment, kinds_of_judgments
    from bakeoff.rulebook import read_rulebook

    if sum(text.rpartition("=")[2] == "-" for text in files) > 1:
        raise BakeoffError("standard input can be read only once: name - for one file and give the others by name.")
    named: dict[str, list[str]] = {}
    for text in files:
        kind, equals, path = text.partition("=")
        if equals and kind and not Path(text).exists():
            named.setdefault(kind, []).append(path)
        else:
            named.setdefault("", []).append(text)
    # File by file: what is of different kinds may well be numbered alike. Within a kind ids are checked later.
    others = tuple(judgment for path in named.pop("", []) for judgment in read([path]))
    if others:
        others = of_language_pairs(others, language_pairs)
    kinds = kinds_of_judgments(others, rulebook=read_rulebook(rules) if rules is not None else None)
    for kind, paths in named.items():
        if kind in kinds:
            raise BakeoffError(f"two kinds are called {kind}: give the file another name with KIND=FILE.")
        judgments = of_language_pairs(read(paths), language_pairs)
        if not judgments:
            raise BakeoffError(f"{', '.join(paths)} holds no judgments.")
        kinds[kind] = KindOfJudgment(judgments=judgments)
    return kinds
