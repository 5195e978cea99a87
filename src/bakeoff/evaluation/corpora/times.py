"""How long recordings are, and how long somebody speaks in them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bakeoff.data.recognition.transcripts import Recording

_SECOND = 1_000_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Times:
    """Stretches of recordings: of segments, words or regions. `segments[i]` is the segment that stretch i is of."""

    files: NDArray[np.intp]
    """The number of the file of each; a file may have several channels."""
    channels: NDArray[np.intp]
    begin_ns: NDArray[np.int64]
    end_ns: NDArray[np.int64]
    segments: NDArray[np.intp]
    speakers: tuple[str, ...] | None
    is_complete: bool
    """Whether the stretches are all there is of the recordings (regions), so that time between them does not count."""

    @staticmethod
    def of(
        recordings: Sequence[Recording],
        recording_of: NDArray[np.int32],
        begin_ns: NDArray[np.int64],
        end_ns: NDArray[np.int64],
        *,
        segments: NDArray[np.intp],
        speakers: Sequence[str] | None = None,
        is_complete: bool = False,
    ) -> Times:
        numbers: dict[str, int] = {}
        files = np.asarray([numbers.setdefault(each.file, len(numbers)) for each in recordings], np.intp)
        channels = np.asarray(recording_of, np.intp)
        return Times(
            files=files[channels] if len(channels) else channels,
            channels=channels,
            begin_ns=begin_ns,
            end_ns=end_ns,
            segments=segments,
            speakers=None if speakers is None else tuple(speakers),
            is_complete=is_complete,
        )

    def recordings(self, members: NDArray[np.bool_]) -> int:
        """How many files there are; `members` are segments by number, as below."""
        return len(np.unique(self.files[members[self.segments]]))

    def speaker_count(self, members: NDArray[np.bool_]) -> int | None:
        """How many speakers there are; two files may name different people alike, and mean one then."""
        if self.speakers is None:
            return None
        kept = members[self.segments]
        return len({speaker for speaker, keep in zip(self.speakers, kept, strict=True) if keep})

    def duration_seconds(self) -> float:
        """Of regions, how long they are together; else for each file from the first start to the last end."""
        if self.is_complete:
            return _covered(self.files, self.begin_ns, self.end_ns)
        spans = (self.files == file for file in np.unique(self.files))
        return float(sum(self.end_ns[own].max() - self.begin_ns[own].min() for own in spans)) / _SECOND

    def speech_seconds(self, members: NDArray[np.bool_]) -> float | None:
        """How long somebody speaks; where several do at once, that time counts once for each channel."""
        if self.is_complete:
            return None
        kept = members[self.segments]
        return _covered(self.channels[kept], self.begin_ns[kept], self.end_ns[kept])


def _covered(places: NDArray[np.intp], begins: NDArray[np.int64], ends: NDArray[np.int64]) -> float:
    """The seconds that stretches cover, each moment of a place once."""
    total = 0
    for place in np.unique(places):
        own = places == place
        order = np.argsort(begins[own], kind="stable")
        start, end = begins[own][order], ends[own][order]
        reached = np.maximum.accumulate(np.concatenate([start[:1], end]))[:-1]  # how far stretches before it go
        total += int(np.maximum(end - np.maximum(start, reached), 0).sum())
    return total / _SECOND
