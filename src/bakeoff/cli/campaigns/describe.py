"""`bakeoff describe`: system descriptions."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from bakeoff.cli.interface.options import format_option
from bakeoff.cli.interface.output import print_json, print_table
from bakeoff.cli.interface.rules import read_rules, rules_option, token_file_option

if TYPE_CHECKING:
    from bakeoff.rulebook import Rulebook


@click.command("describe")
@click.argument("description", required=False, metavar="[FILE]")
@rules_option(required=True)
@token_file_option()
@click.option("--team", "--site", "team", metavar="CODE", help="Your team code.")
@click.option("--system", metavar="NAME", help="For the template: the system, as file names call it.")
@click.option("--condition", metavar="NAME", help="For the template: its data condition.")
@click.option("--track", metavar="NAME", help="For the template: its track.")
@click.option("--off-limits", metavar="FILE", help="The list of documents that are off limits, as you downloaded it.")
@format_option
def command(
    *,
    description: str | None,
    rules: str,
    token_file: str | None,
    team: str | None,
    system: str | None,
    condition: str | None,
    track: str | None,
    off_limits: str | None,
    output_format: str,
) -> None:
    """Write and check system descriptions.

    \b
    bakeoff describe --rules wmt2008 --team CUED > CUED.txt
    bakeoff describe CUED.txt --rules wmt2008 --team CUED
    bakeoff describe --rules openmt2012 --team NIST --system primary --condition constrained --track single

    Without a file, prints the campaign's template. With one, checks it: fields, language pairs, conditions, and
    whether the resources that it names are permitted and none of them is off limits. Where the rulebook asks for a
    description of each system, it must name one system, condition and track. Exits 1 where something is wrong.
    """
    from bakeoff.submissions.description_texts import description_template
    from bakeoff.submissions.descriptions import check_description

    rulebook = read_rules(rules, token_file=token_file)
    if description is None:
        given = {"System": system, "Condition": condition, "Track": track}
        values = {field: value for field, value in given.items() if value}
        sys.stdout.write(description_template(rulebook, team=team or "", values=values))
        return
    from bakeoff.reports import findings_json, findings_table

    if off_limits is not None:
        rulebook = _with_list(rulebook, off_limits)
    findings = check_description(description, rulebook, team=team)
    valid = not any(finding.severity == "error" for finding in findings)
    if output_format == "json":
        print_json({"valid": valid, "findings": findings_json(findings)})
    elif output_format != "text":
        print_table(findings_table(findings), output_format)
    else:
        for finding in findings:
            click.echo(finding)
        click.echo(f"{Path(description).name} is {'valid' if valid else 'not valid'}.")
    if not valid:
        raise click.exceptions.Exit(1)


def _with_list(rulebook: Rulebook, path: str) -> Rulebook:
    from bakeoff.formats.tables.document_list import read_document_list
    from bakeoff.rulebook.submission.off_limits import listed_in_a_file, with_listed_documents

    tables = listed_in_a_file(rulebook)
    if not tables:
        raise click.UsageError("The rulebook has no list of documents that organisers upload (documents_file).")
    return with_listed_documents(rulebook, read_document_list(path, tables=tables))
