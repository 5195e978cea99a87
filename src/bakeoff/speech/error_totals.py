"""Word errors summed over utterances."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class ErrorTotals:
    """Word errors of utterances taken together; rates are pooled, never averages of rates.

    Range and direction: `wer` is 0 or more, `ser` from 0 to 100, both in percent, lower is better. Without reference
    words `wer` is 0 if there are no errors either, else 100.

    >>> totals = ErrorTotals(utterances=2, words=8, substitutions=1, deletions=1, insertions=0, wrong_utterances=1)
    >>> totals.errors, totals.wer, totals.ser
    (2, 25.0, 50.0)
    """

    utterances: int
    words: int
    """Words of the references, of several the one that was chosen for the utterance."""
    substitutions: int
    deletions: int
    insertions: int
    wrong_utterances: int
    """Utterances with at least one error."""

    @property
    def errors(self) -> int:
        return self.substitutions + self.deletions + self.insertions

    @property
    def correct(self) -> int:
        return self.words - self.substitutions - self.deletions

    @property
    def wer(self) -> float:
        """Word error rate: 100 × errors / words."""
        return 100 * self.errors / self.words if self.words else 100.0 * (self.errors > 0)

    @property
    def ser(self) -> float:
        """Sentence error rate: 100 × wrong utterances / utterances; 0 where there are none."""
        return 100 * self.wrong_utterances / self.utterances if self.utterances else 0.0


def totals_of(rows: NDArray[np.float64]) -> ErrorTotals:
    """Totals of rows as `native.word_error_statistics` gives them."""
    substitutions, deletions, insertions, words = (int(total) for total in rows[:, :4].sum(axis=0))
    return ErrorTotals(
        utterances=len(rows),
        words=words,
        substitutions=substitutions,
        deletions=deletions,
        insertions=insertions,
        wrong_utterances=int((rows[:, :3].sum(axis=1) > 0).sum()),
    )
