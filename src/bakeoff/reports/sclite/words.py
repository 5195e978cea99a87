"""The words of an alignment as sclite's reports show them: texts, times and confidences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from bakeoff.errors import InputError
from bakeoff.speech import Alignments, SpeechScores


@dataclass(frozen=True, slots=True)
class ShownWord:
    """A word of either side. The one that a forgiven word is against has no text; its times are 0."""

    text: str
    tags: str = ""
    begin: float = 0.0
    end: float = 0.0
    confidence: float = 0.0


@dataclass(frozen=True, slots=True)
class ShownStep:
    """One step of an alignment; a side without a word is None. Forgiven words count as correct."""

    kind: str
    reference: ShownWord | None
    hypothesis: ShownWord | None


def kept_alignments(scores: SpeechScores) -> Alignments:
    """The alignments; refuses scores that were made without them."""
    if scores.alignments is None:
        raise InputError(expected="scores with alignments", found="none", remedy="Score with alignments=True.")
    return scores.alignments


def shown_steps(scores: SpeechScores, row: int) -> list[ShownStep]:
    """The steps of an utterance, by number from 0."""
    alignments = kept_alignments(scores)
    rows = alignments.steps[alignments.offsets[row] : alignments.offsets[row + 1]].tolist()
    times = _times(scores, row, [place for *_, place in rows])
    steps = []
    for (code, ours, theirs, _, _), (begin, end, confidence) in zip(rows, times, strict=True):
        kind = chr(code)
        said, heard = None, None
        if kind not in "Ii":
            said = ShownWord(alignments.words[ours], alignments.tags[ours])
        if kind not in "Dd":
            heard = ShownWord(alignments.words[theirs], alignments.tags[theirs], begin, end, confidence)
        if kind in "di":
            kind, said, heard = "C", said or ShownWord(""), heard or ShownWord("")
        steps.append(ShownStep(kind, said, heard))
    return steps


def _times(scores: SpeechScores, row: int, places: list[int]) -> Iterator[tuple[float, float, float]]:
    """Start, end and confidence of the word at each place. The characters of a word share its time in equal parts."""
    heard = scores.heard
    parts = Counter(places)
    begins: dict[int, float] = {}
    for place in places:
        if place < 0 or heard is None:
            yield 0.0, 0.0, 0.0
            continue
        at = heard.offsets[row] + place
        first, duration = float(heard.begin_ns[at]) / 1e9, float(heard.duration_ns[at]) / 1e9
        begin = begins.get(place, first)
        # Sums in this order give the very numbers of the program.
        end = begin + (duration if parts[place] == 1 else (first + duration - first) / parts[place])
        begins[place] = end
        yield begin, end, float(heard.confidences[at])
