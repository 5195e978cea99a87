"""What scoring of speech recognition gives: counts of each utterance, and sums over any of them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple, overload

import numpy as np
from numpy.typing import NDArray

from bakeoff.data.recognition.repeated import Repeated
from bakeoff.data.recognition.transcripts import Definition, Recording
from bakeoff.speech.scoring_rules import ScoringRules

if TYPE_CHECKING:
    from bakeoff.statistics import UtteranceErrors

COLUMNS = ("correct", "substitutions", "deletions", "insertions", "words", "wrong_segments")
"""What is summed for each utterance."""

_KINDS = {ord(letter): letter for letter in "CSDIdi"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """Errors over some segments. Rates are in percent; None where there is nothing to divide by.

    An optional word that was left out or added counts as correct, and as a word of the reference.

    >>> counts = Counts(segments=2, wrong_segments=1, correct=7, substitutions=2, deletions=1, insertions=1)
    >>> counts.words, counts.errors, counts.wer, counts.segment_error_rate
    (10, 4, 40.0, 50.0)
    """

    segments: int
    wrong_segments: int
    correct: int
    substitutions: int
    deletions: int
    insertions: int
    confidence: Confidence | None = None

    @classmethod
    def of(cls, statistics: NDArray[np.float64], confidence: Confidence | None = None) -> Counts:
        """The sums of rows of `COLUMNS`."""
        correct, substitutions, deletions, insertions, _, wrong = map(int, statistics.sum(axis=0))
        return cls(
            segments=len(statistics),
            wrong_segments=wrong,
            correct=correct,
            substitutions=substitutions,
            deletions=deletions,
            insertions=insertions,
            confidence=confidence,
        )

    @property
    def words(self) -> int:
        """Words of the reference; of alternatives, the chosen ones."""
        return self.correct + self.substitutions + self.deletions

    @property
    def errors(self) -> int:
        return self.substitutions + self.deletions + self.insertions

    @property
    def wer(self) -> float | None:
        return self.percent(self.errors)

    @property
    def segment_error_rate(self) -> float | None:
        return 100 * self.wrong_segments / self.segments if self.segments else None

    def percent(self, count: int) -> float | None:
        """A count in percent of the reference's words."""
        return 100 * count / self.words if self.words else None

    @property
    def normalised_cross_entropy(self) -> float | None:
        """How much the confidences say about which words are right; None without confidences."""
        return None if self.confidence is None else self.confidence.normalised_cross_entropy(self)


@dataclass(frozen=True, slots=True)
class Confidence:
    """Sums of log₂ p over correct words and of log₂(1 − p) over substitutions and insertions."""

    log_sum: float

    def normalised_cross_entropy(self, counts: Counts) -> float:
        """(H + sums) / H, H being the entropy of the share of correct words; 0 where H is 0.

        Source: Siu, Gish and Richardson 1997, as NIST's sclite computes it: of N = C + S + I words, n = C are correct;
        a forgiven optional word counts in n.
        """
        total = counts.correct + counts.substitutions + counts.insertions
        correct = counts.correct
        if not 0 < correct < total:
            return 0.0
        share = correct / total
        entropy = -(correct * math.log2(share) + (total - correct) * math.log2(1 - share))
        return (entropy + self.log_sum) / entropy


class AlignedWord(NamedTuple):
    """One step of an alignment: `C`orrect, `S`ubstitution, `D`eletion, `I`nsertion; `d` and `i` are forgiven.

    Places are the number of the word in the utterance, from 0: of a row, where the words come from rows.
    """

    kind: str
    reference: str | None
    hypothesis: str | None
    reference_place: int
    hypothesis_place: int


@dataclass(frozen=True, slots=True, eq=False)
class Alignments:
    """The alignments of all utterances, in flat arrays."""

    words: Sequence[str]
    tags: Sequence[str]
    """What followed a `;` in each of the words; `;` ends each tag, `\\;` is part of it."""
    steps: NDArray[np.int32]
    """Kind, number of the reference's word, of the hypothesis' word, their places; -1 for none."""
    offsets: NDArray[np.int64]

    def __getitem__(self, utterance: int) -> tuple[AlignedWord, ...]:
        rows = self.steps[self.offsets[utterance] : self.offsets[utterance + 1]].tolist()
        return tuple(
            AlignedWord(
                _KINDS[kind],
                self.words[ours] if ours >= 0 else None,
                self.words[theirs] if theirs >= 0 else None,
                our_place,
                their_place,
            )
            for kind, ours, theirs, our_place, their_place in rows
        )

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def __iter__(self) -> Iterator[tuple[AlignedWord, ...]]:
        return (self[utterance] for utterance in range(len(self)))

    def errors(self, utterance: int) -> UtteranceErrors:
        """The errors word by word, as the matched-pairs test wants them."""
        from bakeoff.statistics import UtteranceErrors  # noqa: PLC0415 - takes longer to load than a score to make

        kinds = self.steps[self.offsets[utterance] : self.offsets[utterance + 1], 0]
        inserted = kinds == ord("I")
        words = kinds[~inserted]
        before = np.cumsum(~inserted)[inserted]
        return UtteranceErrors(
            np.isin(words, (ord("S"), ord("D"))), np.bincount(before, minlength=len(words) + 1).astype(np.int64)
        )


