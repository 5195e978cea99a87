"""`bakeoff human collect`: the answers of offline judges."""

from __future__ import annotations

from collections.abc import Sequence

import click

from bakeoff.cli.human.judgment_files import mistakes_option, teams_of, teams_option
from bakeoff.cli.interface.output import remark
from bakeoff.cli.interface.rules import rules_option
from bakeoff.errors import BakeoffError


@click.command("collect")
@click.argument("plan", metavar="PLAN")
@click.argument("answers", nargs=-1, required=True, metavar="ANSWERS…")
@rules_option("Rulebook of the plan: its scales and labels.")
@click.option("--evaluation", metavar="ID", help="Only answers of this human evaluation.  [default: all]")
@teams_option
@click.option(
    "--sent",
    metavar="DIR",
    help="Post-editing: the files as bakeoff human design wrote them; ANSWERS are XLIFF, TMX or tables then.",
)
@click.option("--partial", is_flag=True, help="Post-editing: files may be unfinished.")
@click.option("-o", "--output", default="-", metavar="FILE", help="Where judgments go.  [default: standard output]")
@mistakes_option
def collect(
    *,
    plan: str,
    answers: Sequence[str],
    rules: str | None,
    evaluation: str | None,
    teams: Sequence[str],
    sent: str | None,
    partial: bool,
    output: str,
) -> None:
    """Make judgments of the answers of judges.

    \b
    bakeoff human collect plan.jsonl out/*/answers.jsonl -o judgments.jsonl
    bakeoff human collect plan.jsonl out/*/answers.jsonl --rules iwslt2005 --evaluation fluency -o fluency.jsonl
    bakeoff human collect plan.jsonl edited/*.xlf --sent files -o post-edits.jsonl

    PLAN is what bakeoff human design wrote by -o. Every mistake in the answers is named and nothing is written then.
    """
    from bakeoff.formats.judgments import read_judgments, write_judgments
    from bakeoff.human_eval import collect_answers, human_evaluation, settings_by_rules, shares_of_teams
    from bakeoff.human_eval.analyses.counted_judgments import check_judgments
    from bakeoff.rulebook import read_rulebook

    team_of = teams_of(teams)
    if partial and sent is None:
        raise BakeoffError("--partial is for files of post-editing: say where they were sent from, by --sent DIR.")
    if team_of and rules is None:
        raise BakeoffError("the rulebook says what teams owe: give it with --rules.")
    planned = read_judgments(plan)
    if sent is None:
        judgments, missing = collect_answers(planned, answers)
    else:
        from bakeoff.human_eval.designs.edit_files import collect_edit_files

        judgments, remarks = collect_edit_files(planned, sent, answers, partial=partial)
        missing = len(planned) - len(judgments)
        for text in remarks:
            remark(text)
    judgments = tuple(each for each in judgments if evaluation in (None, each.asked_in))
    if not judgments:
        raise BakeoffError("no screen is answered: judges write their answers into answers.jsonl.")
    book = read_rulebook(rules) if rules is not None else None
    for name, protocol in dict.fromkeys((each.asked_in, each.protocol) for each in judgments):
        settings = settings_by_rules(human_evaluation(book, name)) if book is not None else None
        own = [each for each in judgments if (each.asked_in, each.protocol) == (name, protocol)]
        check_judgments(own, protocol=protocol, settings=settings)
    write_judgments(judgments, output)
    remark(f"{len(judgments):,} answers; {missing:,} screens are not answered yet.")
    if book is None or not team_of:
        return
    for name in dict.fromkeys(each.asked_in for each in judgments):
        given, asked = ([each for each in part if each.asked_in == name] for part in (judgments, planned))
        for share in shares_of_teams(human_evaluation(book, name), team_of, answered=given, planned=asked):
            remark(f"{name}: {share.team} has done {share.done:g} of {share.owed:g} {share.unit}.")
