"""From the kernel's counts to what is summed."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bakeoff.data.speech import TimedWords, Token
from bakeoff.speech.results import Alignments

_SURE = 1e-7
"""Confidences are kept so far from 0 and 1."""


def statistics_of(counts: NDArray[np.int64]) -> NDArray[np.float64]:
    """Correct words, substitutions, deletions, insertions, words of the reference, and whether there was an error."""
    words = counts[:, :3].sum(axis=1)
    wrong = counts[:, 1:4].any(axis=1)
    return np.column_stack([counts[:, :4], words, wrong]).astype(np.float64)


def has_confidences(words: TimedWords) -> bool:
    """Whether there are words and all of them have a confidence."""
    return bool(len(words)) and not np.isnan(words.confidences[words.kinds == Token.WORD]).any()


def confidence_logs(
    alignments: Alignments, confidences: NDArray[np.float64], first_rows: NDArray[np.int64]
) -> NDArray[np.float64]:
    """For each utterance the sum of log₂ p over its correct words and of log₂(1 − p) over those that are wrong."""
    lengths = np.diff(alignments.offsets)
    utterance = np.repeat(np.arange(len(lengths)), lengths)
    kinds, places = alignments.steps[:, 0], alignments.steps[:, 4]
    heard = places >= 0
    rows = first_rows[utterance[heard]] + places[heard]
    p = np.clip(confidences[rows], _SURE, 1 - _SURE)
    right = np.isin(kinds[heard], (ord("C"), ord("i")))
    logs = np.log2(np.where(right, p, 1 - p))
    sums: NDArray[np.float64] = np.bincount(utterance[heard], weights=logs, minlength=len(lengths)).astype(np.float64)
    return sums
