"""Where recognisers agree against the reference: stretches that an adjudicator may want to correct."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from bakeoff.data.recognition.transcripts import TimedSegments, Transcript
from bakeoff.errors import InputError, Place
from bakeoff.evaluation.adjudication.text_edits import Stretch, TextEdit, edits_of
from bakeoff.evaluation.adjudication.versions import segment_ids
from bakeoff.formats.tables.corrections import SegmentCorrection
from bakeoff.speech import AlignedWord, SpeechScores
from bakeoff.speech.results import COLUMNS

LONGEST_RUN = 24
"""Every part of a row of errors up to this length is examined; of longer rows, only the complete row and each error."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A stretch of the reference for which systems agree on other words, with the correction that it would take."""

    correction: SegmentCorrection
    """Its `old` and `new` hold words around the stretch where it could not be found without."""
    reference: str
    """Words of the reference; empty where the systems heard more than it has."""
    heard: str
    """Words that the systems have instead; empty where they heard nothing."""
    systems: tuple[str, ...]
    of: int
    """How many systems there are."""
    errors: int
    """Errors that each of these systems has there."""


@dataclass(frozen=True, slots=True)
class Suggestions:
    """The most convincing first: most systems, then most errors, then in the order of the reference."""

    suggestions: tuple[Suggestion, ...]
    remarks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Agreement:
    """Systems that agree on a stretch, or on several at once."""

    stretches: tuple[Stretch, ...]
    systems: tuple[str, ...]
    errors: int

    @property
    def stretch(self) -> Stretch:
        return self.stretches[0]


def suggest_corrections(
    reference: Transcript | TimedSegments,
    systems: Mapping[str, SpeechScores],
    *,
    scored: Transcript | TimedSegments | None = None,
    least: int | None = None,
) -> Suggestions:
    """Stretches where all systems, or `least` of them, have the same words and the reference has others.

    The systems' scores need alignments. `scored` is the reference as it was scored, where rules of spelling changed it.
    Stretches of one segment have a word between them; where they would overlap, the one with more systems is taken,
    then the longer. Alternatives and places that rules of spelling changed are left to people: how many is said.
    """
    least = _checked(systems, least)
    scored = reference if scored is None else scored
    if len(scored) != len(reference):
        raise InputError(expected=f"{len(reference):,} segments in the scored reference", found=f"{len(scored):,}")
    ids = segment_ids(reference)
    suggestions: list[tuple[int, Suggestion]] = []
    left_out = 0
    for row, agreements in _agreements(scored, systems, least):
        edits, unfit = _edits(reference.texts[row], scored.texts[row], agreements, least)
        left_out += unfit
        for edit, agreement in edits:
            correction = SegmentCorrection(ids[row], edit.old, edit.new, why=_why(agreement, len(systems)))
            shown = (edit.reference, edit.heard, agreement.systems, len(systems), agreement.errors)
            suggestions.append((row, Suggestion(correction, *shown)))
    suggestions.sort(key=lambda item: (-len(item[1].systems), -item[1].errors, item[0]))
    return Suggestions(tuple(each for _, each in suggestions), tuple(_remarks(systems, left_out)))


def _why(agreement: _Agreement, of: int) -> str:
    """A reason for the correction, without which campaign servers accept none."""
    return f"heard by {len(agreement.systems)} of {of} system{'' if of == 1 else 's'}: {', '.join(agreement.systems)}"


def _remarks(systems: Mapping[str, SpeechScores], left_out: int) -> Iterator[str]:
    if len(systems) == 1:
        yield f"{next(iter(systems))} is the only system, and its word alone is no agreement: most errors are its own."
    if left_out:
        stretches = f"{left_out:,} stretches" if left_out > 1 else "1 stretch"
        are = "are" if left_out > 1 else "is"
        yield f"{stretches} at alternatives or changed by rules of spelling {are} left to people."


def _checked(systems: Mapping[str, SpeechScores], least: int | None) -> int:
    if not systems:
        raise InputError(expected="at least one system", found="none")
    for name, scores in systems.items():
        if scores.alignments is None:
            raise InputError(
                place=Place(name), expected="scores with alignments", found="none", remedy="Score with alignments=True."
            )
        if scores.rules.characters != "none":
            raise InputError(expected="alignments of words, to suggest corrections", found="alignments of characters")
    if least is not None and not 1 <= least <= len(systems):
        raise InputError(expected=f"a number from 1 to {len(systems)}, of systems that are to agree", found=str(least))
    return least or len(systems)


