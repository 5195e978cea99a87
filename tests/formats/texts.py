"""Texts that each format can hold, as hypothesis strategies, and a small one to write by hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hypothesis import strategies as st

from bakeoff.data import Block, Document, ReferenceSet, Run, Segment, Supplement, TestSet, TextSet

Text = st.SearchStrategy[str]
Attributes = st.SearchStrategy[dict[str, str]]
Documents = st.SearchStrategy[tuple[Document, ...]]

AWKWARD = [
    "&",
    "<",
    ">",
    '"',
    "'",
    "&amp;",
    "&quot;",
    "&#39;",
    "]]>",
    "\\",
    "\\n",
    " ",
    "\u2028",
    "\x85",
    "\ufeff",
    "\xa0",
    "𝔘",
]
BREAKS = ["\n", "\r", "\r\n", "\t", "  "]
ILLEGAL = "".join(map(chr, [*range(9), 11, 12, *range(14, 32), 0xFFFE, 0xFFFF]))

_xml_characters = st.characters(exclude_categories=["Cs"], exclude_characters=ILLEGAL)
any_text = st.lists(
    st.sampled_from(AWKWARD + BREAKS) | st.text(st.characters(exclude_categories=["Cs"]), max_size=5)
).map("".join)
xml_text = st.lists(st.sampled_from(AWKWARD + BREAKS) | st.text(_xml_characters, max_size=5)).map("".join)
one_line = any_text.map(lambda text: text.translate({10: None, 13: None, 0: None}))
without_nul = any_text.map(lambda text: text.replace("\0", ""))
filled = xml_text.filter(bool)
squeezed = xml_text.map(
    lambda text: " ".join(part for part in text.translate(dict.fromkeys(map(ord, "\t\n\r"), " ")).split(" ") if part)
)
languages = st.sampled_from(["en", "zh-Hans", "Arabic", "any"])
attribute_names = st.sampled_from(["origlang", "domain", "speaker", "x-1", "scene_2"])
ids = st.integers(1, 999).map(str)


def attributes(values: Text, *, required: Sequence[str] = ()) -> Attributes:
    return st.dictionaries(attribute_names, values, max_size=2).flatmap(
        lambda extra: st.fixed_dictionaries(dict.fromkeys(required, values)).map(lambda own: {**own, **extra})
    )


def segments(
    text: Text, *, ids: Text = ids, extra: Attributes | None = None, least: int = 0
) -> st.SearchStrategy[tuple[Segment, ...]]:
    segment = st.builds(Segment, ids, text, extra if extra is not None else st.just({}))
    return st.lists(segment, min_size=least, max_size=4, unique_by=lambda segment: segment.id).map(tuple)


def contents(text: Text, extra: Attributes) -> st.SearchStrategy[tuple[Segment | Block, ...]]:
    kinds = st.sampled_from(["hl", "p", "poster", "h1"])
    segment = st.builds(Segment, filled, text, extra)
    block = st.builds(Block, kinds, st.lists(segment, max_size=3).map(tuple), extra)
    return st.lists(segment | block, max_size=4).map(tuple)


def _nist_sets(documents: Documents) -> st.SearchStrategy[tuple[TextSet, ...]]:
    common: dict[str, st.SearchStrategy[Any]] = {
        "documents": documents,
        "test_set": filled,
        "source_language": languages,
        "attributes": st.just({"x": "1"}) | st.just({}),
    }
    both = {**common, "target_language": languages}
    return st.one_of(
        st.builds(TestSet, **common).map(lambda text: (text,)),
        st.lists(st.builds(ReferenceSet, name=filled, **both), min_size=1, max_size=2).map(tuple),
        st.lists(st.builds(Run, system=filled, **both), min_size=1, max_size=2).map(tuple),
    )


def _nist_documents(text: Text) -> Documents:
    extra = attributes(xml_text)
    document = st.builds(Document, filled, contents(text, extra), attributes(filled, required=["genre"]))
    return st.lists(document, min_size=1, max_size=3).map(tuple)


@st.composite
def wmt_sets(draw: st.DrawFn) -> tuple[TextSet, ...]:
    """A source and other texts to some of its documents."""
    paragraphs = st.lists(
        st.builds(Block, st.just("p"), segments(xml_text, extra=attributes(xml_text))), min_size=1, max_size=2
    )
    names = draw(st.lists(filled, min_size=1, max_size=3, unique=True))
    collections: Attributes = st.just({}) | st.builds(lambda name: {"collection": name}, filled)
    marks = [draw(attributes(filled, required=["origlang"])) | draw(collections) for _ in names]
    common: dict[str, Any] = {
        "test_set": draw(filled),
        "source_language": draw(languages),
        "attributes": draw(st.just({}) | st.just({"x": "1"})),
    }

    def documents(*, some: bool) -> tuple[Document, ...]:
        chosen = [draw(st.booleans()) for _ in names] if some else [True] * len(names)
        if not any(chosen):
            chosen[-1] = True
        return tuple(
            Document(name, tuple(draw(paragraphs)), mark)
            for name, mark, choice in zip(names, marks, chosen, strict=True)
            if choice
        )

    sets: list[TextSet] = [TestSet(documents=documents(some=False), **common)]
    for name in draw(st.lists(filled, max_size=2, unique=True)):
        sets.append(ReferenceSet(name=name, target_language=draw(languages), documents=documents(some=True), **common))
    for name in draw(st.lists(filled, max_size=2, unique=True)):
        sets.append(Run(system=name, target_language=draw(languages), documents=documents(some=True), **common))
    for kind in draw(st.lists(filled, max_size=1)):
        sets.append(Supplement(kind=kind, documents=documents(some=True), **common))
    # A text is known by its first document, so that is the order in which they come back.
    order = [names.index(text.documents[0].id) for text in sets]
    kinds: list[type[TextSet]] = [TestSet, ReferenceSet, Run, Supplement]
    return tuple(
        text
        for _, _, text in sorted(
            zip(map(kinds.index, map(type, sets)), order, sets, strict=True), key=lambda item: item[:2]
        )
    )


def _one_run(documents: Documents) -> st.SearchStrategy[tuple[Run, ...]]:
    return st.builds(Run, system=st.just("run"), documents=documents).map(lambda run: (run,))


def numbered(text: Text) -> Documents:
    return st.lists(text).map(
        lambda lines: (Document("1", tuple(Segment(str(i), line) for i, line in enumerate(lines, 1)), numbered=True),)
    )


def _row_documents(text: Text, values: Text) -> Documents:
    names = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), min_size=1).filter(
        lambda name: name not in ("document", "segment", "text")
    )
    one = st.builds(Document, filled, segments(text, ids=filled, least=1), st.dictionaries(names, values, max_size=2))
    return st.lists(one, min_size=1, max_size=3, unique_by=lambda document: document.id).map(tuple)


FAMILY: dict[str, st.SearchStrategy[tuple[TextSet, ...]]] = {
    "nist-xml": _nist_sets(_nist_documents(xml_text)),
    "nist-sgml": _nist_sets(_nist_documents(squeezed)),
    "wmt-xml": wmt_sets(),
    "plain-text": _one_run(numbered(one_line)),
    "tsv": _one_run(_row_documents(without_nul, filled) | numbered(without_nul)),
    "json-lines": _one_run(_row_documents(any_text, any_text) | numbered(any_text)),
}
"""What each format gives back as it was."""


@st.composite
def common_core(draw: st.DrawFn) -> Run:
    """A run that every format but plain text can hold: documents, ids, attributes, texts."""
    documents = st.lists(
        st.builds(
            Document,
            filled,
            segments(squeezed, least=1),
            attributes(filled, required=["genre", "origlang"]),
        ),
        min_size=1,
        max_size=3,
        unique_by=lambda document: document.id,
    ).map(tuple)
    return Run(system="run", test_set="t", source_language="fr", target_language="en", documents=draw(documents))


def core(text: Run) -> list[tuple[str, dict[str, str], list[tuple[str, str]]]]:
    """Documents, ids, attributes and texts, without what only some formats hold."""
    return [
        (document.id, dict(document.attributes), [(segment.id, segment.text) for segment in document.segments])
        for document in text.documents
    ]


def small_run(**changes: Any) -> Run:
    """Two documents, three segments, one wrapped."""
    documents = (
        Document("d1", (Segment("1", "a"), Block("p", (Segment("2", "b c"),))), {"genre": "nw"}),
        Document("d2", (Segment("1", ""),), {"genre": "wb"}),
    )
    fields: dict[str, Any] = {
        "system": "sys",
        "test_set": "t",
        "source_language": "fr",
        "target_language": "en",
        "documents": documents,
    }
    return Run(**{**fields, **changes})
