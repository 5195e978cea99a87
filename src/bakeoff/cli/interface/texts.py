"""Runs, references and source as commands take them."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import click

from bakeoff.cli.interface.completions import complete_language_pairs, complete_metrics, complete_test_sets
from bakeoff.cli.interface.output import remark
from bakeoff.errors import BakeoffError, nearest

if TYPE_CHECKING:
    from bakeoff.data import ReferenceSet, Run, TestSet
    from bakeoff.evaluation import Evaluation, ResegmentedRun

_PATIENCE_SECONDS = 2.0

F = TypeVar("F", bound=Callable[..., Any])


def texts_arguments(command: F) -> F:
    """Runs as arguments, `-r` for the references, `-s` for the source; and what people are used to from sacreBLEU."""
    for option in (
        click.option(
            "-l",
            "--language-pair",
            metavar="PAIR",
            help="Language pair, as in de-en: of the test set, or only to say the language of the runs.",
            shell_complete=complete_language_pairs,
        ),
        click.option(
            "-t",
            "--test-set",
            metavar="SET",
            help="Source and references of a test set that sacreBLEU has in its cache, as in -t wmt20 -l en-de.",
            shell_complete=complete_test_sets,
        ),
        click.option("-s", "--source", metavar="SRC", help="Source file: gives documents, genres and segment ids."),
        click.option(
            "-i", "--input", "inputs", multiple=True, metavar="RUN…", help="Runs; other files are then references."
        ),
        click.option("-r", "--references", multiple=True, metavar="REF…", help="Reference files, after the runs."),
        click.argument("files", nargs=-1, metavar="RUN…"),
    ):
        command = option(command)
    return command


def metrics_option(command: F) -> F:
    return click.option(
        "-m",
        "--metrics",
        multiple=True,
        default=["bleu"],
        show_default="bleu",
        metavar="EXPRESSIONS",
        help="Metric expressions NAME[@SCORER][:KEY=VALUE,…], separated by blanks; iwslt2012 or all for many at once; "
        "may be repeated.",
        shell_complete=complete_metrics,
    )(command)


def language_option(command: F) -> F:
    return click.option(
        "--target-language", metavar="CODE", help="Language of the runs; by default what the files say."
    )(command)


class Texts(NamedTuple):
    """What was read. `earlier` are the names of those runs that belong to earlier campaigns."""

    runs: Sequence[Run]
    references: Sequence[ReferenceSet]
    source: TestSet | None
    earlier: tuple[str, ...] = ()
    target_language: str | None = None
    """What `--target-language`, or else `-l`, says."""


class TextArguments(NamedTuple):
    """What a call says about texts, before anything is read."""

    files: Sequence[str]
    references: Sequence[str] = ()
    inputs: Sequence[str] = ()
    source: str | None = None
    test_set: str | None = None
    language_pair: str | None = None
    target_language: str | None = None
    is_from_pipe: bool = False
    """Whether the run comes from standard input although the call does not say so."""

    def sorted_out(self) -> TextArguments:
        """The same with runs as `files`, wherever they were named: before `-r`, by `-i`, or on standard input."""
        if self.test_set is not None:
            self._check_test_set()
        if self.inputs:
            if self.test_set is not None and self.files:
                raise BakeoffError(f"-t gives the references, and -i names the runs: what is {self.files[0]}?")
            return self._replace(files=self.inputs, references=(*self.files, *self.references), inputs=())
        if (self.files and (self.references or self.test_set is not None)) or not is_piped():
            return self
        _announce_waiting()
        return self._replace(files=("-",), references=self.files or self.references, is_from_pipe=True)

    def _check_test_set(self) -> None:
        for option, given in (("-r", self.references), ("-s", self.source)):
            if given:
                raise BakeoffError(f"give -t or {option}, not both: a test set of sacreBLEU has source and references.")


def read_given_texts(
    command: str, given: TextArguments, *, earlier: Sequence[str] = (), others: Sequence[str] = ()
) -> Texts:
    """Reads what a call names; its name is for messages. `others` are files that the command reads besides."""
    pair = given.language_pair
    language = given.target_language or (_target(pair) if pair else None)
    given = given.sorted_out()
    if given.test_set is None:
        texts = read_texts(command, given.files, given.references, given.source, earlier=earlier, others=others)
    else:
        from bakeoff.cli.interface.test_sets import read_test_set

        _check_runs(command, given.files)
        named = read_test_set(given.test_set, pair)
        runs, older = _read_runs(given.files, earlier)
        texts = Texts(runs, named.references, named.source, older)
    if given.is_from_pipe:
        _check_columns(texts.runs)
    return texts._replace(target_language=language)


def _target(pair: str) -> str:
    source, _, target = pair.partition("-")
    if not source or not target:
        raise BakeoffError(f"-l: expected a language pair such as de-en, found {pair!r}.")
    return target


def is_piped() -> bool:
    """Whether standard input is a pipe or a file, and not a terminal or nothing at all."""
    try:
        mode = os.fstat(sys.stdin.fileno()).st_mode
    except (AttributeError, OSError, ValueError):  # closed, or replaced by something that is no file
        return False
    return stat.S_ISFIFO(mode) or stat.S_ISREG(mode)


def _announce_waiting() -> None:
    """Says what is waited for where nothing comes for a while: nobody asked for standard input by name."""
    from select import select

    if not select([sys.stdin], [], [], _PATIENCE_SECONDS)[0]:
        remark("Waiting for the run on standard input. To read it from a file, name it before -r, or by -i.")


def _check_columns(runs: Sequence[Run]) -> None:
    """Refuses what sacreBLEU takes for several systems: their outputs next to each other, separated by tabs."""
    counts = {segment.text.count("\t") for run in runs for segment in run.segments}
    if len(counts) == 1 and (columns := counts.pop() + 1) > 1:
        raise BakeoffError(
            f"standard input has {columns} columns in every line, which sacreBLEU takes for {columns} systems. "
            "Give each system as a file of its own: -i A B."
        )


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

    from bakeoff.formats import read_references, read_source

    read, older = _read_runs(runs, earlier)
    return Texts(
        runs=read,
        references=[text for path in references for text in read_references(path, on_remark=remark)],
        source=read_source(source, on_remark=remark) if source else None,
        earlier=older,
    )


def _read_runs(runs: Sequence[str], earlier: Sequence[str]) -> tuple[Sequence[Run], tuple[str, ...]]:
    """All runs, and the names of those that belong to earlier campaigns."""
    from dataclasses import replace

    from bakeoff.formats import name_apart, read_runs

    current = [run for path in runs for run in read_runs(path, on_remark=remark)]
    older = [run for path in earlier for run in read_runs(path, on_remark=remark)]
    taken = {run.system for run in current}
    older = [replace(run, system=f"{run.system} (earlier)") if run.system in taken else run for run in older]
    named = name_apart([*current, *older])
    return named, tuple(run.system for run in named[len(current) :])


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


def _check_runs(command: str, runs: Sequence[str]) -> None:
    if not runs:
        raise BakeoffError(f"no run was named: write the runs before -r, as in bakeoff {command} RUN… -r REF….")


def _check_files(command: str, runs: Sequence[str], references: Sequence[str], others: Sequence[str]) -> None:
    _check_runs(command, runs)
    if not references:
        raise BakeoffError(
            "no reference was named: give the reference files with -r, or the runs with -i or by a pipe, as in "
            f"cat RUN | bakeoff {command} REF."
        )
    if [*runs, *references, *others].count("-") > 1:
        raise BakeoffError("standard input can be read only once: name - for one file and give the others by name.")
    for path in references:
        if references.count(path) > 1:
            raise BakeoffError(f"{path} is named twice as a reference: name every reference once.")
    for name in (*runs, *references):
        if name != "-" and not Path(name).exists():
            _refuse_metric(name)


def _refuse_metric(name: str) -> None:
    """A name that is no file but a metric, or close to one, was probably meant as such."""
    from bakeoff.metrics import is_own_metric, metric_names

    if is_own_metric(name):
        raise BakeoffError(f"{name} is a metric and no file: write all metrics together, as in -m bleu chrf.")
    if not Path(name).suffix and (question := nearest(name, metric_names())):
        raise BakeoffError(f"there is no file {name}. If it is meant as a metric: {question}")
