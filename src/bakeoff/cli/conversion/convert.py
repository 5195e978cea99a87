"""`bakeoff convert`: texts, and judgments, from one format to another."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, cast

import click

from bakeoff.cli.conversion.convert_bilingual import convert_bilingual, holds_bilingual
from bakeoff.cli.conversion.convert_judgments import convert_judgments, holds_judgments
from bakeoff.cli.conversion.convert_packages import convert_package, holds_package
from bakeoff.cli.conversion.convert_plans import convert_plan, holds_plan
from bakeoff.cli.human.judgment_files import batches_option, equal_rows_option, mistakes_option
from bakeoff.cli.interface.completions import complete_all_formats
from bakeoff.cli.interface.output import remark
from bakeoff.errors import BakeoffError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bakeoff.data import TextSet
    from bakeoff.formats import Format, Role, TextFile
    from bakeoff.formats.judgments import EqualRows


@dataclass(frozen=True, slots=True, kw_only=True)
class Labels:
    """What plain formats do not say and others need."""

    test_set: str | None
    source_language: str | None
    target_language: str | None
    name: str | None
    genre: str | None


@click.command("convert")
@click.argument("source_path", metavar="IN")
@click.argument("target_path", metavar="OUT")
@click.option(
    "--from",
    "from_format",
    metavar="FORMAT",
    help="Format of IN, where it is not recognised.",
    shell_complete=complete_all_formats,
)
@click.option(
    "--to",
    "to_format",
    metavar="FORMAT",
    help="Format of OUT, where its ending does not say.",
    shell_complete=complete_all_formats,
)
@click.option(
    "--role",
    type=click.Choice(["source", "reference", "run"]),
    help="What the text is (plain text, TSV, JSON Lines; by default a run), or which texts of IN to take.",
)
@click.option("--set", "set_name", metavar="NAME", help="Take only the text of this system or reference, or 'source'.")
@click.option(
    "--like", metavar="SOURCE", help="Take documents, ids and wrappers from this source file; of judgments, the source."
)
@click.option(
    "--corrections", multiple=True, metavar="FILE", help="Corrections of the text; may be repeated, in order."
)
@click.option("--join-lines", is_flag=True, help="Put a blank for each line break inside a segment.")
@click.option("--test-set", metavar="ID", help="Id of the test set.")
@click.option("--source-language", metavar="CODE", help="Source language; for WMT XML also the original language.")
@click.option("--target-language", metavar="CODE", help="Target language.")
@click.option("--name", metavar="NAME", help="Name of the system or reference.")
@click.option("--genre", metavar="GENRE", help="Genre of documents that have none.")
@click.option("--given", metavar="FILE", help="Of a plan: also write the marks that judges start from.")
@equal_rows_option
@batches_option
@mistakes_option
def command(
    *,
    source_path: str,
    target_path: str,
    from_format: str | None,
    to_format: str | None,
    equal_rows: EqualRows,
    batches: Sequence[str],
    role: Role | None,
    set_name: str | None,
    like: str | None,
    corrections: Sequence[str],
    join_lines: bool,
    given: str | None,
    **labels: str | None,
) -> None:
    """Convert a text, or judgments, between file formats.

    \b
    bakeoff convert reference.sgm.gz reference.txt
    bakeoff convert all.xml.gz Online-A.txt --set Online-A
    bakeoff convert output.txt run.xml --like source.xml --target-language English --name my-system
    bakeoff convert reference.xml adjudicated.xml --corrections round1.tsv
    bakeoff convert output.txt run.xml --like source.xml --to wmt-xml --target-language en --name my-system
    zcat run.xml.gz | bakeoff convert - run.jsonl
    bakeoff convert wmt12.RNK_results.csv judgments.jsonl --equal-rows keep
    bakeoff convert judgments.jsonl mqm.tsv --to mqm --like source.xml
    bakeoff convert batches.json plan.jsonl --given marks.jsonl
    bakeoff convert edited.xlf edited.tmx
    bakeoff convert post-edits.jsonl references --to references
    bakeoff convert release.zip wmt26 --to wmt

    Formats: nist-xml, nist-sgml, wmt-xml, plain-text (.txt), tsv, json-lines (.jsonl). The format of IN is recognised
    by its content; that of OUT by its ending, .xml being that of IN or SOURCE where these are XML, else NIST XML. Each
    may be gzipped (.gz); - is standard input or output. What the format of OUT cannot hold is said on standard error.
    Judgments, in any format that they are read in, become JSON Lines (.jsonl), CSV (.csv), or by --to what another tool
    writes: appraise, pearmut, mqm, mtme-ratings, wmt-ranking-csv, or mtme (files of mt-metrics-eval in a .zip),
    references (a folder with the post-edits of each translator).
    Batches of Appraise and campaigns of Pearmut become a plan: judgments without answers, as JSON Lines.
    Files of translators (XLIFF, TMX, tables of source and target) become each other: xliff-2.1 (.xlf), xliff-1.2, tmx,
    bilingual-tsv.
    Release packages of campaigns become folders: wmt (as WMT's repositories), mtme (as mt-metrics-eval), plain-text (as
    sacreBLEU reads it, with the commands that print the scores).
    """
    if source_path != "-" and Path(target_path).exists() and Path(target_path).samefile(source_path):
        raise BakeoffError(f"{target_path} is the file to be read: name another one to write.")

    if source_path != "-" and holds_package(source_path):
        convert_package(source_path, target_path, to_format=to_format, others=labels | {"from": from_format})
        return
    texts_only = {"role": role, "set": set_name, "corrections": corrections, "join_lines": join_lines}
    if holds_judgments(source_path, from_format):
        convert_judgments(
            source_path,
            target_path,
            from_format=from_format,
            to_format=to_format,
            equal_rows=equal_rows,
            batches=batches,
            like=like,
            name=labels.pop("name"),
            others=texts_only | labels,
        )
        return
    if holds_plan(source_path, from_format):
        convert_plan(
            source_path,
            target_path,
            from_format=from_format,
            given=given,
            others={**texts_only, **labels, "like": like, "to": to_format, "batches": batches},
        )
        return
    if holds_bilingual(source_path, from_format):
        others = {**texts_only, **labels, "like": like, "batches": batches, "given": given}
        convert_bilingual(source_path, target_path, to_format=to_format, others=others)
        return
    if batches or equal_rows != "refuse":
        raise BakeoffError(f"--batches and --equal-rows are for judgments, and {source_path} is none.")

    from bakeoff.formats import format_for, read, write
    from bakeoff.formats.text.conversion import with_joined_lines

    text_file = read(source_path, format=from_format, role=role)
    model = read(like, role="source") if like else None
    kind = format_for(target_path, format=to_format, otherwise=(model or text_file).format)
    sets = _corrected(_chosen(text_file, role, set_name), corrections)
    if model is not None:
        sets = _following(sets, model, kind)
    sets = _labelled(sets, Labels(**labels), kind)
    if join_lines:
        sets = tuple(with_joined_lines(text) for text in sets)
    result = type(text_file)(sets, kind.name)
    write(result, target_path, format=kind.name)
    for text in (*text_file.remarks, *(model.remarks if model else ())):
        remark(text)
    if losses := kind.losses(sets):
        remark(f"{target_path}: {kind.title} has no place for {'; '.join(losses)}. These are left out.")


def _chosen(text_file: TextFile, role: Role | None, name: str | None) -> tuple[TextSet, ...]:
    from bakeoff.formats.text.conversion import select

    return select(text_file.sets, role=role, name=name) if role or name else text_file.sets


def _corrected(sets: tuple[TextSet, ...], paths: Sequence[str]) -> tuple[TextSet, ...]:
    """The only text after all corrections."""
    if not paths:
        return sets
    if len(sets) != 1:
        raise BakeoffError(f"--corrections are of one text, found {len(sets)}; choose one by --set NAME.")

    from bakeoff.evaluation import reference_versions
    from bakeoff.formats import read_corrections

    files = [read_corrections(path) for path in paths]
    for text in (text for each in files for text in each.remarks):
        remark(text)
    return (cast("TextSet", reference_versions(sets[0], files)[-1].reference),)


def _following(sets: Sequence[TextSet], model: TextFile, kind: Format) -> tuple[TextSet, ...]:
    """The texts with the structure of the source; WMT XML holds the source next to them."""
    from bakeoff.data import TestSet
    from bakeoff.formats.text.conversion import follow, select

    (source,) = select(model.sets, role="source")
    if not isinstance(source, TestSet):
        raise TypeError("the source is no TestSet")
    followers = tuple(follow(text, source) for text in sets)
    with_source = kind.name == "wmt-xml" and not any(isinstance(text, TestSet) for text in sets)
    return (source, *followers) if with_source else followers


def _labelled(sets: Sequence[TextSet], labels: Labels, kind: Format) -> tuple[TextSet, ...]:
    from bakeoff.errors import ExpressionError
    from bakeoff.formats import role_of
    from bakeoff.formats.text.conversion import with_default, with_labels

    named = [text for text in sets if role_of(text) in ("reference", "run")]
    if labels.name is not None and len(named) != 1:
        raise ExpressionError(f"--name needs one run or reference, found {len(named)}; choose one by --set NAME.")
    changed = []
    for text in sets:
        full = with_labels(
            text,
            test_set=labels.test_set,
            source_language=labels.source_language,
            target_language=labels.target_language,
            name=labels.name,
        )
        full = with_default(full, "genre", labels.genre)
        if kind.name == "wmt-xml":
            full = with_default(full, "origlang", full.source_language)
        changed.append(full)
    return tuple(changed)
