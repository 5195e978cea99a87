"""Errors of two recognisers laid side by side, word of the reference by word, over all utterances at once."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bakeoff.speech import Alignments
from bakeoff.statistics import UtteranceErrors

Integers = NDArray[np.int64]
BORDER = 2
"""Good words that stand for the border between utterances: as many as divide segments of the matched-pairs test."""


@dataclass(frozen=True, slots=True, eq=False)
class WordErrors:
    """Steps of all alignments of a system: at which word of which utterance, and whether it is an error.

    Words are numbered from 1. Where words are taken apart into characters, `parts` numbers these from 0. An insertion
    is at the word before it, at word 0 where there is none.
    """

    utterances: Integers
    words: Integers
    parts: Integers
    wrong: NDArray[np.bool_]
    inserted: NDArray[np.bool_]


def word_errors(alignments: Alignments, order: NDArray[np.intp], *, by_position: bool = False) -> WordErrors:
    """The errors of a system; `order[i]` is the alignment of utterance i.

    Words have the numbers that they have in the reference. With `by_position` they are counted off along the path, as
    NIST's sc_stats does: after alternatives of another length, or an optional word that only one system has, two
    systems' words of one number are not the same.
    """
    number = np.empty(len(order), np.int64)
    number[order] = np.arange(len(order))
    utterances = np.repeat(number, np.diff(alignments.offsets))
    kinds, places = alignments.steps[:, 0], alignments.steps[:, 3].astype(np.int64)
    if not by_position:
        # An optional word that was added and forgiven is neither a word of the reference nor an error.
        kept = kinds != ord("i")
        utterances, kinds, places = utterances[kept], kinds[kept], places[kept]
    inserted = kinds == ord("I")
    begins = _starts(utterances)
    if by_position:
        counted = np.cumsum(~inserted)
        words = counted - (counted - ~inserted)[_latest(begins)]
        parts = np.zeros(len(kinds), np.int64)
    else:
        anchor = _latest(~inserted | begins)
        words = np.where(inserted[anchor], 0, places[anchor] + 1)
        parts = _parts(utterances, words, np.flatnonzero(~inserted))[anchor]
    return WordErrors(utterances, words, parts, np.isin(kinds, (ord("S"), ord("D"))), inserted)


def _parts(utterances: Integers, words: Integers, spoken: NDArray[np.intp]) -> Integers:
    """For each step that has a word of the reference, which part of the word it is."""
    parts = np.zeros(len(words), np.int64)
    parts[spoken] = np.arange(len(spoken)) - _latest(_starts(words[spoken]) | _starts(utterances[spoken]))
    return parts


def side_by_side(
    first: WordErrors, second: WordErrors, *, members: NDArray[np.intp] | None = None
) -> tuple[UtteranceErrors, UtteranceErrors]:
    """Both systems' errors on the words of the reference that both were aligned with, as of one long utterance.

    Where they chose different alternatives of the reference, errors on the words of only one of them are between the
    words that both have. The border between utterances is made of good words. `members` are the utterances that count.
    """
    count = 1 + max(int(side.utterances.max(initial=-1)) for side in (first, second))
    counted = np.ones(count, bool) if members is None else np.isin(np.arange(count), members)
    words = 1 + max(int(side.words.max(initial=0)) for side in (first, second))
    parts = 1 + max(int(side.parts.max(initial=0)) for side in (first, second))
    width = words + BORDER

    def keys(side: WordErrors) -> Integers:
        return (side.utterances * width + side.words) * parts + side.parts

    kept = [_selected(side, counted[side.utterances]) for side in (first, second)]
    spoken = [keys(side)[~side.inserted] for side in kept]
    borders = (np.flatnonzero(counted)[:, None] * width + words + np.arange(BORDER)) * parts
    common = np.union1d(np.intersect1d(spoken[0], spoken[1], assume_unique=True), borders)
    one, other = (_placed(side, keys(side), common) for side in kept)
    return one, other


def _placed(side: WordErrors, keys: Integers, common: Integers) -> UtteranceErrors:
    """Errors at the common words; all others are counted in the gaps between them."""
    errors = side.wrong | side.inserted
    at, inserted = keys[errors], side.inserted[errors]
    place = np.searchsorted(common, at)
    is_common = ~inserted & np.isin(at, common)
    wrong = np.zeros(len(common), bool)
    wrong[place[is_common]] = True
    gaps = np.where(inserted, np.searchsorted(common, at, side="right"), place)[~is_common]
    return UtteranceErrors(wrong, np.bincount(gaps, minlength=len(common) + 1).astype(np.int64))


def _selected(side: WordErrors, steps: NDArray[np.bool_]) -> WordErrors:
    return WordErrors(
        side.utterances[steps], side.words[steps], side.parts[steps], side.wrong[steps], side.inserted[steps]
    )


def _starts(values: Integers) -> NDArray[np.bool_]:
    """Where a value differs from the one before it."""
    begins = np.ones(len(values), bool)
    begins[1:] = values[1:] != values[:-1]
    return begins


def _latest(marks: NDArray[np.bool_]) -> NDArray[np.intp]:
    """For each place the last marked one up to it; the first is marked."""
    return np.maximum.accumulate(np.where(marks, np.arange(len(marks)), 0))
