"""Alignments word by word as sclite prints them: `.pra`, and with times and confidences `.prf`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from typing import NamedTuple

import numpy as np

from bakeoff.reports.renderers import width
from bakeoff.reports.sclite.words import ShownStep, ShownWord, kept_alignments, shown_steps
from bakeoff.speech import SpeechScores, upper_ascii

LONGEST = 1000
"""Where lines are broken (sclite `-l`)."""
_TIME_ROOM = 7
"""Least room of a word where times or confidences are below it."""


class ScoredFiles(NamedTuple):
    """What a report says of its origin."""

    reference: str
    hypothesis: str
    created: datetime

    @property
    def created_shown(self) -> str:
        """The time as programs in C print it."""
        return self.created.ctime()


def sclite_alignments(scores: SpeechScores, *, title: str) -> str:
    """All utterances, speaker by speaker (`.pra`): errors in capitals, `***` where a word is missing."""
    return "".join(line + "\n" for line in _report(scores, title))


def sclite_full_alignments(scores: SpeechScores, *, title: str, files: ScoredFiles) -> str:
    """All utterances in the order of scoring (`.prf`), with the times and confidences of words."""
    return "".join(line + "\n" for line in _full_report(scores, title, files))


def _report(scores: SpeechScores, title: str) -> Iterator[str]:
    kept_alignments(scores)
    speakers = scores.members_by_speaker()
    yield from ("", "", "\t\tDUMP OF SYSTEM ALIGNMENT STRUCTURE", "", f"System name:   {title}", "")
    yield from _speakers(list(speakers))
    for number, (name, members) in enumerate(speakers.items()):
        yield f"Speaker sentences{number:4d}:  {name}   #utts: {len(members)}"
        for row in members.tolist():
            yield from _heading(scores, row)
            if scores.rules.case:
                yield "Attributes: Case_sensitve "  # as sclite spells it
            yield from _lines(scores, row, full=False)
            yield ""
    yield ""


def _full_report(scores: SpeechScores, title: str, files: ScoredFiles) -> Iterator[str]:
    kept_alignments(scores)
    speakers = scores.members_by_speaker()
    yield from ("NIST_TEXT_ALIGNMENT", "VERSION 0.1")
    yield from ("", "", "\t\tDUMP OF SYSTEM ALIGNMENT STRUCTURE", "", f"System name:   {title}")
    yield from (f"Ref file:      {files.reference}", f"Hyp file:      {files.hypothesis}")
    yield f'Creation date: "{files.created_shown}"'
    if scores.rules.fragments:
        yield "Fragment Correct Flag Set"
    if scores.rules.optional:
        yield "Optionally Deletable Flag Set"
    yield from ("", f"Speaker Count: {len(speakers)}")
    yield from _speakers(list(speakers))
    yield from _definitions(scores)
    if not len(scores.utterances):
        yield "No utterances found"
        return
    places = {
        row: (number, name, place, len(members))
        for number, (name, members) in enumerate(speakers.items())
        for place, row in enumerate(members.tolist())
    }
    for row in range(len(scores.utterances)):
        number, name, place, count = places[row]
        yield f"Speaker sentences{number:4d}:  {name}   utt# {place} of {count}"
        yield from _heading(scores, row)
        yield from _attributes(scores)
        yield from _segment_times(scores, row)
        yield from _lines(scores, row, full=True)
        yield ""
    yield ""


def _speakers(names: Sequence[str]) -> Iterator[str]:
    yield "Speakers: "
    for number, name in enumerate(names):
        yield f"{number:5d}:  {name}"
    yield ""


def _definitions(scores: SpeechScores) -> Iterator[str]:
    if scores.label_definitions or scores.category_definitions:
        yield "Utterance Label definitions:"
    for name, definitions in (("Category", scores.category_definitions), ("Label", scores.label_definitions)):
        for each in definitions:
            yield f'    {name}: id: "{each.id}" title: "{each.title}" description: "{each.description}"'
    yield ""


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


def _attributes(scores: SpeechScores) -> Iterator[str]:
    marks = {"Character_align ": scores.rules.characters != "none", "Case_sensitve ": scores.rules.case}
    if any(marks.values()):
        yield "Attributes: " + "".join(mark for mark, is_set in marks.items() if is_set)


def _segment_times(scores: SpeechScores, row: int) -> Iterator[str]:
    begins, ends = scores.utterances.begin_ns, scores.utterances.end_ns
    if begins is not None and ends is not None:
        # sclite keeps the times of segments in 32 bits.
        begin, end = (float(np.float32(times[row] / 1e9)) for times in (begins, ends))
        yield f"Ref times: t1= {begin:.2f} t2= {end:.2f}"


def _lines(scores: SpeechScores, row: int, *, full: bool) -> Iterator[str]:
    # sclite counts bytes, so its columns are straight in ASCII only.
    room = _bytes if scores.rules.sclite else width
    columns = [_texts(step, capitals=not scores.rules.case, width=room) for step in shown_steps(scores, row)]
    labels = ["REF:  ", "HYP:  ", "Eval: "]
    if full and scores.heard is not None:
        heard = [step.hypothesis for step in shown_steps(scores, row)]
        added = {"H_T1: ": ("begin", 2), "H_T2: ": ("end", 2), "CONF: ": ("confidence", 4)}
        if scores.confidence_logs is None:
            del added["CONF: "]
        labels[2:2] = added
        for column, word in zip(columns, heard, strict=True):
            column[2:2] = [_figure(word, name, digits) for name, digits in added.values()]
    yield from _broken(labels, columns, width=room, least=_TIME_ROOM if len(labels) > 3 else 1)


def _bytes(text: str) -> int:
    return len(text.encode())


def _figure(word: ShownWord | None, name: str, digits: int) -> str:
    return "" if word is None else f"{getattr(word, name):.{digits}f}"


def _texts(step: ShownStep, *, capitals: bool, width: Callable[[str], int]) -> list[str]:
    """Reference, hypothesis and what was wrong. Errors are in `capitals`; `width` says how much room a word takes."""
    said = step.reference.text if step.reference else ""
    heard = step.hypothesis.text if step.hypothesis else ""
    if capitals and step.kind != "C":
        said, heard = upper_ascii(said), upper_ascii(heard)
    if step.reference is None:
        said = "*" * width(heard)
    if step.hypothesis is None:
        heard = "*" * width(said)
    return [said, heard, step.kind if step.kind != "C" else ""]


def _broken(
    labels: Sequence[str], columns: Sequence[Sequence[str]], *, width: Callable[[str], int], least: int
) -> Iterator[str]:
    """The columns side by side under their labels, in as many groups of lines as their width asks for."""
    rooms = [max(least, *map(width, column)) for column in columns]
    begin = 0
    while begin < len(columns):
        mark = ">> " if begin else ""
        taken, end = len(mark) + len(labels[0]), begin
        while taken < LONGEST and end < len(columns):
            taken += 1 + rooms[end]
            end += 1
        # The word that went beyond the edge is in the next group, unless it is the last of all or alone too long.
        end = max(begin + 1, end - (end < len(columns)))
        if begin:
            yield ""
        for number, label in enumerate(labels):
            cells = zip(columns[begin:end], rooms[begin:end], strict=True)
            yield (
                mark
                + label
                + "".join(column[number] + " " * (room - width(column[number]) + 1) for column, room in cells)
            )
        begin = end
