"""CTM: words with their times, a row for each; alternatives between rows `<ALT_BEGIN>`, `<ALT>` and `<ALT_END>`."""

from __future__ import annotations

import math
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from bakeoff.data.speech import TimedWords, Token
from bakeoff.errors import FormatError, Place
from bakeoff.formats.columns import (
    RecordingIndex,
    blocks,
    check_cell,
    passed_over,
    places,
    regular_columns,
    rows_of,
    wrong_columns,
)
from bakeoff.formats.sources import Source
from bakeoff.formats.times import to_nanoseconds, to_seconds

COLUMNS = "file, channel, begin, duration, word and perhaps confidence"
_MARKS = {"<ALT_BEGIN>": Token.BEGIN, "<ALT>": Token.OR, "<ALT_END>": Token.END}
_BAD_TIME = "&&"
_NUMBER = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?", re.ASCII)


@dataclass(slots=True)
class _Passed:
    """Numbers of lines of which something is passed over."""

    blank: list[int] = field(default_factory=list)
    surplus: list[int] = field(default_factory=list)


@dataclass(slots=True)
class _Block:
    """Some rows, turned into columns."""

    recording_of: NDArray[np.int32]
    begin_ns: NDArray[np.int64]
    duration_ns: NDArray[np.int64]
    words: list[str]
    confidences: NDArray[np.float64]
    kinds: NDArray[np.uint8]
    bad_times: NDArray[np.bool_]
    lines: NDArray[np.int32]


def read(source: Source) -> TimedWords:
    """The rows of a file. Blank lines, which sclite refuses, and a seventh column are passed over with a remark."""
    index = RecordingIndex()
    found: list[_Block] = []
    passed = _Passed()
    for first, lines in blocks(source.lines()):
        numbers, columns = _columns(lines, first, passed, source.name)
        if columns:
            found.append(_block(columns, numbers, index, source.name))
    if passed.blank:
        source.remarks.append(passed_over(source.name, passed.blank, "blank lines", "sclite refuses them"))
    if passed.surplus:
        source.remarks.append(f"{source.name}, line {passed.surplus[0]}: the seventh column (correct) is passed over.")
    words = _joined(found, index, source.name)
    _check_alternations(words)
    return words


def _columns(
    lines: Sequence[str], first: int, passed: _Passed, file: str
) -> tuple[NDArray[np.int32], Sequence[Sequence[str]]]:
    """Line numbers and the five or six columns of a block's rows."""
    columns = regular_columns(lines)
    if columns and len(columns) in (5, 6) and not any(name.startswith(";") for name in set(columns[0])):
        return np.arange(first, first + len(lines), dtype=np.int32), columns
    part = rows_of(lines, first, comments=(";",))
    passed.blank += part.blank
    widths = set(map(len, part.rows))
    for at, row in enumerate(part.rows if not widths <= {5, 6} else []):
        if not 5 <= len(row) <= 7:
            raise wrong_columns(row, COLUMNS, places(file, part.numbers)(at))
        if len(row) == 7:
            passed.surplus.append(int(part.numbers[at]))
    if widths != {5}:
        return part.numbers, list(zip(*(row[:6] if len(row) > 5 else [*row, "NA"] for row in part.rows), strict=True))
    return part.numbers, list(zip(*part.rows, strict=True))


def _block(columns: Sequence[Sequence[str]], numbers: NDArray[np.int32], index: RecordingIndex, file: str) -> _Block:
    files, channels, begins, durations, words, *rest = columns
    place_of = places(file, numbers)
    kinds = _kinds(words)
    confidences = _confidences(rest[0], place_of) if rest else np.full(len(words), math.nan)
    confidences[kinds != Token.WORD] = math.nan
    bad = np.zeros(len(words), np.bool_)
    if kinds.any() or "&" in "".join(begins):
        bad[:] = [begin.startswith(_BAD_TIME) for begin in begins]
        begins, durations = _without_marks(begins, kinds), _without_marks(durations, kinds)
    return _Block(
        recording_of=index.numbers(files, channels),
        begin_ns=to_nanoseconds(begins, "a begin time", place_of),
        duration_ns=to_nanoseconds(durations, "a duration", place_of),
        words=list(map(sys.intern, words)),
        confidences=confidences,
        kinds=kinds,
        bad_times=bad,
        lines=numbers,
    )


