"""What is wrong with speech data that their formats allow: found before scoring, all of it.

sclite looks at none of this and computes something; scoring by its rules therefore leaves these checks out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from bakeoff.data.recognition.transcripts import TimedColumns, TimedSegments, TimedWords, Token, Transcript
from bakeoff.errors import FormatError, Place
from bakeoff.native import TextColumn

Findings = Iterator[FormatError]


def refuse(findings: Iterable[FormatError]) -> None:
    """Raises the first finding, saying how many more there are; does nothing where there is none."""
    all_found = list(findings)
    if not all_found:
        return
    first, others = all_found[0], len(all_found) - 1
    more = f" {others:,} more such mistakes follow." if others > 1 else " Another follows." if others else ""
    raise FormatError(
        place=first.place, expected=first.expected, found=first.found, remedy=(first.remedy + more).strip()
    )


def transcript_findings(transcript: Transcript) -> Findings:
    """Ids that occur twice (capitals do not separate them) and braces without partners."""
    ids = TextColumn(transcript.ids)
    folded = ids if ids.is_ascii() else TextColumn([id_.lower() for id_ in ids])
    _, again = first_rows(folded.groups(fold=True))
    for row, earlier in again.items():
        yield FormatError(
            place=_place(transcript.file, transcript.lines, row),
            expected=f"each utterance once (ids are compared without case), but {ids[row]}",
            found=f"another in line {transcript.lines[earlier]}",
        )
    yield from _brace_findings(transcript.texts, transcript.file, transcript.lines)


def first_rows(groups: NDArray[np.int32]) -> tuple[NDArray[np.intp], dict[int, int]]:
    """The first row of each group, groups being numbered in order of first sight; and all others, each with its first.

    >>> rows, again = first_rows(np.array([0, 1, 0], np.int32))
    >>> rows.tolist(), again
    ([0, 1], {2: 0})
    """
    is_first = np.diff(np.maximum.accumulate(groups), prepend=-1) > 0 if len(groups) else np.zeros(0, np.bool_)
    rows, others = np.flatnonzero(is_first), np.flatnonzero(~is_first)
    return rows, dict(zip(others.tolist(), rows[groups[others]].tolist(), strict=True))


def segment_findings(segments: TimedSegments) -> Findings:
    """Recordings in pieces, segments out of order or ending before they start, braces without partners."""
    yield from grouping_findings(segments)
    for row in _rows(segments.end_ns < segments.begin_ns):
        yield FormatError(
            place=_place(segments.file, segments.lines, row),
            expected=f"an end after the begin at {_seconds(segments.begin_ns[row])}",
            found=f"{_seconds(segments.end_ns[row])}",
        )
    previous = np.arange(-1, len(segments) - 1)
    yield from _order_findings(segments, previous, "segments")
    yield from _brace_findings(segments.texts, segments.file, segments.lines)


def overlap_findings(segments: TimedSegments) -> Findings:
    """Segments that start before the one before them has ended: words there cannot be distinguished by time."""
    same = np.diff(segments.recording_of) == 0
    for row in _rows(same & (segments.begin_ns[1:] < segments.end_ns[:-1])):
        yield FormatError(
            place=_place(segments.file, segments.lines, row + 1),
            expected=f"a begin at {_seconds(segments.end_ns[row])} or later, where the segment before it ends",
            found=_seconds(segments.begin_ns[row + 1]),
        )


def word_findings(words: TimedWords) -> Findings:
    """Recordings in pieces, words out of order, durations below zero.

    A word must not start before the one before it; the first of each alternative, and the one after all of them, not
    before the last word that precedes them all.
    """
    yield from grouping_findings(words)
    yield from duration_findings(words)
    yield from order_findings(words)


def duration_findings(words: TimedWords) -> Findings:
    """Words that end before they start."""
    for row in _rows(words.duration_ns < 0):
        yield FormatError(
            place=_place(words.file, words.lines, row),
            expected="a duration of 0 seconds or more",
            found=_seconds(words.duration_ns[row]),
        )


def order_findings(words: TimedWords) -> Findings:
    """Words that start before the one that they follow."""
    yield from _order_findings(words, _preceding_words(words.kinds), "words")


def grouping_findings(rows: TimedColumns) -> Findings:
    """Recordings whose rows are not together."""
    starts = np.flatnonzero(np.diff(rows.recording_of, prepend=-1) != 0)
    seen: dict[int, int] = {}
    for row in map(int, starts):
        number = int(rows.recording_of[row])
        if number in seen:
            yield FormatError(
                place=_place(rows.file, rows.lines, row),
                expected=f"all of {rows.recordings[number]} together, from line {rows.lines[seen[number]]} on",
                found="others between them",
                remedy="Sort the file by file, channel and begin time.",
            )
        seen.setdefault(number, row)


def _preceding_words(kinds: NDArray[np.uint8]) -> NDArray[np.int64]:
    """For each row the word that it follows, -1 for none and for rows that are no words."""
    rows = np.arange(len(kinds))
    depth = np.cumsum(kinds == Token.BEGIN) - np.cumsum(kinds == Token.END)
    is_word = kinds == Token.WORD
    outside = np.maximum.accumulate(np.where(is_word & (depth == 0), rows, -1)) if len(kinds) else rows
    before = np.concatenate([[-1], outside[:-1]])
    follows_word = np.concatenate([[False], is_word[:-1]])
    return np.where(~is_word, -1, np.where(follows_word, rows - 1, before))


def _order_findings(rows: TimedColumns, previous: NDArray[np.int64], what: str) -> Findings:
    same = (previous >= 0) & (rows.recording_of[previous] == rows.recording_of)
    for row in _rows(same & (rows.begin_ns < rows.begin_ns[previous])):
        before = previous[row]
        yield FormatError(
            place=_place(rows.file, rows.lines, row),
            expected=f"{what} in the order of their times, so a begin at {_seconds(rows.begin_ns[before])} or later",
            found=_seconds(rows.begin_ns[row]),
            remedy="Sort the file by file, channel and begin time.",
        )


def _brace_findings(texts: Sequence[str], file: str | None, lines: NDArray[np.int32]) -> Findings:
    for row in map(int, TextColumn(texts).rows_with(["{", "}"])):
        if found := _unbalanced(texts[row]):
            yield FormatError(
                place=_place(file, lines, row),
                expected="alternatives as { a / b }, every brace with its partner",
                found=found,
            )


def _unbalanced(text: str) -> str | None:
    depth = 0
    for character in text:
        depth += (character == "{") - (character == "}")
        if depth < 0:
            return "a } without {"
    return "a { without }" if depth else None


def _rows(mask: NDArray[np.bool_]) -> Iterator[int]:
    return map(int, np.flatnonzero(mask))


def _place(file: str | None, lines: NDArray[np.int32], row: int) -> Place:
    return Place(file, int(lines[row]))


def _seconds(nanoseconds: np.int64) -> str:
    return f"{nanoseconds / 1e9:.9g}"
