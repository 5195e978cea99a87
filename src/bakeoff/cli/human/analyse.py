"""`bakeoff human analyse`: systems ranked by judgments of people."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import click
from click.core import ParameterSource

from bakeoff.cli.human.analysed_judgments import (
    owed_by_teams,
    reused_answers,
    reused_phrases,
    with_judge_rules,
)
from bakeoff.cli.human.analysed_post_edits import (
    ONLY_HERE,
    PROTOCOL,
    SAYS_NOTHING,
    PostEditOptions,
    analyse_edits,
    tag_source,
)
from bakeoff.cli.human.analysed_post_edits import (
    TABLES as POST_EDIT_TABLES,
)
from bakeoff.cli.human.exported_scores import export_scores
from bakeoff.cli.human.judgment_files import GivenJudgments, judgments_arguments, teams_option
from bakeoff.cli.interface.drawing_files import write_drawings
from bakeoff.cli.interface.options import format_option, seed_option
from bakeoff.cli.interface.output import print_json, print_table, remark
from bakeoff.errors import BakeoffError, InputError

if TYPE_CHECKING:
    from bakeoff.human_eval import AgreementMeasure, HumanEvaluationResult
    from bakeoff.human_eval.analyses.agreement.preferences import Counting
    from bakeoff.human_eval.analyses.answer_shares import AnswerShares
    from bakeoff.human_eval.analyses.grades.segment_scores import Averaged
    from bakeoff.human_eval.analyses.grades.system_tests import Sides, SystemTest
    from bakeoff.human_eval.analyses.options import GroupName, IntervalKind, Repeats
    from bakeoff.human_eval.analyses.preferences.pair_tests import PreferenceTest
    from bakeoff.human_eval.protocols.observations import Unit
    from bakeoff.reports.human.tables import HumanTable
    from bakeoff.statistics import ClusterRule, Correction

_TABLES = ("ranking", "matrix", "pairs", "agreement", "judges", "times", "answers")


def _listed(_ctx: Any, _param: Any, value: str | None) -> tuple[str, ...]:
    return tuple(filter(None, map(str.strip, (value or "").split(","))))


@click.command("analyse")
@judgments_arguments
@click.option("--score", metavar="NAME", help="What ranks systems.  [default: the protocol's usual score]")
@click.option(
    "--prior",
    type=click.FloatRange(min=0),
    help="bradley-terry: this number of wins and losses of each system against an average one.  [default: 0]",
)
@click.option("--z/--raw", "standardised", default=None, help="Whether grades become z-scores of each judge first.")
@click.option(
    "--averaged",
    type=click.Choice(["segments", "grades"]),
    help="Means over segments, each the mean of its grades, or over single grades.  [default: segments]",
)
@click.option(
    "--majority/--single", "majority", default=None, help="Whether what most judges say of a pair counts as one answer."
)
@click.option(
    "--test",
    type=click.Choice(["rank-sum", "rank-sum-wmt", "signed-rank", "sign", "sign-w08", "randomization"]),
    help="Test of two systems.  [default: rank-sum for grades by segment, else randomization]",
)
@click.option(
    "--unit",
    type=click.Choice(["segment", "document", "judge"]),
    help="What tests and intervals take as independent.  [default: document where judges grade complete documents]",
)
@click.option(
    "--one-sided",
    "sides",
    flag_value="one-sided",
    help="Test grades in each direction.  [default: two-sided]",
)
@click.option("--trials", type=click.IntRange(min=1), help="Random trials of the test.  [default: 10000]")
@click.option(
    "--correct",
    "correction",
    type=click.Choice(["holm", "bh", "bonferroni", "none"]),
    help="How p-values are corrected for the number of pairs.  [default: holm]",
)
@click.option(
    "--level",
    type=click.FloatRange(0, 1, min_open=True, max_open=True),
    help="Largest p-value of a significant difference.  [default: 0.05]",
)
@click.option(
    "--clusters",
    type=click.Choice(["strict", "wmt", "neighbours"]),
    help="Where lines between clusters are drawn.  [default: strict]",
)
@click.option("--marks", metavar="LEVELS", help="Levels that have separate marks.  [default: 0.1,0.05,0.01]")
@click.option(
    "--interval",
    type=click.Choice(["normal", "bootstrap", "none"]),
    help="How intervals are made.  [default: normal for means, bootstrap for medians and comparisons]",
)
@click.option(
    "--confidence",
    type=click.FloatRange(0, 1, min_open=True, max_open=True),
    help="Share of all samples in which intervals hold the true value.  [default: 0.95]",
)
@click.option("--samples", type=click.IntRange(min=2), help="Bootstrap samples, or runs of TrueSkill.  [default: 1000]")
@click.option(
    "--measure",
    type=click.Choice(["kappa", "fleiss", "cohen", "krippendorff", "ties"]),
    help="Measure of agreement.  [default: kappa for comparisons, krippendorff for grades]",
)
@click.option("--counting", type=click.Choice(["textbook", "wmt"]), help="How pairs of answers are counted.")
@click.option(
    "--by", metavar="NAMES", callback=_listed, help="Rank apart by these.  [default: language_pair,test_set; all: none]"
)
@click.option("--systems", metavar="NAMES", callback=_listed, help="The systems there are; others are mistakes.")
@click.option(
    "--run",
    "runs",
    multiple=True,
    metavar="RUN",
    help="Outputs, where answers hold for identical ones of others, too (reuse), or complete ones; may be repeated.",
)
@click.option("-r", "--references", multiple=True, metavar="REF", help="Post-edits: references to compute TER with.")
@click.option("--metric", metavar="NAME", help="Post-edits: the edit rate, such as ter@sacrebleu.  [default: ter]")
@click.option("--tags", metavar="TAGS", help="Post-edits: count edits by tag: inline, or hanta,language=de.")
@click.option(
    "--earlier",
    nargs=2,
    multiple=True,
    metavar="RUN EDITED",
    help="Post-edits: output and its post-edit of an earlier campaign; may be repeated.",
)
@click.option(
    "--constituents", metavar="FILE", help="Parts of sentences: answers hold for all systems with the same phrase."
)
@teams_option
@click.option("--exclude", "rules_about_judges", multiple=True, metavar="RULE", help="Leave out judges who fail it.")
@click.option("--gold", metavar="FILE", help="Right answers of gold items, as judgments: the share per judge is shown.")
@click.option("--exclude-judges", metavar="NAMES", callback=_listed, help="Leave these judges out.")
@click.option(
    "--repeats",
    type=click.Choice(["agreement", "scores"]),
    help="What repeats serve: agreement alone, or scores, too.  [default: agreement]",
)
@click.option("--longest", type=click.FloatRange(min=0), help="Longer screens do not count for times.  [default: 300]")
@seed_option
@click.option("--svg", metavar="DIR", type=click.Path(path_type=Path), help="Also draw figures into this folder.")
@click.option(
    "--export", type=click.Choice(["scores"]), help="Also write scores of systems and segments into human-scores/."
)
@click.option(
    "--table",
    "tables",
    multiple=True,
    type=click.Choice([*_TABLES, *POST_EDIT_TABLES]),
    help="Print this table; may be repeated.",
)
@format_option
@click.pass_context
def analyse(
    context: click.Context,
    *,
    given: GivenJudgments,
    score: str | None,
    prior: float | None,
    standardised: bool | None,
    averaged: Averaged | None,
    majority: bool | None,
    test: SystemTest | PreferenceTest | None,
    unit: Unit | None,
    sides: Sides | None,
    trials: int | None,
    correction: Correction | None,
    level: float | None,
    clusters: ClusterRule | None,
    marks: str | None,
    interval: IntervalKind | None,
    confidence: float | None,
    samples: int | None,
    measure: AgreementMeasure | None,
    counting: Counting | None,
    by: tuple[str, ...],
    systems: tuple[str, ...],
    runs: Sequence[str],
    references: Sequence[str],
    metric: str | None,
    tags: str | None,
    earlier: Sequence[tuple[str, str]],
    constituents: str | None,
    teams: Sequence[str],
    rules_about_judges: Sequence[str],
    gold: str | None,
    exclude_judges: tuple[str, ...],
    repeats: Repeats | None,
    longest: float | None,
    seed: int,
    svg: Path | None,
    export: str | None,
    tables: Sequence[str],
    output_format: str,
) -> None:
    """Rank systems by what judges answered.

    \b
    bakeoff human analyse judgments.jsonl
    bakeoff human analyse judgments.jsonl --score trueskill --table ranking --table matrix
    bakeoff human analyse wmt15.xml --language-pair fin-eng --score trueskill-wmt15
    bakeoff human analyse direct.csv --test rank-sum-wmt --clusters wmt --correct none --exclude attention
    bakeoff human analyse grades.jsonl --rules iwslt2005 --evaluation fluency --format json
    bakeoff human analyse post-edits.jsonl --run uedin.txt --run kit.txt -r reference.txt

    Ranks, scores with intervals, tests of all pairs, clusters, agreement, judges and times. Files are those of
    Bakeoff (JSON Lines, CSV), of WMT, Appraise, MQM; all rows are checked before anything is computed.
    """
    from bakeoff.human_eval import HumanAnalysis, analyse_judgments, analysis_by_rules, marks_of
    from bakeoff.human_eval.analyses.answer_shares import OffersChoices, shares_in
    from bakeoff.human_eval.protocols.registry import find_protocol
    from bakeoff.reports import human_figures

    are_post_edits = (given.protocol or given.judgments[0].protocol) == PROTOCOL
    _check_options(context, post_edits=are_post_edits)
    if are_post_edits:
        asked = PostEditOptions(
            runs=runs,
            references=references,
            earlier=earlier,
            changes={
                "metric": metric,
                "tags": tag_source(tags),
                "level": level,
                "trials": trials,
                "correction": correction,
                "confidence": confidence,
                "samples": samples,
                "unit": unit,
                "excluded": frozenset(exclude_judges),
                "seed": seed,
            },
        )
        analyse_edits(given, asked, tables, output_format)
        return
    judgments, rulebook, settings = given.judgments, given.rules, given.settings
    if runs:
        judgments = reused_answers(judgments, runs, rulebook)
    elif rulebook is not None and rulebook.reuse:
        remark("Answers hold for identical outputs of other systems, too (reuse): give outputs by --run.")
    if constituents is not None:
        judgments = reused_phrases(judgments, constituents)
    usual = analysis_by_rules(rulebook) if rulebook is not None else HumanAnalysis()
    analysis = usual.with_choices(
        score=score,
        prior=prior,
        standardised=standardised,
        averaged=averaged,
        majority=majority,
        test=test,
        unit=unit,
        sides=sides,
        repeats=repeats,
        trials=trials,
        correction=correction,
        level=level,
        clusters=clusters,
        marks=None if marks is None else marks_of([_level(each) for each in marks.split(",")]),
        interval=interval,
        confidence=confidence,
        samples=samples,
        measure=measure,
        counting=counting,
        by=None if not by else () if by == ("all",) else cast("tuple[GroupName, ...]", by),
        excluded=frozenset(exclude_judges) if exclude_judges else None,
        longest_seconds=longest,
        seed=seed,
    )
    if rules_about_judges or gold is not None:
        analysis = with_judge_rules(analysis, rules_about_judges, replace(given, judgments=judgments), gold)
    owed = owed_by_teams(rulebook, teams, judgments) if teams else ()
    result = analyse_judgments(
        judgments, protocol=given.protocol, settings=settings, systems=systems or None, analysis=analysis
    )
    for text in _remarks(result):
        remark(text)
    if svg is not None:
        write_drawings(svg, human_figures(result))
    if export is not None:
        export_scores(replace(given, judgments=judgments), analysis, result)
    protocol = find_protocol(result.protocol, given.settings)
    shares = shares_in(judgments, protocol, analysis, result) if isinstance(protocol, OffersChoices) else ()
    if output_format == "json":
        from bakeoff.reports import answers_json, human_json, owed_json

        more = ({"answers": answers_json(shares)} if shares else {}) | ({"owed": owed_json(owed)} if owed else {})
        print_json({**human_json(result), **more})
        return
    _print(result, tables, output_format, shares)
    if owed and output_format not in ("tsv", "csv"):
        from bakeoff.reports import owed_table

        sys.stdout.write("\n")
        print_table(owed_table({rulebook.id if rulebook else "": owed}), output_format)


def _check_options(context: click.Context, *, post_edits: bool) -> None:
    """Refuses options that say nothing about these judgments."""
    for parameter in context.command.params:
        name = parameter.name or ""
        said = context.get_parameter_source(name) == ParameterSource.COMMANDLINE
        if said and (name in SAYS_NOTHING if post_edits else name in ONLY_HERE):
            what = "post-edits" if post_edits else "these judgments: it is for post-edits"
            raise BakeoffError(f"{parameter.opts[-1]} says nothing about {what}: leave it out.")


def _level(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise InputError(expected="levels as numbers, 0.05,0.01", found=repr(text)) from None


def _remarks(result: HumanEvaluationResult) -> list[str]:
    remarks = [f"{result.passed:,} screens were passed by."] if result.passed else []
    remarks += [f"{result.superseded:,} answers were given again; the latest count."] if result.superseded else []
    left_out = [each for each in result.judges if each.is_excluded]
    if left_out:
        names = ", ".join(each.judge for each in left_out)
        remarks.append(f"Left out: {names}. The table of judges says why; JSON has the rankings with everyone.")
    return remarks


def _print(
    result: HumanEvaluationResult, tables: Sequence[str], output_format: str, shares: Sequence[AnswerShares]
) -> None:
    from bakeoff.reports import answers_table, human_tables

    one = output_format in ("tsv", "csv")
    if strange := [name for name in tables if name not in _TABLES]:
        raise InputError(expected=f"tables of these judgments: {', '.join(_TABLES)}", found=", ".join(strange))
    if "answers" in tables and not shares:
        raise InputError(
            expected="judgments by yes, no or not sure, which have shares of answers", found=result.protocol
        )
    usual = ("ranking",) if one else ("ranking", *(("answers",) if shares else ()), "matrix", "agreement", "judges")
    chosen = tables or usual
    if one and len(chosen) > 1:
        raise InputError(expected="one table where the format holds one", found=f"{len(chosen)} tables")
    shown = [
        table
        for name in chosen
        for table in (
            [answers_table(shares)] if name == "answers" else human_tables(result, cast("HumanTable", name), one=one)
        )
    ]
    for number, table in enumerate(shown):
        if number:
            sys.stdout.write("\n")
        print_table(table, output_format)
