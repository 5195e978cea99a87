"""`bakeoff human design`: who judges what."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import click

from bakeoff.cli.judged_texts import GivenTexts, judged_texts, known_entrants, texts_of_evaluations
from bakeoff.cli.judgments import teams_of, teams_option
from bakeoff.cli.options import SpreadingCommand, format_option, print_json, print_table, remark, seed_option
from bakeoff.errors import BakeoffError

if TYPE_CHECKING:
    from bakeoff.data.entrants import Entrant
    from bakeoff.data.judgments import Judgment
    from bakeoff.human_eval.designs.design import Design
    from bakeoff.rulebook.schema.human import HumanEvaluation


@click.command("design", cls=SpreadingCommand)
@click.argument("rulebook", metavar="RULEBOOK")
@click.argument("evaluations", nargs=-1, required=True, metavar="EVALUATION…")
@click.option("-s", "--source", "sources", multiple=True, metavar="SRC", help="Source text, of each language pair.")
@click.option("--run", "runs", multiple=True, metavar="RUN", help="Output of a system; may be repeated.")
@click.option("-r", "--references", multiple=True, metavar="REF…", help="References.")
@click.option("--language-pair", metavar="ID", help="Language pair of the texts.  [default: what the files say]")
@click.option("--test-set", metavar="ID", help="Test set of the texts.  [default: what the files say]")
@click.option(
    "--systems", type=click.IntRange(min=1), help="Plan without texts: number of systems (of each direction)."
)
@click.option("--segments", type=click.IntRange(min=1), help="Plan without texts: number of segments.")
@click.option("--judges", metavar="N|NAMES", help="How many judges, or their names.  [default: what the rulebook says]")
@click.option(
    "--screens", type=click.IntRange(min=1), help="Screens of a judge at most.  [default: until all is judged]"
)
@click.option("--hide", "hidden", multiple=True, metavar="JUDGE=SYSTEM", help="A system that a judge must not see.")
@click.option(
    "--choose", "chosen", multiple=True, metavar="JUDGE=ID", help="A language pair or test set that a judge chose."
)
@click.option("--entrants", metavar="FILE", help="What is known of systems: system,team,system_type,consents,baseline.")
@click.option("--scores", metavar="FILE", help="Scores of systems, where the rulebook has only the best judged.")
@teams_option
@click.option("--judged", multiple=True, metavar="FILE", help="Judgments so far: plan what is left; may be repeated.")
@click.option("--match", "matches", multiple=True, metavar="A,B", help="Judge this pair; may be repeated.")
@click.option(
    "--gold", metavar="FILE", help="Questions whose right answers are known, as judgments: dealt as gold items."
)
@click.option(
    "--gold-share",
    type=click.FloatRange(0, 1, min_open=True, max_open=True),
    help="Share of screens that are gold items.  [default: what the rulebook says]",
)
@click.option("-o", "--output", metavar="FILE", help="Write the plan: who sees what, as JSON Lines.")
@click.option("--offline", metavar="DIR", help="Also write a package for each judge: screens, and answers to fill in.")
@seed_option
@format_option
def design(
    *,
    rulebook: str,
    evaluations: Sequence[str],
    sources: Sequence[str],
    runs: Sequence[str],
    references: Sequence[str],
    language_pair: str | None,
    test_set: str | None,
    systems: int | None,
    segments: int | None,
    judges: str | None,
    screens: int | None,
    hidden: Sequence[str],
    chosen: Sequence[str],
    entrants: str | None,
    scores: str | None,
    teams: Sequence[str],
    judged: Sequence[str],
    matches: Sequence[str],
    gold: str | None,
    gold_share: float | None,
    output: str | None,
    offline: str | None,
    seed: int,
    output_format: str,
) -> None:
    """Plan human evaluations of a rulebook: who judges what.

    \b
    bakeoff human design iwslt2005 fluency --systems 5 --segments 100
    bakeoff human design wmt2008 ranking -s source.xml --run a.xml --run b.xml -r references.xml --judges ann,bob
    bakeoff human design iwslt2005 fluency adequacy -s source.xml --run a.xml --run b.xml -r ref.xml --offline out
    bakeoff human design wmt2008 all-english --run fr-en=a.xml --run de-en=b.xml -r reference.xml --judges 4

    Prints what was dealt, counted. Evaluations named together are dealt to the same judges, in batches and in the
    order that the rulebook says. Files of several language pairs are written fr-en=FILE, or say it themselves.
    """
    from bakeoff.evaluation import (
        ShownTexts,
        deal_out,
        design_evaluation,
        human_evaluation,
        planned_judgments,
        protocol_by_rules,
        shares_of_teams,
        write_packages,
        write_plan,
    )
    from bakeoff.evaluation.human.design.deals import judged_in, judges_without_gold
    from bakeoff.formats.judgments import read_judgments
    from bakeoff.human_eval.designs.judged import assignments_of
    from bakeoff.human_eval.designs.verification import verify_design
    from bakeoff.reports import owed_table, plan_json, plan_table
    from bakeoff.rulebook import read_rulebook

    book = read_rulebook(rulebook)
    rules = {name: human_evaluation(book, name) for name in evaluations}
    if gold_share is not None:
        if gold is None:
            raise BakeoffError("--gold-share says how many gold items are dealt: give them by --gold.")
        rules = {name: each.model_copy(update={"gold": gold_share}) for name, each in rules.items()}
    given = GivenTexts(
        sources=sources, runs=runs, references=references, language_pair=language_pair, test_set=test_set
    )
    given_texts = texts_of_evaluations(given, rules, (systems, segments))
    known_systems = known_entrants(entrants, [text for own in given_texts.values() for text in own])
    texts = {
        name: [judged_texts(book, each, text, known_systems, scores) for text in given_texts[name]]
        for name, each in rules.items()
    }
    pairs = [_pair(each) for each in matches] or None
    known = read_judgments(gold) if gold is not None else ()
    designs = {
        name: design_evaluation(each, texts[name], matches=pairs, gold=_gold(known, each), seed=seed)
        for name, each in rules.items()
    }
    for name, each in rules.items():
        _remark_gold(designs[name], each, _gold(known, each))
        for other in (*each.mixed_with, *([each.after] if each.after else [])):
            if other not in designs:
                remark(f"{name} goes with {other}, which is not planned here.")
    names = _judges(judges, [each.judge_count for each in rules.values()])
    team_of = teams_of(teams)
    hidden_from = _named(hidden, "what is hidden is written JUDGE=SYSTEM")
    dealt = {system for each in designs.values() for pool in each.pools for system in pool.systems}
    excluded = _with_own(hidden_from, team_of, [each for each in known_systems or () if each.system in dealt])
    before = [judgment for path in judged for judgment in read_judgments(path)]
    choices = _named(chosen, "a choice is written JUDGE=LANGUAGE_PAIR or JUDGE=TEST_SET")
    planned = deal_out(
        designs,
        rules,
        names,
        screens=screens,
        excluded=excluded,
        chosen=choices,
        judged=before,
        seed=seed,
    )
    _remark_without_gold(judges_without_gold(designs, rules, planned, excluded=excluded, chosen=choices))
    plan = planned_judgments(planned, designs)
    if output is not None:
        write_plan(plan, output)
    if offline is not None:
        shown = {
            name: ShownTexts(
                designs[name],
                texts[name],
                protocol_by_rules(each),
                rules=each,
                specification=book.evaluation.specifications[0],
            )
            for name, each in rules.items()
        }
        packages = write_packages(plan, [shown[each.evaluation].screen(each.assignment) for each in planned], offline)
        remark(f"Wrote {len(packages)} packages into {offline}.")
    balances = {
        name: verify_design(
            each,
            [
                *assignments_of(each, judged_in(name, before)),
                *(screen.assignment for screen in planned if screen.evaluation == name),
            ],
            excluded=excluded,
        )
        for name, each in designs.items()
    }
    owed = {
        name: shares_of_teams(each, team_of, planned=[p for p in plan if p.campaign == name])
        for name, each in rules.items()
    }
    if output_format == "json":
        print_json(plan_json(balances, owed))
        return
    print_table(plan_table(balances), output_format)
    if any(owed.values()) and output_format not in ("tsv", "csv"):
        sys.stdout.write("\n")
        print_table(owed_table(owed), output_format)


def _remark_gold(design: Design, rules: HumanEvaluation, known: Sequence[Judgment]) -> None:
    from bakeoff.human_eval.designs.gold_items import unplanned_gold

    if rules.gold and not design.gold_items:
        remark(f"{rules.id}: the plan has no gold items; give those whose answers are known by --gold.")
    if left_out := unplanned_gold(design, known):
        remark(f"{rules.id}: {left_out:,} gold items are about segments or systems that the plan does not have.")


def _remark_without_gold(judges: Mapping[str, Sequence[str]]) -> None:
    for evaluation, names in judges.items():
        remark(
            f"{evaluation}: no gold item can be dealt to {', '.join(names)}: each shows a system that is hidden from "
            "them and too few others, or is in a language pair or test set that they did not choose. Give gold items "
            "about other systems by --gold."
        )


def _gold(known: Sequence[Judgment], rules: HumanEvaluation) -> list[Judgment]:
    """The known answers of one evaluation: those of its protocol."""
    return [each for each in known if each.protocol == rules.protocol]


def _pair(text: str) -> tuple[str, str]:
    first, comma, second = text.partition(",")
    if not comma or not first or not second:
        raise BakeoffError(f"a match is written A,B; found {text!r}.")
    return first, second


def _judges(given: str | None, counts: Sequence[int | None]) -> tuple[str, ...]:
    if given is not None and not given.isdigit():
        return tuple(dict.fromkeys(filter(None, map(str.strip, given.split(",")))))
    count = int(given) if given is not None else next((each for each in counts if each is not None), None)
    if not count:
        raise BakeoffError("the rulebook does not say how many judges there are: give --judges.")
    digits = len(str(count))
    return tuple(f"judge{number:0{digits}}" for number in range(1, count + 1))


def _named(given: Sequence[str], written: str) -> dict[str, set[str]]:
    """What is said of judges: `ann=aster`."""
    found: dict[str, set[str]] = {}
    for text in given:
        judge, _, name = text.partition("=")
        if not judge or not name:
            raise BakeoffError(f"{written}; found {text!r}.")
        found.setdefault(judge, set()).add(name)
    return found


def _with_own(hidden: dict[str, set[str]], teams: dict[str, str], entrants: Sequence[Entrant]) -> dict[str, set[str]]:
    """What is hidden from judges, the systems of their own teams among it."""
    for judge, team in teams.items():
        own = {each.system for each in entrants if each.team == team}
        if own:
            hidden.setdefault(judge, set()).update(own)
    return hidden
