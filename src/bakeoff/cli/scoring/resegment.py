"""`bakeoff resegment`: a run cut again into the segments of its references."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from bakeoff.cli.interface.completions import complete_formats
from bakeoff.cli.interface.options import format_option, threads_option
from bakeoff.cli.interface.output import print_json, print_table, remark
from bakeoff.cli.interface.spreading import SpreadingCommand
from bakeoff.cli.interface.texts import read_texts, resegmentation_remark
from bakeoff.errors import BakeoffError

if TYPE_CHECKING:
    from bakeoff.cli.interface.texts import Texts
    from bakeoff.data import Run, TextSet
    from bakeoff.evaluation import DocumentRule, ResegmentedRun


@click.command("resegment", cls=SpreadingCommand)
@click.argument("run", metavar="HYP")
@click.option("-r", "--references", multiple=True, metavar="REF…", help="Reference files, after the run.")
@click.option("-s", "--source", metavar="SRC", help="Source file: gives documents and segment ids.")
@click.option("-o", "--output", default="-", metavar="OUT", help="Where to write the text; by default standard output.")
@click.option(
    "--to",
    "to_format",
    metavar="FORMAT",
    help="Format of OUT, where its ending does not say.",
    shell_complete=complete_formats,
)
@click.option("--set", "set_name", metavar="NAME", help="The system whose run to take, where HYP holds several.")
@click.option(
    "--documents",
    type=click.Choice(["auto", "lines", "none"]),
    default="auto",
    show_default=True,
    help="Cut document by document: by the ids that run and references share (auto), or each line of the run being "
    "one document (lines); or all as one stream (none).",
)
@click.option("--blind", is_flag=True, help="Compare words in lower case and without punctuation.")
@click.option(
    "--characters",
    is_flag=True,
    help="Every character of a script without blanks between words is a word (Chinese, Japanese, Thai…).",
)
@click.option(
    "--compat",
    type=click.Choice(["mwersegmenter"]),
    help="Cut as that tool does, even where fewer errors are possible.",
)
@threads_option
@format_option
def command(
    *,
    run: str,
    references: Sequence[str],
    source: str | None,
    output: str,
    to_format: str | None,
    set_name: str | None,
    documents: DocumentRule,
    blind: bool,
    characters: bool,
    compat: str | None,
    threads: int | None,
    output_format: str,
) -> None:
    """Cut a run again into the segments of its references.

    \b
    bakeoff resegment system.txt -r reference.txt -o resegmented.txt
    bakeoff resegment system.txt -r ref1.txt ref2.txt --blind > resegmented.txt
    bakeoff resegment run.xml -r references.xml -s source.xml -o resegmented.xml
    bakeoff resegment system.txt -r reference.txt --compat mwersegmenter --format json

    The word errors are the fewest that are possible; the words of the run stay as they are. The word error rate of the
    result (AS-WER) is said on standard error. Other formats than text print what is known of every segment. To score
    at once: bakeoff score --resegment.
    """
    _check_target(output, [run, *references, source])
    texts = read_texts("resegment", [run], references, source)

    from bakeoff.evaluation import ResegmentationRule, resegment_run

    rule = ResegmentationRule(
        mode="mwersegmenter" if compat else "optimal", blind=blind, characters=characters, documents=documents
    )
    chosen = _chosen(texts, run, set_name)
    resegmented = resegment_run(chosen, texts.references, source=texts.source, rule=rule, threads=threads)
    if output != "-" or output_format == "text":
        _write(resegmented, texts, output, to_format)
    remark(resegmentation_remark(resegmented))
    _print(resegmented, output_format)


def _check_target(output: str, read: Sequence[str | None]) -> None:
    if output != "-" and Path(output).exists():
        for name in filter(None, read):
            if name != "-" and Path(name).exists() and Path(output).samefile(name):
                raise BakeoffError(f"{output} is a file to be read: name another one to write.")


def _chosen(texts: Texts, path: str, name: str | None) -> Run:
    runs = [run for run in texts.runs if name is None or run.system == name]
    names = ", ".join(run.system for run in texts.runs)
    if not runs:
        raise BakeoffError(f"{path}: holds no run called {name!r}, but {names}.")
    if len(runs) > 1:
        raise BakeoffError(f"{path} holds {len(runs)} runs ({names}): choose one by --set NAME.")
    return runs[0]


def _write(resegmented: ResegmentedRun, texts: Texts, output: str, to_format: str | None) -> None:
    from bakeoff.formats import TextFile, format_for, write

    kind = format_for(output, format=to_format, otherwise="plain-text")
    sets: tuple[TextSet, ...] = (resegmented.run,)
    if kind.name == "wmt-xml" and texts.source is not None:
        sets = (texts.source, *sets)  # WMT XML holds the source next to the runs
    write(TextFile(sets, kind.name), output, format=kind.name)
    if output != "-" and (losses := kind.losses(sets)):
        remark(f"{output}: {kind.title} has no place for {'; '.join(losses)}. These are left out.")


def _print(resegmented: ResegmentedRun, output_format: str) -> None:
    from bakeoff.reports import resegmentation_json, resegmentation_table

    if output_format == "json":
        print_json(resegmentation_json(resegmented))
    elif output_format != "text":
        print_table(resegmentation_table(resegmented), output_format)
