"""Writing WMT XML: texts that are apart in memory are joined document by document."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from bakeoff.data import Block, Document, ReferenceSet, Run, Segment, Supplement, TestSet, TextSet
from bakeoff.errors import FormatError, Place
from bakeoff.formats.markup.elements import attributes, check_attributes, check_characters, needed, segment_element
from bakeoff.formats.text.text_file import label_of, place_in, said

UNNAMED = "ref"
"""What a reference without a translator is called."""
OWN_ATTRIBUTES = ("collection", "lang", "translator")
"""Attributes of a document that are not in its own element."""

_Key = tuple[str | None, str]


def write(sets: Sequence[TextSet]) -> Iterator[str]:
    """A file that follows the schema. Segments that are alone are put into paragraphs; other wrappers become them."""
    source, others = _split(sets)
    indexed = [(text, _indexed(text)) for text in others]
    _check_together(source, indexed)
    dataset = needed(source.test_set, "the id of the test set", "Give it by --test-set.", place_in(source))
    check_attributes(source.attributes, place_in(source), taken=("id",))
    yield "<?xml version='1.0' encoding='utf-8'?>\n"
    yield f"<dataset{attributes([('id', dataset), *source.attributes.items()])}>\n"
    for collection, documents in groupby(source.documents, key=lambda document: document.attributes.get("collection")):
        if collection is not None:
            needed(collection, "a name for each collection", "", place_in(source))
            yield f"<collection{attributes([('id', collection)])}>\n"
        for document in documents:
            yield from _written_document(document, source, indexed)
        if collection is not None:
            yield "</collection>\n"
    yield "</dataset>\n"


def _split(sets: Sequence[TextSet]) -> tuple[TestSet, list[TextSet]]:
    sources = [text for text in sets if isinstance(text, TestSet)]
    others = [text for text in sets if not isinstance(text, TestSet)]
    if len(sources) != 1:
        raise FormatError(
            place=Place(sets[0].file) if sets else None,
            expected="one source for WMT XML",
            found=said(sets),
            remedy="Give the source file (--like SOURCE).",
        )
    seen = set()
    for text in others:
        key = (type(text), label_of(text))
        if key in seen:
            place = place_in(text)
            raise FormatError(place=place, expected="texts with different names", found=f"{key[1]} twice")
        seen.add(key)
    return sources[0], others


def _key(document: Document) -> _Key:
    return document.attributes.get("collection"), document.id


def _indexed(text: TextSet) -> dict[_Key, Document]:
    by_key = {_key(document): document for document in text.documents}
    if len(by_key) != len(text.documents):
        remedy = "Give each its own id."
        raise FormatError(place=place_in(text), expected="each document once", found="one twice", remedy=remedy)
    return by_key


def _check_together(source: TestSet, others: Iterable[tuple[TextSet, Mapping[_Key, Document]]]) -> None:
    """Documents of all texts must be documents of the source, in its order and with its attributes."""
    known = _indexed(source)
    places = {key: number for number, key in enumerate(known)}
    for text, documents in others:
        last = -1
        for key, document in documents.items():
            if key not in known:
                other = "another" if key[0] is None else f"another in collection {key[0]}"
                raise _differs(text, document, "documents of the source", other)
            if places[key] < last:
                raise _differs(text, document, "documents in the order of the source", "another order")
            last = places[key]
            for name, value in _shared(document).items():
                if known[key].attributes.get(name) != value:
                    raise _differs(text, document, f"the {name} of the source's document", repr(value))
        if text.test_set not in (None, source.test_set) or text.source_language not in (None, source.source_language):
            raise FormatError(
                place=place_in(text),
                expected=f"test set and source language of the source ({source.test_set}, {source.source_language})",
                found=f"{text.test_set}, {text.source_language}",
                remedy="Give texts of one test set.",
            )


def _shared(document: Document) -> dict[str, str]:
    return {name: value for name, value in document.attributes.items() if name not in OWN_ATTRIBUTES}


def _differs(text: TextSet, document: Document, expected: str, found: str) -> FormatError:
    remedy = "Give texts of one test set."
    return FormatError(place=place_in(text, document), expected=expected, found=found, remedy=remedy)


def _written_document(
    document: Document, source: TestSet, others: Iterable[tuple[TextSet, Mapping[_Key, Document]]]
) -> Iterator[str]:
    place = place_in(source, document)
    own = _shared(document)
    needed(own.get("origlang"), "the original language of each document", "Give it by --source-language.", place)
    needed(document.id, "an id for each document", "", place)
    check_attributes(own, place, taken=("id",))
    yield f"  <doc{attributes([('id', document.id), *own.items()])}>\n"
    translator = document.attributes.get("translator")
    marks = [("translator", translator)] if translator is not None else []
    yield from _written_text("src", [*_language(document, source), *marks], document, source)
    for text, documents in others:
        own_document = documents.get(_key(document))
        if own_document is not None:
            yield from _written_text(*_element(own_document, text), own_document, text)
    yield "  </doc>\n"


def _language(document: Document, text: TextSet) -> list[tuple[str, str]]:
    set_language = text.target_language if isinstance(text, ReferenceSet | Run) else text.source_language
    option = "--target-language" if isinstance(text, ReferenceSet | Run) else "--source-language"
    language = document.attributes.get("lang", set_language)
    return [("lang", needed(language, "the language of the text", f"Give it by {option}.", place_in(text, document)))]


def _element(document: Document, text: TextSet) -> tuple[str, list[tuple[str, str]]]:
    label = label_of(text)
    place = place_in(text)
    check_characters(label, place)
    match text:
        case ReferenceSet():
            marks = [] if label == UNNAMED else [("translator", label)]
            return "ref", [*_language(document, text), *marks]
        case Supplement():
            return "supplemental", [("type", needed(label, "the type of the supplement", "", place))]
    return "hyp", [
        ("system", needed(label, "the name of the system", "Give it by --name.", place)),
        *_language(document, text),
    ]


def _written_text(element: str, marks: Iterable[tuple[str, str]], document: Document, text: TextSet) -> Iterator[str]:
    yield f"    <{element}{attributes(marks)}>\n"
    for paragraph in _paragraphs(document):
        own = paragraph.attributes if paragraph.kind == "p" else {}
        check_attributes(own, place_in(text, document))
        yield f"      <p{attributes(own.items())}>\n"
        for segment in paragraph.segments:
            _check_number(segment, document, text)
            yield f"        {segment_element(segment, document, text)}"
        yield "      </p>\n"
    yield f"    </{element}>\n"


def _paragraphs(document: Document) -> Iterator[Block]:
    """The blocks of a document, with one for each stretch of bare segments; the schema wants at least one."""
    for bare, parts in groupby(document.content, key=lambda part: isinstance(part, Segment)):
        if bare:
            yield Block("p", tuple(part for part in parts if isinstance(part, Segment)))
        else:
            yield from (part for part in parts if isinstance(part, Block))
    if not document.content:
        yield Block("p", ())


def _check_number(segment: Segment, document: Document, text: TextSet) -> None:
    if not (segment.id.isascii() and segment.id.isdecimal() and segment.id.strip("0")):
        raise FormatError(
            place=place_in(text, document),
            expected="whole numbers from 1 as ids of segments in WMT XML",
            found=repr(segment.id),
            remedy="Number the segments.",
        )
