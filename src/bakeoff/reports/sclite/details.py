"""Which words were confused, inserted, deleted and substituted: sclite's detailed report (`.dtl`)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from bakeoff.reports.nist_rounding import half_away
from bakeoff.reports.sclite.words import kept_alignments
from bakeoff.speech import SpeechScores

_NOTES = {
    "SUBSTITUTIONS": (
        "* NOTE: The 'Substitution' words are those reference words",
        "        for which the recognizer supplied an incorrect word.",
    ),
    "FALSELY RECOGNIZED": (
        "* NOTE: The 'Falsely Recognized' words are those hypothesis words",
        "        which the recognizer incorrectly substituted for a reference word.",
    ),
}


@dataclass(frozen=True, slots=True)
class ErrorWords:
    """How often which words were wrong, most often first, words in the order of their bytes."""

    confusions: tuple[tuple[str, str, int], ...]
    """Word of the reference, what was recognised for it, how often."""
    insertions: tuple[tuple[str, int], ...]
    deletions: tuple[tuple[str, int], ...]
    substitutions: tuple[tuple[str, int], ...]
    """Words of the reference for which another was recognised."""
    falsely_recognised: tuple[tuple[str, int], ...]
    """Words that were recognised for another."""


def error_words(scores: SpeechScores) -> ErrorWords:
    """Counts of the words in every kind of error."""
    alignments = kept_alignments(scores)
    words, steps = alignments.words, alignments.steps

    def pairs(kind: str) -> Counter[tuple[int, int]]:
        chosen = steps[steps[:, 0] == ord(kind), 1:3]
        return Counter(map(tuple, chosen.tolist()))

    def side(kind: str, column: int) -> tuple[tuple[str, int], ...]:
        counted: Counter[str] = Counter()
        for pair, count in pairs(kind).items():
            counted[words[pair[column]]] += count
        return tuple(sorted(counted.items(), key=lambda item: (-item[1], item[0].encode())))

    confused = Counter[tuple[str, str]]()
    for (ours, theirs), count in pairs("S").items():
        confused[words[ours], words[theirs]] += count
    ordered = sorted(confused.items(), key=lambda item: (-item[1], f"{item[0][0]} ==> {item[0][1]}".encode()))
    return ErrorWords(
        confusions=tuple((ours, theirs, count) for (ours, theirs), count in ordered),
        insertions=side("I", 1),
        deletions=side("D", 0),
        substitutions=side("S", 0),
        falsely_recognised=side("S", 1),
    )


def sclite_details(scores: SpeechScores, *, title: str) -> str:
    """The complete report."""
    return "".join(line + "\n" for line in _report(scores, title))


def _report(scores: SpeechScores, title: str) -> Iterator[str]:
    yield from (f"DETAILED OVERALL REPORT FOR THE SYSTEM: {title}", "")
    yield from _segments(scores)
    yield from _words(scores)
    errors = error_words(scores)
    sections = {
        "CONFUSION PAIRS": [(f"{ours} ==> {theirs}", count) for ours, theirs, count in errors.confusions],
        "INSERTIONS": errors.insertions,
        "DELETIONS": errors.deletions,
        "SUBSTITUTIONS": errors.substitutions,
        "FALSELY RECOGNIZED": errors.falsely_recognised,
    }
    for name, items in sections.items():
        yield f"{name:<33}Total{'':17}({len(items)})"
        yield f"{'':33}With >=  1 occurrences ({len(items)})"
        yield ""
        for number, (text, count) in enumerate(items, start=1):
            yield f"{number:4d}: {count:4d}  ->  {text}"
        yield "     -------"
        yield f"{sum(count for _, count in items):10d}"
        yield ""
        yield ""
        if name in _NOTES:
            yield from _NOTES[name]
            yield ""
        if name != "FALSELY RECOGNIZED":
            yield ""


def _segments(scores: SpeechScores) -> Iterator[str]:
    rows = scores.statistics
    total = scores.total
    yield from ("SENTENCE RECOGNITION PERFORMANCE", "", f" sentences{total.segments:44d}")
    yield _share(" with errors", total.wrong_segments, total.segments)
    yield ""
    for name, column in (("substitutions", 1), ("deletions", 2), ("insertions", 3)):
        yield _share(f"   with {name}", int(np.count_nonzero(rows[:, column])), total.segments)
    yield from ("", "")


def _share(name: str, count: int, total: int) -> str:
    return f"{name:<39}{_percent(count, total)}%   ({count:4d})"


def _percent(count: int, total: int) -> str:
    return f" {half_away(100 * count / total if total else 0.0, 1):5.1f}"


def _words(scores: SpeechScores) -> Iterator[str]:
    total = scores.total
    counted = {
        "Percent Total Error": total.errors,
        "Percent Correct": total.correct,
        "Percent Substitution": total.substitutions,
        "Percent Deletions": total.deletions,
        "Percent Insertions": total.insertions,
    }
    yield from ("WORD RECOGNITION PERFORMANCE", "")
    for name, count in counted.items():
        yield f"{name:<25} = {_percent(count, total.words)}%   ({count:4d})"
        if name in ("Percent Total Error", "Percent Correct"):
            yield ""
    accuracy = half_away(100 - (100 * total.errors / total.words if total.words else 0.0), 1)
    yield f"{'Percent Word Accuracy':<25} =  {accuracy:5.1f}%"
    yield from ("", "")
    yield f"{'Ref. words':<25} = {'':9} ({total.words:4d})"
    yield f"{'Hyp. words':<25} = {'':9} ({total.correct + total.substitutions + total.insertions:4d})"
    yield f"{'Aligned words':<25} = {'':9} ({total.words + total.insertions:4d})"
    yield ""
