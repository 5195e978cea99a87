"""Random speech data for tests, and files of given content."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from hypothesis import strategies as st

from bakeoff.data.recognition.transcripts import (
    Definition,
    Recording,
    Regions,
    TimedSegments,
    TimedWords,
    Token,
    Transcript,
)

# Any character that can stand in a file, blanks apart; white space of other scripts is part of words.
CHARACTERS = st.characters(exclude_categories=["Cs"], exclude_characters="\0\n\r \t")
CELLS = st.text(CHARACTERS, min_size=1, max_size=6)
NAMES = CELLS.filter(lambda cell: not cell.startswith((";", "**", "\ufeff")))
WORDS = CELLS.filter(lambda cell: cell.upper() not in ("<ALT_BEGIN>", "<ALT>", "<ALT_END>"))
TEXTS = st.lists(CELLS, max_size=5).map(" ".join)
TIMES = st.integers(0, 9_000_000 * 10**9)
CONFIDENCES = st.floats(allow_nan=True, allow_infinity=False)


def int32(values: Sequence[int] | range) -> np.ndarray:
    return np.array(values, np.int32)


def int64(values: Sequence[int]) -> np.ndarray:
    return np.array(values, np.int64)


@st.composite
def timed(draw: st.DrawFn) -> dict[str, Any]:
    """The columns that all rows with times share; recordings are in the order in which they appear."""
    keys = draw(st.lists(st.tuples(NAMES, CELLS), max_size=8))
    recordings = tuple(Recording(*key) for key in dict.fromkeys(keys))
    return {
        "recordings": recordings,
        "recording_of": int32([recordings.index(Recording(*key)) for key in keys]),
        "begin_ns": int64([draw(TIMES) for _ in keys]),
        "lines": int32(range(1, len(keys) + 1)),
    }


@st.composite
def transcripts(draw: st.DrawFn) -> Transcript:
    ids = draw(st.lists(CELLS.filter(lambda cell: not set("()") & set(cell) and cell.strip()), max_size=6))
    allowed = TEXTS.filter(lambda text: not text.startswith((";;", "**", "\ufeff")))
    return Transcript(ids=ids, texts=[draw(allowed) for _ in ids], lines=int32(range(1, len(ids) + 1)))


@st.composite
def timed_segments(draw: st.DrawFn) -> TimedSegments:
    columns = draw(timed())
    count = len(columns["lines"])
    label = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0\n\r \t,"), max_size=4)
    labels = [tuple(draw(st.lists(label, max_size=3))) for _ in range(count)]
    part = st.text(st.characters(codec="ascii", categories=["L", "N", "Zs"]), max_size=6)
    unlabelled = TEXTS.filter(lambda text: not text.startswith("<"))
    definitions = st.lists(st.builds(Definition, part, part, part), max_size=2).map(tuple)
    return TimedSegments(
        **columns,
        end_ns=int64([draw(TIMES) for _ in range(count)]),
        speakers=[draw(CELLS) for _ in range(count)],
        labels=labels,
        texts=[draw(TEXTS if each else unlabelled) for each in labels],
        label_definitions=draw(definitions),
        category_definitions=draw(definitions),
    )


@st.composite
def timed_words(draw: st.DrawFn) -> TimedWords:
    columns = draw(timed())
    count = len(columns["lines"])
    words = TimedWords(
        **columns,
        duration_ns=int64([draw(TIMES) for _ in range(count)]),
        words=[draw(WORDS) for _ in range(count)],
        confidences=np.array([draw(CONFIDENCES) for _ in range(count)]),
        kinds=np.zeros(count, np.uint8),
        bad_times=np.array([draw(st.booleans()) for _ in range(count)], np.bool_),
    )
    return with_alternation(words) if count >= 3 and draw(st.booleans()) else words


def with_alternation(words: TimedWords) -> TimedWords:
    """The words, the first three rows being an alternation without words."""
    marks = 3
    kinds = [Token.BEGIN, Token.OR, Token.END, *[Token.WORD] * (len(words) - marks)]
    first = int(words.recording_of[0])
    recording_of = [first] * marks + words.recording_of[marks:].tolist()
    order = list(dict.fromkeys(recording_of))
    zeros = [0] * marks
    return TimedWords(
        recordings=tuple(words.recordings[number] for number in order),
        recording_of=int32([order.index(number) for number in recording_of]),
        begin_ns=int64(zeros + words.begin_ns[marks:].tolist()),
        duration_ns=int64(zeros + words.duration_ns[marks:].tolist()),
        words=["<ALT_BEGIN>", "<ALT>", "<ALT_END>", *words.words[marks:]],
        confidences=np.array([np.nan] * marks + words.confidences[marks:].tolist()),
        kinds=np.array(kinds, np.uint8),
        bad_times=np.array([False] * marks + words.bad_times[marks:].tolist(), np.bool_),
        lines=words.lines,
    )


@st.composite
def regions(draw: st.DrawFn) -> Regions:
    columns = draw(timed())
    lengths = [draw(st.integers(1, 10**12)) for _ in columns["lines"]]
    columns["begin_ns"] = np.minimum(columns["begin_ns"], 8_000_000 * 10**9)
    return Regions(**columns, end_ns=columns["begin_ns"] + int64(lengths))
