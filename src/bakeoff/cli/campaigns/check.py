"""`bakeoff check`: the submission checker."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from datetime import date, datetime, time
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

import click

from bakeoff.cli.interface.options import format_option
from bakeoff.cli.interface.output import print_json, print_table, remark, shows_colours
from bakeoff.cli.interface.rules import read_rules, rules_option, token_file_option
from bakeoff.errors import BakeoffError

if TYPE_CHECKING:
    from bakeoff.reports.campaigns.submission_checks import Line
    from bakeoff.rulebook import Rulebook
    from bakeoff.submissions.scored_outputs import OutputsOn


@click.command("check")
@click.argument("package_path", metavar="PACKAGE")
@rules_option(required=True)
@token_file_option()
@click.option(
    "-s",
    "--source",
    "sources",
    multiple=True,
    metavar="SRC",
    help="Source that runs are compared with: a text, or UEM, STM or TRN for recognition; may be repeated.",
)
@click.option(
    "--outputs",
    "outputs",
    metavar="FOLDER",
    help="Outputs that a metric scored: the unpacked package of a metrics task.",
)
@click.option("--team", "--site", "team", metavar="CODE", help="Code of the team that submits it.")
@click.option("--package", "kind", metavar="KIND", help="Kind of package; by default what its names say.")
@click.option("--input", "named", metavar="NAME", help="What the systems started from: n-best, audio, ….")
@click.option(
    "--earlier",
    multiple=True,
    metavar="PACKAGE",
    help="Package that the team submitted before, of the dry run too; may be repeated.",
)
@click.option("--date", "when", metavar="DAY|TIME", help="When it is submitted: 2012-04-05, 2012-04-05T10:30 or now.")
@click.option("--fix", "folder", metavar="FOLDER", help="Write a copy with names, folders, packing and encoding fixed.")
@format_option
def command(
    *,
    package_path: str,
    rules: str,
    token_file: str | None,
    sources: Sequence[str],
    outputs: str | None,
    team: str | None,
    kind: str | None,
    named: str | None,
    earlier: Sequence[str],
    when: str | None,
    folder: str | None,
    output_format: str,
) -> None:
    """Check a submission against the rules of a campaign.

    \b
    bakeoff check OpenMT12_Eval_NIST_ara2eng_01.tgz --rules openmt2012 --source source.xml
    bakeoff check OpenMT12_Eval_NIST_ara2eng_02.tgz --rules openmt2012 --earlier OpenMT12_Eval_NIST_ara2eng_01.tgz
    bakeoff check output --rules openmt2012 --source source.xml --team NIST --date 2012-04-05 --format json
    bakeoff check comet_news_de-en.tsv --rules wmt2008 --outputs news
    bakeoff check package.tgz --rules https://bakeoff.example/campaigns/openmt2012/

    PACKAGE is an archive (.tgz, .tar.gz, .tar, .zip), a folder or a single file. Everything that is wrong is reported
    at once, with file, line, what was found, what was expected and how to fix it. What cannot be checked with what
    was given is listed as not checked. Exits 0 for a valid package, 1 for an invalid one.

    \b
    bakeoff check my-package.zip --rules openmt2012 --fix fixed

    --fix writes a fixed copy into a folder, as far as it is certain what was meant, lists the changes and checks the
    copy instead: names, folders, packing, names of systems, byte order marks, UTF-16 and mixed line ends. With
    --source, plain text becomes the XML that the rulebook asks for, if it has as many lines as the source has segments.
    The words of segments are never changed.
    """
    from bakeoff.submissions.checker import check_package
    from bakeoff.submissions.packages.entries import StatedInput
    from bakeoff.submissions.packages.history import read_history

    rulebook = read_rules(rules, token_file=token_file)
    if folder is not None:
        package_path = _fixed(package_path, rulebook, folder, sources=sources, team=team, package=kind)
    report = check_package(
        package_path,
        rulebook,
        sources=sources,
        team=team,
        package=kind,
        history=read_history(earlier, rulebook) if earlier else None,
        when=_moment(when, rulebook.campaign.zone) if when else None,
        outputs=_outputs(outputs) if outputs else None,
        stated=StatedInput(named),
    )

    from bakeoff.reports.campaigns.submission_checks import check_json, check_lines

    if output_format == "json":
        print_json(check_json(report))
    elif output_format == "text":
        print_lines(check_lines(report, fixed=folder is not None))
    else:
        from bakeoff.reports import findings_table

        print_table(findings_table(report.findings), output_format)
    if not report.valid:
        raise click.exceptions.Exit(1)


def _outputs(folder: str) -> OutputsOn:
    from bakeoff.submissions.scored_outputs import outputs_in_folder

    found = outputs_in_folder(folder)
    return lambda language_pair, _test_set: found.get(language_pair or "")


def _fixed(
    path: str, rulebook: Rulebook, folder: str, *, sources: Sequence[str], team: str | None, package: str | None
) -> str:
    """Returns the path of a fixed copy and prints what was changed."""
    from pathlib import Path

    from bakeoff.submissions.packages.repair import fix_package
    from bakeoff.submissions.sources import as_sources

    Path(folder).mkdir(parents=True, exist_ok=True)
    fixed = fix_package(path, rulebook, folder, team=team, package=package, sources=as_sources(sources))
    for change in fixed.changes:
        remark(str(change))
    remark(f"Wrote {fixed.path}." + ("" if fixed.changes else " Nothing was changed."))
    return str(fixed.path)


def _moment(text: str, zone: ZoneInfo) -> datetime:
    """A time in the campaign's zone, unless it names another; a day means its start."""
    if text == "now":
        return datetime.now(tz=zone)
    try:
        moment = datetime.combine(date.fromisoformat(text), time.min)
    except ValueError:
        try:
            moment = datetime.fromisoformat(text)
        except ValueError:
            raise BakeoffError(
                f"--date: expected a day or a time such as 2012-04-05 or 2012-04-05T10:30, found {text!r}."
            ) from None
    return moment if moment.tzinfo else moment.replace(tzinfo=zone)


def print_lines(lines: Iterable[Line]) -> None:
    if not shows_colours(sys.stdout):
        sys.stdout.writelines(f"{line.text}\n" for line in lines)
        return
    from rich.console import Console
    from rich.text import Text

    console = Console(soft_wrap=True, highlight=False)
    for line in lines:
        console.print(Text(line.text, style=line.style))
