"""The border where texts meet: runs and references are checked against the test set once, then are plain columns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bakeoff.data.documents import Document
from bakeoff.data.segment_documents import segment_documents
from bakeoff.data.segment_keys import (
    Key,
    column_of,
    counted_segments,
    is_numbered,
    keys_of,
    name_of,
    segments_in_words,
)
from bakeoff.data.texts import ReferenceSet, Run, TextSet
from bakeoff.data.uneven_references import (
    check_covered,
    gaps_in_words,
    is_part,
    lacked_segments,
    most_complete,
    reference_columns,
)
from bakeoff.errors import AlignmentError, Place


@dataclass(frozen=True, slots=True)
class AlignedTexts:
    """Texts with the same segments in the same order, column by column.

    `documents[i]` is the document that segment i is in, with all that is known of the segment: attributes of the
    document, of what wraps the segment and of the segment itself. `segment_ids[i]` is its id there.
    """

    documents: tuple[Document, ...]
    segment_ids: tuple[str, ...]
    references: tuple[tuple[str, ...], ...]
    runs: tuple[tuple[str, ...], ...]
    systems: tuple[str, ...] = ()
    """The system of each run."""
    source: tuple[str, ...] | None = None
    remarks: tuple[str, ...] = ()
    """What looks like a mistake but stops nobody: another test set, another language."""
    missing: tuple[frozenset[int], ...] = ()
    """For each reference the segments that it lacks, where segments have different numbers of references; their text
    in `references` is empty.
    """
    gaps: tuple[str, ...] = ()
    """What each of these references lacks, in words."""

    def __len__(self) -> int:
        return len(self.segment_ids)

    def run_of(self, system: str) -> tuple[str, ...]:
        """The run of the system with this name."""
        return self.runs[self.systems.index(system)]

    def references_of(self, segment: int) -> tuple[str, ...]:
        """The texts of the references that have the segment (from 0)."""
        lacking = self.missing or (frozenset[int](),) * len(self.references)
        return tuple(
            column[segment] for column, without in zip(self.references, lacking, strict=True) if segment not in without
        )


def align(
    runs: Sequence[Run],
    references: Sequence[ReferenceSet],
    *,
    source: TextSet | None = None,
    uneven_references: bool = False,
) -> AlignedTexts:
    """Checks that all texts have the same segments, those of the first text that knows its documents: the source, else
    a reference, else a run.

    Texts whose segments are only counted off (plain text) need the same number of segments; texts with ids need the
    same documents and segments in the same order. With `uneven_references` a reference with ids may lack segments, as
    long as every segment has a reference; where no source says which there are, a reference or run that has those of
    all references does.
    """
    texts = [*([source] if source is not None else []), *references, *runs]
    if not texts:
        raise AlignmentError(expected="at least one text", found="none")
    anchor = _anchor(texts)
    if uneven_references and anchor is not source:
        anchor = most_complete(references, runs) or anchor
    keys = list(keys_of(anchor))
    if not keys:
        raise AlignmentError(place=Place(name_of(anchor)), expected="at least one segment", found="none")
    _check_duplicates(keys, anchor)
    partial = [text for text in references if uneven_references and is_part(text, keys)]
    for text in texts:
        if not any(text is each for each in partial):
            _check_against(text, anchor, keys)
    missing = tuple(lacked_segments(text, keys) for text in references) if partial else ()
    check_covered(missing, keys, anchor)
    return AlignedTexts(
        documents=segment_documents(anchor, references),
        segment_ids=tuple(segment.id for segment in anchor.segments),
        references=reference_columns(references, missing, len(keys)),
        runs=tuple(column_of(text) for text in runs),
        systems=tuple(run.system for run in runs),
        source=None if source is None else column_of(source),
        remarks=tuple(_disagreements(texts)),
        missing=missing,
        gaps=tuple(gaps_in_words(references, missing, keys)),
    )


def described_segments(references: Sequence[ReferenceSet], *, source: TextSet | None = None) -> tuple[Document, ...]:
    """The document of each segment of source and references, with all that any of them says of the segment."""
    return segment_documents(_anchor([*([source] if source is not None else []), *references]), references)


def _anchor(texts: Sequence[TextSet]) -> TextSet:
    """The first text that knows its documents, else the first."""
    return next((text for text in texts if not is_numbered(text)), texts[0])


def _disagreements(texts: Sequence[TextSet]) -> Iterator[str]:
    """Texts that say they are of another test set or in another language than the first that says so."""
    for what, values in (
        ("test set", [text.test_set for text in texts]),
        ("source language", [text.source_language for text in texts]),
        ("target language", [getattr(text, "target_language", None) for text in texts]),
    ):
        said = [(value, text) for value, text in zip(values, texts, strict=True) if value]
        for value, text in said[1:]:
            first = said[0][0]
            if value.casefold() != first.casefold() and not _is_code_of(value, first):
                yield f"{name_of(text)} gives {value!r} as {what}, {name_of(said[0][1])} gives {first!r}."


def _is_code_of(one: str, other: str) -> bool:
    """Whether one is a code and the other a name of a language, so that they cannot be compared: `en`, `English`."""
    return min(len(one), len(other)) <= 3 < max(len(one), len(other)) or "any" in (one, other)


def _without(keys: Sequence[Key], others: Sequence[Key]) -> list[Key]:
    known = set(others)
    return [key for key in keys if key not in known]


def _check_duplicates(keys: Sequence[Key], text: TextSet) -> None:
    duplicates = [key for key, count in Counter(keys).items() if count > 1]
    if duplicates:
        raise AlignmentError(
            place=Place(name_of(text)),
            expected="each segment once",
            found=f"duplicate: {segments_in_words(duplicates)}",
            remedy="Give every document its own id and every segment of a document its own id.",
        )


def _check_against(text: TextSet, anchor: TextSet, expected: Sequence[Key]) -> None:
    keys = list(keys_of(text))
    if keys == expected:
        return
    _check_duplicates(keys, text)
    if is_numbered(text):
        _check_count(len(keys), text, anchor, len(expected))
        return
    problems, remedy = _differences(keys, expected, anchor)
    raise AlignmentError(
        place=Place(name_of(text)),
        expected=f"the {counted_segments(len(expected))} of {name_of(anchor)} in their order",
        found=f"{counted_segments(len(keys))}; {problems}",
        remedy=remedy,
    )


def _differences(keys: Sequence[Key], expected: Sequence[Key], anchor: TextSet) -> tuple[str, str]:
    """What is wrong with segments that each occur once, and how to fix it."""
    problems, remedies = [], []
    if missing := _without(expected, keys):
        problems.append(f"missing: {segments_in_words(missing, expected)}")
        remedies.append("An output that is empty still needs its segment.")
    if extra := _without(keys, expected):
        problems.append(f"extra: {segments_in_words(extra, keys)}")
        remedies.append(f"Take out what {name_of(anchor)} does not have.")
    if not problems:
        here, there = next((a, b) for a, b in zip(keys, expected, strict=True) if a != b)
        problems.append(f"out of order: {segments_in_words([here])} where {segments_in_words([there])} belongs")
        remedies.append(f"Put the segments into the order of {name_of(anchor)}.")
    return "; ".join(problems), " ".join(remedies)


def _check_count(count: int, text: TextSet, anchor: TextSet, expected: int) -> None:
    if count != expected:
        raise AlignmentError(
            place=Place(name_of(text)),
            expected=f"{counted_segments(expected)} as in {name_of(anchor)}",
            found=str(count),
            remedy="Write one segment a line, an empty line where the output is empty.",
        )
