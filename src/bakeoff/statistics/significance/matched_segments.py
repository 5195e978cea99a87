"""The matched-pairs test of speech recognition: errors of two systems on segments between words both have right."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from bakeoff.errors import InputError
from bakeoff.statistics.inputs import Booleans, Integers, booleans, counts, numbers, positive, same_length
from bakeoff.statistics.results import Significance


@dataclass(frozen=True, slots=True, eq=False, init=False)
class UtteranceErrors:
    """One system's errors on one utterance, as the alignment with its R reference words shows them."""

    wrong: Booleans
    """For each reference word whether it was substituted or deleted."""
    inserted: Integers
    """How many words were inserted before each reference word and, last, after all of them: R + 1 numbers."""

    def __init__(self, wrong: ArrayLike, inserted: ArrayLike) -> None:
        object.__setattr__(self, "wrong", booleans(wrong, "the wrong words", least=0))
        object.__setattr__(self, "inserted", counts(inserted, "the insertions"))
        if len(self.inserted) != len(self.wrong) + 1:
            raise InputError(
                expected=f"{len(self.wrong) + 1} numbers of insertions around {len(self.wrong)} reference words",
                found=str(len(self.inserted)),
            )

    def in_order(self) -> Integers:
        """Errors in the order of the utterance: before the first word, at it, between it and the next, and so on."""
        errors = np.empty(2 * len(self.wrong) + 1, dtype=np.int64)
        errors[0::2] = self.inserted
        errors[1::2] = self.wrong
        return errors


def error_segments(first: UtteranceErrors, second: UtteranceErrors, *, good_words: int = 2) -> Integers:
    """The errors of both systems in each segment of an utterance where either errs: one row of two numbers each.

    Two errors, of whichever system, belong to different segments when at least `good_words` reference words in a row
    are between them that both systems have right, without an insertion among them. Stretches without an error are
    no segments. Rows of several utterances are simply put together.

    Source: Gillick and Cox 1989; the walk and the two words are those of NIST's sc_stats (`mapsswe`).

    >>> first = UtteranceErrors([1, 0, 0, 0, 0, 1], [0, 1, 0, 0, 0, 0, 0])
    >>> second = UtteranceErrors([0, 0, 0, 0, 1, 0], [0, 0, 0, 0, 0, 0, 0])
    >>> error_segments(first, second).tolist()
    [[2, 0], [1, 1]]
    """
    same_length(first.wrong, second.wrong, "systems' reference words")
    errors = np.stack([first.in_order(), second.in_order()])
    places = np.flatnonzero(errors.any(axis=0))
    if not len(places):
        return np.zeros((0, 2), dtype=np.int64)
    # Words are at odd places, gaps at even ones: the words between one place with errors and the next.
    words_between = places[1:] // 2 - (places[:-1] + 1) // 2
    starts = np.flatnonzero(np.concatenate([[True], words_between >= positive(good_words, "good words")]))
    return np.add.reduceat(errors[:, places], starts, axis=1).T


def matched_pairs_test(first_errors: ArrayLike, second_errors: ArrayLike) -> Significance:
    """Whether two systems make as many errors per segment: MAPSSWE, the matched-pairs sentence-segment word error test.

    The statistic is z, the mean difference (first − second) over its standard error (with n − 1), p two-sided from the
    normal distribution, n the number of segments. It wants 100 segments or more: at .05 it finds too much with fewer,
    in about 8 of 100 null comparisons of 10 segments and 6 of 30. Where all differences are equal they show no
    spread: then p is the exact one of the sign test, 2^(1−n) (1 where they are 0 or there is one segment or none), and
    z the value that belongs to it.

    Source: Gillick and Cox 1989, Some statistical issues in the comparison of speech recognition algorithms; Pallett,
    Fisher and Fiscus 1990, Tools for the analysis of benchmark speech recognition tests.

    >>> test = matched_pairs_test([2, 1, 0, 3, 1, 2], [0, 1, 1, 1, 0, 1])
    >>> (round(test.statistic, 3), round(test.p, 3), test.n)
    (1.746, 0.081, 6)
    """
    from scipy.special import ndtr, ndtri

    first, second = numbers(first_errors, "the first errors", least=0), numbers(second_errors, "the second", least=0)
    same_length(first, second, "systems")
    differences, n = first - second, len(first)
    mean = float(differences.mean()) if n else 0.0
    if mean == 0:
        return Significance(p=1.0, statistic=0.0, n=n)
    if np.ptp(differences) <= 1e-12 * abs(mean):
        p = max(0.5 ** (n - 1), float(np.finfo(float).tiny))
        return Significance(p=p, statistic=float(np.sign(mean) * -ndtri(p / 2)) + 0.0, n=n)
    z = float(mean / (differences.std(ddof=1) / np.sqrt(n)))
    return Significance(p=float(2 * ndtr(-abs(z))), statistic=z, n=n)
