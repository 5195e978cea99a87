"""UEM: the stretches of recordings that are to be scored, a line each: file, channel, start, end."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from bakeoff.data.recognition.transcripts import Regions
from bakeoff.errors import FormatError
from bakeoff.formats.sources import Source
from bakeoff.formats.speech.columns import RecordingIndex, check_cell, places, rows_of, wrong_columns
from bakeoff.formats.speech.times import to_nanoseconds, to_seconds

COLUMNS = "file, channel, begin and end"


def read(source: Source) -> Regions:
    """The regions of a file in order."""
    part = rows_of(source.lines(), 1, comments=(";;",))
    place_of = places(source.name, part.numbers)
    for at, row in enumerate(part.rows):
        if len(row) != 4:
            raise wrong_columns(row, COLUMNS, place_of(at))
    begin_ns = to_nanoseconds([row[2] for row in part.rows], "a begin time", place_of)
    end_ns = to_nanoseconds([row[3] for row in part.rows], "an end time", place_of)
    for at in np.flatnonzero(end_ns <= begin_ns)[:1]:
        raise FormatError(place=place_of(at), expected=f"an end after {part.rows[at][2]}", found=part.rows[at][3])
    index = RecordingIndex()
    return Regions(
        recording_of=index.numbers([row[0] for row in part.rows], [row[1] for row in part.rows]),
        recordings=index.recordings,
        begin_ns=begin_ns,
        end_ns=end_ns,
        lines=part.numbers,
        file=source.name,
    )


def write(regions: Regions) -> Iterator[str]:
    """A line for each region."""
    for row, number in enumerate(regions.recording_of):
        file, channel = regions.recordings[number]
        times = f"{to_seconds(int(regions.begin_ns[row]))} {to_seconds(int(regions.end_ns[row]))}"
        yield f"{check_cell(file, 'the name of a file')} {check_cell(channel, 'a channel')} {times}\n"
