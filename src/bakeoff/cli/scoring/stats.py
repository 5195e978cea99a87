"""`bakeoff stats`: figures about texts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from bakeoff.cli.interface.options import by_option, format_option, specification_option, threads_option
from bakeoff.cli.interface.output import print_json, print_table, remark

if TYPE_CHECKING:
    from bakeoff.data import TextSet


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
    """Describe texts: segments, tokens, vocabulary, unknown words.

    \b
    bakeoff stats source.xml references.xml
    bakeoff stats test.de.txt --train train.de.gz --spec no_case+no_punc
    bakeoff stats source.xml --by genre --format json

    Tokens are those of the specification's tokeniser.
    """
    from bakeoff.evaluation import describe_texts
    from bakeoff.reports import corpus_json, corpus_table

    texts = [text for path in files for text in _read(path)]
    training = [text for path in train for text in _read(path)]
    described = describe_texts(texts, training=training, specification=specification, by=by, threads=threads)
    named = dict(zip(_names(texts), described, strict=True))
    if output_format == "json":
        print_json([{**figures, "specification": specification} for figures in corpus_json(named)])
    else:
        print_table(corpus_table(named, title=specification), output_format)


def _read(path: str) -> Sequence[TextSet]:
    from bakeoff.formats import read

    text_file = read(path)
    for text in text_file.remarks:
        remark(text)
    return text_file.sets


def _names(texts: Sequence[TextSet]) -> list[str]:
    """The file of each text, with its own name where a file holds several; numbered where that is still not enough."""
    names: list[str] = []
    for text in texts:
        several = sum(1 for other in texts if other.file == text.file) > 1
        name = f"{text.file}: {text.label}" if several else str(text.file or text.label)
        names.append(name if name not in names else f"{name} ({names.count(name) + 1})")
    return names
