"""Texts of the demonstration: the example texts, and outputs of systems that are made worse by chance."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import as_file, files

from bakeoff.data import Document, ReferenceSet, Run, Segment, TestSet, TextSet
from bakeoff.formats import read_references, read_source
from bakeoff.formats.registry import format_named
from bakeoff.rulebook.schema.test_sets import TestSetRules
from bakeoff.submissions.packages.builder import read_run

SYSTEMS = ("aster", "basalt", "cedar", "dune", "ember")
"""Systems whose outputs are among the example texts."""


@dataclass(frozen=True, slots=True)
class Languages:
    """The language pair, and its languages as the rulebook writes them."""

    pair: str
    source: str
    target: str


@dataclass(frozen=True, slots=True)
class Example:
    """Source, references and outputs of the same documents; outputs by the name of the system."""

    source: TestSet
    references: tuple[ReferenceSet, ...]
    outputs: dict[str, tuple[str, ...]]


@cache
def example() -> Example:
    """The example texts."""
    with as_file(files(__package__) / "example") as folder:
        return Example(
            read_source(folder / "source.xml"),
            tuple(read_references(folder / "references.xml")),
            {name: _lines(read_run(folder / "runs" / f"{name}.xml")) for name in SYSTEMS},
        )


def worsened(share: float, *, seed: str) -> tuple[str, ...]:
    """A reference in which about this share of words is lost, moved or replaced by another word of the text."""
    draw = random.Random(seed)
    segments = _lines(example().references[0])
    vocabulary = [word for segment in segments for word in segment.split()]
    return tuple(_worsened(segment.split(), share, vocabulary, draw) for segment in segments)


def source_file(rules: TestSetRules, *, languages: Languages) -> bytes:
    """The source as it is handed out for a test set."""
    return _file(_source(rules, languages))


def reference_file(rules: TestSetRules, *, languages: Languages) -> bytes:
    """As many references as the test set has."""
    return _file(
        *(
            ReferenceSet(
                documents=_documents(reference, rules, languages),
                test_set=rules.written_id(languages.pair),
                source_language=languages.source,
                target_language=languages.target,
                name=reference.name,
            )
            for reference in example().references[: rules.references]
        )
    )


def run_file(lines: Sequence[str], rules: TestSetRules, *, system: str, languages: Languages, format: str) -> bytes:
    """An output of plain segments in one of the formats of runs."""
    source = _source(rules, languages)
    texts = iter(lines)
    run = Run(
        documents=tuple(
            Document(
                document.id,
                tuple(Segment(segment.id, next(texts)) for segment in document.segments),
                {"genre": document.genre or ""} if format == "nist-xml" else document.attributes,
            )
            for document in source.documents
        ),
        test_set=source.test_set,
        source_language=languages.source,
        target_language=languages.target,
        system=system,
    )
    return _file(*((source, run) if format == "wmt-xml" else (run,)), format=format)


def _source(rules: TestSetRules, languages: Languages) -> TestSet:
    return TestSet(
        documents=_documents(example().source, rules, languages),
        test_set=rules.written_id(languages.pair),
        source_language=languages.source,
    )


def _worsened(words: Sequence[str], share: float, vocabulary: Sequence[str], draw: random.Random) -> str:
    kept: list[str] = []
    for word in words:
        if draw.random() >= share:
            kept.append(word)
        elif (how := draw.randrange(3)) == 0:
            kept.insert(max(len(kept) - 2, 0), word)
        elif how == 1:
            kept.append(draw.choice(vocabulary))
    return " ".join(kept)


def _lines(text: TextSet) -> tuple[str, ...]:
    return tuple(segment.text for document in text.documents for segment in document.segments)


def _documents(text: TextSet, rules: TestSetRules, languages: Languages) -> tuple[Document, ...]:
    """The documents with the genres that the rulebook knows, where it names some."""
    known = list(rules.genres)
    seen = list(dict.fromkeys(document.genre or "" for document in text.documents))
    genres = {own: known[number % len(known)] if known and own not in known else own for number, own in enumerate(seen)}
    return tuple(
        Document(
            document.id,
            tuple(Segment(segment.id, segment.text) for segment in document.segments),
            {"genre": genres[document.genre or ""], "origlang": languages.source},
        )
        for document in text.documents
    )


def _file(*sets: TextSet, format: str = "nist-xml") -> bytes:
    return "".join(format_named(format).load().write(sets)).encode()
