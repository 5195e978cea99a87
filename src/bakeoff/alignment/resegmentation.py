"""Streams of words cut again into the segments of their references, by the fewest word errors."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from bakeoff import native
from bakeoff.errors import InputError, Place
from bakeoff.text import Workspace

ResegmentationMode = Literal["optimal", "mwersegmenter"]
"""`mwersegmenter` charges one for each empty segment before the first word, as the original tool does, so that it
hardly ever leaves the first segment empty. `optimal` has the fewest errors, unless that way has a lower AS-WER."""


@dataclass(frozen=True, slots=True)
class SegmentCut:
    """One segment of a stream: its words from `begin` up to `end`, and what they cost."""

    begin: int
    end: int
    reference: int
    """The reference with the fewest errors, from 0; the first of equals."""
    errors: int
    reference_words: int


@dataclass(frozen=True, slots=True)
class Resegmentation:
    """A stream of words cut into segments, which follow one another and leave no word out."""

    segments: tuple[SegmentCut, ...]

    @property
    def errors(self) -> int:
        return sum(segment.errors for segment in self.segments)

    @property
    def reference_words(self) -> int:
        """Words of the references that were chosen."""
        return sum(segment.reference_words for segment in self.segments)

    @property
    def wer(self) -> float:
        """AS-WER in percent."""
        return automatic_segmentation_wer([self])


def automatic_segmentation_wer(parts: Iterable[Resegmentation]) -> float:
    """AS-WER in percent of streams taken together: errors / words of the chosen references; without any such words 0
    if there are no errors, else 100.
    """
    parts = list(parts)
    words = sum(part.reference_words for part in parts)
    errors = sum(part.errors for part in parts)
    return 100 * errors / words if words else 100.0 * (errors > 0)


Stream = tuple[Sequence[str], Sequence[Sequence[Sequence[str]]]]
"""Words, and the references of each segment as words: `references[segment][reference][word]`."""


def resegment(
    words: Sequence[str], references: Sequence[Sequence[Sequence[str]]], *, mode: ResegmentationMode = "optimal"
) -> Resegmentation:
    """Cuts a stream of words into the segments of its references so that the word errors are the fewest.

    Errors are substitutions, deletions and insertions, each segment counted against the best of its references, the
    first of equals; segments may have different numbers of references, empty references and no words at all.

    Definition: the minimum over all ways to cut of the sum over segments of the Levenshtein distance to the nearest
    reference; AS-WER (`wer`) is that sum / words of the chosen references. Range and direction: 0 or more, lower is
    better. Where each segment's references are equally long, as when there is one, no other way to cut gives a lower
    AS-WER. Otherwise a way with more errors can have a lower rate, because it chooses longer references. The way of
    `mwersegmenter` is then taken if its AS-WER is lower, so that `optimal` never gives a higher one; other ways are not
    searched for. Among ways with equally many errors it is the one that mwerSegmenter takes: read from the end, a word
    is paired with a reference word only where that is better than leaving out either; else the reference word is left
    out where that is best, else the word is inserted. Edge cases: without words all segments are empty; words before or
    after all references go to the first or last segment.
    Source: Matusov, Leusch, Bender and Ney, IWSLT 2005.

    >>> cut = resegment("so we met and he left".split(), [[["so", "we", "met"]], [["then", "he", "left"]]])
    >>> [(segment.begin, segment.end, segment.errors) for segment in cut.segments], round(cut.wer, 1)
    ([(0, 3, 0), (3, 6, 1)], 16.7)
    """
    return resegment_streams([(words, references)], mode=mode)[0]


def resegment_streams(
    streams: Sequence[Stream], *, mode: ResegmentationMode = "optimal", threads: int = 1
) -> tuple[Resegmentation, ...]:
    """Cuts streams that are independent of one another, such as documents; see `resegment`.

    Where `optimal` has a choice between two ways, it takes of each stream the one by which the AS-WER over all streams
    is lowest.
    """
    _check(streams)
    cuts = _cut(streams, charged=mode == "mwersegmenter", threads=threads)
    open_ones = [number for number, (_, segments) in enumerate(streams) if _lengths_differ(segments)]
    if mode == "mwersegmenter" or not open_ones:
        return cuts
    others = _cut([streams[number] for number in open_ones], charged=True, threads=threads)
    return _lowest(cuts, dict(zip(open_ones, others, strict=True)))


def _lengths_differ(segments: Sequence[Sequence[Sequence[str]]]) -> bool:
    return any(len({len(reference) for reference in references}) > 1 for references in segments)


def _lowest(cuts: tuple[Resegmentation, ...], others: Mapping[int, Resegmentation]) -> tuple[Resegmentation, ...]:
    """Of each stream one of two ways, so that errors / words over all are fewest; the first way where both are as good.

    By Dinkelbach's iteration (1967): with the rate r of the choice so far, take of each stream the way with the smaller
    errors − r · words, until the rate no longer falls.
    """
    best = cuts
    while True:
        words = sum(part.reference_words for part in best)
        errors = sum(part.errors for part in best)
        # Without words any error is 100 %.
        rise, run = (errors, words) if words else (min(errors, 1), 1)
        chosen = tuple(
            min(part, others.get(number, part), key=lambda way: way.errors * run - rise * way.reference_words)
            for number, part in enumerate(cuts)
        )
        if automatic_segmentation_wer(chosen) >= automatic_segmentation_wer(best):
            return best
        best = chosen


def _cut(streams: Sequence[Stream], *, charged: bool, threads: int) -> tuple[Resegmentation, ...]:
    space = Workspace(tokenizer="blank", threads=threads)
    words = space.text([" ".join(words) for words, _ in streams]).tokens()
    rows = [" ".join(reference) for _, segments in streams for references in segments for reference in references]
    references = space.text(rows).tokens()
    cuts = native.resegment(
        words,
        references,
        references_of_segments=[len(references) for _, segments in streams for references in segments],
        segments_of_streams=[len(segments) for _, segments in streams],
        leading_empty_segments="charged" if charged else "free",
        threads=threads,
    ).tolist()
    rest = iter(cuts)
    return tuple(_resegmentation([next(rest) for _ in segments], segments) for _, segments in streams)


def _resegmentation(
    cuts: Sequence[tuple[int, int, int]], references: Sequence[Sequence[Sequence[str]]]
) -> Resegmentation:
    segment_cuts = []
    begin = 0
    for (end, reference, errors), own in zip(cuts, references, strict=True):
        segment_cuts.append(SegmentCut(begin, end, reference, errors, len(own[reference])))
        begin = end
    return Resegmentation(tuple(segment_cuts))


def _check(streams: Sequence[Stream]) -> None:
    for number, (words, segments) in enumerate(streams, start=1):
        if words and not segments:
            raise InputError(expected="at least one segment", found=f"none for {len(words)} words in stream {number}")
        _check_words(words)
        for place, references in enumerate(segments, start=1):
            if not references:
                raise InputError(place=Place(segment=str(place)), expected="at least one reference", found="none")
            for reference in references:
                _check_words(reference)


def _check_words(words: Sequence[str]) -> None:
    if isinstance(words, str):
        raise InputError(expected="a list of words", found="one string", remedy="Split it.")
    # The blank is what parts words on their way to the kernel.
    for word in words:
        if not word or " " in word:
            raise InputError(expected="words without blanks", found=repr(word), remedy="Split it at white space.")
