"""`bakeoff human design`: who judges what."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from bakeoff.cli.human.judged_texts import GivenTexts, judged_texts, known_entrants, texts_of_evaluations
from bakeoff.cli.human.judgment_files import teams_of, teams_option
from bakeoff.cli.interface.completions import complete_rulebooks
from bakeoff.cli.interface.options import format_option, seed_option
from bakeoff.cli.interface.output import print_json, print_table, remark
from bakeoff.cli.interface.spreading import SpreadingCommand
from bakeoff.errors import BakeoffError

if TYPE_CHECKING:
    from bakeoff.human_eval import EvaluationPlan


@click.command("design", cls=SpreadingCommand)
@click.argument("rulebook", metavar="RULEBOOK", shell_complete=complete_rulebooks)
@click.argument("evaluations", nargs=-1, required=True, metavar="EVALUATION…")
@click.option("-s", "--source", "sources", multiple=True, metavar="SRC", help="Source text, of each language pair.")
@click.option("--run", "runs", multiple=True, metavar="RUN", help="Output of a system; may be repeated.")
@click.option("-r", "--references", multiple=True, metavar="REF…", help="References.")
@click.option("--constituents", metavar="FILE", help="Parts of sentences to judge, by bakeoff human constituents.")
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
@click.option(
    "--seconds",
    type=click.FloatRange(0, min_open=True),
    metavar="N",
    help="What a screen takes a judge, for the hours.  [default: as published for the protocol]",
)
@click.option(
    "--hourly-pay", type=click.FloatRange(0, min_open=True), metavar="AMOUNT", help="Also print what the hours cost."
)
@click.option("-o", "--output", metavar="FILE", help="Write the plan: who sees what, as JSON Lines.")
@click.option("--appraise", metavar="FILE", help="Also write the plan as batches of Appraise: one for each judge.")
@click.option("--pearmut", metavar="FILE", help="Also write the plan as a campaign of Pearmut.")
@click.option("--edit-files", metavar="DIR", help="Post-editing: also write a file for the tool of each translator.")
@click.option(
    "--edit-format",
    type=click.Choice(["xliff-2.1", "xliff-1.2", "tmx", "bilingual-tsv"]),
    default="xliff-2.1",
    show_default=True,
    help="Format of these files.",
)
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
    constituents: str | None,
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
    seconds: float | None,
    hourly_pay: float | None,
    output: str | None,
    appraise: str | None,
    pearmut: str | None,
    edit_files: str | None,
    edit_format: str,
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
    from bakeoff.formats.judgments import read_judgments
    from bakeoff.human_eval import PlanOptions, human_evaluation, plan_evaluations, write_packages, write_plan
    from bakeoff.human_eval.designs.constituents.item_files import read_constituents
    from bakeoff.reports import owed_table, plan_json, plan_table
    from bakeoff.rulebook import read_rulebook

    if gold_share is not None and gold is None:
        raise BakeoffError("--gold-share says how many gold items are dealt: give them by --gold.")
    book = read_rulebook(rulebook)
    rules = {name: human_evaluation(book, name) for name in evaluations}
    given = GivenTexts(
        sources=sources, runs=runs, references=references, language_pair=language_pair, test_set=test_set
    )
    given_texts = texts_of_evaluations(given, rules, (systems, segments))
    if constituents is not None:
        given_texts = {name: read_constituents(constituents, own) for name, own in given_texts.items()}
    known_systems = known_entrants(entrants, [text for own in given_texts.values() for text in own])
    texts = {
        name: [judged_texts(book, each, text, known_systems, scores) for text in given_texts[name]]
        for name, each in rules.items()
    }
    options = PlanOptions(
        judges=_judges(judges),
        screens=screens,
        hidden=_named(hidden, "what is hidden is written JUDGE=SYSTEM"),
        chosen=_named(chosen, "a choice is written JUDGE=LANGUAGE_PAIR or JUDGE=TEST_SET"),
        teams=teams_of(teams),
        entrants=known_systems or (),
        matches=[_pair(each) for each in matches] or None,
        gold=read_judgments(gold) if gold is not None else (),
        gold_share=gold_share,
        judged=[judgment for path in judged for judgment in read_judgments(path)],
        seed=seed,
        campaign=book.campaign.id,
        specification=book.evaluation.specifications[0],
    )
    plan = plan_evaluations(rules, texts, options=options)
    for text in plan.remarks:
        remark(text)
    if output is not None:
        write_plan(plan.judgments, output)
    if appraise is not None or pearmut is not None:
        _write_elsewhere(plan, appraise=appraise, pearmut=pearmut, name=book.campaign.id, seed=seed)
    if edit_files is not None:
        from bakeoff.human_eval.designs.edit_files import files_to_edit, write_edit_files

        files = files_to_edit(plan.judgments, plan.shown_screens())
        written = write_edit_files(files, edit_files, edit_format)
        remark(f"Wrote {len(written)} files to edit into {edit_files}.")
    if offline is not None:
        packages = write_packages(plan.judgments, plan.shown_screens(), offline)
        remark(f"Wrote {len(packages)} packages into {offline}.")
    workloads = plan.workloads(seconds=seconds)
    if output_format == "json":
        print_json(plan_json(plan.balances, plan.owed, workloads, hourly_pay=hourly_pay))
        return
    print_table(plan_table(plan.balances, workloads, hourly_pay=hourly_pay), output_format)
    if any(plan.owed.values()) and output_format not in ("tsv", "csv"):
        sys.stdout.write("\n")
        print_table(owed_table(plan.owed), output_format)


def _write_elsewhere(plan: EvaluationPlan, *, appraise: str | None, pearmut: str | None, name: str, seed: int) -> None:
    """Writes the plan for other tools, and says what these have no place for."""
    from bakeoff.formats.judgments.appraise.batch_plans import write_batches
    from bakeoff.formats.judgments.pearmut_campaigns import PLANNED_CONTROLS, write_campaign
    from bakeoff.formats.targets import write_target
    from bakeoff.human_eval import asked_screens

    screens = asked_screens(plan.judgments, plan.shown_screens())
    if appraise is not None:
        write_target(write_batches(screens, seed=seed).encode(), appraise)
    if pearmut is not None:
        write_target(write_campaign(screens, name=name).encode(), pearmut)
        if left_out := sum(each.judgment.control not in PLANNED_CONTROLS for each in screens):
            remark(f"{pearmut}: Pearmut has no place for {left_out:,} repeats and gold items. These are left out.")


def _pair(text: str) -> tuple[str, str]:
    first, comma, second = text.partition(",")
    if not comma or not first or not second:
        raise BakeoffError(f"a match is written A,B; found {text!r}.")
    return first, second


def _judges(given: str | None) -> tuple[str, ...] | int | None:
    """Names, or how many there are."""
    if given is None or given.isdigit():
        return None if given is None else int(given)
    return tuple(dict.fromkeys(filter(None, map(str.strip, given.split(",")))))


def _named(given: Sequence[str], written: str) -> dict[str, set[str]]:
    """The teams of judges: `ann=aster`."""
    names: dict[str, set[str]] = {}
    for text in given:
        judge, _, name = text.partition("=")
        if not judge or not name:
            raise BakeoffError(f"{written}; found {text!r}.")
        names.setdefault(judge, set()).add(name)
    return names
