"""General Text Matcher 1.4 restated word for word: every run at every hit is tried, one after the other."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import count

BREAK = object()
"""Stands between references and equals no word."""


def match_size(hypothesis: Sequence[object], references: Sequence[Sequence[object]], exponent: float) -> float:
    """The value of one segment."""
    joined = [word for reference in references for word in (*reference, BREAK)]
    budget = min(len(hypothesis), sum(map(len, references)) / len(references))
    used_hypothesis: set[int] = set()
    used_reference: set[int] = set()
    total = 0.0
    for length, h, r in sorted(_runs(hypothesis, joined), reverse=True):
        if budget <= 0:
            break
        taken = min(length, budget)
        words = range(math.ceil(taken))
        if any(h + k in used_hypothesis or r + k in used_reference for k in words):
            continue
        used_hypothesis.update(h + k for k in words)
        used_reference.update(r + k for k in words)
        total += taken**exponent
        budget -= taken
    return total ** (1 / exponent)


def _runs(hypothesis: Sequence[object], joined: Sequence[object]) -> list[tuple[int, int, int]]:
    """Length, hypothesis position and reference position of every run."""

    def equal(h: int, r: int) -> bool:
        return h < len(hypothesis) and r < len(joined) and hypothesis[h] == joined[r]

    def equal_words(h: int, r: int) -> int:
        return next(n for n in count() if not equal(h + n, r + n))

    return [
        (length, h, r)
        for h in range(len(hypothesis))
        for r in range(len(joined))
        for length in range(1, equal_words(h, r) + 1)
    ]
