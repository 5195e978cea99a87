"""`bakeoff pack`: a valid package from plain outputs."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from bakeoff.cli.interface.output import remark
from bakeoff.errors import BakeoffError

if TYPE_CHECKING:
    from bakeoff.rulebook.schema import Package
    from bakeoff.submissions.packages.builder import Output


@click.command("pack")
@click.argument("outputs", nargs=-1, required=True, metavar="SYSTEM[/CONDITION][@TEST_SET[:PAIR]]=FILE…")
@click.option("--rules", required=True, metavar="RULEBOOK", help="The campaign's rulebook: a file or a name.")
@click.option("--team", "--site", "team", required=True, metavar="CODE", help="Your team code.")
@click.option("--package", metavar="NAME", help="The kind of package; needed where the rulebook has several.")
@click.option("--language-pair", metavar="PAIR", help="The language pair, as the rulebook calls it.")
@click.option("--condition", metavar="NAME", help="The data condition of outputs that name none.")
@click.option("--track", metavar="NAME", help="The track, where names contain it.")
@click.option("--test-set", metavar="NAME", help="The test set of outputs that name none.")
@click.option("--input", "named", metavar="NAME", help="What the systems started from: n-best, audio, ….")
@click.option(
    "--source",
    "sources",
    multiple=True,
    metavar="FILE",
    help="The source, for documents and ids; also what the package is checked with. May be repeated.",
)
@click.option("--version", "version", type=click.IntRange(min=1), default=1, show_default=True, help="The version.")
@click.option("--date", "day", type=click.DateTime(["%Y-%m-%d"]), help="The date in the names; by default today.")
@click.option(
    "--field", "fields", multiple=True, metavar="NAME=VALUE", help="A further field of names; may be repeated."
)
@click.option(
    "--as", "kind", type=click.Choice(["tgz", "tar", "zip"]), help="How to pack; by default as the rulebook prefers."
)
@click.option("-o", "--output", "folder", default=".", show_default=True, metavar="FOLDER", help="Where to put it.")
@click.option("--earlier", multiple=True, metavar="PACKAGE", help="Package that you submitted before; may be repeated.")
@click.option("--overwrite", is_flag=True, help="Replace a package of the same name.")
def command(
    *,
    outputs: tuple[str, ...],
    rules: str,
    team: str,
    package: str | None,
    language_pair: str | None,
    condition: str | None,
    track: str | None,
    test_set: str | None,
    named: str | None,
    sources: tuple[str, ...],
    version: int,
    day: datetime | None,
    fields: tuple[str, ...],
    kind: str | None,
    folder: str,
    earlier: tuple[str, ...],
    overwrite: bool,
) -> None:
    """Build a package for a campaign from plain outputs.

    \b
    bakeoff pack primary=output.txt --rules openmt2012 --team NIST --package eval --language-pair ara2eng
        --condition constrained --source source.xml
    bakeoff pack primary/constrained=a.txt contrast1/constrained=b.txt primary/unconstrained=c.txt …
    bakeoff pack primary@tst2011:en-fr=a.txt primary@tst2012:en-fr=b.txt --source tst2011.xml --source tst2012.xml …

    Outputs may be plain text, one segment a line, or any other format that bakeoff reads. --input says what the systems
    started from, where their track has several inputs. The package is checked at once; exits 1 where something is
    still wrong with it.
    """
    import sys

    from bakeoff.formats import read_source
    from bakeoff.reports.campaigns.submission_checks import check_lines
    from bakeoff.rulebook import read_rulebook
    from bakeoff.submissions.checker import check_package
    from bakeoff.submissions.packages.builder import PackageNames, build_package, with_sources
    from bakeoff.submissions.packages.entries import StatedInput
    from bakeoff.submissions.packages.history import read_history

    rulebook = read_rulebook(rules)
    names = PackageNames(
        rulebook=rulebook,
        package=_package(rulebook.submission.packages, package),
        team=team,
        language_pair=language_pair,
        track=track,
        input=named,
        version=version,
        day=(day or datetime.now(rulebook.campaign.zone)).date(),
        further=dict(_split(field, "a field", "NAME=VALUE") for field in fields),
    )
    given = [_output(text, condition, test_set) for text in outputs]
    texts = [read_source(source) for source in sources] if names.package.format not in ("ctm", "trn") else []
    if len(texts) > 1:
        given = with_sources(names, given, texts)
    text = texts[0] if len(texts) == 1 else None
    path = build_package(names, given, source=text, folder=folder, kind=kind, overwrite=overwrite)  # type: ignore[arg-type]
    click.echo(path)
    report = check_package(
        path,
        rulebook,
        team=team,
        package=names.package.id,
        sources=sources,
        stated=StatedInput(named),
        history=read_history(earlier, rulebook) if earlier else None,
        when=day.replace(tzinfo=rulebook.campaign.zone) if day else datetime.now(rulebook.campaign.zone),
    )
    for line in check_lines(report):
        remark(line.text)
    sys.exit(0 if report.valid else 1)


def _package(packages: Mapping[str, Package], name: str | None) -> Package:
    """The kind of package that was named, or the only one."""
    if name is None and len(packages) == 1:
        return next(iter(packages.values()))
    if name is None or name not in packages:
        given = "there is none" if name is None else f"found {name!r}"
        raise BakeoffError(f"expected --package, the kind of package, one of {', '.join(packages)}: {given}.")
    return packages[name]


def _output(text: str, condition: str | None, test_set: str | None) -> Output:
    from bakeoff.submissions.packages.builder import Output

    system, path = _split(text, "an output", "SYSTEM=FILE")
    system, _, place = system.partition("@")
    system, _, own = system.partition("/")
    named_set, _, pair = place.partition(":")
    if not Path(path).is_file():
        raise BakeoffError(f"{path}: there is no such file.")
    return Output(
        path=Path(path),
        system=system,
        condition=own or condition,
        test_set=named_set or test_set,
        language_pair=pair or None,
    )


def _split(text: str, what: str, form: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals or not name or not value:
        raise BakeoffError(f"expected {what} as {form}, found {text!r}.")
    return name, value
