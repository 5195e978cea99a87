"""CTM: words with their times, a row for each; alternatives between rows `<ALT_BEGIN>`, `<ALT>` and `<ALT_END>`."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from bakeoff.data.recognition.repeated import Repeated
from bakeoff.data.recognition.transcripts import Recording, TimedWords, Token
from bakeoff.errors import FormatError, Place
from bakeoff.formats.sources import Source
from bakeoff.formats.speech.columns import check_cell, passed_over, split_columns, wrong_columns
from bakeoff.formats.speech.times import to_seconds, wrong_time
from bakeoff.native import read_ctm

COLUMNS = "file, channel, begin, duration, word and perhaps confidence"
_BAD_TIME = "&&"
_TIMES = {"begin": "a begin time", "duration": "a duration"}


def read(source: Source) -> TimedWords:
    """The rows of a file. Blank lines, which sclite refuses, and a seventh column are passed over with a remark."""
    text = source.utf8()
    try:
        lines, recordings, begins, durations, texts, confidences, kinds, bad, blank, surplus = read_ctm(text)
    except ValueError as error:
        raise _wrong(source.name, *error.args) from None
    if len(blank):
        source.remarks.append(passed_over(source.name, blank, "blank lines", "sclite refuses them"))
    if len(surplus):
        source.remarks.append(f"{source.name}, line {surplus[0]}: the seventh column (correct) is passed over.")
    files, channels, recording_of = recordings
    words = TimedWords(
        recordings=tuple(map(Recording, files, channels)),
        recording_of=recording_of,
        begin_ns=begins,
        duration_ns=durations,
        words=Repeated(*texts),
        confidences=confidences,
        kinds=kinds,
        bad_times=bad.view(np.bool_),
        lines=lines,
        file=source.name,
    )
    _check_alternations(words)
    return words


def _wrong(file: str, what: str, line: int, found: str) -> FormatError:
    place = Place(file, line)
    match what:
        case "columns":
            return wrong_columns(split_columns([found])[0], COLUMNS, place)
        case "confidence":
            return FormatError(
                place=place,
                expected="a number or NA as confidence in the sixth column",
                found=repr(found),
                remedy="Write one word a row.",
            )
    return wrong_time(found, _TIMES[what.removeprefix("large ")], place, too_large=what.startswith("large "))


def _check_alternations(words: TimedWords) -> None:
    """Refuses marks that are nested, open, or without a start, and alternatives of several recordings."""
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
    remedy = "Write alternatives between <ALT_BEGIN> and <ALT_END>, <ALT> between each two; they cannot be nested."
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
