"""Formats with one row for each segment: rows to documents and back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from bakeoff.data import Document, Segment, TextSet
from bakeoff.data.attributes import NO_ATTRIBUTES
from bakeoff.errors import FormatError, Place
from bakeoff.formats.text.text_file import place_in

RESERVED = ("document", "segment", "text")
_OF_DOCUMENTS = ("genre", "origlang")
"""Attributes that no document has two of, in any format."""


@dataclass(frozen=True, slots=True)
class Row:
    """One segment: `document` and `segment` are None where the file does not say.

    `attributes` are all that is known of it: those that are the same in all rows of a document are the document's.
    """

    line: int
    document: str | None
    segment: str | None
    text: str
    attributes: Mapping[str, str]


@dataclass(slots=True)
class _Open:
    """The document whose rows are being read."""

    id: str
    attributes: dict[str, str]
    """Those that all rows so far share."""
    numbered: bool
    rows: list[tuple[str, Row]] = field(default_factory=list)
    """With the id of the segment."""

    def add(self, id_: str, row: Row) -> None:
        if row.attributes != self.attributes:
            shared = self.attributes.items() & row.attributes.items()
            self.attributes = {name: value for name, value in self.attributes.items() if (name, value) in shared}
        self.rows.append((id_, row))

    def closed(self) -> Document:
        segments = (Segment(id_, row.text, self._own(row)) for id_, row in self.rows)
        return Document(self.id, tuple(segments), self.attributes, self.numbered)

    def _own(self, row: Row) -> Mapping[str, str]:
        """What of a row is not of all the document."""
        if row.attributes == self.attributes:
            return NO_ATTRIBUTES
        return {name: value for name, value in row.attributes.items() if name not in self.attributes}


def documents_of(rows: Iterable[Row], file: str) -> tuple[Document, ...]:
    """Rows grouped into documents. Without document ids all rows are one document, its segments counted off."""
    documents: list[Document] = []
    seen: set[str] = set()
    current: _Open | None = None
    for row in rows:
        if current is None or (row.document is not None and row.document != current.id):
            if current is not None:
                documents.append(current.closed())
            current = _opened(row, seen, file)
        _check_attributes(row, current, file)
        current.add(_segment_id(row, current, file), row)
    if current is not None:
        documents.append(current.closed())
    return tuple(documents) or (Document("1", (), numbered=True),)


def _opened(row: Row, seen: set[str], file: str) -> _Open:
    if row.document is None:
        return _Open("1", dict(row.attributes), numbered=True)
    if row.document in seen:
        raise FormatError(
            place=Place(file, row.line, row.document),
            expected="the rows of a document one after another",
            found="another document between them",
        )
    seen.add(row.document)
    return _Open(row.document, dict(row.attributes), numbered=False)


def _check_attributes(row: Row, current: _Open, file: str) -> None:
    """A row of a document must have the genre and original language of the others."""
    if current.numbered or not current.rows:
        return
    first = current.rows[0][1].attributes
    names = [name for name in _OF_DOCUMENTS if row.attributes.get(name) != first.get(name)]
    if names:
        raise FormatError(
            place=Place(file, row.line, current.id),
            expected=f"the same {', '.join(names)} in all rows of the document",
            found=", ".join(repr(row.attributes.get(name, "")) for name in names),
        )


def _segment_id(row: Row, current: _Open, file: str) -> str:
    if (row.document is None) != current.numbered:
        raise FormatError(place=Place(file, row.line), expected="a document in all rows or in none", found="both")
    if row.segment is None:
        return str(len(current.rows) + 1)
    if row.document is None:
        raise FormatError(
            place=Place(file, row.line),
            expected="a document for each segment id",
            found="none",
            remedy="Give each row its document, or none a segment.",
        )
    return row.segment


def rows_of(text: TextSet, title: str) -> Iterator[Row]:
    """The rows of a text; ids are left out where they were only counted off."""
    seen: set[str] = set()
    counted = len(text.documents) == 1 and text.documents[0].numbered
    for document in text.documents:
        _check_writable(text, document, seen, title)
        for segment, own in document.segment_attributes:
            attributes = {**document.attributes, **own} if own else document.attributes
            if counted:
                yield Row(0, None, None, segment.text, attributes)
            else:
                yield Row(0, document.id, segment.id, segment.text, attributes)


def _check_writable(text: TextSet, document: Document, seen: set[str], title: str) -> None:
    place = place_in(text, document)
    if document.id in seen:
        remedy = "Give every document its own id."
        raise FormatError(place=place, expected="each document once", found="it twice", remedy=remedy)
    seen.add(document.id)
    for name in (*document.attributes, *(name for _, own in document.segment_attributes for name in own)):
        if name in RESERVED:
            raise FormatError(
                place=place,
                expected=f"attributes of documents and segments with different names in {title}",
                found=f"one called {name}",
                remedy="Rename it.",
            )
