"""The nouns of speech scoring, each with a column for every field: transcripts, timed segments, timed words, regions.

A test set has millions of words, so there is no object for each of them: readers give columns that make a text when it
is asked for. Lists serve as well. Times are complete nanoseconds; divided by 1e9
they give the very number that a C program reads from the same decimals.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from enum import IntEnum
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

IGNORED = ("ignore_time_segment_in_scoring", "ignoretimesegmentinscoring")
"""What the text of a segment says, in any case, when nobody is to be scored there."""


class Recording(NamedTuple):
    """One channel of one file: within it, and only there, times can be compared."""

    file: str
    channel: str

    def __str__(self) -> str:
        return f"{self.file}, channel {self.channel}"


class Definition(NamedTuple):
    """What a label of segments stands for, or a category of labels: id, title of its column, description."""

    id: str
    title: str
    description: str


class Token(IntEnum):
    """What a row of timed words is. Alternatives are between `BEGIN` and `END`, `OR` between each two of them."""

    WORD = 0
    BEGIN = 1
    OR = 2
    END = 3


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Columns:
    """Rows held column by column. `lines` and `file` say where they were read and take no part in comparisons."""

    lines: NDArray[np.int32] = field(compare=False)
    file: str | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        for each in fields(self):
            if isinstance(value := getattr(self, each.name), np.ndarray):
                value.flags.writeable = False

    def __len__(self) -> int:
        return len(self.lines)

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return all(_same(getattr(self, f.name), getattr(other, f.name)) for f in fields(self) if f.compare)

    __hash__ = None  # type: ignore[assignment]


def _same(one: object, other: object) -> bool:
    if isinstance(one, np.ndarray) and isinstance(other, np.ndarray):
        return np.array_equal(one, other, equal_nan=one.dtype.kind == "f")
    return one == other


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Transcript(Columns):
    """What was said in each utterance (TRN), without times. `texts` are as written, alternations included."""

    ids: Sequence[str]
    texts: Sequence[str]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class TimedColumns(Columns):
    """Rows that each belong to a recording: `recordings[recording_of[i]]` is that of row i.

    `recordings` are in the order in which they first appear.
    """

    recordings: tuple[Recording, ...]
    recording_of: NDArray[np.int32]
    begin_ns: NDArray[np.int64]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class TimedSegments(TimedColumns):
    """A reference in segments (STM): who said what from when to when.

    `labels` are those between < and >, the i-th of them being of the i-th category; `()` where there are none.
    """

    end_ns: NDArray[np.int64]
    speakers: Sequence[str]
    labels: Sequence[tuple[str, ...]]
    texts: Sequence[str]
    label_definitions: tuple[Definition, ...] = ()
    category_definitions: tuple[Definition, ...] = ()

    @property
    def ignored(self) -> NDArray[np.bool_]:
        """Which segments are not to be scored."""
        if not _is_ignored("\n".join(self.texts)):  # quicker to find out of all of them at once
            return np.zeros(len(self.texts), np.bool_)
        return np.fromiter((_is_ignored(text) for text in self.texts), np.bool_, len(self.texts))


def _is_ignored(text: str) -> bool:
    return len(text) >= len(IGNORED[1]) and any(mark in text.lower() for mark in IGNORED)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class TimedWords(TimedColumns):
    """Words with their times (CTM) and rows that say where alternatives start and end.

    `kinds` are values of `Token`. Rows that are no words have time and duration 0 and, as `words`, what the file has.
    `confidences` are NaN where there is none; `bad_times` marks times that the file itself calls wrong (`&&`).
    """

    duration_ns: NDArray[np.int64]
    words: Sequence[str]
    confidences: NDArray[np.float64]
    kinds: NDArray[np.uint8]
    bad_times: NDArray[np.bool_]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Regions(TimedColumns):
    """Stretches of recordings that are to be scored (UEM)."""

    end_ns: NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class RuleText:
    """The lines of a file of orthographic rules (GLM), not yet understood."""

    lines: tuple[str, ...]
    file: str | None = field(default=None, compare=False)
