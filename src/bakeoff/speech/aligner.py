"""Utterances as networks of words: `a { b c / @ } (d)`, aligned by the compiled kernel."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from bakeoff.data.recognition.repeated import Repeated
from bakeoff.data.recognition.transcripts import TimedWords
from bakeoff.errors import FormatError, Place
from bakeoff.native import NetworkWords, TextColumn, WordNetworks
from bakeoff.speech.results import Alignments
from bakeoff.speech.scoring_rules import ScoringRules

LONGEST_ALTERNATION = 10_000
"""Characters; sclite breaks longer ones and inserts their words."""
MOST_ARCS = 65_534
"""Words of an utterance, alternatives included; sclite stops at more."""

PlaceOf = Callable[[int], Place]


class Aligner:
    """Makes networks of the two sides under the same rules and aligns them."""

    def __init__(self, rules: ScoringRules) -> None:
        self._rules = rules
        self._words = NetworkWords(
            keep_case=rules.case,
            optional_words=rules.optional,
            fragments=rules.fragments,
            split=rules.characters,
            drop_hyphens=rules.drop_hyphens,
            split_as_sclite=rules.sclite,
        )

    def texts(self, texts: TextColumn, place_of: PlaceOf) -> WordNetworks:
        """The networks of texts; `place_of` says where the i-th of them is."""
        if self._rules.sclite:
            _check_limits(texts, place_of)
        try:
            return self._words.networks_of_texts(texts, empty_alternatives="ignore" if self._rules.sclite else "refuse")
        except ValueError as error:
            what, number = error.args
            raise _refused(what, place_of(number)) from None

    def rows(self, words: TimedWords, rows: NDArray[np.int64] | slice, offsets: NDArray[np.int64]) -> WordNetworks:
        """The networks of rows: utterance i has those from `offsets[i]` up to `offsets[i + 1]` of the given ones."""
        texts = Repeated.of(words.words).take(rows)
        try:
            return self._words.networks_of_rows(texts.values, texts.numbers, words.kinds[rows], offsets)
        except ValueError as error:
            what, number = error.args
            raise _refused(what, Place(words.file, int(words.lines[rows][offsets[number]]))) from None

    def align(
        self, reference: WordNetworks, hypothesis: WordNetworks, *, steps: bool, threads: int
    ) -> tuple[NDArray[np.int64], Alignments | None]:
        """Counts of each utterance (see the kernel) and, where asked for, the alignments."""
        counts, rows, lengths = self._words.align(reference, hypothesis, steps=steps, threads=threads)
        return counts, self._alignments(rows, lengths) if steps else None

    def align_rows(
        self,
        reference: WordNetworks,
        hypothesis: WordNetworks,
        confidences: NDArray[np.float64],
        offsets: NDArray[np.int64],
        *,
        steps: bool,
        threads: int,
    ) -> tuple[NDArray[np.int64], Alignments | None, NDArray[np.float64]]:
        """The same for a hypothesis of rows with confidences, and the sum of their logarithms in each utterance."""
        (counts, rows, lengths), logs = self._words.align_with_confidences(
            reference, hypothesis, confidences, offsets, steps=steps, threads=threads
        )
        return counts, self._alignments(rows, lengths) if steps else None, logs

    def _alignments(self, rows: NDArray[np.int32], lengths: NDArray[np.int64]) -> Alignments:
        offsets = np.concatenate([np.zeros(1, np.int64), np.cumsum(lengths[:, 0])])
        return Alignments(self._words.texts(), self._words.tags(), rows, offsets)


def _refused(what: str, place: Place) -> FormatError:
    if "sclite" in what:
        return FormatError(
            place=place,
            expected="what sclite can take apart into characters",
            found=what,
            remedy="Score without the rules of sclite.",
        )
    return FormatError(
        place=place,
        expected="alternatives as { a / b }, with @ for the word that is none",
        found=what,
        remedy="Put blanks around { and }.",
    )


def _check_limits(texts: TextColumn, place_of: PlaceOf) -> None:
    """Refuses what sclite cannot score, where it would crash or give wrong numbers."""
    for row in map(int, np.flatnonzero(texts.sizes() > LONGEST_ALTERNATION)):
        text = texts[row]
        if _longest_alternation(text) > LONGEST_ALTERNATION:
            raise FormatError(
                place=place_of(row),
                expected=f"alternations of at most {LONGEST_ALTERNATION:,} characters, as sclite reads them",
                found="a longer one, whose words it would count as errors",
                remedy="Score without the rules of sclite.",
            )
        if len(text.split()) > MOST_ARCS:
            raise FormatError(
                place=place_of(row),
                expected=f"at most {MOST_ARCS:,} words in an utterance, as sclite allows",
                found=f"{len(text.split()):,}",
                remedy="Score without the rules of sclite.",
            )


def _longest_alternation(text: str) -> int:
    depth, start, longest = 0, 0, 0
    for at, character in enumerate(text):
        if character == "{":
            start = at if depth == 0 else start
            depth += 1
        elif character == "}" and depth:
            depth -= 1
            longest = max(longest, at + 1 - start) if depth == 0 else longest
    return longest
