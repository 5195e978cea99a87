"""Errors by label and speaker as sclite prints them (`.lur`, labelled utterance report)."""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from bakeoff.errors import InputError, Place
from bakeoff.reports.nist_rounding import half_away
from bakeoff.reports.sclite.layout import Cell, Division, Row, laid_out
from bakeoff.speech import Counts, SpeechScores

_NOTES = (
    "Note:  * Speaker Has no reference word tokens.  Number of incorrect words presented",
    "       + Speakers with no reference words ignored",
)
_ONE: Division = (Cell(),)
_THREE: Division = (Cell(), Cell(), Cell())


def sclite_labels(scores: SpeechScores, *, title: str) -> str:
    """A column for each label that the reference defines, a row for each speaker, sums and averages.

    The columns are as wide as sclite makes them when this is its only report (`-o lur`); after other reports it makes
    them wider.
    """
    return "".join(line + "\n" for line in laid_out(list(_rows(_LabelCounts(scores), title))))


class _LabelCounts:
    """The counts of each speaker on each defined label; refuses labels that are not, as sclite does."""

    def __init__(self, scores: SpeechScores) -> None:
        self.labels = scores.label_definitions
        self.categories = scores.category_definitions
        if not self.labels:
            raise InputError(
                expected="labels that the reference defines",
                found="none",
                remedy='Define each in the STM file: ;; LABEL "id" "title" "description"',
            )
        fold = scores.rules.fold
        number_of = {fold(label.id): number for number, label in reversed(list(enumerate(self.labels)))}
        self.position = [-1] * len(self.labels)
        """Which of the labels in < > each is, from 0; -1 where it is not used."""
        members: dict[tuple[int, str], list[int]] = {}
        for speaker, rows in scores.members_by_speaker().items():
            for row in rows.tolist():
                for position, label in enumerate(scores.utterances.labels[row] if scores.utterances.labels else ()):
                    if label:
                        number = self._number(number_of, fold(label), position, scores.utterances.ids[row])
                        members.setdefault((number, speaker), []).append(row)
        self.speakers = list(scores.members_by_speaker())
        self._counts = {key: scores.counts(rows) for key, rows in members.items()}

    def _number(self, number_of: dict[str, int], label: str, position: int, utterance: str) -> int:
        number = number_of.get(label)
        if number is None:
            raise InputError(
                place=Place(segment=utterance),
                expected="labels that the reference defines",
                found=label,
                remedy=f';; LABEL "{label}" "title" "description"',
            )
        if self.position[number] not in (-1, position):
            raise InputError(
                place=Place(segment=utterance),
                expected=f"the label {label} always in place {self.position[number] + 1}",
                found=f"it in place {position + 1}",
            )
        self.position[number] = position
        return number

    def of(self, label: int, speaker: str) -> Counts | None:
        return self._counts.get((label, speaker))

    def of_label(self, label: int) -> list[Counts]:
        """The counts of all speakers that have the label."""
        return [counts for speaker in self.speakers if (counts := self.of(label, speaker)) is not None]

    def starts_group(self, label: int) -> bool:
        """Whether the label is of another category than the one before it."""
        return label > 0 and self.position[label] != self.position[label - 1]


def _rows(labels: _LabelCounts, title: str) -> Iterator[Row]:
    yield Row(_ONE, [f"System: {title}"])
    for number, label in enumerate(labels.labels):
        yield Row(_THREE, [label.title.replace("//", " "), "->", label.description], above="" if number else " ")
    yield Row(_THREE, ["", "", ""], below=" ")
    rule = "-"
    if labels.categories:
        division = _by_category(labels)
        titles = [category.title for category in labels.categories]
        yield Row(division, _as_many(["", *titles], len(division)), above=rule)
    titled = _divided(labels, [Cell(span=2)])
    yield Row(titled, ["SPKR", *(label.title for label in labels.labels)], above=rule)
    yield Row(titled, ["", *([" #Wrd %WE"] * len(labels.labels))])
    figures = _divided(labels, [Cell("right"), Cell("right")])
    wordless = False
    for speaker in labels.speakers:
        pairs = [_pair(labels.of(number, speaker)) for number in range(len(labels.labels))]
        wordless = wordless or any("*" in pair[1] for pair in pairs)
        yield Row(figures, [speaker, *(text for pair in pairs for text in pair)], above=rule)
    yield from _averages(labels, figures, mark=" +" if wordless else "")
    if wordless:
        for number, note in enumerate(_NOTES):
            yield Row((Cell("left"),), [note], above="" if number else rule)


def _as_many(texts: list[str], count: int) -> list[str]:
    return (texts + [""] * count)[:count]


def _divided(labels: _LabelCounts, cells: Sequence[Cell]) -> Division:
    """A cell for the name and the cells of each label, with double bars between categories."""
    division: list[Cell] = [Cell()]
    for number in range(len(labels.labels)):
        division[-1] = replace(division[-1], edge="||" if labels.starts_group(number) else "|")
        division.extend(cells)
    return tuple(division)


def _by_category(labels: _LabelCounts) -> Division:
    division = [Cell(edge="|"), Cell(span=2, bars_below=2)]
    for number in range(1, len(labels.labels)):
        if labels.starts_group(number):
            division[-1] = replace(division[-1], edge="||")
            division.append(Cell(span=2, bars_below=2))
        else:
            division[-1] = replace(division[-1], span=division[-1].span + 2)
    return tuple(division)


def _pair(counts: Counts | None) -> tuple[str, str]:
    if counts is None or not (counts.words or counts.errors):
        return "", ""
    if not counts.words:
        return "0", f"* {counts.errors} *"
    return f"[{counts.words}]", _percent(counts.wer)


def _percent(value: float | None) -> str:
    return f"{half_away(value or 0.0, 1):.1f}"


@dataclass(frozen=True, slots=True)
class _Figures:
    words: list[float]
    rates: list[float]


def _averages(labels: _LabelCounts, division: Division, *, mark: str) -> Iterator[Row]:
    """Sums over all speakers; averages over speakers with words in the reference."""
    of_labels = [labels.of_label(number) for number in range(len(labels.labels))]
    sums = [(sum(each.words for each in counts), sum(each.errors for each in counts)) for counts in of_labels]
    totals = [text for words, errors in sums for text in (f"[{words}]", _percent(100 * errors / words if words else 0))]
    yield Row(division, ["Set Sum/Avg", *totals], above="=")
    known = [[each for each in counts if each.words] for counts in of_labels]
    figures = [_Figures([each.words for each in own], [each.wer or 0.0 for each in own]) for own in known]
    for name, average, above in (
        ("Mean" + mark, _mean, "-"),
        ("StdDev" + mark, _deviation, ""),
        ("Median", _median, " "),
    ):
        texts = [text for each in figures for text in (f"[{int(average(each.words))}]", _percent(average(each.rates)))]
        yield Row(division, [name, *texts], above=above)


def _mean(values: Sequence[float]) -> float:
    return math.fsum(values) / len(values) if values else 0.0


def _deviation(values: Sequence[float]) -> float:
    return statistics.stdev(values) if len(values) > 1 else 0.0


def _median(values: Sequence[float]) -> float:
    return statistics.median(values) if values else 0.0
