"""Scoring restricted to stretches of recordings (UEM)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from bakeoff.data.recognition.repeated import Repeated
from bakeoff.data.recognition.transcripts import Recording, Regions, TimedColumns, TimedSegments, TimedWords
from bakeoff.native import TextColumn
from bakeoff.speech.assignment import double_midpoints
from bakeoff.speech.scoring_rules import ScoringRules

Mask = NDArray[np.bool_]
Spans = NDArray[np.int64]
SHOWN = 5
C = TypeVar("C", bound=TimedColumns)

_OF_THE_FILE = frozenset({"file", "recordings", "label_definitions", "category_definitions"})
"""Fields without a value for each row."""


@dataclass(frozen=True, slots=True)
class Restricted:
    """What lies in the regions, and remarks on the rest."""

    segments: TimedSegments
    words: TimedWords
    remarks: tuple[str, ...]


def restrict_to_regions(
    segments: TimedSegments, words: TimedWords, regions: Regions, rules: ScoringRules
) -> Restricted:
    """The segments and words that are to be scored.

    Regions that touch or overlap are one. A segment counts if all of it lies in a region. One that lies across the
    edge of a region cannot be cut, because the words of a reference have no times: it is left out together with the
    words whose midpoint lies in it, and the remarks name it. A word counts if its midpoint lies in a region, edges
    included. Recordings without a region are not scored.
    """
    spans = _spans(regions, rules)
    inside, across = _placed(segments, spans, rules)
    kept_words = _words_inside(words, spans, rules)
    kept_words &= ~_words_in_segments(words, segments, across, rules)
    remarks = tuple(_remarks(segments, inside, across, regions, rules))
    return Restricted(_only(segments, inside), _only(words, kept_words), remarks)


def _key(recording: Recording, rules: ScoringRules) -> Recording:
    return Recording(rules.fold(recording.file), rules.fold(recording.channel))


def _spans(regions: Regions, rules: ScoringRules) -> dict[Recording, Spans]:
    """Starts and ends of each recording's regions, joined and in order."""
    rows: dict[Recording, list[tuple[int, int]]] = {}
    for number, begin, end in zip(
        regions.recording_of.tolist(), regions.begin_ns.tolist(), regions.end_ns.tolist(), strict=True
    ):
        rows.setdefault(_key(regions.recordings[number], rules), []).append((begin, end))
    return {recording: _joined(sorted(pairs)) for recording, pairs in rows.items()}


def _joined(pairs: Sequence[tuple[int, int]]) -> Spans:
    joined: list[list[int]] = []
    for begin, end in pairs:
        if joined and begin <= joined[-1][1]:
            joined[-1][1] = max(joined[-1][1], end)
        else:
            joined.append([begin, end])
    return np.array(joined, np.int64)


def _by_recording(rows: TimedColumns, rules: ScoringRules) -> Iterator[tuple[Recording, NDArray[np.intp]]]:
    order = np.argsort(rows.recording_of, kind="stable")
    bounds = np.searchsorted(rows.recording_of[order], np.arange(len(rows.recordings) + 1))
    for number, recording in enumerate(rows.recordings):
        yield _key(recording, rules), order[bounds[number] : bounds[number + 1]]


def _placed(segments: TimedSegments, spans: dict[Recording, Spans], rules: ScoringRules) -> tuple[Mask, Mask]:
    """Which segments lie in a region, and which across an edge."""
    inside, across = np.zeros(len(segments), np.bool_), np.zeros(len(segments), np.bool_)
    for recording, rows in _by_recording(segments, rules):
        if recording not in spans:
            continue
        begins, ends = spans[recording].T
        begin, end = segments.begin_ns[rows], segments.end_ns[rows]
        at = np.searchsorted(begins, begin, side="right") - 1
        contained = (at >= 0) & (end <= ends[at.clip(0)])
        touching = np.searchsorted(ends, begin, side="right") < np.searchsorted(begins, end, side="left")
        inside[rows] = contained
        across[rows] = touching & ~contained
    return inside, across


def _words_inside(words: TimedWords, spans: dict[Recording, Spans], rules: ScoringRules) -> Mask:
    kept = np.zeros(len(words), np.bool_)
    for recording, rows in _by_recording(words, rules):
        if recording in spans and len(rows):
            begins, ends = 2 * spans[recording].T
            middles = double_midpoints(words, rows)
            at = np.searchsorted(begins, middles, side="right") - 1
            kept[rows] = (at >= 0) & (middles <= ends[at.clip(0)])
    return kept


def _words_in_segments(words: TimedWords, segments: TimedSegments, chosen: Mask, rules: ScoringRules) -> Mask:
    inside = np.zeros(len(words), np.bool_)
    if not chosen.any():
        return inside
    of_words = dict(_by_recording(words, rules))
    for recording, rows in _by_recording(segments, rules):
        mine = of_words.get(recording)
        if mine is None or not len(mine):
            continue
        middles = double_midpoints(words, mine)
        for row in rows[chosen[rows]]:
            inside[mine] |= (middles >= 2 * segments.begin_ns[row]) & (middles < 2 * segments.end_ns[row])
    return inside


def _remarks(
    segments: TimedSegments, inside: Mask, across: Mask, regions: Regions, rules: ScoringRules
) -> Iterator[str]:
    outside = int(np.count_nonzero(~inside & ~across))
    if outside:
        name = regions.file or "the regions"
        yield f"{name}: {outside:,} of {len(segments):,} segments are outside the regions and are not scored."
    if across.any():
        rows = np.flatnonzero(across)
        named = ", ".join(str(line) for line in segments.lines[rows[:SHOWN]].tolist())
        more = f" and {len(rows) - SHOWN:,} more" if len(rows) > SHOWN else ""
        yield (
            f"{segments.file or 'the reference'}: {len(rows):,} segments cross the edge of a region and are left "
            f"out together with the words in them: line {named}{more}."
        )
    known = {_key(recording, rules) for recording in segments.recordings}
    unknown = [str(recording) for recording in regions.recordings if _key(recording, rules) not in known]
    if unknown:
        yield f"{regions.file or 'the regions'}: the reference has no segment of {'; '.join(unknown[:SHOWN])}."


def _only(rows_of: C, kept: Mask) -> C:
    """The rows that are kept."""
    rows = np.flatnonzero(kept)
    names = [each.name for each in fields(rows_of) if each.name not in _OF_THE_FILE]
    return replace(rows_of, **{name: _taken(name, getattr(rows_of, name), rows) for name in names})


def _taken(name: str, column: Any, rows: NDArray[np.intp]) -> Any:
    if isinstance(column, np.ndarray):
        return column[rows]
    # Texts are hardly ever the same; speakers, labels and words are again and again.
    return TextColumn(column).take(rows) if name == "texts" else Repeated.of(column).take(rows)
