"""Small files of test sets, made in memory."""

from __future__ import annotations

from collections.abc import Sequence

from bakeoff.data import Document, ReferenceSet, Run, Segment, TestSet
from bakeoff.formats.registry import format_named

TEXTS = ("eins", "zwei", "drei")


def _document(texts: Sequence[str], **attributes: str) -> tuple[Document, ...]:
    segments = tuple(Segment(str(n), text) for n, text in enumerate(texts, 1))
    return (Document("doc-1", segments, {"genre": "nw", **attributes}),)


def numbered_document(text: str) -> tuple[Document, ...]:
    """A document of three segments that differ in their numbers."""
    return _document([f"{text} {n}" for n in (1, 2, 3)])


def source_xml(texts: Sequence[str] = TEXTS, *, set_id: str = "openmt12-ara2eng", language: str = "Arabic") -> bytes:
    """A source as NIST XML."""
    return _xml(TestSet(documents=_document(texts), test_set=set_id, source_language=language))


def reference_xml(
    texts: Sequence[str] = ("one", "two", "three"),
    *,
    set_id: str = "openmt12-ara2eng",
    names: Sequence[str] = ("ref",),
    **attributes: str,
) -> bytes:
    """References as NIST XML: the same text under each of the names; `attributes` are those of the document."""
    sets = [
        ReferenceSet(
            documents=_document(texts, **attributes),
            test_set=set_id,
            source_language="Arabic",
            target_language="English",
            name=name,
        )
        for name in names
    ]
    return _xml(*sets)


def run_xml(texts: Sequence[str], *, system: str, set_id: str = "openmt12-ara2eng") -> bytes:
    """A run as NIST XML."""
    return _xml(
        Run(
            documents=_document(texts),
            test_set=set_id,
            source_language="Arabic",
            target_language="English",
            system=system,
        )
    )


def _xml(*sets: TestSet | ReferenceSet | Run) -> bytes:
    return "".join(format_named("nist-xml").load().write(sets)).encode()