def _kinds(words: Sequence[str]) -> NDArray[np.uint8]:
    kinds = np.zeros(len(words), np.uint8)
    if "<ALT" in "".join(words).upper():
        kinds[:] = [_MARKS.get(word.upper(), Token.WORD) for word in words]
    return kinds


def _without_marks(times: Sequence[str], kinds: NDArray[np.uint8]) -> tuple[str, ...]:
    return tuple("0" if kind else time.removeprefix(_BAD_TIME) for time, kind in zip(times, kinds, strict=True))


def _confidences(texts: Sequence[str], place_of: Callable[[int], Place]) -> NDArray[np.float64]:
    joined = "".join(texts)
    if joined.isascii() and not joined.encode().translate(None, b"0123456789."):
        try:
            return np.fromiter(map(float, texts), np.float64, len(texts))
        except ValueError:
            pass  # found again below
    return np.fromiter((_confidence(text, place_of, at) for at, text in enumerate(texts)), np.float64, len(texts))


def _confidence(text: str, place_of: Callable[[int], Place], at: int) -> float:
    if text.upper() == "NA":
        return math.nan
    if not _NUMBER.fullmatch(text) or not math.isfinite(float(text)):
        raise FormatError(
            place=place_of(at),
            expected="a number or NA as confidence in the sixth column",
            found=repr(text),
            remedy="Write one word a row.",
        )
    return float(text)


def _joined(found: Sequence[_Block], index: RecordingIndex, file: str) -> TimedWords:
    empty = np.empty(0)
    return TimedWords(
        recordings=index.recordings,
        recording_of=np.concatenate([empty.astype(np.int32), *(block.recording_of for block in found)]),
        begin_ns=np.concatenate([empty.astype(np.int64), *(block.begin_ns for block in found)]),
        duration_ns=np.concatenate([empty.astype(np.int64), *(block.duration_ns for block in found)]),
        words=[word for block in found for word in block.words],
        confidences=np.concatenate([empty, *(block.confidences for block in found)]),
        kinds=np.concatenate([empty.astype(np.uint8), *(block.kinds for block in found)]),
        bad_times=np.concatenate([empty.astype(np.bool_), *(block.bad_times for block in found)]),
        lines=np.concatenate([empty.astype(np.int32), *(block.lines for block in found)]),
        file=file,
    )


def _check_alternations(words: TimedWords) -> None:
    """Refuses marks that are nested, open, or without a beginning, and alternatives of several recordings."""
    opened: int | None = None
    for row in map(int, np.flatnonzero(words.kinds)):
        kind = Token(words.kinds[row])
        if kind is Token.BEGIN:
            if opened is not None:
                raise _misplaced(words, row, "<ALT_END>", f"<ALT_BEGIN> inside that of line {words.lines[opened]}")
            opened = row
        elif opened is None:
            raise _misplaced(words, row, "<ALT_BEGIN> before it", words.words[row])
        elif kind is Token.END:
            if len(set(words.recording_of[opened : row + 1].tolist())) > 1:
                raise _misplaced(words, row, "alternatives of one file and channel", "those of several")
            opened = None
    if opened is not None:
        raise _misplaced(words, opened, "<ALT_END> after <ALT_BEGIN>", "none")


def _misplaced(words: TimedWords, row: int, expected: str, found: str) -> FormatError:
    place = Place(words.file, int(words.lines[row]))
    remedy = "Alternatives stand between <ALT_BEGIN> and <ALT_END>, <ALT> between each two; they cannot be nested."
    return FormatError(place=place, expected=expected, found=found, remedy=remedy)


def write(words: TimedWords) -> Iterator[str]:
    """A line for each row, times with two decimals or as many as they need."""
    names = [
        f"{check_cell(file, 'the name of a file')} {check_cell(channel, 'a channel')}"
        for file, channel in words.recordings
    ]
    for row, word in enumerate(words.words):
        recording = names[words.recording_of[row]]
        if words.kinds[row]:
            yield f"{recording} * * {word}\n"
            continue
        mark = _BAD_TIME if words.bad_times[row] else ""
        times = f"{mark}{to_seconds(int(words.begin_ns[row]))} {to_seconds(int(words.duration_ns[row]))}"
        confidence = float(words.confidences[row])
        said = "" if math.isnan(confidence) else f" {confidence!r}"
        yield f"{recording} {times} {check_cell(word, 'a word')}{said}\n"
