"""Where spans of a text can start and end: between characters as people see them, and between words.

Offsets are code points of the text exactly as it is shown; a span goes from its first to the one before its last.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

import regex

_CHARACTER: Final = regex.compile(r"\X")
_WORD: Final = regex.compile(r"(?w)\b")


@lru_cache(maxsize=4096)
def character_boundaries(text: str) -> tuple[int, ...]:
    r"""Offsets around each grapheme cluster, so that no emoji and no letter with its accents is split.

    >>> character_boundaries("e\u0301a")
    (0, 2, 3)
    """
    return (0, *(match.end() for match in _CHARACTER.finditer(text)))


@lru_cache(maxsize=4096)
def word_boundaries(text: str) -> tuple[int, ...]:
    """Offsets around each word, mark of punctuation and run of blanks, never within a grapheme cluster.

    By Unicode's rules (UAX 29) each character of Chinese or Thai, which write no blanks between words, is by itself.

    >>> word_boundaries("It’s lit.")
    (0, 4, 5, 8, 9)
    """
    characters = set(character_boundaries(text))
    between = {match.start() for match in _WORD.finditer(text)} & characters
    return tuple(sorted(between | {0, len(text)}))


def snap(start: int, end: int, boundaries: Sequence[int]) -> tuple[int, int]:
    """The shortest span between boundaries that holds all of another.

    >>> snap(1, 4, (0, 3, 6, 9))
    (0, 6)
    """
    first = boundaries[max(bisect_right(boundaries, start) - 1, 0)]
    return first, boundaries[min(bisect_left(boundaries, end), len(boundaries) - 1)]
