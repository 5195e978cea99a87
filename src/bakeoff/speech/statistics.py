"""From the kernel's counts to what is summed."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bakeoff.data.recognition.transcripts import TimedWords, Token


def statistics_of(counts: NDArray[np.int64]) -> NDArray[np.float64]:
    """Correct words, substitutions, deletions, insertions, words of the reference, and whether there was an error."""
    words = counts[:, :3].sum(axis=1)
    wrong = counts[:, 1:4].any(axis=1)
    return np.column_stack([counts[:, :4], words, wrong]).astype(np.float64)


def has_confidences(words: TimedWords) -> bool:
    """Whether there are words and all of them have a confidence."""
    return bool(len(words)) and not np.isnan(words.confidences[words.kinds == Token.WORD]).any()
