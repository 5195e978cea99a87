"""What is known of each segment: attributes of its document, of what wraps it, and its own."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from bakeoff.data.attributes import Attributes
from bakeoff.data.documents import Document
from bakeoff.data.texts import ReferenceSet, TextSet

_Carried = Mapping[str, str]
_SegmentKey = tuple[str, str]
Key = TypeVar("Key", bound=Hashable)


def segment_documents(text: TextSet, references: Sequence[ReferenceSet] = ()) -> tuple[Document, ...]:
    """The document of each segment of a text, with all that is known of the segment as its attributes.

    An attribute of a segment counts before the same of what wraps it, and that before the same of the document.
    Attributes that only references carry are added, where these do not contradict each other.
    """
    # Ids that were only counted off say something of texts alone whose ids were counted off, too.
    numbered = all(document.numbered for document in text.documents)
    others = [
        document
        for reference in references
        if reference is not text
        for document in reference.documents
        if document.numbered == numbered
    ]
    of_documents = _carried((document.id, document.attributes) for document in others)
    of_segments = _carried(
        ((document.id, segment.id), own) for document in others for segment, own in document.segment_attributes if own
    )
    return tuple(
        each
        for document in text.documents
        for each in _described(document, of_documents.get(document.id, {}), of_segments)
    )


def _described(
    document: Document, carried: _Carried, of_segments: Mapping[_SegmentKey, _Carried]
) -> Iterator[Document]:
    further_names = {name: value for name, value in carried.items() if name not in document.attributes}
    complete = _completed(document, {**document.attributes, **further_names})
    variants: dict[Attributes, Document] = {complete.attributes: complete}  # type: ignore[dict-item]  # always frozen
    for segment, own in document.segment_attributes:
        further = of_segments.get((document.id, segment.id))
        if not own and not further:
            yield complete
            continue
        attributes = Attributes({**(further or {}), **complete.attributes, **own})
        if attributes not in variants:
            variants[attributes] = _completed(document, attributes)
        yield variants[attributes]


def _completed(document: Document, attributes: Mapping[str, str]) -> Document:
    return document if attributes == document.attributes else replace(document, attributes=attributes)


def _carried(said: Iterable[tuple[Key, Mapping[str, str]]]) -> dict[Key, _Carried]:
    """What texts say of documents or segments, without what they contradict each other in."""
    values: dict[Key, dict[str, set[str]]] = {}
    for key, attributes in said:
        for name, value in attributes.items():
            values.setdefault(key, {}).setdefault(name, set()).add(value)
    return {
        key: {name: next(iter(several)) for name, several in named.items() if len(several) == 1}
        for key, named in values.items()
    }
