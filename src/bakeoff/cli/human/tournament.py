"""`bakeoff tournament`: which pairs must be judged, and what place each system gets."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from bakeoff.cli.human.judgment_files import (
    counted_by_rules,
    language_pairs_option,
    mistakes_option,
    of_language_pairs,
    read_all_judgments,
    rules_of,
    settings_of,
)
from bakeoff.cli.interface.options import format_option, seed_option, trials_option
from bakeoff.cli.interface.output import print_json, print_table, remark
from bakeoff.cli.interface.rules import rules_option
from bakeoff.errors import BakeoffError

if TYPE_CHECKING:
    from bakeoff.data.matches import MatchResult
    from bakeoff.evaluation import TournamentResult, TournamentRules
    from bakeoff.formats import ScoreFile
    from bakeoff.rulebook.schema.human import HumanEvaluation
    from bakeoff.tournaments import Kind, TieRule


@click.command("tournament")
@click.argument("kind", required=False, type=click.Choice(["round-robin", "dskoc", "swiss"]))
@rules_option("Rulebook that says how it is played.")
@click.option("--evaluation", metavar="ID", help="Human evaluation of the rulebook, where it has several.")
@click.option("--seeds", metavar="FILE", help="Systems and the scores that seed them: system,score.")
@click.option("--seed-column", metavar="NAME", help="Column of the seeds with the scores.  [default: score]")
@click.option(
    "--lower-is-better",
    is_flag=True,
    help="The lowest score is the best seed, as with TER.",
)
@click.option("--run", "runs", multiple=True, metavar="RUN", help="Seed by the rulebook's metric: output of a system.")
@click.option("-r", "--reference", "references", multiple=True, metavar="REF", help="Reference of the runs.")
@click.option("-s", "--source", metavar="SRC", help="Source text of the runs.")
@click.option(
    "--matches",
    multiple=True,
    metavar="FILE",
    help="Results: a,b,a_wins,b_wins and perhaps more, or a head-to-head table; may be repeated.",
)
@click.option("--judgments", multiple=True, metavar="FILE", help="Judgments that compare two outputs; may be repeated.")
@language_pairs_option
@click.option(
    "--earlier", multiple=True, metavar="FILE", help="Results of earlier campaigns, which count; may be repeated."
)
@click.option("--percent", is_flag=True, help="Wins are percentages of the segments.")
@click.option(
    "--segments", type=click.IntRange(min=1), help="Segments of a match, where a row does not say its own number."
)
@click.option(
    "--ties",
    type=click.Choice(["judgments", "draw"]),
    help="A tied match goes to more single judgments, then to the better seed; or it is a draw.  [default: judgments]",
)
@click.option("--qualifiers", type=click.IntRange(min=1), help="dskoc: stop when the best N are known.")
@click.option("--joined-by", metavar="FILE", help="Seeds of systems that join the qualifiers in a second tournament.")
@click.option("--rounds", type=click.IntRange(min=1), help="swiss: number of rounds.  [default: as a knockout]")
@trials_option
@seed_option
@click.option("--svg", metavar="FILE", help="Also draw the tournament; the second one where there is one.")
@click.option(
    "--table",
    "which",
    type=click.Choice(["ranking", "matches"]),
    help="Print this table only; in TSV and CSV, which hold one, the ranking by default.",
)
@mistakes_option
@format_option
def command(
    *,
    kind: Kind | None,
    rules: str | None,
    evaluation: str | None,
    seeds: str | None,
    seed_column: str | None,
    lower_is_better: bool,
    runs: Sequence[str],
    references: Sequence[str],
    source: str | None,
    matches: Sequence[str],
    judgments: Sequence[str],
    language_pairs: Sequence[str],
    earlier: Sequence[str],
    percent: bool,
    segments: int | None,
    ties: TieRule | None,
    qualifiers: int | None,
    joined_by: str | None,
    rounds: int | None,
    trials: int,
    seed: int,
    svg: str | None,
    which: str | None,
    output_format: str,
) -> None:
    """Rank systems by matches of two, and say which to judge next.

    \b
    bakeoff tournament dskoc --seeds seeds.csv
    bakeoff tournament dskoc --seeds seeds.csv --matches matches.csv --svg bracket.svg
    bakeoff tournament dskoc --seeds seeds.csv --matches matches.csv --earlier last-year.csv --percent --segments 400
    bakeoff tournament round-robin --matches matches.csv --format json
    bakeoff tournament --rules iwslt2012 --evaluation ted-slt --seeds seeds.csv --judgments judgments.jsonl
    bakeoff tournament --rules iwslt2012 --evaluation ted-slt --run runs/a.xml --run runs/b.xml -r references.xml

    A pair is judged once: where it meets again, its result counts again. Call the command after each result, and it
    says what to judge next.
    """
    if [seeds, joined_by, *matches, *earlier, *judgments].count("-") > 1:
        raise BakeoffError("standard input can be read only once: name - for one file and give the others by name.")

    from bakeoff.evaluation import run_tournament, seeding_measure
    from bakeoff.formats import read_matches, read_scores

    own = rules_of(rules, evaluation)
    played = _rules(kind, own, ties=ties, qualifiers=qualifiers, rounds=rounds)
    read = [[r for path in paths for r in read_matches(path, percent=percent, segments=segments)]
            for paths in (matches, earlier)]  # fmt: skip
    measure = seeding_measure(own.tournament) if own is not None and own.tournament is not None else None
    name = None if measure is None else measure.name
    files = [None if path is None else read_scores(path, column=seed_column, name=name) for path in (seeds, joined_by)]
    if runs:
        if files[0] is not None or name is None or rules is None:
            raise BakeoffError("runs seed a tournament by the metric of its rulebook (seeded_by), without --seeds.")
        files[0] = _seeds(name, rules, runs, references, source)
    for text in (text for file in files if file is not None for text in file.remarks):
        remark(text)
    result = run_tournament(
        played,
        [*read[0], *_judged(judgments, language_pairs, own, rules, trials=trials, seed=seed)],
        seeds=files[0],
        best="lowest" if lower_is_better else "highest" if measure is None else measure.best,
        earlier=read[1],
        joined_by=files[1],
        trials=trials,
        seed=seed,
    )
    for text in result.remarks:
        remark(text)
    if svg is not None:
        _draw(result, svg)
    _print(result, which, output_format)


def _seeds(metric: str, rulebook: str, runs: Sequence[str], references: Sequence[str], source: str | None) -> ScoreFile:
    """The scores of the runs by the metric that seeds, under the first specification of the rulebook."""
    from bakeoff.evaluation import seeds_of_runs
    from bakeoff.formats import name_apart, read_references, read_runs, read_source
    from bakeoff.rulebook import read_rulebook

    seeds = seeds_of_runs(
        metric,
        name_apart([run for path in runs for run in read_runs(path, on_remark=remark)]),
        [text for path in references for text in read_references(path)],
        source=read_source(source, on_remark=remark) if source else None,
        specification=read_rulebook(rulebook).evaluation.specifications[0],
    )
    listed = ", ".join(f"{row.system} {row.score:.2f}" for row in seeds.rows)
    remark(f"Seeds by {metric}: {listed}.")
    return seeds


def _rules(
    kind: Kind | None,
    own: HumanEvaluation | None,
    *,
    ties: TieRule | None,
    qualifiers: int | None,
    rounds: int | None,
) -> TournamentRules:
    """The rules of the rulebook, or of the kind named, with what was chosen on the command line."""
    from bakeoff.evaluation import TournamentRules, tournament_rules

    if own is not None and own.tournament is not None:
        base = tournament_rules(own.tournament)
        return replace(
            base,
            kind=kind or base.kind,
            ties=ties or base.ties,
            qualifiers=base.qualifiers if qualifiers is None else qualifiers,
            rounds=base.rounds if rounds is None else rounds,
        )
    if kind is None:
        raise BakeoffError("say how it is played: round-robin, dskoc or swiss, or --rules with a tournament in it.")
    rules = TournamentRules(kind, qualifiers=qualifiers, rounds=rounds)
    return rules if ties is None else replace(rules, ties=ties)


def _judged(
    paths: Sequence[str],
    language_pairs: Sequence[str],
    own: HumanEvaluation | None,
    rules: str | None,
    *,
    trials: int,
    seed: int,
) -> Sequence[MatchResult]:
    """The results that judgments come to."""
    if not paths:
        if language_pairs:
            raise BakeoffError("--language-pair chooses judgments: give them by --judgments.")
        return ()

    from bakeoff.evaluation import match_results_of

    judgments = of_language_pairs(counted_by_rules(read_all_judgments(paths), own, rules), language_pairs)
    return match_results_of(judgments, settings=settings_of(own, None), trials=trials, seed=seed)


def _print(result: TournamentResult, which: str | None, output_format: str) -> None:
    from bakeoff.reports import matches_table, tournament_json, tournament_ranking_table

    if output_format == "json":
        print_json(tournament_json(result))
        return
    if which is None and output_format in ("tsv", "csv"):
        which = "ranking"
    makers = {"ranking": tournament_ranking_table, "matches": matches_table}
    plans = [result.plan] if result.second is None else [result.plan, result.second]
    if output_format in ("tsv", "csv") and len(plans) == 2:
        from bakeoff.reports import stack_tables

        tables = {name: makers[which or "ranking"](plan) for name, plan in zip(("first", "second"), plans, strict=True)}
        print_table(stack_tables(tables, heading="tournament"), output_format)
        return
    suffixes = ("", ": second tournament") if len(plans) == 2 else ("",)
    shown = [
        replace(table := make(plan), title=table.title + suffix)
        for plan, suffix in zip(plans, suffixes, strict=True)
        for name, make in makers.items()
        if which == name or (which is None and (name == "ranking" or plan.played))
    ]
    for number, table in enumerate(shown):
        if number:
            sys.stdout.write("\n")
        print_table(table, output_format)


def _draw(result: TournamentResult, path: str) -> None:
    from pathlib import Path

    from bakeoff.formats.targets import unwritable_refused
    from bakeoff.reports import bracket_svg

    with unwritable_refused(path):
        Path(path).write_text(bracket_svg(result.second or result.plan), encoding="utf-8")
