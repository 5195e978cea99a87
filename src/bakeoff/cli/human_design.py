"""`bakeoff human design` and `collect`: who judges what, and the answers of those who judged without a connection."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import click

from bakeoff.cli.judged_texts import GivenTexts
from bakeoff.cli.mistakes import mistakes_option
from bakeoff.cli.options import SpreadingCommand, format_option, print_json, print_table, remark, seed_option
from bakeoff.errors import BakeoffError

if TYPE_CHECKING:
    from bakeoff.evaluation import JudgedTexts
    from bakeoff.rulebook.schema.human import HumanEvaluation


@click.command("design", cls=SpreadingCommand)
@click.argument("rulebook", metavar="RULEBOOK")
@click.argument("evaluations", nargs=-1, required=True, metavar="EVALUATION…")
@click.option(
    "-s", "--source", "sources", multiple=True, metavar="SRC", help="Source text; one for each language pair."
)
@click.option("--run", "runs", multiple=True, metavar="RUN", help="Output of a system; may be repeated.")
@click.option("-r", "--references", multiple=True, metavar="REF…", help="References.")
@click.option("--language-pair", metavar="ID", help="Language pair of the texts.  [default: what the files say]")
@click.option("--test-set", metavar="ID", help="Test set of the texts.  [default: what the files say]")
@click.option("--systems", type=click.IntRange(min=1), help="Plan without texts: so many systems (of each direction).")
@click.option("--segments", type=click.IntRange(min=1), help="Plan without texts: so many segments.")
@click.option("--judges", metavar="N|NAMES", help="How many judges, or their names.  [default: what the rulebook says]")
@click.option(
    "--screens", type=click.IntRange(min=1), help="Screens of a judge at most.  [default: until all is judged]"
)
@click.option("--hide", "hidden", multiple=True, metavar="JUDGE=SYSTEM", help="A system that a judge must not see.")
@click.option("--match", "matches", multiple=True, metavar="A,B", help="Judge this pair; may be repeated.")
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
    matches: Sequence[str],
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
        write_packages,
        write_plan,
    )
    from bakeoff.human_eval.designs.verification import verify_design
    from bakeoff.reports import plan_json, plan_table
    from bakeoff.rulebook import read_rulebook

    book = read_rulebook(rulebook)
    rules = {name: human_evaluation(book, name) for name in evaluations}
    given = GivenTexts(
        sources=sources, runs=runs, references=references, language_pair=language_pair, test_set=test_set
    )
    judged = _judged(given, rules, (systems, segments))
    pairs = [_pair(each) for each in matches] or None
    designs = {name: design_evaluation(each, judged[name], matches=pairs, seed=seed) for name, each in rules.items()}
    for name, each in rules.items():
        if each.gold:
            remark(f"{name}: the plan has no gold items; their answers must be known first.")
        for other in (*each.mixed_with, *([each.after] if each.after else [])):
            if other not in designs:
                remark(f"{name} goes with {other}, which is not planned here.")
    names = _judges(judges, [each.judge_count for each in rules.values()])
    planned = deal_out(designs, rules, names, screens=screens, excluded=_hidden(hidden, names), seed=seed)
    plan = planned_judgments(planned, designs)
    if output is not None:
        write_plan(plan, output)
    if offline is not None:
        shown = {
            name: ShownTexts(
                designs[name],
                judged[name],
                protocol_by_rules(each),
                rules=each,
                specification=book.evaluation.specifications[0],
            )
            for name, each in rules.items()
        }
        packages = write_packages(plan, [shown[each.evaluation].screen(each.assignment) for each in planned], offline)
        remark(f"Wrote {len(packages)} packages into {offline}.")
    balances = {
        name: verify_design(each, [p.assignment for p in planned if p.evaluation == name])
        for name, each in designs.items()
    }
    if output_format == "json":
        print_json(plan_json(balances))
    else:
        print_table(plan_table(balances), output_format)


@click.command("collect")
@click.argument("plan", metavar="PLAN")
@click.argument("answers", nargs=-1, required=True, metavar="ANSWERS…")
@click.option("--rules", metavar="RULEBOOK", help="Rulebook of the plan: its scales and labels.")
@click.option("--evaluation", metavar="ID", help="Only answers of this human evaluation.  [default: all]")
@click.option("-o", "--output", default="-", metavar="FILE", help="Where judgments go.  [default: standard output]")
@mistakes_option
def collect(*, plan: str, answers: Sequence[str], rules: str | None, evaluation: str | None, output: str) -> None:
    """Make judgments of the answers that judges handed back.

    \b
    bakeoff human collect plan.jsonl out/*/answers.jsonl -o judgments.jsonl
    bakeoff human collect plan.jsonl out/*/answers.jsonl --rules iwslt2005 --evaluation fluency -o fluency.jsonl

    PLAN is what bakeoff human design wrote by -o. Every mistake in the answers is named and nothing is written then.
    """
    from bakeoff.evaluation import collect_answers, human_evaluation, settings_by_rules
    from bakeoff.formats.judgments import read_judgments, write_judgments
    from bakeoff.human_eval.checking import check_judgments
    from bakeoff.rulebook import read_rulebook

    judgments, missing = collect_answers(read_judgments(plan), answers)
    judgments = tuple(each for each in judgments if evaluation in (None, each.campaign))
    if not judgments:
        raise BakeoffError("no screen is answered: judges write their answers into answers.jsonl.")
    book = read_rulebook(rules) if rules is not None else None
    for name, protocol in dict.fromkeys((each.campaign, each.protocol) for each in judgments):
        settings = settings_by_rules(human_evaluation(book, name)) if book is not None else None
        own = [each for each in judgments if (each.campaign, each.protocol) == (name, protocol)]
        check_judgments(own, protocol=protocol, settings=settings)
    write_judgments(judgments, output)
    remark(f"{len(judgments):,} answers; {missing:,} screens are not answered yet.")


def _judged(
    given: GivenTexts, rules: Mapping[str, HumanEvaluation], counts: tuple[int | None, int | None]
) -> dict[str, Sequence[JudgedTexts]]:
    """What each evaluation is about."""
    from bakeoff.evaluation import imagined_texts, texts_judged

    systems, segments = counts
    if systems is not None and segments is not None:
        if given.runs:
            raise BakeoffError("--systems and --segments plan without texts: leave the runs out.")
        return {
            name: [
                imagined_texts(systems, segments, language_pair=pair)
                for pair in (each.language_pairs if each.mixed_sources else [""])
            ]
            for name, each in rules.items()
        }
    if not given.runs:
        raise BakeoffError(
            "no output was named: give runs by --run, or --systems and --segments to plan without texts."
        )
    texts = given.read()
    if len(texts) == 1:  # what its language pair is called is the files' affair
        return dict.fromkeys(rules, texts)
    judged = {name: texts_judged(each, texts) for name, each in rules.items()}
    for name, own in judged.items():
        if left_out := [each.language_pair for each in texts if each not in own]:
            remark(f"{name} is not about {', '.join(left_out)}: left out there.")
    return {**judged}


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


def _hidden(given: Sequence[str], judges: Sequence[str]) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for text in given:
        judge, equals, system = text.partition("=")
        if not equals or judge not in judges:
            raise BakeoffError(f"what is hidden is written JUDGE=SYSTEM with one of the judges; found {text!r}.")
        found.setdefault(judge, set()).add(system)
    return found
