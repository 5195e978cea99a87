"""Constituents of complete texts: chosen in the source, aligned, found in the reference and all outputs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from bakeoff.alignment import AlignerSettings, Links, SentencePair, Symmetrisation, align_words
from bakeoff.data.judgments import Span
from bakeoff.data.parse_trees import ParseTree
from bakeoff.errors import InputError, Place
from bakeoff.human_eval.designs.constituents.candidates import (
    Candidate,
    SourceWords,
    from_parse,
    from_spans,
    from_tags,
    tags_of,
)
from bakeoff.human_eval.designs.constituents.items import (
    ChosenConstituents,
    ConstituentRules,
    TranslatedSegment,
    choose_constituents,
)
from bakeoff.human_eval.designs.shown_columns import JudgedTexts
from bakeoff.text import words_of

Candidates = Callable[[Sequence[SourceWords]], Sequence[Iterable[Candidate | None]]]
"""The candidates of each segment."""
_Links = Mapping[str, Sequence[Links]]
"""By system; the reference's under no name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Alignment:
    """How words are aligned."""

    settings: AlignerSettings = field(default_factory=AlignerSettings)
    symmetrisation: Symmetrisation = "grow-diag-final-and"
    extra: Sequence[SentencePair] = ()
    """More text of the same languages to learn from."""
    threads: int | None = None
    on_progress: Callable[[int, int], object] | None = None


def parsed_candidates(trees: Sequence[ParseTree | None], file: str) -> Candidates:
    """The phrases of the parses of a file, a line for each segment."""

    def find(sources: Sequence[SourceWords]) -> list[Iterable[Candidate | None]]:
        if len(trees) != len(sources):
            raise InputError(
                place=Place(file),
                expected=f"{len(sources):,} parses, one for each segment of the source",
                found=f"{len(trees):,}",
                remedy="Write an empty line where a segment has no parse.",
            )
        return [
            () if tree is None else from_parse(words, tree, place=Place(file, line))
            for line, (words, tree) in enumerate(zip(sources, trees, strict=True), start=1)
        ]

    return find


def tagged_candidates(*, tagger: str, language: str | None, model: str | None = None) -> Candidates:
    """Noun and prepositional phrases by a tagger."""

    def find(sources: Sequence[SourceWords]) -> list[Iterable[Candidate | None]]:
        tags = tags_of(sources, tagger=tagger, language=language, model=model)
        return [from_tags(words, own) for words, own in zip(sources, tags, strict=True)]

    return find


def listed_candidates(spans: Mapping[int, Sequence[Span]]) -> Candidates:
    """What an organiser chose, by the number of the segment."""

    def find(sources: Sequence[SourceWords]) -> list[Iterable[Candidate | None]]:
        return [from_spans(words, spans.get(number, ())) for number, words in enumerate(sources)]

    return find


def constituents_of(
    judged: JudgedTexts,
    candidates: Candidates,
    *,
    alignment: Alignment,
    rules: ConstituentRules | None = None,
    links: _Links | None = None,
) -> ChosenConstituents:
    """The constituents of texts that can be judged.

    All outputs and the reference are aligned together, as W08 did; `links` are links that were made elsewhere.
    """
    texts = judged.texts
    if texts.source is None:
        raise InputError(expected="a source whose parts are judged", found="none", remedy="Give the source text.")
    sources = [SourceWords(text) for text in texts.source]
    found = candidates(sources)
    columns = columns_of(judged)
    linked = aligned(texts.source, columns, alignment) if links is None else links
    return choose_constituents(translated_segments(judged, sources, found, columns, linked), rules)


def columns_of(judged: JudgedTexts) -> dict[str, Sequence[str]]:
    """The outputs by system, and under no name the reference that judges see."""
    texts = judged.texts
    columns: dict[str, Sequence[str]] = dict(zip(texts.systems, texts.runs, strict=True))
    return columns | ({"": texts.references[0]} if texts.references else {})


def places_of(judged: JudgedTexts) -> dict[tuple[str, str], int]:
    """The number of each segment, by document and id."""
    texts = judged.texts
    return {
        (document.id, segment): number
        for number, (document, segment) in enumerate(zip(texts.documents, texts.segment_ids, strict=True))
    }


def reference_pairs(judged: JudgedTexts) -> tuple[SentencePair, ...]:
    """Each segment of a source with that of the first reference; none where the texts lack either."""
    source, references = judged.texts.source, judged.texts.references
    if source is None or not references:
        return ()
    return tuple((words_of(own), words_of(text)) for own, text in zip(source, references[0], strict=True))


def aligned(source: Sequence[str], columns: Mapping[str, Sequence[str]], alignment: Alignment) -> _Links:
    """The links of each column with the source: all columns are aligned together."""
    words = [words_of(text) for text in source]
    pairs = [(own, words_of(text)) for column in columns.values() for own, text in zip(words, column, strict=True)]
    both = align_words(
        pairs,
        extra=alignment.extra,
        settings=alignment.settings,
        threads=alignment.threads,
        on_progress=alignment.on_progress,
    )
    links = both.symmetrised(alignment.symmetrisation)
    size = len(words)
    return {name: links[number * size : (number + 1) * size] for number, name in enumerate(columns)}


def translated_segments(
    judged: JudgedTexts,
    sources: Sequence[SourceWords],
    candidates: Sequence[Iterable[Candidate | None]],
    columns: Mapping[str, Sequence[str]],
    links: _Links,
) -> Iterator[tuple[TranslatedSegment, SourceWords, Iterable[Candidate | None]]]:
    """The segments of texts with their links; columns and links have the reference's under no name."""
    texts = judged.texts
    for number, (document, segment) in enumerate(zip(texts.documents, texts.segment_ids, strict=True)):
        has_reference = "" in columns
        yield (
            TranslatedSegment(
                document=document.id,
                segment=segment,
                source=sources[number].text,
                reference=columns[""][number] if has_reference else None,
                reference_links=links[""][number] if has_reference else frozenset(),
                outputs={name: columns[name][number] for name in texts.systems},
                links={name: links[name][number] for name in texts.systems},
            ),
            sources[number],
            candidates[number],
        )
