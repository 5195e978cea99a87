"""`bakeoff pack`: a valid package from plain outputs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from bakeoff.cli.interface.output import remark
from bakeoff.cli.interface.rules import read_rules, rules_option, token_file_option
from bakeoff.errors import BakeoffError, nearest

if TYPE_CHECKING:
    from bakeoff.rulebook.schema import Package
    from bakeoff.submissions.packages.builder import Output, PackageNames


@click.command("pack")
@click.argument("outputs", nargs=-1, metavar="SYSTEM[/CONDITION][@TEST_SET[:PAIR]]=FILE…")
@rules_option()
@token_file_option()
@click.option("--team", "--site", "team", metavar="CODE", help="Your team code.")
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
    rules: str | None,
    token_file: str | None,
    team: str | None,
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
    started from, where their track has several inputs. Whatever the names of the package still need is said at once.
    The package is checked when it is built; exits 1 where something is still wrong with it.
    """
    import sys

    from bakeoff.formats import read_source
    from bakeoff.reports.campaigns.submission_checks import check_lines
    from bakeoff.submissions.checker import check_package
    from bakeoff.submissions.packages.builder import PackageNames, build_package, with_sources
    from bakeoff.submissions.packages.entries import StatedInput
    from bakeoff.submissions.packages.history import read_history

    given = [_output(text, condition, test_set) for text in outputs]
    if rules is None:
        raise BakeoffError(_without_rules(given, team))
    rulebook = read_rules(rules, token_file=token_file)
    possible = [
        PackageNames(
            rulebook=rulebook,
            package=each,
            team=team,
            language_pair=language_pair,
            track=track,
            input=named,
            version=version,
            day=(day or datetime.now(rulebook.campaign.zone)).date(),
            further=dict(_split(field, "a field", "NAME=VALUE") for field in fields),
        )
        for each in _kinds(rulebook.submission.packages, package)
    ]
    names = possible[0]
    if problems := _problems(possible, given, has_source=bool(sources)):
        raise BakeoffError(_listed(problems))
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
        if report.valid:
            remark(line.text)
        else:
            click.echo(line.text, err=True)
    sys.exit(0 if report.valid else 1)


def _listed(problems: Sequence[str]) -> str:
    if len(problems) == 1:
        return f"{problems[0]}."
    return "\n".join(["the package still needs:", *(f"- {problem}" for problem in problems)])


def _without_rules(outputs: Sequence[Output], team: str | None) -> str:
    """What is missing as far as it can be known without a rulebook."""
    missing = [
        *([] if outputs else ["at least one output (SYSTEM=FILE)"]),
        "the rulebook of the campaign (--rules: a name, a file, or the address of the campaign)",
        *([] if team else ["your team code (--team)"]),
    ]
    return f"expected {', '.join(missing)}, found none. The rulebook says what else names need."


def _kinds(packages: Mapping[str, Package], name: str | None) -> list[Package]:
    """The kind of package that was named, or all that there are."""
    if name is None:
        return list(packages.values())
    if name not in packages:
        question = nearest(name, packages)
        raise BakeoffError(
            f"expected --package, the kind of package, one of {', '.join(packages)}: found {name!r}."
            + (f" {question}" if question else "")
        )
    return [packages[name]]


def _problems(possible: Sequence[PackageNames], outputs: Sequence[Output], *, has_source: bool) -> list[str]:
    """All that is missing or wrong at once; where the kind of package is missing, what each kind needs."""
    from bakeoff.submissions.packages.builder import lacks_ids, naming_problems

    kinds_of: dict[str, list[str]] = {}
    for names in possible:
        problems = naming_problems(names, outputs)
        if not has_source and outputs and lacks_ids(names.package, outputs[0]):
            wanting = f"{outputs[0].path} has no documents and ids, which {names.package.format} needs"
            problems.append(f"expected the source (--source), found none: {wanting}")
        for problem in problems:
            kinds_of.setdefault(problem, []).append(names.package.id)
    if len(possible) == 1:
        return list(kinds_of)
    every = [names.package.id for names in possible]
    return [
        f"expected --package, the kind of package, one of {', '.join(every)}: there is none",
        *(problem for problem, kinds in kinds_of.items() if kinds == every),
        *(f"for {', '.join(kinds)}: {problem}" for problem, kinds in kinds_of.items() if kinds != every),
    ]


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
