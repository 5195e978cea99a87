"""References corrected after the fact: a series of versions, each made of the one before by a file of corrections.

Segments are called by ids that people can read and write: utterances of a transcript (TRN) by their own, timed segments
(STM) as `file:channel:begin` with the start in seconds (`talk:1:12.50`), segments of texts as `document:segment`, those
of plain text by their number. The second segment that would have the same id gets `#2` after it, and so on.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TypeVar

from bakeoff.alignment import Piece, word_differences
from bakeoff.data import Block, Document, Segment, TextSet
from bakeoff.data.recognition.transcripts import TimedSegments, Transcript
from bakeoff.errors import InputError, Place
from bakeoff.formats.speech.times import to_nanoseconds, to_seconds
from bakeoff.formats.tables.corrections import CorrectionFile, SegmentCorrection

Reference = Transcript | TimedSegments | TextSet
R = TypeVar("R", bound=Reference)
Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class SegmentChange:
    """A segment that a version changed, and the corrections that did it."""

    segment: str
    before: str
    after: str
    corrections: tuple[SegmentCorrection, ...]


@dataclass(frozen=True, slots=True)
class Misfit:
    """A correction that a reference cannot take, and why not."""

    correction: SegmentCorrection
    problem: str

    def __str__(self) -> str:
        line = self.correction.line
        where = "" if line is None else f"line {line}, "
        return f"{where}segment {self.correction.segment}: {self.problem}"


@dataclass(frozen=True, slots=True)
class FittedCorrections:
    """Corrections that a reference can take, their segments called as the reference does, and those it cannot."""

    corrections: tuple[SegmentCorrection, ...]
    misfits: tuple[Misfit, ...] = ()


@dataclass(frozen=True, slots=True)
class ReferenceVersion:
    """One state of a reference: number 0 is the original, `name` the file that it was read or made from."""

    number: int
    name: str
    reference: Reference
    changes: tuple[SegmentChange, ...] = ()


def reference_versions(reference: Reference, files: Sequence[CorrectionFile]) -> tuple[ReferenceVersion, ...]:
    """The reference as it is, then after each file of corrections; a later file corrects what an earlier one left."""
    versions = [ReferenceVersion(0, reference.file or "reference", reference)]
    for number, each in enumerate(files, start=1):
        changed, changes = _applied(versions[-1].reference, each.corrections, each.file)
        versions.append(ReferenceVersion(number, each.file, changed, changes))
    return tuple(versions)


def apply_corrections(reference: R, corrections: Sequence[SegmentCorrection]) -> R:
    """The reference after all corrections, or none: whatever does not fit is named, all of it at once.

    `old` must be all of the segment's text, or a stretch of complete words that is present once. Several corrections of
    one segment each see the text as it was before, and must not overlap.
    """
    changed, _ = _applied(reference, corrections, None)
    return changed


def fit_corrections(reference: Reference, corrections: Sequence[SegmentCorrection]) -> FittedCorrections:
    """Which corrections a reference can take all at once, in the order given; see `apply_corrections`."""
    ids = segment_ids(reference)
    placed, misfits = _placed(ids, segment_texts(reference), corrections)
    called = {id(each): ids[row] for row, own in placed.items() for _, each in own}
    unfit = {id(misfit.correction) for misfit in misfits}
    fitting = [replace(each, segment=called[id(each)]) for each in corrections if id(each) not in unfit]
    order = {id(each): place for place, each in enumerate(corrections)}
    return FittedCorrections(tuple(fitting), tuple(sorted(misfits, key=lambda misfit: order[id(misfit.correction)])))


def narrowed(segment: str, before: str, after: str) -> SegmentCorrection:
    """The correction that turns a segment's text into another and touches as few words as it can.

    It leaves room for other corrections of the segment. Texts that differ in white space alone are replaced complete.

    >>> narrowed("a-1", "the cat sat on the mat", "the cat sat on a mat")
    SegmentCorrection(segment='a-1', old='on the', new='on a', who='', why='', line=None)
    """
    words, others = before.split(), after.split()
    shorter = min(len(words), len(others))
    head = next((n for n in range(shorter) if words[n] != others[n]), shorter)
    tail = next((n for n in range(shorter - head) if words[-1 - n] != others[-1 - n]), shorter - head)
    while head or tail:
        old, new = " ".join(words[head : len(words) - tail]), " ".join(others[head : len(others) - tail])
        if old != new and len(occurrences(before, old)) == 1:
            correction = SegmentCorrection(segment, old, new)
            # Where words are separated by other white space, the text may come out otherwise.
            if corrected_text(before, correction) == after:
                return correction
        head, tail = (head - 1, tail) if head else (head, tail - 1)
    return SegmentCorrection(segment, before, after)


def corrected_text(text: str, correction: SegmentCorrection) -> str:
    """The text of a segment after one correction that fits it.

    >>> corrected_text("the cat sat", SegmentCorrection("a-1", "cat", "dog"))
    'the dog sat'
    """
    (span,) = occurrences(text, correction.old)
    return _replaced(text, [(span, correction)])


def marked_changes(before: str, after: str) -> tuple[tuple[Piece, ...], tuple[Piece, ...]]:
    """Both texts in pieces, by which words the other lacks; scripts without blanks character by character."""
    return word_differences(before, after, [])


def reference_differences(before: Reference, after: Reference) -> tuple[SegmentCorrection, ...]:
    """Corrections that turn one reference into the other, each of a complete segment; both have the same segments."""
    ids, texts, others = segment_ids(before), segment_texts(before), segment_texts(after)
    if ids != segment_ids(after):
        raise InputError(
            place=Place(after.file),
            expected=f"the segments of {before.file or 'the other version'} in their order",
            found="others",
            remedy="Only the text of segments can be corrected, not where they start or how many there are.",
        )
    return tuple(
        SegmentCorrection(id_, old, new) for id_, old, new in zip(ids, texts, others, strict=True) if old != new
    )


def segment_ids(reference: Reference) -> list[str]:
    """The id of each segment by which corrections call it."""
    counted: Counter[str] = Counter()
    ids = []
    for id_ in _plain_ids(reference):
        counted[id_] += 1
        ids.append(id_ if counted[id_] == 1 else f"{id_}#{counted[id_]}")
    return ids


def segment_texts(reference: Reference) -> list[str]:
    """The text of each segment."""
    if isinstance(reference, TextSet):
        return [segment.text for segment in reference.segments]
    return list(reference.texts)


def _plain_ids(reference: Reference) -> Iterator[str]:
    match reference:
        case Transcript():
            yield from reference.ids
        case TimedSegments():
            for number, begin in zip(reference.recording_of.tolist(), reference.begin_ns.tolist(), strict=True):
                recording = reference.recordings[number]
                yield f"{recording.file}:{recording.channel}:{to_seconds(begin)}"
        case TextSet():
            for document in reference.documents:
                for segment in document.segments:
                    yield segment.id if document.numbered else f"{document.id}:{segment.id}"


def occurrences(text: str, stretch: str) -> list[Span]:
    """Where a stretch of complete words is in a text; a stretch without words is only where it is all the text.

    >>> occurrences("the other the", "the"), occurrences("", ""), occurrences("a", "")
    ([(0, 3), (10, 13)], [(0, 0)], [])
    """
    if stretch == text:
        return [(0, len(text))]
    if not stretch.strip():
        return []
    # Looking ahead also finds overlapping ones.
    pattern = rf"(?<!\S)(?={re.escape(stretch)}(?!\S))"
    return [(match.start(), match.start() + len(stretch)) for match in re.finditer(pattern, text)]


def _applied(
    reference: R, corrections: Sequence[SegmentCorrection], file: str | None
) -> tuple[R, tuple[SegmentChange, ...]]:
    ids, texts = segment_ids(reference), segment_texts(reference)
    placed, misfits = _placed(ids, texts, corrections)
    if misfits:
        raise _refusal(reference, file, misfits)
    after = {row: _replaced(texts[row], own) for row, own in placed.items()}
    changes = tuple(
        SegmentChange(ids[row], texts[row], after[row], tuple(each for _, each in placed[row]))
        for row in sorted(placed)
    )
    return _with_texts(reference, after), changes


def _placed(
    ids: Sequence[str], texts: Sequence[str], corrections: Sequence[SegmentCorrection]
) -> tuple[dict[int, list[tuple[Span, SegmentCorrection]]], list[Misfit]]:
    """For each row of the reference its corrections with their places, in order; and what does not fit."""
    rows = {id_: row for row, id_ in enumerate(ids)}
    placed: dict[int, list[tuple[Span, SegmentCorrection]]] = {}
    misfits: list[Misfit] = []
    for each in corrections:
        row = rows.get(each.segment, rows.get(_with_plain_time(each.segment)))
        spans = [] if row is None else occurrences(texts[row], each.old)
        if row is None:
            misfits.append(Misfit(each, "there is no such segment"))
        elif len(spans) != 1:
            misfits.append(Misfit(each, _mismatch(each.old, texts[row], len(spans))))
        else:
            placed.setdefault(row, []).append((spans[0], each))
    for own in placed.values():
        own.sort(key=lambda item: item[0])
        for (one, first), (other, second) in pairwise(own):
            if other[0] < one[1] or one == other:
                misfits.append(Misfit(second, f"it overlaps with the correction of {first.old!r}"))
    return placed, misfits


def _with_plain_time(id_: str) -> str:
    """The id of a timed segment with its start written as `segment_ids` does: a hand may write 12.5 for 12.50."""
    head, _, time = id_.rpartition(":")
    number, mark, copy = time.partition("#")
    if not re.fullmatch(r"\d+(\.\d*)?|\.\d+", number):
        return id_
    (begin,) = to_nanoseconds([number], "a begin time", lambda _: Place(segment=id_))
    return f"{head}:{to_seconds(int(begin))}{mark}{copy}"


def _mismatch(old: str, text: str, count: int) -> str:
    if count:
        return f"{old!r} occurs {count} times; add words around it"
    return f"old is {old!r}, but the text is {text!r}"


def _refusal(reference: Reference, file: str | None, misfits: Sequence[Misfit]) -> InputError:
    count = "1 that does not fit" if len(misfits) == 1 else f"{len(misfits)} that do not fit"
    return InputError(
        place=Place(file),
        expected=f"corrections of {reference.file or 'the reference'} as it is now",
        found=f"{count}: {'; '.join(map(str, misfits))}",
        remedy="Nothing was changed. Fix or take out these rows.",
    )


def _replaced(text: str, own: Sequence[tuple[Span, SegmentCorrection]]) -> str:
    """The text with all stretches replaced; where one goes without substitute, a blank next to it goes with it."""
    for (start, end), each in reversed(own):
        head, tail = text[:start], text[end:]
        if not each.new:
            head, tail = (head, tail.lstrip(" ")) if tail.strip() else (head.rstrip(" "), tail)
        text = head + each.new + tail
    return text


def _with_texts(reference: R, after: Mapping[int, str]) -> R:
    if isinstance(reference, TextSet):
        rows = iter(range(sum(1 for _ in reference.segments)))
        return replace(reference, documents=tuple(_with_segments(d, after, rows) for d in reference.documents))
    return replace(reference, texts=[after.get(row, text) for row, text in enumerate(reference.texts)])


def _with_segments(document: Document, after: Mapping[int, str], rows: Iterator[int]) -> Document:
    def changed(segment: Segment) -> Segment:
        row = next(rows)
        return replace(segment, text=after[row]) if row in after else segment

    parts: list[Segment | Block] = []
    for part in document.content:
        parts.append(
            replace(part, segments=tuple(map(changed, part.segments))) if isinstance(part, Block) else changed(part)
        )
    return replace(document, content=tuple(parts))
