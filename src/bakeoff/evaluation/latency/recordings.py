"""Delays of complete recordings brought to the segments of a reference."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bakeoff.alignment import ResegmentationMode, resegment_streams
from bakeoff.data.delays import DelayLog
from bakeoff.data.recognition.transcripts import TimedSegments
from bakeoff.errors import AlignmentError, InputError, Place
from bakeoff.speech.latency import Timing, segment_timings

_NANOSECONDS = 1e6
"""In a millisecond."""


@dataclass(frozen=True, slots=True)
class CutRecordings:
    """The timings of all segments, a list for each column of delays."""

    ids: tuple[str, ...]
    timings: list[list[Timing]]
    remarks: tuple[str, ...]


def recording_timings(
    log: DelayLog,
    reference: TimedSegments,
    segmentation: ResegmentationMode,
    columns: Sequence[NDArray[np.float64]],
    *,
    threads: int = 1,
) -> CutRecordings:
    """Cuts the words of each recording into the segments of the reference; delays become relative to their start.

    A recording is known by the name of its sound file, or by the index of the instance. Words are compared as they are
    written, case and punctuation included.
    """
    if log.predictions is None:
        raise InputError(place=Place(log.file), expected="the key prediction in each instance", found="none")
    rows = _rows_by_instance(log, reference)
    streams = [log.predictions[number].split() for number in range(len(log))]
    _check_counts(log, streams)
    cuts = resegment_streams(
        [(words, [[reference.texts[row].split()] for row in own]) for words, own in zip(streams, rows, strict=True)],
        mode=segmentation,
        threads=threads,
    )
    ends = [np.array([segment.end for segment in cut.segments], np.int64) for cut in cuts]
    timings = [
        [
            timing
            for number, (own, end) in enumerate(zip(rows, ends, strict=True))
            for timing in _timings(log, number, delays, reference=reference, rows=own, ends=end)
        ]
        for delays in columns
    ]
    ids = tuple(
        f"{log.recordings[number]}:{place}" for number, own in enumerate(rows) for place in range(1, len(own) + 1)
    )
    ignored = int(reference.ignored.sum())
    remarks = (f"{reference.file}: {ignored} segments that are not to be scored are left out.",) if ignored else ()
    return CutRecordings(ids, timings, remarks)


def _timings(
    log: DelayLog,
    number: int,
    delays: NDArray[np.float64],
    *,
    reference: TimedSegments,
    rows: NDArray[np.int64],
    ends: NDArray[np.int64],
) -> list[Timing]:
    begins, stops = reference.begin_ns[rows], reference.end_ns[rows]
    return segment_timings(
        delays[log.starts[number] : log.starts[number + 1]],
        ends,
        begin_ms=begins / _NANOSECONDS,
        duration_ms=(stops - begins) / _NANOSECONDS,
        reference_words=[len(reference.texts[row].split()) for row in rows],
        recording_ms=float(log.source_ms[number]),
    )


def _rows_by_instance(log: DelayLog, reference: TimedSegments) -> list[NDArray[np.int64]]:
    """The rows of the reference that belong to each instance, in their order."""
    files = [recording.file for recording in reference.recordings]
    kept = np.flatnonzero(~reference.ignored)
    by_file = {file: kept[reference.recording_of[kept] == at] for at, file in enumerate(files)}
    if len(by_file) < len(files):
        duplicate = next(file for file in files if files.count(file) > 1)
        raise InputError(place=Place(reference.file), expected="one channel of each file", found=f"two of {duplicate}")
    names = [recording if recording in by_file else id_ for recording, id_ in zip(log.recordings, log.ids, strict=True)]
    unknown = [at for at, name in enumerate(names) if name not in by_file]
    lacking = [file for file in files if file not in set(names) and len(by_file[file])]
    if unknown or lacking or len(set(names)) < len(names):
        problem = (
            f"{log.recordings[unknown[0]]}, which it does not know"
            if unknown
            else (f"no instance for {', '.join(lacking[:5])}" if lacking else "two instances for one recording")
        )
        place = Place(log.file, int(log.lines[unknown[0]]) if unknown else None)
        raise AlignmentError(place=place, expected=f"an instance for each recording of {reference.file}", found=problem)
    rows = [by_file[name].astype(np.int64) for name in names]
    for own in rows:
        _check_segments(reference, own)
    return rows


def _check_segments(reference: TimedSegments, rows: NDArray[np.int64]) -> None:
    begins = reference.begin_ns[rows]
    backward = np.flatnonzero(np.diff(begins) < 0)
    if len(backward):
        place = Place(reference.file, int(reference.lines[rows[backward[0] + 1]]))
        raise InputError(place=place, expected="segments of a recording in order of time", found="one that goes back")
    instant = np.flatnonzero(reference.end_ns[rows] <= begins)
    if len(instant):
        place = Place(reference.file, int(reference.lines[rows[instant[0]]]))
        raise InputError(place=place, expected="a segment that ends after it starts", found="one without duration")


def _check_counts(log: DelayLog, streams: Sequence[Sequence[str]]) -> None:
    for number, words in enumerate(streams):
        delays = int(log.starts[number + 1] - log.starts[number])
        if len(words) != delays:
            place = Place(log.file, int(log.lines[number]))
            raise InputError(place=place, expected=f"a delay for each of {len(words)} words", found=str(delays))
