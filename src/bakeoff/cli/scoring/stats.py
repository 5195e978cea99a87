"""`bakeoff stats`: figures about texts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from bakeoff.cli.interface.options import by_option, format_option, specification_option, threads_option
from bakeoff.cli.interface.output import print_json, print_table, remark

if TYPE_CHECKING:
    from bakeoff.evaluation import Corpus


@click.command("stats")
@click.argument("files", nargs=-1, required=True, metavar="FILE…")
@click.option("--train", multiple=True, metavar="FILE", help="Training text; words it does not hold are unknown.")
@specification_option(multiple=False)
@by_option
@threads_option
@format_option
def command(
    *,
    files: Sequence[str],
    train: Sequence[str],
    specification: str,
    by: Sequence[str],
    threads: int | None,
    output_format: str,
) -> None:
    """Describe texts and speech: segments, words, vocabulary.

    \b
    bakeoff stats source.xml references.xml
    bakeoff stats reference.stm regions.uem system.ctm
    bakeoff stats test.de.txt --train train.de.gz --spec no_case+no_punc
    bakeoff stats training-data.tgz
    bakeoff stats source.xml --by genre --format json

    Tokens are those of the specification's tokeniser; of alternatives in transcripts the first counts. Of zip and tar
    archives, every text has a row.
    """
    from bakeoff.evaluation import describe_texts, read_corpora
    from bakeoff.reports import corpus_json, corpus_table

    texts = [corpus for path in files for corpus in read_corpora(path, on_remark=remark)]
    training = [corpus for path in train for corpus in read_corpora(path, on_remark=remark)]
    described = describe_texts(texts, training=training, specification=specification, by=by, threads=threads)
    named = dict(zip(_names(texts), described, strict=True))
    if output_format == "json":
        print_json([{**figures, "specification": specification} for figures in corpus_json(named)])
    else:
        print_table(corpus_table(named, title=specification), output_format)


def _names(texts: Sequence[Corpus]) -> list[str]:
    """What each is called; numbered where a file was given twice."""
    names: list[str] = []
    for text in texts:
        again = sum(1 for each in names if each == text.name or each.startswith(f"{text.name} ("))
        names.append(f"{text.name} ({again + 1})" if again else text.name)
    return names
