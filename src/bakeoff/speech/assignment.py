"""Which word belongs to which segment of its recording, by time."""

from __future__ import annotations

from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from bakeoff.data.recognition.transcripts import TimedSegments, TimedWords, Token

Rows = NDArray[np.intp]
HOMELESS = -2
IGNORED = -1


def assign_exactly(
    reference: TimedSegments, segments: Rows, ignored: NDArray[np.bool_], hypothesis: TimedWords, words: Rows
) -> Rows:
    """For each of the words the number of its segment among the given ones; -1 where it is left out, -2 for none.

    A word whose midpoint lies in an ignored segment, its end excluded, is left out with it. All others belong to the
    first segment that is scored and ends after the midpoint, or to the last, but never to one before that of the word
    before. Times are compared exactly.
    """
    middles = double_midpoints(hypothesis, words)
    begins, ends = 2 * reference.begin_ns[segments], 2 * reference.end_ns[segments]
    scored = np.flatnonzero(~ignored)
    if len(scored):
        # Behind a segment that ends later than one after it, only the later end counts.
        latest = np.maximum.accumulate(ends[scored])
        first = np.searchsorted(latest, middles, side="right").clip(max=len(scored) - 1)
        homes = scored[np.maximum.accumulate(first)] if len(first) else np.empty(0, np.intp)
    else:
        homes = np.full(len(words), HOMELESS, np.intp)
    for number in np.flatnonzero(ignored):
        homes = np.where((middles >= begins[number]) & (middles < ends[number]), IGNORED, homes)
    return homes


def assign_like_sclite(
    reference: TimedSegments, segments: Rows, ignored: NDArray[np.bool_], hypothesis: TimedWords, words: Rows
) -> Rows:
    """The same by one walk over both sides, with the ends of segments rounded to 32 bits as sclite reads them."""
    middles = _midpoints(hypothesis, words)
    # sclite reads a segment's end into a float and compares it with doubles.
    ends = (reference.end_ns[segments] / 1e9).astype(np.float32).astype(np.float64)
    last = len(segments) - 1
    if np.all(ends[1:] >= ends[:-1]):
        first = np.searchsorted(ends, middles, side="right").clip(max=last)
        homes = np.maximum.accumulate(first) if len(first) else np.empty(0, np.intp)
    else:
        homes = np.empty(len(words), np.intp)
        at = 0
        for row, middle in enumerate(middles.tolist()):
            while at < last and middle >= ends[at]:
                at += 1
            homes[row] = at
    return np.where(ignored[homes], IGNORED, homes) if len(homes) else homes


def _midpoints(hypothesis: TimedWords, words: Rows) -> NDArray[np.float64]:
    middles = hypothesis.begin_ns[words] / 1e9 + hypothesis.duration_ns[words] / 1e9 / 2.0
    return _of_alternations(middles, hypothesis.kinds[words])


def double_midpoints(hypothesis: TimedWords, words: Rows) -> NDArray[np.int64]:
    """Midpoints in half nanoseconds, so that they are whole numbers."""
    return _of_alternations(2 * hypothesis.begin_ns[words] + hypothesis.duration_ns[words], hypothesis.kinds[words])


T = TypeVar("T", bound=np.generic)


def _of_alternations(middles: NDArray[T], kinds: NDArray[np.uint8]) -> NDArray[T]:
    """Alternatives stay together: all have the largest midpoint among them, or that of the word before them."""
    if not kinds.any():
        return middles
    middles = middles.copy()
    begins, ends = np.flatnonzero(kinds == Token.BEGIN), np.flatnonzero(kinds == Token.END)
    for begin, end in zip(begins.tolist(), ends.tolist(), strict=True):
        inside = middles[begin : end + 1][kinds[begin : end + 1] == Token.WORD]
        if len(inside):
            middles[begin : end + 1] = inside.max()
        elif begin:
            middles[begin : end + 1] = middles[begin - 1]
    return middles