class NumberedIds(Sequence[str]):
    """Ids of utterances that count those of each speaker: `anna-000`, `ben-000`, `anna-001`; made when asked for."""

    def __init__(self, speakers: Repeated[str], keys: Sequence[str]) -> None:
        """`keys` are the names of the different speakers as they are compared."""
        self._speakers = speakers
        groups = Repeated.of(keys).numbers[speakers.numbers]
        order = np.argsort(groups, kind="stable")
        sizes = np.bincount(groups)
        self._numbers = np.empty(len(groups), np.int64)
        self._numbers[order] = np.arange(len(groups)) - (np.cumsum(sizes) - sizes)[groups[order]]

    def __len__(self) -> int:
        return len(self._numbers)

    @overload
    def __getitem__(self, row: int) -> str: ...
    @overload
    def __getitem__(self, row: slice) -> list[str]: ...
    def __getitem__(self, row: int | slice) -> str | list[str]:
        if isinstance(row, slice):
            return [self[each] for each in range(*row.indices(len(self)))]
        return f"{self._speakers[row]}-{self._numbers[row]:03d}"

    def __eq__(self, other: object) -> bool:
        return list(self) == list(other) if isinstance(other, Sequence) else NotImplemented

    __hash__ = None  # type: ignore[assignment]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Utterances:
    """Who was scored where; columns, one row an utterance. Times and recordings are None where there are none."""

    ids: Sequence[str]
    speakers: Sequence[str]
    labels: Sequence[tuple[str, ...]] | None = None
    recordings: Sequence[Recording] | None = None
    begin_ns: NDArray[np.int64] | None = None
    end_ns: NDArray[np.int64] | None = None

    def __len__(self) -> int:
        return len(self.ids)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class HeardWords:
    """The rows of the hypothesis in the order of the utterances: utterance i has those from `offsets[i]` on."""

    begin_ns: NDArray[np.int64]
    duration_ns: NDArray[np.int64]
    confidences: NDArray[np.float64]
    offsets: NDArray[np.int64]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SpeechScores:
    """The errors of one run on each utterance. Everything else is a sum over `statistics`."""

    rules: ScoringRules
    utterances: Utterances
    statistics: NDArray[np.float64] = field(repr=False)
    """A row for each utterance; see `COLUMNS`."""
    confidence_logs: NDArray[np.float64] | None = field(default=None, repr=False)
    """Sum of the logarithms of confidences of each utterance; None unless all words have one."""
    alignments: Alignments | None = field(default=None, repr=False)
    heard: HeardWords | None = field(default=None, repr=False)
    """Kept with the alignments of words that have times."""
    label_definitions: tuple[Definition, ...] = ()
    category_definitions: tuple[Definition, ...] = ()
    remarks: tuple[str, ...] = ()
    """What a user should know next to the numbers: what was left out, missing or out of place."""

    @property
    def total(self) -> Counts:
        return self.counts(np.arange(len(self.utterances)))

    def counts(self, members: NDArray[np.intp] | Sequence[int]) -> Counts:
        """The counts over some utterances, by number from 0."""
        rows = np.asarray(members, np.intp)
        logs = None if self.confidence_logs is None else Confidence(float(self.confidence_logs[rows].sum()))
        return Counts.of(self.statistics[rows], logs)

    def by_speaker(self) -> dict[str, Counts]:
        """Counts of each speaker, in the order in which they first appear."""
        return self._by(self.utterances.speakers)

    def by_file(self) -> dict[str, Counts]:
        """Counts of each recording's file; empty where utterances come from transcripts without times."""
        recordings = self.utterances.recordings
        if recordings is None:
            return {}
        column = Repeated.of(recordings)
        return self._by(Repeated([recording.file for recording in column.values], column.numbers))

    def by_label(self) -> dict[str, Counts]:
        """Counts of each label, in the order in which they first appear; a segment counts for all of its labels."""
        column = Repeated.of(self.utterances.labels or ())
        members: dict[str, list[NDArray[np.intp]]] = {}
        shown: dict[str, str] = {}
        for number in dict.fromkeys(column.numbers.tolist()):
            labels = column.values[number]
            for label in dict.fromkeys(map(self.rules.fold, labels)):
                shown.setdefault(label, next(each for each in labels if self.rules.fold(each) == label))
                members.setdefault(label, []).append(np.flatnonzero(column.numbers == number))
        return {shown[label]: self.counts(np.sort(np.concatenate(rows))) for label, rows in members.items()}

    def members_by_speaker(self) -> Mapping[str, NDArray[np.intp]]:
        """The utterances of each speaker, by number from 0."""
        return self._members(self.utterances.speakers)

    def _by(self, keys: Sequence[str]) -> dict[str, Counts]:
        return {key: self.counts(rows) for key, rows in self._members(keys).items()}

    def _members(self, keys: Sequence[str]) -> dict[str, NDArray[np.intp]]:
        """The utterances of each key, in the order in which the keys first appear."""
        column = Repeated.of(keys)
        first: dict[str, int] = {}
        names: dict[int, str] = {}
        number_of = np.empty(len(column.values), np.intp)
        for at in dict.fromkeys(column.numbers.tolist()):
            number = first.setdefault(self.rules.fold(column.values[at]), len(first))
            names.setdefault(number, column.values[at])
            number_of[at] = number
        numbers = number_of[column.numbers]
        order = np.argsort(numbers, kind="stable")
        bounds = np.searchsorted(numbers[order], np.arange(len(first) + 1))
        return {names[number]: order[bounds[number] : bounds[number + 1]] for number in range(len(first))}
