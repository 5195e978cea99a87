"""`bakeoff verify`: whether the numbers of a release package follow from it."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import click

from bakeoff.cli.interface.output import print_json
from bakeoff.cli.interface.progress_bar import progress_bar

if TYPE_CHECKING:
    from bakeoff.release.touched_tables import TouchedTable
    from bakeoff.release.verification import Verification

_SHOWN = 20


@click.command("verify")
@click.argument("package")
@click.option("--table", metavar="ID", help="Only what touches one table of the report, which names it.")
@click.option(
    "--tolerance",
    type=click.FloatRange(min=0),
    default=0.0,
    metavar="SHARE",
    help="Relative difference that counts as none, for machines whose mathematics differs in the last digits.",
)
@click.option(
    "--format",
    "output_format",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="How to print what was found.",
)
def command(*, package: str, table: str | None, tolerance: float, output_format: str) -> None:
    """Compute all numbers of a release package again and compare.

    \b
    bakeoff verify simple-2026.zip
    bakeoff verify simple-2026.zip --table participants
    bakeoff verify simple-2026.zip --format json
    bakeoff verify simple-2026.zip --tolerance 1e-9

    Scores, intervals, tests, rankings and agreement are computed from the texts, judgments and score files of the
    package. What differs is named with its file and the tables that print it, and so are files that changed. Exit code
    1: something differs.
    """
    from bakeoff.release.verification import verify_package

    with progress_bar("Verifying") as advance:
        found = verify_package(package, tolerance=tolerance, on_progress=advance)
    if table is not None:
        found = found.of_table(table)
    if output_format == "json":
        print_json(_json(found))
    else:
        sys.stdout.write("\n".join(_lines(found)) + "\n")
    if not found.is_sound:
        raise SystemExit(1)


def _lines(found: Verification) -> Iterator[str]:
    yield f"{found.title or found.package}"
    if found.sha256:
        yield f"SHA-256 of the package: {found.sha256}"
    if found.unreadable:
        yield f"The numbers cannot be read: {found.unreadable}"
    yield from _listed("Changed files", [f"{each.path}: {each.why}{_tables(each.tables)}" for each in found.changed])
    yield from _listed(
        "Numbers that do not follow from the package",
        [
            f"{each.file}: {each.difference.what}: published {each.difference.published}, "
            f"computed {each.difference.computed}{_tables(each.tables)}"
            for each in found.wrong
        ],
    )
    yield from _listed("Files that these numbers point to", found.suspects)
    wrong = [f"{each.what}: {each.why}" for each in found.gaps if each.is_wrong]
    withheld = [f"{each.what}: {each.why}" for each in found.gaps if not each.is_wrong]
    yield from _listed("Numbers that cannot be computed", wrong)
    yield from _listed("Numbers that cannot be computed without what is withheld", withheld)
    yield from _listed("Taken as they are", found.taken)
    yield from _listed("Left out of the package", found.left_out)
    if found.is_sound:
        yield f"All {found.numbers:,} numbers that can be computed are the published ones."
    elif not found.unreadable:
        yield f"{len(found.wrong):,} of {found.numbers:,} numbers differ; {len(found.changed):,} files changed."


def _listed(heading: str, rows: Sequence[str]) -> Iterator[str]:
    if rows:
        yield f"\n{heading}:"
        yield from (f"  {row}" for row in rows[:_SHOWN])
        if len(rows) > _SHOWN:
            yield f"  … and {len(rows) - _SHOWN:,} more (--format json has all)"
        yield ""


def _tables(tables: Sequence[TouchedTable]) -> str:
    return f" [tables: {'; '.join(each.title for each in tables)}]" if tables else ""


def _json(found: Verification) -> dict[str, Any]:
    def named(tables: Sequence[TouchedTable]) -> list[dict[str, str]]:
        return [{"id": each.id, "title": each.title} for each in tables]

    return {
        "package": found.package,
        "sha256": found.sha256,
        "sound": found.is_sound,
        "numbers": found.numbers,
        "tolerance": found.tolerance,
        "unreadable": found.unreadable or None,
        "changed": [{"file": each.path, "why": each.why, "tables": named(each.tables)} for each in found.changed],
        "differences": [
            {
                "file": each.file,
                "what": each.difference.what,
                "published": each.difference.published,
                "computed": each.difference.computed,
                "tables": named(each.tables),
            }
            for each in found.wrong
        ],
        "suspects": list(found.suspects),
        "not_computed": [{"what": each.what, "why": each.why, "wrong": each.is_wrong} for each in found.gaps],
        "taken": list(found.taken),
        "left_out": list(found.left_out),
    }
