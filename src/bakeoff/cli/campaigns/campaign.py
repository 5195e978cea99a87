"""`bakeoff campaign`: rulebooks — started from a shipped one, checked, shown."""

from __future__ import annotations

import sys
from datetime import date, datetime
from pathlib import Path

import click

from bakeoff.cli.interface.completions import complete_rulebooks
from bakeoff.cli.interface.options import FORMATS, format_option
from bakeoff.cli.interface.output import print_json, print_table, remark
from bakeoff.cli.interface.rules import read_rules, token_file_option
from bakeoff.errors import BakeoffError


@click.group("campaign")
def command() -> None:
    """Start, check and show the rules of a campaign.

    \b
    bakeoff campaign new my-campaign.toml --from openmt2012 --start 2027-02-01
    bakeoff campaign validate my-campaign.toml
    bakeoff campaign show my-campaign.toml
    bakeoff campaign show openmt2012 --format html -o rules.html
    """


@command.command("new")
@click.argument("path", type=click.Path(path_type=Path))
@click.option(
    "--from",
    "base",
    default="wmt",
    show_default=True,
    metavar="RULEBOOK",
    help="Rulebook to start from.",
    shell_complete=complete_rulebooks,
)
@click.option("--start", metavar="DATE", help="Day on which the schedule starts; by default today.")
@click.option("--accept-past", is_flag=True, help="Accept a schedule that starts in the past.")
@click.option("--id", "identifier", metavar="ID", help="The campaign's id; by default the file's name.")
@click.option("--title", metavar="TEXT", help="The campaign's title.")
@click.option("--full", is_flag=True, help="Copy the complete rulebook rather than build on it.")
def new(
    path: Path,
    *,
    base: str,
    start: str | None,
    accept_past: bool,
    identifier: str | None,
    title: str | None,
    full: bool,
) -> None:
    """Start a rulebook.

    \b
    bakeoff campaign new my-campaign.toml --from openmt2012 --start 2027-02-01
    bakeoff campaign new my-campaign.toml --from wmt --title 'Our shared task' --full

    What the new file does not say is as in the rulebook that it builds on; with --full everything is copied.

    All dates move by the same number of weeks, so that weekdays and distances stay: the first phase starts on the
    chosen day, or on the first day after it that has the weekday of the model's start. Organiser, website and contact
    of the model are removed.
    """
    from shlex import quote

    from bakeoff.rulebook import days_to, first_day, id_from, move_dates, new_rulebook, past_phases, read_rulebook

    if path.exists():
        raise BakeoffError(f"{path} exists already; choose another name or remove it first.")
    model, now = read_rulebook(base), datetime.now().astimezone()
    chosen = now.astimezone(model.campaign.zone).date() if start is None else _day(start)
    moved = move_dates(model, days=days_to(model, chosen))
    past = past_phases(moved, now)
    if past and not accept_past:
        raise BakeoffError(
            f"{len(past)} of {len(moved.phases)} phases would be in the past, from {past[0].phase.label} on "
            f"({past[0].phase.start}). Choose a later --start, or add --accept-past if that is what you want."
        )
    text = new_rulebook(base, id=identifier or id_from(path.stem), title=title, full=full, start=chosen)
    path.write_text(text, encoding="utf-8")
    first = first_day(moved)
    starts = f" Its schedule starts on {first:%A}, {first}." if first else ""
    remark(
        f"Wrote {path}.{starts} Add organiser, website and contact, check the dates and names, then: "
        f"bakeoff campaign validate {quote(str(path))}"
    )


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise BakeoffError(f"--start: expected a day such as 2027-02-01, found {text!r}.") from None


@command.command("validate")
@click.argument("rulebook", metavar="RULEBOOK", shell_complete=complete_rulebooks)
@click.option("--accept-past", is_flag=True, help="Do not warn about a schedule in the past.")
@format_option
def validate(rulebook: str, accept_past: bool, output_format: str) -> None:
    """Check a rulebook: all mistakes, each with its line.

    \b
    bakeoff campaign validate my-campaign.toml
    bakeoff campaign validate my-campaign.toml --format json

    Exits 1 where there are mistakes. A schedule in the past is a warning: a campaign can be created with it, but only
    by someone who confirms it.
    """
    from bakeoff.reports import findings_json, findings_table
    from bakeoff.rulebook import check_rulebook

    findings = check_rulebook(rulebook, when=None if accept_past else datetime.now().astimezone())
    mistakes = [finding for finding in findings if finding.severity == "error"]
    if output_format == "json":
        print_json({"valid": not mistakes, "findings": findings_json(findings)})
    elif output_format != "text":
        print_table(findings_table(findings), output_format)
    else:
        for finding in findings:
            click.echo(finding)
        counted = f"{len(mistakes)} mistake{'s' * (len(mistakes) > 1)}"
        click.echo(f"{rulebook}: {counted}." if mistakes else f"{rulebook} is valid.")
    sys.exit(1 if mistakes else 0)


@command.command("show")
@click.argument("rulebook", metavar="RULEBOOK", shell_complete=complete_rulebooks)
@click.option(
    "-f",
    "--format",
    "output_format",
    type=click.Choice([*FORMATS, "html"]),
    default="text",
    show_default=True,
    help="How to show it; HTML is a complete page.",
)
@click.option("-o", "--output", type=click.Path(path_type=Path), help="File to write instead of standard output.")
@token_file_option()
def show(rulebook: str, output_format: str, output: Path | None, token_file: str | None) -> None:
    """Show schedule and rules of a campaign.

    \b
    bakeoff campaign show openmt2012
    bakeoff campaign show openmt2012 --format html -o rules.html
    bakeoff campaign show https://bakeoff.example/campaigns/openmt2012/
    """
    import json

    from bakeoff.reports import RENDERERS, html_page, rulebook_tables

    rules = read_rules(rulebook, token_file=token_file)
    tables = rulebook_tables(rules)
    if output_format == "json":
        text = json.dumps(rules.model_dump(mode="json"), ensure_ascii=False, indent=2) + "\n"
    elif output_format == "html":
        text = html_page(rules.campaign.title, tables, introduction=rules.campaign.description)
    else:
        heading = f"{rules.campaign.title}\n\n" if output_format == "text" else ""
        text = heading + "\n".join(RENDERERS[output_format](table) for table in tables)
    if output is None:
        sys.stdout.write(text)
    else:
        output.write_text(text, encoding="utf-8")


@command.command("list")
def list_() -> None:
    """List the rulebooks that can be used by name."""
    from bakeoff.rulebook import read_rulebook, rulebook_names

    for name in rulebook_names():
        click.echo(f"{name}\t{read_rulebook(name).campaign.title}")
