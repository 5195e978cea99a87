"""The border where texts meet: runs and references are checked against the test set once, then are plain columns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bakeoff.data.documents import Document
from bakeoff.data.texts import ReferenceSet, Run, TextSet
from bakeoff.errors import AlignmentError, Place

_SHOWN = 5


@dataclass(frozen=True, slots=True)
class AlignedTexts:
    """Texts with the same segments in the same order, column by column.

    `documents[i]` is the document that segment i stands in, `segment_ids[i]` its id there.
    """

    documents: tuple[Document, ...]
    segment_ids: tuple[str, ...]
    references: tuple[tuple[str, ...], ...]
    runs: tuple[tuple[str, ...], ...]

    def __len__(self) -> int:
        return len(self.segment_ids)


def align(runs: Sequence[Run], references: Sequence[ReferenceSet], *, source: TextSet | None = None) -> AlignedTexts:
    """Checks that all texts have the segments of the source; without one, of the first text that knows its documents.

    Texts whose segments are only counted off (plain text) need the same number of segments; texts with ids need the
    same documents and segments in the same order.
    """
    anchor = source if source is not None else _best_anchor([*references, *runs])
    for text in (anchor, *references, *runs):
        _check_doubled(text)
    for text in (*references, *runs):
        _check_against(text, anchor)
    return AlignedTexts(
        documents=tuple(document for document in anchor.documents for _ in document.segments),
        segment_ids=tuple(segment.id for segment in anchor.segments),
        references=tuple(_column(text) for text in references),
        runs=tuple(_column(text) for text in runs),
    )


def name_of(text: TextSet) -> str:
    """What to call a text in a message: its file where it has one."""
    return text.file or text.label


def _best_anchor(texts: Sequence[TextSet]) -> TextSet:
    """The first text that knows its documents, else the first."""
    return next((text for text in texts if not _is_numbered(text)), texts[0])


def _is_numbered(text: TextSet) -> bool:
    return all(document.numbered for document in text.documents)


def _column(text: TextSet) -> tuple[str, ...]:
    return tuple(segment.text for segment in text.segments)


def _keys(text: TextSet) -> Iterator[tuple[str, str]]:
    for document in text.documents:
        for segment in document.segments:
            yield document.id, segment.id


def _said(keys: Sequence[tuple[str, str]]) -> str:
    shown = "; ".join(f"document {document}, segment {segment}" for document, segment in keys[:_SHOWN])
    return shown + (f" and {len(keys) - _SHOWN} more" if len(keys) > _SHOWN else "")


def _without(keys: Sequence[tuple[str, str]], others: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    known = set(others)
    return [key for key in keys if key not in known]


def _check_doubled(text: TextSet) -> None:
    doubled = [key for key, count in Counter(_keys(text)).items() if count > 1]
    if doubled:
        raise AlignmentError(
            place=Place(name_of(text)),
            expected="each segment once",
            found=f"doubled: {_said(doubled)}",
            remedy="Give every document its own id and every segment of a document its own id.",
        )


def _check_against(text: TextSet, anchor: TextSet) -> None:
    if _is_numbered(text) or _is_numbered(anchor):
        _check_count(text, anchor)
        return
    found, expected = list(_keys(text)), list(_keys(anchor))
    if found == expected:
        return
    missing = _without(expected, found)
    extra = _without(found, expected)
    problems = []
    if missing:
        problems.append(f"missing: {_said(missing)}")
    if extra:
        problems.append(f"extra: {_said(extra)}")
    if not problems:
        at = next(i for i, (a, b) in enumerate(zip(found, expected, strict=True)) if a != b)
        problems.append(f"out of order: {_said([found[at]])} where {_said([expected[at]])} belongs")
    raise AlignmentError(
        place=Place(name_of(text)),
        expected=f"the {len(expected)} segments of {name_of(anchor)} in their order",
        found=f"{len(found)} segments; " + "; ".join(problems),
        remedy="An output that is empty still needs its segment.",
    )


def _check_count(text: TextSet, anchor: TextSet) -> None:
    found, expected = sum(1 for _ in text.segments), sum(1 for _ in anchor.segments)
    if found != expected:
        raise AlignmentError(
            place=Place(name_of(text)),
            expected=f"{expected} segments as in {name_of(anchor)}",
            found=str(found),
            remedy="Write one segment a line, an empty line where the output is empty.",
        )
