"""Timed words against timed segments: which word belongs to which segment, and the score."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bakeoff.data.recognition.repeated import Repeated
from bakeoff.data.recognition.transcripts import Recording, Regions, TimedColumns, TimedSegments, TimedWords, Token
from bakeoff.errors import AlignmentError, Place
from bakeoff.native import TextColumn
from bakeoff.speech.aligner import Aligner
from bakeoff.speech.assignment import assign_exactly, assign_like_sclite
from bakeoff.speech.checks import overlap_findings, refuse, segment_findings, word_findings
from bakeoff.speech.regions import restrict_to_regions
from bakeoff.speech.results import HeardWords, NumberedIds, SpeechScores, Utterances
from bakeoff.speech.scoring_rules import ScoringRules
from bakeoff.speech.statistics import has_confidences, statistics_of

Rows = NDArray[np.intp]
SHOWN = 5


def score_words(
    reference: TimedSegments,
    hypothesis: TimedWords,
    *,
    rules: ScoringRules | None = None,
    regions: Regions | None = None,
    alignments: bool = False,
    threads: int = 1,
) -> SpeechScores:
    """Word errors of words with times, segment by segment.

    A word belongs to the first segment of its recording that ends after the word's midpoint, whatever the segment's
    start, and to the last where none does: so words between segments are insertions in the next. Words whose midpoint
    lies in a segment that is not to be scored are left out with it. Recordings that the hypothesis lacks are scored as
    deletions, and named in the remarks; recordings that the reference lacks are refused. With `regions`, see
    `restrict_to_regions`.

    By the rules of sclite a segment's end is rounded to 32 bits first, recordings must be in the same order in both
    files, and words before a segment that is not to be scored are left out with it.
    """
    rules = rules or ScoringRules()
    remarks: list[str] = []
    if not rules.sclite:
        refuse(segment_findings(reference))
        refuse(word_findings(hypothesis))
        remarks += _overlaps(reference)
    if regions is not None:
        restricted = restrict_to_regions(reference, hypothesis, regions, rules)
        reference, hypothesis = restricted.segments, restricted.words
        remarks += restricted.remarks
    pairs = _in_order(reference, hypothesis, rules) if rules.sclite else _by_name(reference, hypothesis, rules)
    ignored = reference.ignored
    remarks += _missing(pairs, ignored, hypothesis)
    assigned = _assign(pairs, ignored, reference, hypothesis, rules)
    if assigned.homeless:
        remarks.append(
            f"{hypothesis.file or 'the hypothesis'}: {assigned.homeless:,} words of recordings without a segment to be "
            "scored are left out."
        )
    aligner = Aligner(rules)
    said = aligner.texts(
        TextColumn(reference.texts).take(assigned.segments),
        lambda i: Place(reference.file, int(reference.lines[assigned.segments[i]])),
    )
    heard = aligner.rows(hypothesis, assigned.words, assigned.offsets)
    logs = None
    if has_confidences(hypothesis):
        confidences = hypothesis.confidences[assigned.words]
        counts, steps, logs = aligner.align_rows(
            said, heard, confidences, assigned.offsets, steps=alignments, threads=threads
        )
    else:
        counts, steps = aligner.align(said, heard, steps=alignments, threads=threads)
    return SpeechScores(
        rules=rules,
        utterances=_utterances(reference, assigned, rules),
        statistics=statistics_of(counts),
        confidence_logs=logs,
        alignments=steps,
        heard=_heard(hypothesis, assigned) if alignments else None,
        label_definitions=tuple(dict.fromkeys(reference.label_definitions)),
        category_definitions=tuple(dict.fromkeys(reference.category_definitions)),
        remarks=tuple(remarks),
    )


@dataclass(frozen=True, slots=True)
class _Pair:
    """The rows of one recording on both sides; no words where the hypothesis lacks it."""

    recording: Recording
    segments: Rows
    words: Rows
    missing: bool = False


def _runs(rows: TimedColumns) -> Iterator[Rows]:
    """Stretches of rows of one recording each."""
    if len(rows):
        starts = np.flatnonzero(np.diff(rows.recording_of)) + 1
        yield from np.split(np.arange(len(rows)), starts)


def _key(recording: Recording, rules: ScoringRules) -> Recording:
    return Recording(rules.fold(recording.file), rules.fold(recording.channel))


def _by_name(reference: TimedSegments, hypothesis: TimedWords, rules: ScoringRules) -> list[_Pair]:
    heard = {_key(hypothesis.recordings[hypothesis.recording_of[rows[0]]], rules): rows for rows in _runs(hypothesis)}
    pairs = []
    for rows in _runs(reference):
        recording = reference.recordings[reference.recording_of[rows[0]]]
        words = heard.pop(_key(recording, rules), None)
        pairs.append(_Pair(recording, rows, np.empty(0, np.intp) if words is None else words, words is None))
    if heard:
        raise _unknown(hypothesis, [str(hypothesis.recordings[hypothesis.recording_of[r[0]]]) for r in heard.values()])
    return pairs


def _in_order(reference: TimedSegments, hypothesis: TimedWords, rules: ScoringRules) -> list[_Pair]:
    """Recordings paired by one walk over both files, as sclite does."""
    heard = list(_runs(hypothesis))
    at = 0
    pairs = []
    for rows in _runs(reference):
        recording = reference.recordings[reference.recording_of[rows[0]]]
        words = heard[at] if at < len(heard) else None
        if words is not None and _key(hypothesis.recordings[hypothesis.recording_of[words[0]]], rules) == _key(
            recording, rules
        ):
            at += 1
            pairs.append(_Pair(recording, rows, words))
        else:
            pairs.append(_Pair(recording, rows, np.empty(0, np.intp), missing=True))
    if at < len(heard):
        raise _unknown(hypothesis, [str(hypothesis.recordings[hypothesis.recording_of[r[0]]]) for r in heard[at:]])
    return pairs


def _unknown(hypothesis: TimedWords, names: Sequence[str]) -> AlignmentError:
    return AlignmentError(
        place=Place(hypothesis.file),
        expected="recordings of the reference only",
        found=f"{len(names)} that it does not have, or not in this order: {'; '.join(names)}",
        remedy="File and channel must be named as in the reference.",
    )


def _missing(pairs: Sequence[_Pair], ignored: NDArray[np.bool_], hypothesis: TimedWords) -> Iterator[str]:
    names = [str(pair.recording) for pair in pairs if pair.missing and not ignored[pair.segments].all()]
    if names:
        shown = "; ".join(names[:SHOWN]) + (f" and {len(names) - SHOWN} more" if len(names) > SHOWN else "")
        yield (
            f"{hypothesis.file or 'the hypothesis'}: no words of {len(names)} recordings, "
            f"which are scored as deletions: {shown}."
        )


def _overlaps(reference: TimedSegments) -> Iterator[str]:
    overlaps = list(overlap_findings(reference))
    if overlaps:
        yield (
            f"{overlaps[0].place}: this segment starts before the previous one has ended"
            + (f", and so do {len(overlaps) - 1:,} more" if len(overlaps) > 1 else "")
            + "; words there are taken to be of the segment that ends first."
        )


@dataclass(frozen=True, slots=True)
class _Assigned:
    """The segments that are scored, and the rows of words of all of them one after the other."""

    segments: Rows
    words: Rows
    offsets: NDArray[np.int64]
    homeless: int


def _assign(
    pairs: Sequence[_Pair],
    ignored: NDArray[np.bool_],
    reference: TimedSegments,
    hypothesis: TimedWords,
    rules: ScoringRules,
) -> _Assigned:
    assign: Callable[..., NDArray[np.intp]] = assign_like_sclite if rules.sclite else assign_exactly
    segments: list[Rows] = []
    words: list[Rows] = []
    lengths: list[NDArray[np.int64]] = []
    homeless = 0
    for pair in pairs:
        home = assign(reference, pair.segments, ignored[pair.segments], hypothesis, pair.words)
        kept = np.flatnonzero(~ignored[pair.segments])
        new = np.full(len(pair.segments), -1, np.intp)
        new[kept] = np.arange(len(kept))
        homes = np.where(home >= 0, new[home.clip(0)], -1)
        if not len(kept):
            homeless += int(np.count_nonzero((home == -2) & (hypothesis.kinds[pair.words] == Token.WORD)))
        segments.append(pair.segments[kept])
        words.append(pair.words[homes >= 0])
        lengths.append(np.bincount(homes[homes >= 0], minlength=len(kept)).astype(np.int64))
    counts = np.concatenate([np.empty(0, np.int64), *lengths])
    return _Assigned(
        segments=np.concatenate([np.empty(0, np.intp), *segments]),
        words=np.concatenate([np.empty(0, np.intp), *words]),
        offsets=np.concatenate([np.zeros(1, np.int64), np.cumsum(counts)]),
        homeless=homeless,
    )


def _heard(hypothesis: TimedWords, assigned: _Assigned) -> HeardWords:
    return HeardWords(
        begin_ns=hypothesis.begin_ns[assigned.words],
        duration_ns=hypothesis.duration_ns[assigned.words],
        confidences=hypothesis.confidences[assigned.words],
        offsets=assigned.offsets,
    )


def _utterances(reference: TimedSegments, assigned: _Assigned, rules: ScoringRules) -> Utterances:
    shown = rules.fold if rules.sclite else str
    rows = assigned.segments
    speakers = _shown(Repeated.of(reference.speakers).take(rows), shown)
    labels = Repeated.of(reference.labels).take(rows)
    recordings = [Recording(shown(r.file), shown(r.channel)) for r in reference.recordings]
    return Utterances(
        ids=NumberedIds(speakers, list(map(rules.fold, speakers.values))),
        speakers=speakers,
        labels=Repeated([tuple(map(shown, each)) for each in labels.values], labels.numbers),
        recordings=Repeated(recordings, reference.recording_of[rows]),
        begin_ns=reference.begin_ns[rows],
        end_ns=reference.end_ns[rows],
    )


def _shown(column: Repeated[str], shown: Callable[[str], str]) -> Repeated[str]:
    return Repeated(list(map(shown, column.values)), column.numbers)
