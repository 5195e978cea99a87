"""Segments in another order than the source's: shifted by some lines, from some line on, or shuffled.

Translations keep numbers, names and lengths. Words and numbers that a run shares with its source are looked up in the
source's neighbouring segments: their most frequent distance is how far the run is shifted. For languages that share
hardly any word with the source, the lengths of segments show the same.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from bakeoff.data import Finding
from bakeoff.submissions.text_warnings.compared import ComparedTexts, shortened

_REACH = 10
_WINDOW = 50
_FEWEST_SEGMENTS = 20
_MANY_SEGMENTS = 100
_ANCHOR = re.compile(r"\d+(?:[.,]\d+)*|\w{4,}")
_MOST_PLACES = 20
# How much more evidence there must be elsewhere than in the right place, and how much at all.
_STRONGER = 3.0
_FEWEST_ANCHORS = 8.0
_CORRELATION_MARGIN = 0.35
_LEAST_CORRELATION = 0.5
_NO_CORRELATION = 0.15


def misordered(texts: ComparedTexts) -> Iterator[Finding]:
    """One warning where the run's order is not that of its source."""
    source = texts.source
    if source is None or len(source) != len(texts.hypothesis) or len(source) < _FEWEST_SEGMENTS:
        return
    if _is_in_order(source, texts.hypothesis):
        return
    votes = _votes(source, texts.hypothesis, range(len(source)))
    shift, first = _shift(votes, _lengths(source), _lengths(texts.hypothesis))
    if shift:
        yield _shifted(texts, source, shift, first)
    elif _is_shuffled(votes, source, texts.hypothesis):
        yield texts.finding(
            "text-shuffled",
            [0],
            found="segments whose words, numbers and lengths fit others of the source better",
            expected="segments in the order of the source",
        )


def _is_in_order(source: Sequence[str], hypothesis: Sequence[str]) -> bool:
    """Whether passages from all over the text, the last among them, are where they should be: nothing more to look for.

    A lost or duplicate passage shifts all that follows.
    """
    count = len(source)
    starts = [*range(0, count - _WINDOW, 8 * _WINDOW), max(0, count - _WINDOW)]
    for start in starts:
        evidence = _votes(source, hypothesis, range(start, min(count, start + _WINDOW))).sum(axis=0)
        right, elsewhere = evidence[_REACH], np.delete(evidence, _REACH).max()
        if right < _FEWEST_ANCHORS or right < _STRONGER * elsewhere:
            return False
    return True


def _shifted(texts: ComparedTexts, source: Sequence[str], shift: int, first: int) -> Finding:
    lines = "segment" if abs(shift) == 1 else "segments"
    cause = "was lost" if shift > 0 else "is a duplicate or was split"
    return texts.finding(
        "text-shifted",
        [first],
        found=f"what fits the source {abs(shift)} {lines} {'later' if shift > 0 else 'earlier'}, from about here on",
        expected=f"the translation of {shortened(source[first])}",
        remedy=f"Look for a segment that {cause} before this one.",
    )


def _votes(source: Sequence[str], hypothesis: Sequence[str], segments: range) -> NDArray[np.float64]:
    """For each of some segments of the run, how much speaks for each distance to the segment that it translates.

    A word or number in few segments of the source says more than one in many.
    """
    places = _places(tuple(source))
    at: list[int] = []
    by: list[int] = []
    weights: list[float] = []
    for index in segments:
        for anchor in set(_ANCHOR.findall(hypothesis[index].casefold())):
            shared = places.get(anchor, ())
            if len(shared) <= _MOST_PLACES:
                for place in shared:
                    if -_REACH <= place - index <= _REACH:
                        at.append(index - segments.start)
                        by.append(place - index + _REACH)
                        weights.append(1 / len(shared))
    votes = np.zeros((len(segments), 2 * _REACH + 1))
    np.add.at(votes, (at, by), weights)
    return votes


@lru_cache(maxsize=8)
def _places(source: tuple[str, ...]) -> Mapping[str, Sequence[int]]:
    """In which segments each word and number occurs; kept, since many runs have the same source."""
    places: dict[str, list[int]] = defaultdict(list)
    for index, segment in enumerate(source):
        for anchor in set(_ANCHOR.findall(segment.casefold())):
            places[anchor].append(index)
    return places


def _lengths(segments: Sequence[str]) -> NDArray[np.float64]:
    return np.log1p(np.array([len(segment) for segment in segments], dtype=np.float64))


def _shift(votes: NDArray[np.float64], source: NDArray[np.float64], run: NDArray[np.float64]) -> tuple[int, int]:
    """How far the run is shifted and from which segment on; 0 where it is not."""
    count = len(votes)
    starts = np.arange(0, count, _WINDOW)
    windows = np.add.reduceat(votes, starts, axis=0)
    rests = windows[::-1].cumsum(axis=0)[::-1]
    for start, window, rest in zip(map(int, starts), windows, rests, strict=True):
        shift = _shift_by_anchors(window)
        # A passage may quote another; a shift lasts until the end of the text or for some windows.
        if shift and _shift_by_anchors(rest) == shift:
            return shift, _first_of(votes, shift, start)
    if votes[:, _REACH].sum() >= _FEWEST_ANCHORS:
        return 0, 0
    return _shift_by_lengths(source, run), 0


def _shift_by_anchors(evidence: NDArray[np.float64]) -> int:
    best = int(evidence.argmax())
    enough = evidence[best] >= _FEWEST_ANCHORS and evidence[best] >= _STRONGER * evidence[_REACH]
    return best - _REACH if enough else 0


def _first_of(votes: NDArray[np.float64], shift: int, start: int) -> int:
    """The segment at which the shift starts: where the evidence turns from the right place to the other."""
    gain = votes[: start + _WINDOW, shift + _REACH] - votes[: start + _WINDOW, _REACH]
    return int(np.concatenate([[0.0], np.cumsum(gain)]).argmin())


def _shift_by_lengths(source: NDArray[np.float64], run: NDArray[np.float64]) -> int:
    """How far the lengths of segments are shifted, where no words are shared."""
    right = _correlation(source, run)
    correlations = {
        shift: _correlation(
            source[max(0, shift) : len(source) + min(0, shift)], run[max(0, -shift) : len(run) - max(0, shift)]
        )
        for shift in range(-_REACH, _REACH + 1)
        if shift
    }
    best = max(correlations, key=lambda shift: correlations[shift])
    return best if correlations[best] >= max(_LEAST_CORRELATION, right + _CORRELATION_MARGIN) else 0


def _correlation(one: NDArray[np.float64], other: NDArray[np.float64]) -> float:
    if len(one) < _FEWEST_SEGMENTS or not one.std() or not other.std():
        return 0.0
    return float(np.corrcoef(one, other)[0, 1])


def _is_shuffled(votes: NDArray[np.float64], source: Sequence[str], hypothesis: Sequence[str]) -> bool:
    """Whether lengths do not match at all, and shared words are elsewhere in the source.

    Where too few words are shared to decide, there must be many segments for lengths alone.
    """
    if _correlation(_lengths(source), _lengths(hypothesis)) >= _NO_CORRELATION:
        return False
    places = _places(tuple(source))
    shared = sum(
        0 < len(places.get(anchor, ())) <= _MOST_PLACES
        for segment in hypothesis
        for anchor in set(_ANCHOR.findall(segment.casefold()))
    )
    in_place = float(votes[:, _REACH].sum())
    if shared < _FEWEST_ANCHORS:
        return len(source) >= _MANY_SEGMENTS
    return in_place < shared / _STRONGER
