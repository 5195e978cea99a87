"""`bakeoff align`: which words of outputs belong to which words of their source."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from bakeoff.cli.interface.options import format_option, threads_option
from bakeoff.cli.interface.output import print_json, print_table, remark
from bakeoff.cli.interface.parallel_texts import further_pairs, word_pairs
from bakeoff.cli.interface.progress_bar import progress_bar
from bakeoff.cli.interface.spreading import SpreadingCommand
from bakeoff.errors import InputError

if TYPE_CHECKING:
    from bakeoff.alignment import AlignmentErrors, BothDirections, GoldLinks, SentencePair, Symmetrisation
    from bakeoff.alignment.thot_models import AlignmentModel
    from bakeoff.data import TextSet

_MODELS = ("ibm1", "ibm2", "hmm", "ibm3", "ibm4", "fast-align", "eflomal")
_WAYS = ("forward", "backward", "intersection", "union", "grow-diag", "grow-diag-final", "grow-diag-final-and")


@click.command("align", cls=SpreadingCommand)
@click.argument("runs", nargs=-1, metavar="RUN…")
@click.option("-s", "--source", metavar="SRC", help="Source file.")
@click.option("-r", "--references", multiple=True, metavar="REF…", help="Reference files, aligned with the runs.")
@click.option("--pairs", metavar="FILE", help="Instead of runs: lines of words, source ||| target.")
@click.option(
    "--extra", nargs=2, multiple=True, metavar="SRC TGT", help="More text to learn from, line by line; may be repeated."
)
@click.option(
    "--model",
    "models",
    multiple=True,
    type=click.Choice([*_MODELS, "all"]),
    help="What learns the links; with --gold it may be repeated.  [default: eflomal]",
)
@click.option(
    "--symmetrise",
    "way",
    type=click.Choice(_WAYS),
    default="grow-diag-final-and",
    show_default=True,
    help="How both directions become one alignment; with --gold all are measured.",
)
@click.option(
    "--iterations",
    type=click.IntRange(min=1),
    help="Iterations of training of each stage of a model.  [default: 5; eflomal: by the amount of text]",
)
@click.option(
    "--letters",
    type=click.IntRange(min=0),
    default=4,
    show_default=True,
    help="How many letters at its start stand for a word; 0: all. Few make rare words easier to learn.",
)
@click.option("--gold", metavar="FILE", help="Links made by people: prints the alignment error rate against them.")
@click.option(
    "--given", multiple=True, metavar="FILE", help="Measure this alignment instead of making one; may be repeated."
)
@click.option("--given-reversed", multiple=True, metavar="FILE", help="The same with the target's words first.")
@click.option(
    "--gold-from", type=click.IntRange(0, 1), default=0, show_default=True, help="First word in --gold: 0 or 1."
)
@click.option("-o", "--output", metavar="OUT", help="Where to write: a file for --pairs, else a folder, a file a run.")
@threads_option
@format_option
def command(
    *,
    runs: Sequence[str],
    source: str | None,
    references: Sequence[str],
    pairs: str | None,
    extra: Sequence[tuple[str, str]],
    models: Sequence[str],
    way: Symmetrisation,
    iterations: int | None,
    letters: int,
    gold: str | None,
    given: Sequence[str],
    given_reversed: Sequence[str],
    gold_from: int,
    output: str | None,
    threads: int | None,
    output_format: str,
) -> None:
    """Align the words of runs with those of their source.

    \b
    bakeoff align a.txt b.txt -s source.txt -r reference.txt -o links
    bakeoff align --pairs words.txt -o words.links --model fast-align
    bakeoff align --pairs words.txt --gold gold.links --model all
    bakeoff align --pairs words.txt --gold gold.links --given aligner.links

    All runs and references learn from each other. Files of links are those of Pharaoh: a line for each segment, i-j for
    the word i of the source and j of the run, counted from 0. Needs sil-thot: pip install 'bakeoff[align]'.
    """
    from bakeoff.alignment import AlignerSettings, align_words

    texts = _read(runs, source, references, pairs)
    all_pairs = [pair for part in texts.values() for pair in part]
    known = None if gold is None else _gold(gold, gold_from, all_pairs)
    if given or given_reversed:
        if known is None:
            raise InputError(
                expected="links made by people (--gold)", found="none", remedy="Alignments are measured by them."
            )
        _print(list(_measured(given, given_reversed, known, all_pairs)), output_format)
        return
    more = further_pairs(extra)
    chosen = _models(models, measured=known is not None)
    _remark_on_long(all_pairs)
    rows = []
    for model in chosen:
        settings = AlignerSettings(model=model, iterations=iterations, letters=letters or None)
        with progress_bar(f"Aligning words ({model})") as on_progress:
            both = align_words(all_pairs, extra=more, settings=settings, threads=threads, on_progress=on_progress)
        if output is not None and model == chosen[-1]:
            _write(both, way, texts, output, is_one=pairs is not None)
        if known is not None:
            rows += list(_ways_measured(model, both, known))
    if known is not None:
        _print(rows, output_format)
    elif output is None:
        _write(both, way, texts, "-", is_one=True)


def _models(models: Sequence[str], *, measured: bool) -> tuple[AlignmentModel, ...]:
    from bakeoff.alignment import ALIGNMENT_MODELS

    chosen = tuple(each for each in ALIGNMENT_MODELS if each in (models or ("eflomal",)) or "all" in models)
    if len(chosen) > 1 and not measured:
        raise InputError(
            expected="one model, or links made by people (--gold) to measure several",
            found=", ".join(chosen),
            remedy="Choose one by --model.",
        )
    return chosen


def _read(
    runs: Sequence[str], source: str | None, references: Sequence[str], pairs: str | None
) -> dict[str, list[SentencePair]]:
    """The sentence pairs of each run and reference, by its name."""
    if (pairs is None) == (source is None) or (pairs is not None and (runs or references)):
        raise InputError(
            expected="runs or references with a source (-s), or a file of sentence pairs (--pairs)",
            found="both" if pairs is not None else "neither",
            remedy="bakeoff align RUN… -s SRC, or bakeoff align --pairs FILE.",
        )
    if pairs is not None:
        from bakeoff.formats.annotations.pharaoh import read_sentence_pairs

        return {pairs: list(read_sentence_pairs(pairs))}

    from bakeoff.formats import name_apart, read_references, read_runs, read_source

    if not (runs or references):
        raise InputError(expected="runs or references to align", found="none", remedy="Give at least one.")
    original = read_source(str(source), on_remark=remark)
    read = name_apart([run for path in runs for run in read_runs(path, on_remark=remark)])
    texts: dict[str, TextSet] = {run.system: run for run in read}
    for path in references:
        for number, reference in enumerate(read_references(path, on_remark=remark)):
            texts[f"{Path(path).name.partition('.')[0]}{number or ''}"] = reference
    return {name: list(word_pairs(original, text, name)) for name, text in texts.items()}


def _gold(path: str, first: int, pairs: Sequence[SentencePair]) -> tuple[GoldLinks, ...]:
    from bakeoff.formats.annotations.pharaoh import check_links, read_links

    gold = read_links(path, first=first)
    check_links(gold, pairs, path)
    return gold


def _remark_on_long(pairs: Sequence[SentencePair]) -> None:
    from bakeoff.alignment import LONGEST

    long = sum(1 for source, target in pairs if max(len(source), len(target)) > LONGEST)
    if long:
        remark(f"{long:,} sentence pairs have more than {LONGEST} words on a side: they have no links.")


def _write(
    both: BothDirections, way: Symmetrisation, texts: dict[str, list[SentencePair]], output: str, *, is_one: bool
) -> None:
    from bakeoff.formats.annotations.pharaoh import write_links
    from bakeoff.formats.targets import unwritable_refused

    links = both.symmetrised(way)
    if is_one:
        write_links(links, output)
        return
    with unwritable_refused(output):
        Path(output).mkdir(parents=True, exist_ok=True)
    start = 0
    for name, part in texts.items():
        write_links(links[start : start + len(part)], Path(output) / f"{name.replace('/', '_')}.links")
        start += len(part)


_Row = tuple[str, str, "AlignmentErrors"]
"""What was measured, the symmetrisation, and its errors."""


def _ways_measured(model: str, both: BothDirections, gold: Sequence[GoldLinks]) -> Iterator[_Row]:
    from bakeoff.alignment import SYMMETRISATIONS, alignment_errors

    for way in SYMMETRISATIONS:
        yield model, way, alignment_errors(both.symmetrised(way), gold)


def _measured(
    given: Sequence[str], given_reversed: Sequence[str], gold: Sequence[GoldLinks], pairs: Sequence[SentencePair]
) -> Iterator[_Row]:
    from bakeoff.alignment import alignment_errors
    from bakeoff.formats.annotations.pharaoh import check_links, read_links

    for files, target_first in ((given, False), (given_reversed, True)):
        for path in files:
            links = read_links(path, target_first=target_first)
            check_links(links, pairs, path)
            yield path, "as given", alignment_errors([each.possible for each in links], gold)


def _print(rows: Sequence[_Row], output_format: str) -> None:
    from bakeoff.reports import alignment_errors_json, alignment_errors_table

    if output_format == "json":
        print_json(alignment_errors_json(rows))
    else:
        print_table(alignment_errors_table(rows), output_format)
