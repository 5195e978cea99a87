"""Alignments word by word as sclite prints them (`.pra`)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from bakeoff.errors import InputError
from bakeoff.reports.renderers import width
from bakeoff.speech import AlignedWord, Alignments, SpeechScores, upper_ascii


def sclite_alignments(scores: SpeechScores, *, title: str) -> str:
    """All utterances, speaker by speaker: errors in capitals, `***` where a word is missing."""
    return "".join(line + "\n" for line in _report(scores, title))


def _report(scores: SpeechScores, title: str) -> Iterator[str]:
    alignments = kept_alignments(scores)
    speakers = scores.members_by_speaker()
    yield from ("", "", "\t\tDUMP OF SYSTEM ALIGNMENT STRUCTURE", "", f"System name:   {title}", "", "Speakers: ")
    for number, name in enumerate(speakers):
        yield f"{number:5d}:  {name}"
    yield ""
    for number, (name, members) in enumerate(speakers.items()):
        yield f"Speaker sentences{number:4d}:  {name}   #utts: {len(members)}"
        for row in members.tolist():
            yield from _heading(scores, row)
            steps = alignments[row]
            if scores.rules.case:
                yield "Attributes: Case_sensitve "  # as sclite spells it
            if steps:
                # sclite counts bytes, so its columns are straight in ASCII only.
                room = _bytes if scores.rules.sclite else width
                yield from aligned_lines(steps, capitals=not scores.rules.case, width=room)
            yield ""
    yield ""


def kept_alignments(scores: SpeechScores) -> Alignments:
    """The alignments; refuses scores that were made without them."""
    if scores.alignments is None:
        raise InputError(expected="scores with alignments", found="none", remedy="Score with alignments=True.")
    return scores.alignments


def _heading(scores: SpeechScores, row: int) -> Iterator[str]:
    utterances = scores.utterances
    yield f"id: ({utterances.ids[row]})"
    if utterances.labels and utterances.labels[row]:
        yield f"Labels: <{','.join(utterances.labels[row])}>"
    if utterances.recordings:
        yield f"File: {utterances.recordings[row].file}"
        yield f"Channel: {utterances.recordings[row].channel}"
    counts = scores.counts([row])
    figures = (counts.correct, counts.substitutions, counts.deletions, counts.insertions)
    yield "Scores: (#C #S #D #I) " + " ".join(map(str, figures))


def _bytes(text: str) -> int:
    return len(text.encode())


def aligned_lines(
    steps: tuple[AlignedWord, ...], *, capitals: bool = True, width: Callable[[str], int] = width
) -> tuple[str, str, str]:
    """Reference, hypothesis and what was wrong, one above the other.

    Errors are set in `capitals`; `width` tells how much room a word takes.
    """
    lines = ["REF:  ", "HYP:  ", "Eval: "]
    for step in steps:
        reference, hypothesis = step.reference or "", step.hypothesis or ""
        if capitals and step.kind in "SDI":
            reference, hypothesis = upper_ascii(reference), upper_ascii(hypothesis)
        if step.kind == "D":
            hypothesis = "*" * width(reference)
        if step.kind == "I":
            reference = "*" * width(hypothesis)
        cells = (reference, hypothesis, step.kind if step.kind in "SDI" else "")
        widest = max(map(width, cells))
        for number, cell in enumerate(cells):
            lines[number] += cell + " " * (widest - width(cell) + 1)
    return lines[0], lines[1], lines[2]