def _agreements(
    reference: Transcript | TimedSegments, systems: Mapping[str, SpeechScores], least: int
) -> Iterator[tuple[int, list[_Agreement]]]:
    """For each row of the reference the stretches on which enough systems agree, in order, with a word in between."""
    by_row: dict[int, dict[Stretch, dict[str, int]]] = {}
    for name, scores in systems.items():
        alignments = scores.alignments
        wrong = scores.statistics[:, COLUMNS.index("wrong_segments")]
        for row, utterance in _utterances(reference, scores).items():
            if alignments is not None and wrong[utterance]:
                for stretch, errors in _stretches(alignments[utterance]):
                    by_row.setdefault(row, {}).setdefault(stretch, {})[name] = errors
    for row, stretches in sorted(by_row.items()):
        enough = [
            _Agreement((stretch,), tuple(names), min(names.values()))
            for stretch, names in stretches.items()
            if len(names) >= least
        ]
        enough.sort(key=lambda each: (-len(each.systems), -each.errors, each.stretch))
        chosen: list[_Agreement] = []
        for each in enough:
            one = each.stretch
            if all(one.last < other.stretch.first or other.stretch.last < one.first for other in chosen):
                chosen.append(each)
        if chosen:
            yield row, sorted(chosen, key=lambda each: each.stretch)


def _edits(
    text: str, scored: str, agreements: Sequence[_Agreement], least: int
) -> tuple[list[tuple[TextEdit, _Agreement]], int]:
    """Edits with the systems that agree on them, and how many stretches cannot be edited.

    Stretches that must share an edit need enough systems that agree on all of them; else the weakest is given up.
    """
    by_stretch = {each.stretch: each for each in agreements}
    while True:
        edits, unfit = edits_of(text, scored, sorted(by_stretch))
        agreed = [(edit, _together([by_stretch[stretch] for stretch in edit.stretches])) for edit in edits]
        split = next((edit for edit, together in agreed if len(together.systems) < least), None)
        if split is None:
            return [pair for pair in agreed if pair[0].old != pair[0].new], len(unfit)
        weakest = min(split.stretches, key=lambda each: (len(by_stretch[each].systems), by_stretch[each].errors))
        del by_stretch[weakest]


def _together(agreements: Sequence[_Agreement]) -> _Agreement:
    common = set(agreements[0].systems).intersection(*(each.systems for each in agreements))
    return _Agreement(
        tuple(each.stretch for each in agreements),
        tuple(name for name in agreements[0].systems if name in common),
        sum(each.errors for each in agreements),
    )


def _utterances(reference: Transcript | TimedSegments, scores: SpeechScores) -> dict[int, int]:
    """For each row of the reference that was scored, the number of its utterance."""
    fold, utterances = scores.rules.fold, scores.utterances
    if isinstance(reference, Transcript):
        known = {fold(id_): row for row, id_ in reversed(list(enumerate(reference.ids)))}
        return {known[fold(id_)]: number for number, id_ in enumerate(utterances.ids)}
    if utterances.recordings is None or utterances.begin_ns is None or utterances.end_ns is None:
        raise InputError(expected="scores against segments with times", found="scores of transcripts")
    ignored = reference.ignored
    rows: dict[tuple[str, str, int, int], list[int]] = {}
    for row in reversed(range(len(reference))):
        file, channel = map(fold, reference.recordings[reference.recording_of[row]])
        if not ignored[row]:
            times = int(reference.begin_ns[row]), int(reference.end_ns[row])
            rows.setdefault((file, channel, *times), []).append(row)
    begins, ends = utterances.begin_ns.tolist(), utterances.end_ns.tolist()
    return {
        rows[fold(recording.file), fold(recording.channel), begins[number], ends[number]].pop(): number
        for number, recording in enumerate(utterances.recordings)
    }


def _stretches(steps: Sequence[AlignedWord]) -> Iterator[tuple[Stretch, int]]:
    """Every stretch of errors in a row, and how many errors it has."""
    begin = 0
    while begin < len(steps):
        end = begin
        while end < len(steps) and steps[end].kind in "SDI":
            end += 1
        size = end - begin
        for start in range(begin, end):
            for stop in range(start + 1, end + 1):
                if size <= LONGEST_RUN or stop - start in (1, size):
                    stretch = _stretch(steps, start, stop)
                    if stretch is not None:
                        yield stretch, stop - start
        begin = end + 1


def _stretch(steps: Sequence[AlignedWord], start: int, stop: int) -> Stretch | None:
    """What some steps contain; None if words of the reference that are not on the path come between them."""
    places = [step.reference_place for step in steps[start:stop] if step.reference_place >= 0]
    heard = tuple(step.hypothesis for step in steps[start:stop] if step.hypothesis is not None)
    if places:
        return Stretch(places[0], places[-1] + 1, heard) if places[-1] - places[0] == len(places) - 1 else None
    following = next((step.reference_place for step in steps[stop:] if step.reference_place >= 0), None)
    if following is None:
        before = [step.reference_place for step in steps[:start] if step.reference_place >= 0]
        following = before[-1] + 1 if before else 0
    return Stretch(following, following, heard)
