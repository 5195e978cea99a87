"""`bakeoff campaign`: rulebooks — begun from a shipped one, checked, shown."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from bakeoff.cli.options import FORMATS, format_option, print_json, print_table, remark
from bakeoff.errors import BakeoffError


@click.group("campaign")
def command() -> None:
    """Begin, check and show the rules of a campaign.

    \b
    bakeoff campaign new my-campaign.toml --from openmt2012
    bakeoff campaign validate my-campaign.toml
    bakeoff campaign show my-campaign.toml
    bakeoff campaign show openmt2012 --format html -o rules.html
    """


@command.command("new")
@click.argument("path", type=click.Path(path_type=Path))
@click.option("--from", "base", default="wmt", show_default=True, metavar="RULEBOOK", help="Rulebook to begin from.")
@click.option("--id", "identifier", metavar="ID", help="The campaign's id; by default the file's name.")
@click.option("--title", metavar="TEXT", help="The campaign's title.")
@click.option("--full", is_flag=True, help="Copy the whole rulebook rather than build on it.")
def new(path: Path, base: str, identifier: str | None, title: str | None, full: bool) -> None:
    """Begin a rulebook.

    \b
    bakeoff campaign new my-campaign.toml --from openmt2012
    bakeoff campaign new my-campaign.toml --from wmt --title 'Our shared task' --full

    What the new file does not say is as in the rulebook that it builds on; with --full everything is copied.
    """
    from shlex import quote

    from bakeoff.rulebook import id_from, new_rulebook

    if path.exists():
        raise BakeoffError(f"{path} exists already; choose another name or remove it first.")
    text = new_rulebook(base, id=identifier or id_from(path.stem), title=title, full=full)
    path.write_text(text, encoding="utf-8")
    remark(f"Wrote {path}. Change its dates and names, then: bakeoff campaign validate {quote(str(path))}")


@command.command("validate")
@click.argument("rulebook", metavar="RULEBOOK")
@format_option
def validate(rulebook: str, output_format: str) -> None:
    """Check a rulebook: all mistakes, each with its line.

    \b
    bakeoff campaign validate my-campaign.toml
    bakeoff campaign validate my-campaign.toml --format json

    Exits 1 where there are mistakes.
    """
    from bakeoff.reports import findings_json, findings_table
    from bakeoff.rulebook import check_rulebook

    findings = check_rulebook(rulebook)
    if output_format == "json":
        print_json({"valid": not findings, "findings": findings_json(findings)})
    elif output_format != "text":
        print_table(findings_table(findings), output_format)
    else:
        for finding in findings:
            click.echo(finding)
        counted = f"{len(findings)} mistake{'s' * (len(findings) > 1)}"
        click.echo(f"{rulebook}: {counted}." if findings else f"{rulebook} is valid.")
    sys.exit(1 if findings else 0)


@command.command("show")
@click.argument("rulebook", metavar="RULEBOOK")
@click.option(
    "--format",
    "output_format",
    type=click.Choice([*FORMATS, "html"]),
    default="text",
    show_default=True,
    help="How to show it; HTML is a page of its own.",
)
@click.option("-o", "--output", type=click.Path(path_type=Path), help="File to write instead of standard output.")
def show(rulebook: str, output_format: str, output: Path | None) -> None:
    """Show schedule and rules of a campaign.

    \b
    bakeoff campaign show openmt2012
    bakeoff campaign show openmt2012 --format html -o rules.html
    """
    import json

    from bakeoff.reports import RENDERERS, campaign_tables, html_page
    from bakeoff.rulebook import read_rulebook

    rules = read_rulebook(rulebook)
    tables = campaign_tables(rules)
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
