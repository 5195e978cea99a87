"""`bakeoff human constituents`: parts of sentences that people can judge."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from bakeoff.cli.human.judged_texts import GivenTexts
from bakeoff.cli.interface.options import format_option, threads_option
from bakeoff.cli.interface.output import print_json, print_table
from bakeoff.cli.interface.parallel_texts import further_pairs
from bakeoff.cli.interface.progress_bar import progress_bar
from bakeoff.cli.interface.spreading import SpreadingCommand
from bakeoff.errors import InputError

if TYPE_CHECKING:
    from bakeoff.alignment import AlignmentModel, Links
    from bakeoff.human_eval import JudgedTexts
    from bakeoff.human_eval.designs.constituents.items import ConstituentRules
    from bakeoff.human_eval.designs.constituents.texts import Candidates


@click.command("constituents", cls=SpreadingCommand)
@click.option("-s", "--source", required=True, metavar="SRC", help="Source text.")
@click.option("--run", "runs", multiple=True, required=True, metavar="RUN", help="Output of a system; may be repeated.")
@click.option("-r", "--references", multiple=True, metavar="REF…", help="References; the first is shown.")
@click.option("--language-pair", metavar="ID", help="Language pair of the texts.  [default: what the files say]")
@click.option("--test-set", metavar="ID", help="Test set of the texts.  [default: what the files say]")
@click.option("--parses", metavar="FILE", help="Parses of the source in brackets, a line for each segment.")
@click.option("--tagger", metavar="NAME", help="Without parses: noun and prepositional phrases by this tagger (hanta).")
@click.option("--source-language", metavar="CODE", help="Language of the source, for the tagger: de, en, nl.")
@click.option("--spans", metavar="FILE", help="A list of parts that you chose: segment, phrase.")
@click.option(
    "--words",
    nargs=2,
    type=click.IntRange(min=1),
    metavar="FEWEST MOST",
    help="Words of a part, without punctuation.  [default: what the rulebook says, else 4 15]",
)
@click.option("--complete-sentences", is_flag=True, help="Also keep parts that are the complete sentence.")
@click.option("--rules", "rulebook", metavar="RULEBOOK", help="Rulebook that says how many words parts have.")
@click.option("--evaluation", metavar="ID", help="Its human evaluation, where it has several.")
@click.option("--links", metavar="DIR", help="Word links by bakeoff align or another tool: NAME.links of each file.")
@click.option(
    "--extra",
    nargs=2,
    multiple=True,
    metavar="SRC TGT",
    help="More text to learn the links from, line by line; may be repeated.",
)
@click.option(
    "--model",
    type=click.Choice(["ibm1", "ibm2", "hmm", "ibm3", "ibm4", "fast-align", "eflomal"]),
    default="eflomal",
    show_default=True,
    help="What aligns words, where no links are given.",
)
@click.option("-o", "--output", metavar="FILE", help="Write the constituents, for bakeoff human design.")
@threads_option
@format_option
def constituents(
    *,
    source: str,
    runs: Sequence[str],
    references: Sequence[str],
    language_pair: str | None,
    test_set: str | None,
    parses: str | None,
    tagger: str | None,
    source_language: str | None,
    spans: str | None,
    words: tuple[int, int] | None,
    complete_sentences: bool,
    rulebook: str | None,
    evaluation: str | None,
    links: str | None,
    extra: Sequence[tuple[str, str]],
    model: AlignmentModel,
    output: str | None,
    threads: int | None,
    output_format: str,
) -> None:
    """Choose parts of sentences for people to judge.

    \b
    bakeoff human constituents -s source.txt --run a.txt --run b.txt -r reference.txt --parses parses.txt -o parts.jsonl
    bakeoff human constituents -s source.txt --run a.txt -r reference.txt --tagger hanta --source-language de
    bakeoff human constituents -s source.txt --run a.txt -r reference.txt --spans spans.tsv --links links

    A part is kept if the reference and every output have a consistent phrase for it, by word links. Prints how many
    parts were left out, and why. Words are aligned by sil-thot: pip install 'bakeoff[align]'.
    """
    from bakeoff.alignment import AlignerSettings
    from bakeoff.human_eval.designs.constituents.item_files import write_constituents
    from bakeoff.human_eval.designs.constituents.texts import Alignment, constituents_of
    from bakeoff.reports import constituents_json, constituents_table

    given = GivenTexts(
        sources=[source], runs=runs, references=references, language_pair=language_pair, test_set=test_set
    )
    [texts] = given.read()
    candidates = _candidates(texts, parses, (tagger, source_language), spans)
    rules = replace(_rules(words, rulebook, evaluation), complete_sentence=complete_sentences)
    if links is not None and extra:
        raise InputError(
            expected="--links, or --extra to learn links from", found="both", remedy="Leave out one of them."
        )
    own = None if links is None else _links(texts, Path(links), references)
    more = further_pairs(extra)
    with progress_bar("Aligning words") as on_progress:
        alignment = Alignment(
            settings=AlignerSettings(model=model), extra=more, threads=threads, on_progress=on_progress
        )
        chosen = constituents_of(texts, candidates, alignment=alignment, rules=rules, links=own)
    if output is not None:
        write_constituents([replace(texts, constituents=chosen.items)], output)
    if output_format == "json":
        print_json(constituents_json(chosen))
    else:
        print_table(constituents_table(chosen), output_format)


def _rules(words: tuple[int, int] | None, rulebook: str | None, evaluation: str | None) -> ConstituentRules:
    from bakeoff.human_eval import human_evaluation
    from bakeoff.human_eval.designs.constituents.items import ConstituentRules
    from bakeoff.rulebook import read_rulebook

    if words is not None:
        fewest, most = words
        return ConstituentRules(fewest=fewest, most=most)
    if rulebook is None:
        return ConstituentRules()
    return ConstituentRules.of(human_evaluation(read_rulebook(rulebook), evaluation))


def _candidates(
    texts: JudgedTexts, parses: str | None, tagging: tuple[str | None, str | None], spans: str | None
) -> Candidates:
    from bakeoff.formats.annotations.constituent_spans import read_constituent_spans
    from bakeoff.formats.annotations.penn_trees import read_parses
    from bakeoff.human_eval.designs.constituents.texts import (
        listed_candidates,
        parsed_candidates,
        tagged_candidates,
    )

    tagger, language = tagging
    ways = [name for name, value in (("--parses", parses), ("--tagger", tagger), ("--spans", spans)) if value]
    if len(ways) != 1:
        raise InputError(
            expected="one of --parses, --tagger and --spans, which say what the parts are",
            found=" and ".join(ways) or "none",
        )
    if parses is not None:
        return parsed_candidates(read_parses(parses), parses)
    if tagger is not None:
        return tagged_candidates(tagger=tagger, language=language)
    own = texts.texts
    keys = [(document.id, segment) for document, segment in zip(own.documents, own.segment_ids, strict=True)]
    listed = read_constituent_spans(str(spans), dict(zip(keys, own.source or (), strict=True)))
    return listed_candidates({number: listed[key] for number, key in enumerate(keys) if key in listed})


def _links(texts: JudgedTexts, folder: Path, references: Sequence[str]) -> dict[str, tuple[Links, ...]]:
    """The links of every system and of the first reference, checked against the texts."""
    from bakeoff.formats.annotations.pharaoh import check_links, read_links
    from bakeoff.text import words_of

    own = texts.texts
    files = {name: folder / f"{name.replace('/', '_')}.links" for name in own.systems}
    columns = dict(zip(own.systems, own.runs, strict=True))
    if references:
        files[""] = folder / f"{Path(references[0]).name.partition('.')[0]}.links"
        columns[""] = own.references[0]
    sources = [words_of(text) for text in own.source or ()]
    found = {}
    for name, path in files.items():
        links = read_links(path)
        check_links(links, list(zip(sources, map(words_of, columns[name]), strict=True)), str(path))
        found[name] = tuple(each.possible for each in links)
    return found
