"""Runs, references and source as commands take them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from bakeoff.cli.interface.output import remark
from bakeoff.errors import BakeoffError

if TYPE_CHECKING:
    from bakeoff.data import ReferenceSet, Run, TestSet
    from bakeoff.evaluation import Evaluation, ResegmentedRun

F = TypeVar("F", bound=Callable[..., Any])


class SpreadingCommand(click.Command):
    """A command whose option `-r` takes all the values that follow it, up to the next option."""

    spread: tuple[str, ...] = ("-r", "--references")

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        return super().parse_args(ctx, list(_spread(args, self.spread)))


def _spread(args: Sequence[str], names: Sequence[str]) -> Iterator[str]:
    option: str | None = None
    rest = iter(args)
    for arg in rest:
        if arg == "--":
            yield arg
            yield from rest
            return
        if arg in names:
            option = arg
            yield from (arg, *_take(rest))
        elif option and (arg == "-" or not arg.startswith("-")):
            yield from (option, arg)
        else:
            option = None
            yield arg
            # An option of another kind keeps its own value: only what follows -r directly is spread.


def _take(rest: Iterator[str]) -> Iterator[str]:
    for value in rest:
        yield value
        return


def texts_arguments(command: F) -> F:
    """Runs as arguments, `-r` for the references and `-s` for the source."""
    for option in (
        click.option("-s", "--source", metavar="SRC", help="Source file: gives documents, genres and segment ids."),
        click.option("-r", "--references", multiple=True, metavar="REF…", help="Reference files, after the runs."),
        click.argument("runs", nargs=-1, metavar="RUN…"),
    ):
        command = option(command)
    return command


def metrics_option(command: F) -> F:
    return click.option(
        "--metrics",
        multiple=True,
        default=["bleu"],
        show_default="bleu",
        metavar="EXPRESSIONS",
        help="Metric expressions NAME[@SCORER][:KEY=VALUE,…], separated by blanks, or all; may be repeated.",
    )(command)


def language_option(command: F) -> F:
    return click.option(
        "--target-language", metavar="CODE", help="Language of the runs; by default what the files say."
    )(command)


@dataclass(frozen=True, slots=True)
class Texts:
    """What was read. `earlier` are the names of those runs that belong to earlier campaigns."""

    runs: Sequence[Run]
    references: Sequence[ReferenceSet]
    source: TestSet | None
    earlier: tuple[str, ...] = ()


def read_texts(
    command: str,
    runs: Sequence[str],
    references: Sequence[str],
    source: str | None,
    *,
    earlier: Sequence[str] = (),
    others: Sequence[str] = (),
) -> Texts:
    """Reads the files that a command was given; its name is for the message when something is missing.

    `others` are files that the command reads besides them.
    """
    _check_files(command, [*runs, *earlier] if runs else runs, references, [*others, *([source] if source else [])])

    from bakeoff.formats import name_apart, read_references, read_runs, read_source

    current = [run for path in runs for run in read_runs(path, on_remark=remark)]
    older = [run for path in earlier for run in read_runs(path, on_remark=remark)]
    taken = {run.system for run in current}
    older = [replace(run, system=f"{run.system} (earlier)") if run.system in taken else run for run in older]
    named = name_apart([*current, *older])
    return Texts(
        runs=named,
        references=[text for path in references for text in read_references(path, on_remark=remark)],
        source=read_source(source, on_remark=remark) if source else None,
        earlier=tuple(run.system for run in named[len(current) :]),
    )


def remarks(evaluation: Evaluation) -> Iterator[str]:
    """What a user should know about an evaluation besides its numbers."""
    yield from evaluation.remarks
    for name, reason in evaluation.left_out.items():
        yield f"{name} is left out: {reason}."
    for system in evaluation.systems:
        if system.empty_segments:
            yield f"{system.name}: {system.empty_segments} of {evaluation.segments} segments are empty."


def resegmentation_remark(resegmented: ResegmentedRun) -> str:
    """How well the words of a run went into the segments of the references."""
    streams = len(resegmented.streams)
    return (
        f"{resegmented.run.system}: re-segmented {'in one stream' if streams == 1 else f'in {streams} documents'}, "
        f"AS-WER {resegmented.wer:.2f} % ({resegmented.errors} errors, {resegmented.reference_words} reference words)."
    )


def _check_files(command: str, runs: Sequence[str], references: Sequence[str], others: Sequence[str]) -> None:
    if not runs:
        raise BakeoffError(f"no run was named: write the runs before -r, as in bakeoff {command} RUN… -r REF….")
    if not references:
        raise BakeoffError("no reference was named: give the reference files with -r.")
    if [*runs, *references, *others].count("-") > 1:
        raise BakeoffError("standard input can be read only once: name - for one file and give the others by name.")
    for path in references:
        if references.count(path) > 1:
            raise BakeoffError(f"{path} is named twice as a reference: name every reference once.")
    for name in runs:
        if not Path(name).exists() and _is_metric(name):
            raise BakeoffError(
                f"{name} is a metric and no file: write all metrics in one argument, --metrics 'bleu {name}'."
            )


def _is_metric(name: str) -> bool:
    from bakeoff.metrics import parse_expression

    try:
        parse_expression(name)
    except BakeoffError:
        return False
    return True
