"""`bakeoff nbest`: how good the candidates of n-best lists, lattices and confusion networks are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from bakeoff.cli.interface.options import format_option, threads_option
from bakeoff.cli.interface.output import print_json, print_table, remark
from bakeoff.cli.interface.spreading import SpreadingCommand
from bakeoff.errors import BakeoffError

if TYPE_CHECKING:
    from bakeoff.data.recognition.hypotheses import Lattices, NBestLists
    from bakeoff.evaluation import OracleEvaluation
    from bakeoff.formats import HypothesisKind


@click.command("nbest", cls=SpreadingCommand)
@click.argument("lists", nargs=-1, metavar="LIST…")
@click.option("-r", "--references", multiple=True, metavar="REF…", help="Reference files: TRN or text, a line each.")
@click.option(
    "--from",
    "from_format",
    type=click.Choice(["nbest", "slf", "plf", "confusion-network"]),
    help="Format of the lists, where it is not recognised.",
)
@click.option(
    "--depth", type=click.IntRange(min=1), metavar="N", help="Only the first N candidates of each list count."
)
@click.option("--case", is_flag=True, help="Words that differ in case are different.")
@click.option("--segments", is_flag=True, help="Figures of every utterance too, with its best hypothesis.")
@threads_option
@format_option
def command(
    *,
    lists: Sequence[str],
    references: Sequence[str],
    from_format: HypothesisKind | None,
    depth: int | None,
    case: bool,
    segments: bool,
    threads: int | None,
    output_format: str,
) -> None:
    """Oracle figures of n-best lists, lattices, confusion networks.

    \b
    bakeoff nbest asr.nbest -r reference.trn
    bakeoff nbest asr.nbest -r reference.trn --depth 20 --format json
    bakeoff nbest lattices.plf.gz -r reference.txt
    bakeoff nbest lattices/*.lat.gz -r reference.trn --segments

    Word and sentence error rate of the first hypothesis (1-best) and of the best one that a list or lattice holds
    (oracle), the mean rank of the best candidate, the density of lattices. Files may be n-best lists (Moses: id |||
    candidate ||| features ||| score; id, tab, candidate; or candidates with a blank line after each list), HTK SLF, PLF
    or confusion networks, each gzipped or not; all SLF files count as one set. - is standard input.
    """
    if not lists:
        raise BakeoffError("no list was named: write the lists before -r, as in bakeoff nbest LIST… -r REF….")
    if not references:
        raise BakeoffError("no reference was named: give the reference files with -r.")
    if [*lists, *references].count("-") > 1:
        raise BakeoffError("standard input can be read only once: name - for one file and give the others by name.")

    from bakeoff.evaluation import evaluate_oracles
    from bakeoff.formats import read_utterances

    texts = [text for path in references for text in read_utterances(path, on_remark=remark)]
    evaluations = [
        evaluate_oracles(
            data,
            texts,
            name=name,
            ignore_case=not case,
            depth=depth,
            threads=threads,
        )
        for name, data in _read(lists, from_format)
    ]
    for text in dict.fromkeys(text for evaluation in evaluations for text in evaluation.remarks):
        remark(text)
    _print(evaluations, segments=segments, output_format=output_format)


def _read(paths: Sequence[str], from_format: HypothesisKind | None) -> list[tuple[str, NBestLists | Lattices]]:
    """Each file under its name; the lattices of all SLF files, which hold one utterance each, together."""
    from bakeoff.data.recognition.hypotheses import Lattices, join_lattices
    from bakeoff.formats import read_hypotheses

    hypotheses = [(path, read_hypotheses(path, format=from_format, on_remark=remark)) for path in paths]
    single = [data for _, data in hypotheses if isinstance(data, Lattices) and data.ids is not None]
    if len(single) < 2:
        return list(hypotheses)
    others = [(path, data) for path, data in hypotheses if not (isinstance(data, Lattices) and data.ids is not None)]
    joined = join_lattices(single)
    return [*others, (f"{joined.utterances} lattices", joined)]


def _print(evaluations: Sequence[OracleEvaluation], *, segments: bool, output_format: str) -> None:
    from bakeoff.reports import oracle_json, oracle_segment_table, oracle_table, stack_tables

    if output_format == "json":
        objects = [oracle_json(evaluation, segments=segments) for evaluation in evaluations]
        print_json(objects[0] if len(objects) == 1 else objects)
        return
    if not segments:
        print_table(oracle_table(evaluations), output_format)
        return
    tables = {evaluation.name: oracle_segment_table(evaluation) for evaluation in evaluations}
    if output_format in ("tsv", "csv") and len(tables) > 1:
        tables = {"": stack_tables(tables, heading="input")}
    for number, table in enumerate(tables.values()):
        if number:
            click.echo()
        print_table(table, output_format)
