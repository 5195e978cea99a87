"""Output of speech recognition: words with times (CTM) and utterances (TRN), as sclite's formats have them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

from bakeoff.data import Finding
from bakeoff.data.recognition.transcripts import TimedWords, Token, Transcript
from bakeoff.errors import FormatError
from bakeoff.formats import parse_speech
from bakeoff.speech.checks import (
    duration_findings,
    grouping_findings,
    order_findings,
    transcript_findings,
)
from bakeoff.submissions.context import FileCheck
from bakeoff.submissions.phrases import listed

SECOND = 1_000_000_000
_SLACK = SECOND
"""So far words may overlap, or reach beyond the end of the recording: recognisers are not exact."""


def word_findings(check: FileCheck) -> Iterator[Finding]:
    """Everything that is wrong with a CTM file, or the first line that is none."""
    read = _read(check, "ctm")
    if isinstance(read, FormatError):
        yield _finding(check, "format-invalid", read)
    elif isinstance(read, TimedWords):
        yield from _of_format(check, "ctm-scattered", grouping_findings(read))
        yield from _of_format(check, "ctm-duration", duration_findings(read))
        yield from _of_format(check, "ctm-order", order_findings(read))
        yield from _values(check, read)
        yield from _overlaps(check, read)
        yield from _recordings(check, read)


def _read(check: FileCheck, kind: str) -> object:
    lines = check.opened.text.replace("\r\n", "\n").replace("\0", "\ufffd").split("\n")
    try:
        return parse_speech(lines[:-1] if not lines[-1] else lines, format=kind, file=check.name)  # type: ignore[call-overload]
    except FormatError as error:
        return error


def _of_format(check: FileCheck, code: str, problems: Iterable[FormatError]) -> Iterator[Finding]:
    for problem in problems:
        yield _finding(check, code, problem)


def _finding(check: FileCheck, code: str, problem: FormatError) -> Finding:
    return check.finding(
        code, line=problem.place.line, found=problem.found, expected=problem.expected, remedy=problem.remedy
    )


def _values(check: FileCheck, found: TimedWords) -> Iterator[Finding]:
    """Channels, times and confidences that cannot be."""
    channels = check.package.package.channels
    starts = np.unique(found.recording_of, return_index=True)[1]
    for row in map(int, sorted(starts)):
        channel = found.recordings[found.recording_of[row]].channel
        if channels and channel not in channels:
            expected = f"one of {', '.join(channels)}" if len(channels) > 1 else channels[0]
            yield check.finding("ctm-channel", line=int(found.lines[row]), found=channel, expected=expected)
    for row in map(int, np.flatnonzero(found.begin_ns < 0)):
        seconds = f"{found.begin_ns[row] / SECOND:.9g}"
        yield check.finding("ctm-begin", line=int(found.lines[row]), found=seconds, expected="a time of 0 or later")
    given = found.confidences
    for row in map(int, np.flatnonzero((given < 0) | (given > 1))):
        expected = "a confidence from 0 to 1, or NA"
        yield check.finding("ctm-confidence", line=int(found.lines[row]), found=f"{given[row]:g}", expected=expected)


def _overlaps(check: FileCheck, found: TimedWords) -> Iterator[Finding]:
    """Words that start long before the previous one ends; alternatives may overlap."""
    plain = np.flatnonzero(found.kinds == Token.WORD) if not found.kinds.any() else np.empty(0, np.int64)
    ends = found.begin_ns + found.duration_ns
    before, after = plain[:-1], plain[1:]
    same = found.recording_of[before] == found.recording_of[after]
    later = found.begin_ns[after] >= found.begin_ns[before]
    rows = after[same & later & (ends[before] - found.begin_ns[after] > _SLACK)]
    if len(rows):
        count = f"{len(rows):,} words start" if len(rows) > 1 else "a word starts"
        yield check.finding(
            "ctm-overlap",
            line=int(found.lines[rows[0]]),
            found=f"{count} more than a second before the word before it ends",
            expected="words one after another",
        )


def _recordings(check: FileCheck, found: TimedWords) -> Iterator[Finding]:
    source = check.source
    if source is None or not source.recordings:
        return
    rows = {number: int(row) for number, row in zip(*np.unique(found.recording_of, return_index=True), strict=True)}
    for number, recording in enumerate(found.recordings):
        if recording.file not in source.recordings:
            expected = f"recordings of {source.name}"
            line = int(found.lines[rows[number]])
            yield check.finding("ctm-recording-unknown", line=line, found=recording.file, expected=expected)
    present = {recording.file for recording in found.recordings}
    missing = [name for name in source.recordings if name not in present]
    if missing:
        yield check.finding(
            "ctm-recording-missing",
            found=f"no word of {listed(missing)}",
            expected=f"words of all {len(source.recordings)} recordings of {source.name}",
        )
    limits = np.array([source.recordings.get(recording.file, 2**62) for recording in found.recordings], np.int64)
    beyond = np.flatnonzero(found.begin_ns + found.duration_ns > limits[found.recording_of] + _SLACK)
    if len(beyond):
        row = int(beyond[0])
        end = limits[found.recording_of[row]] / SECOND
        yield check.finding(
            "ctm-beyond-recording",
            line=int(found.lines[row]),
            found=f"{len(beyond):,} words that end later" if len(beyond) > 1 else "a word that ends later",
            expected=f"words before {end:.9g} seconds, where {found.recordings[found.recording_of[row]].file} ends",
        )


def utterance_findings(check: FileCheck) -> Iterator[Finding]:
    """Everything that is wrong with a TRN file, or the first line that is none."""
    read = _read(check, "trn")
    if isinstance(read, FormatError):
        yield _finding(check, "format-invalid", read)
        return
    if not isinstance(read, Transcript):
        return
    for problem in transcript_findings(read):
        code = "utterance-braces" if "brace" in problem.expected else "utterance-duplicate"
        yield _finding(check, code, problem)
    wanted = check.source.utterances if check.source else ()
    if not wanted:
        return
    present, known = {name.lower() for name in read.ids}, {name.lower() for name in wanted}
    missing = [name for name in wanted if name.lower() not in present]
    if missing:
        expected = f"all {len(wanted):,} utterances of the test set"
        yield check.finding("utterance-missing", found=f"none of {listed(missing)}", expected=expected)
    for row, name in enumerate(read.ids):
        if name.lower() not in known:
            line = int(read.lines[row])
            yield check.finding("utterance-extra", line=line, found=name, expected="utterances of the test set")
