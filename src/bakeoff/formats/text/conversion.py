"""Changes to texts on their way from one format to another."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import cast

from bakeoff.data import Block, Document, ReferenceSet, Run, Segment, TextSet, align
from bakeoff.errors import ExpressionError
from bakeoff.formats.text.text_file import Role, label_of, role_of, said

_LINE_BREAK = re.compile(r"\r\n|\r|\n")


def select(sets: Sequence[TextSet], *, role: Role | None = None, name: str | None = None) -> tuple[TextSet, ...]:
    """The sets with a role and a name (that of the system or reference, or `source`)."""
    with_role = tuple(text for text in sets if role is None or role_of(text) == role)
    if not with_role:
        raise ExpressionError(f"{sets[0].file or 'the input'}: holds no {role}, but {said(sets)}.")
    named = tuple(text for text in with_role if name is None or label_of(text) == name)
    if not named:
        names = ", ".join(label_of(text) for text in with_role)
        raise ExpressionError(f"{sets[0].file or 'the input'}: holds no text called {name!r}, but {names}.")
    return named


def follow(text: TextSet, source: TextSet) -> TextSet:
    """The text with the documents, ids and wrappers of a source; it must have all segments of the source."""
    align([cast(Run, text)], [], source=source)  # any text can be aligned, whatever its role
    lines = iter([segment.text for segment in text.segments])
    documents = tuple(
        replace(document, content=tuple(_refilled(part, lines) for part in document.content))
        for document in source.documents
    )
    return replace(
        text,
        documents=documents,
        test_set=source.test_set,
        source_language=source.source_language,
        attributes={**source.attributes, **text.attributes},
    )


def _refilled(part: Segment | Block, lines: Iterator[str]) -> Segment | Block:
    if isinstance(part, Segment):
        return replace(part, text=next(lines))
    return replace(part, segments=tuple(replace(segment, text=next(lines)) for segment in part.segments))


def with_joined_lines(text: TextSet) -> TextSet:
    """The text with a blank for every line break inside a segment."""

    def joined(segment: Segment) -> Segment:
        return replace(segment, text=_LINE_BREAK.sub(" ", segment.text))

    def changed(part: Segment | Block) -> Segment | Block:
        if isinstance(part, Segment):
            return joined(part)
        return replace(part, segments=tuple(map(joined, part.segments)))

    documents = (replace(document, content=tuple(map(changed, document.content))) for document in text.documents)
    return replace(text, documents=tuple(documents))


def with_labels(
    text: TextSet,
    *,
    test_set: str | None = None,
    source_language: str | None = None,
    target_language: str | None = None,
    name: str | None = None,
) -> TextSet:
    """The text with what is given put in the place of what it had."""
    changes: dict[str, str | None] = {"test_set": test_set, "source_language": source_language}
    if isinstance(text, ReferenceSet | Run):
        changes["target_language"] = target_language
        changes["name" if isinstance(text, ReferenceSet) else "system"] = name
    return replace(text, **{key: value for key, value in changes.items() if value is not None})  # type: ignore[arg-type]


def with_default(text: TextSet, attribute: str, value: str | None) -> TextSet:
    """The text with an attribute for those documents that do not have it."""
    if value is None:
        return text

    def completed(document: Document) -> Document:
        if attribute in document.attributes:
            return document
        return replace(document, attributes={**document.attributes, attribute: value})

    return replace(text, documents=tuple(map(completed, text.documents)))
