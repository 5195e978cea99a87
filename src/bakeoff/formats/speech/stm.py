"""STM: a reference in segments, a line for each: file, channel, speaker, start, end, perhaps labels, text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from bakeoff.data.recognition.repeated import Repeated
from bakeoff.data.recognition.transcripts import Definition, Recording, TimedSegments
from bakeoff.errors import FormatError, Place
from bakeoff.formats.sources import Source
from bakeoff.formats.speech.columns import check_cell, passed_over, split_columns, wrong_columns
from bakeoff.formats.speech.times import to_seconds, wrong_time
from bakeoff.native import read_stm

COLUMNS = "file, channel, speaker, begin, end, perhaps <labels>, and text"
_TIMES = {"begin": "a begin time", "end": "an end time"}
_DEFINITION = re.compile(r';;\s*(LABEL|CATEGORY)\s+"([^"]*)"\s+"([^"]*)"\s+"([^"]*)"')


def read(source: Source) -> TimedSegments:
    """The segments of a file and what its comments say of labels and categories."""
    text = source.utf8()
    try:
        lines, recordings, begins, ends, speakers, labels, texts, comments, starred = read_stm(text)
    except ValueError as error:
        raise _wrong(source.name, *error.args) from None
    if len(starred):
        source.remarks.append(passed_over(source.name, starred, "lines that start with **", "sclite does so"))
    files, channels, recording_of = recordings
    written, label_numbers = labels
    return TimedSegments(
        recording_of=recording_of,
        recordings=tuple(map(Recording, files, channels)),
        begin_ns=begins,
        end_ns=ends,
        speakers=Repeated(*speakers),
        labels=Repeated([_labels(token) for token in written], label_numbers),
        texts=texts,
        label_definitions=_definitions(comments, "LABEL"),
        category_definitions=_definitions(comments, "CATEGORY"),
        lines=lines,
        file=source.name,
    )


def _wrong(file: str, what: str, line: int, found: str) -> FormatError:
    place = Place(file, line)
    match what:
        case "columns":
            return wrong_columns(split_columns([found])[0], COLUMNS, place)
        case "labels":
            return FormatError(
                place=place,
                expected="labels between < and > without blanks, as in <o,f0,male>",
                found=found,
                remedy="Text that starts with < after the end time is read as labels.",
            )
    return wrong_time(found, _TIMES[what.removeprefix("large ")], place, too_large=what.startswith("large "))


def _labels(token: str) -> tuple[str, ...]:
    return tuple(token[1:-1].split(",")) if token else ()


def _definitions(comments: Sequence[str], kind: str) -> tuple[Definition, ...]:
    matches = map(_DEFINITION.match, comments)
    return tuple(Definition(*match.groups()[1:]) for match in matches if match and match[1] == kind)


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
            expected="labels before a text that starts with <", found=repr(text), remedy="Give the segment labels."
        )
    return text
