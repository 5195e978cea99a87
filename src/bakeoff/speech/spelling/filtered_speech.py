"""Speech data with their spelling made alike: the steps of csrfilt, applied to what was understood of a file.

Words that are split share their time exactly, to the nanosecond; times of all others are untouched.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise

import numpy as np
from numpy.typing import NDArray

from bakeoff.data.recognition.transcripts import TimedSegments, TimedWords, Token, Transcript
from bakeoff.errors import FormatError, Place
from bakeoff.speech.spelling.steps import Filtering, filter_texts, has_unpaired, refuse_unpaired

_BLANKS = re.compile(r"[ \t]+")
_DIVIDED = re.compile(r"[ \t{}]")
_ALTERNATION = re.compile(r"\{([^{}]*)\}")
_MARKS = {Token.BEGIN: "<ALT_BEGIN>", Token.OR: "<ALT>", Token.END: "<ALT_END>"}


def filter_transcript(transcript: Transcript, filtering: Filtering) -> Transcript:
    """The transcript with filtered texts."""
    return replace(transcript, texts=_filtered(transcript.texts, filtering, transcript.file, transcript.lines))


def filter_segments(segments: TimedSegments, filtering: Filtering) -> TimedSegments:
    """The segments with filtered texts."""
    return replace(segments, texts=_filtered(segments.texts, filtering, segments.file, segments.lines))


def _filtered(texts: Sequence[str], filtering: Filtering, file: str | None, lines: NDArray[np.int32]) -> list[str]:
    refuse_unpaired(texts, file, lines)
    padded = [_BLANKS.sub(" ", f" {text} ") for text in texts]
    return [_BLANKS.sub(" ", text).strip(" ") for text in filter_texts(padded, filtering)]


def filter_words(words: TimedWords, filtering: Filtering) -> TimedWords:
    """The words filtered, each by itself. One that becomes several gives each an equal share of its duration.

    An alternation `{a b / c}` becomes rows of alternatives, each over the complete time of the word; where other words
    are next to it, it has the share of its longest alternative. A word that becomes nothing is left out.
    """
    rows = np.flatnonzero(words.kinds == Token.WORD).tolist()
    texts = list(words.words)
    distinct = list({texts[row]: None for row in rows})  # there are far fewer of them
    if has_unpaired(distinct):
        refuse_unpaired([texts[row] for row in rows], words.file, words.lines[rows])
    filtered = dict(zip(distinct, filter_texts(distinct, filtering), strict=True))
    divided = {word: _items(text) for word, text in filtered.items() if _DIVIDED.search(text) or not text}
    inside = np.cumsum(words.kinds == Token.BEGIN) > np.cumsum(words.kinds == Token.END)
    splits: dict[int, list[_Piece]] = {}
    for row in rows:
        word = texts[row]
        texts[row] = filtered[word]
        if word in divided:
            _check_items(divided[word], words, row, filtered[word], inside=bool(inside[row]))
            splits[row] = _pieces(divided[word], int(words.begin_ns[row]), int(words.duration_ns[row]))
    return _with_splits(words, texts, splits) if splits else replace(words, words=texts)


@dataclass(frozen=True, slots=True)
class _Piece:
    """A row that takes the place of another, or of a part of it."""

    text: str
    kind: Token
    begin_ns: int = 0
    duration_ns: int = 0


Item = list[list[str]]
"""A part of a text: a word is one choice of one word, an alternation several of any number of words."""


def _check_items(items: Sequence[Item], words: TimedWords, row: int, text: str, *, inside: bool) -> None:
    if any("{" in word or "}" in word for item in items for choice in item for word in choice):
        raise _unusable(text, words, row, "braces in pairs, none inside another")
    if inside and any(len(item) > 1 for item in items):
        raise _unusable(text, words, row, "no alternation, because it is itself part of one")


def _pieces(items: Sequence[Item], begin: int, duration: int) -> list[_Piece]:
    ends = [0, *accumulate(max(map(len, item)) for item in items)]
    total = max(ends[-1], 1)
    return [
        piece
        for item, (first, last) in zip(items, pairwise(ends), strict=True)
        for piece in _timed_item(item, begin + duration * first // total, begin + duration * last // total)
    ]


def _items(text: str) -> list[Item]:
    items: list[Item] = []
    done = 0
    for match in _ALTERNATION.finditer(text):
        items += [[[word]] for word in text[done : match.start()].split()]
        items.append([choice.split() for choice in match[1].split("/")])
        done = match.end()
    return items + [[[word]] for word in text[done:].split()]


def _timed_item(choices: Item, begin: int, end: int) -> Iterator[_Piece]:
    for number, choice in enumerate(choices):
        if len(choices) > 1:
            yield _mark(Token.OR if number else Token.BEGIN)
        bounds = [begin + (end - begin) * index // max(len(choice), 1) for index in range(len(choice) + 1)]
        for word, (start, stop) in zip(choice, pairwise(bounds), strict=True):
            yield _Piece(word, Token.WORD, start, stop - start)
    if len(choices) > 1:
        yield _mark(Token.END)


def _mark(kind: Token) -> _Piece:
    return _Piece(_MARKS[kind], kind)


def _unusable(text: str, words: TimedWords, row: int, expected: str) -> FormatError:
    return FormatError(
        place=Place(words.file, int(words.lines[row])),
        expected=f"rules that make of {words.words[row]!r} {expected}",
        found=repr(text.strip()),
    )


def _with_splits(words: TimedWords, texts: list[str], splits: dict[int, list[_Piece]]) -> TimedWords:
    counts = np.ones(len(words), np.int64)
    for row, pieces in splits.items():
        counts[row] = len(pieces)
    origin = np.repeat(np.arange(len(words)), counts)
    starts = np.cumsum(counts) - counts
    result = [texts[row] for row in origin.tolist()]
    begin_ns, duration_ns = words.begin_ns[origin], words.duration_ns[origin]
    kinds, confidences, bad_times = words.kinds[origin], words.confidences[origin], words.bad_times[origin]
    for row, pieces in splits.items():
        for at, piece in enumerate(pieces, start=int(starts[row])):
            result[at] = piece.text
            begin_ns[at], duration_ns[at], kinds[at] = piece.begin_ns, piece.duration_ns, piece.kind
    confidences[kinds != Token.WORD] = np.nan
    bad_times[kinds != Token.WORD] = False
    return replace(
        words,
        recording_of=words.recording_of[origin],
        begin_ns=begin_ns,
        duration_ns=duration_ns,
        words=result,
        confidences=confidences,
        kinds=kinds,
        bad_times=bad_times,
        lines=words.lines[origin],
    )
