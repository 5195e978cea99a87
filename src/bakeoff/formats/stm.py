"""STM: a reference in segments, a line for each: file, channel, speaker, begin, end, perhaps labels, text."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache

from bakeoff.data.speech import Definition, TimedSegments
from bakeoff.errors import FormatError, Place
from bakeoff.formats.columns import (
    STARS,
    RecordingIndex,
    check_cell,
    passed_over,
    places,
    rows_of,
    wrong_columns,
)
from bakeoff.formats.sources import Source
from bakeoff.formats.times import to_nanoseconds, to_seconds

COLUMNS = "file, channel, speaker, begin, end, perhaps <labels>, and text"
_DEFINITION = re.compile(r';;\s*(LABEL|CATEGORY)\s+"([^"]*)"\s+"([^"]*)"\s+"([^"]*)"')


def read(source: Source) -> TimedSegments:
    """The segments of a file and what its comments say of labels and categories."""
    lines = source.lines()
    part = rows_of(lines, 1, comments=(";;", STARS), limit=5)
    if part.starred:
        source.remarks.append(passed_over(source.name, part.starred, "lines that begin with **", "sclite does so"))
    place_of = places(source.name, part.numbers)
    for at, row in enumerate(part.rows):
        if len(row) < 5:
            raise wrong_columns(row, COLUMNS, place_of(at))
    rests = [_labels_and_text(row[5] if len(row) > 5 else "", place_of, at) for at, row in enumerate(part.rows)]
    index = RecordingIndex()
    return TimedSegments(
        recording_of=index.numbers([row[0] for row in part.rows], [row[1] for row in part.rows]),
        recordings=index.recordings,
        begin_ns=to_nanoseconds([row[3] for row in part.rows], "a begin time", place_of),
        end_ns=to_nanoseconds([row[4] for row in part.rows], "an end time", place_of),
        speakers=[sys.intern(row[2]) for row in part.rows],
        labels=[labels for labels, _ in rests],
        texts=[text for _, text in rests],
        label_definitions=_definitions(lines, "LABEL"),
        category_definitions=_definitions(lines, "CATEGORY"),
        lines=part.numbers,
        file=source.name,
    )


def _labels_and_text(rest: str, place_of: Callable[[int], Place], at: int) -> tuple[tuple[str, ...], str]:
    if not rest.startswith("<"):
        return (), rest.rstrip(" \t")
    token = rest.replace("\t", " ").partition(" ")[0]
    if len(token) < 2 or not token.endswith(">"):
        raise FormatError(
            place=place_of(at),
            expected="labels between < and > without blanks, as in <o,f0,male>",
            found=token,
            remedy="What begins with < after the end time is taken for labels.",
        )
    return _labels(token), rest[len(token) :].strip(" \t")


@lru_cache(maxsize=4096)
def _labels(token: str) -> tuple[str, ...]:
    return tuple(token[1:-1].split(","))


def _definitions(lines: Sequence[str], kind: str) -> tuple[Definition, ...]:
    comments = (_DEFINITION.match(line) for line in lines if line.startswith(";;"))
    return tuple(Definition(*found.groups()[1:]) for found in comments if found and found[1] == kind)


def write(segments: TimedSegments) -> Iterator[str]:
    """The definitions as comments, then a line for each segment."""
    for kind, definitions in (
        ("CATEGORY", segments.category_definitions),
        ("LABEL", segments.label_definitions),
    ):
        for definition in definitions:
            yield f";; {kind} " + " ".join(f'"{_quoted(part)}"' for part in definition) + "\n"
    for row, text in enumerate(segments.texts):
        recording = segments.recordings[segments.recording_of[row]]
        labels = segments.labels[row]
        cells = [
            check_cell(recording.file, "the name of a file"),
            check_cell(recording.channel, "a channel"),
            check_cell(segments.speakers[row], "a speaker"),
            to_seconds(int(segments.begin_ns[row])),
            to_seconds(int(segments.end_ns[row])),
            *([check_cell(f"<{','.join(labels)}>", "labels")] if labels else []),
            *([_one_line(text, has_labels=bool(labels))] if text else []),
        ]
        yield " ".join(cells) + "\n"


def _quoted(part: str) -> str:
    if '"' in part or "\n" in part:
        raise FormatError(expected="a definition without quotation marks", found=repr(part))
    return part


def _one_line(text: str, *, has_labels: bool) -> str:
    if "\n" in text or text != text.strip(" \t"):
        raise FormatError(expected="a text of one line, without blanks around it", found=repr(text))
    if text.startswith("<") and not has_labels:
        raise FormatError(
            expected="labels before a text that begins with <", found=repr(text), remedy="Give the segment labels."
        )
    return text
