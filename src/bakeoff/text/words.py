"""Where the words of a segment are, for people who look at differences; scores are computed of tokens."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from regex import Pattern

# Scripts that put no blanks between words: every character counts as a word, with the marks upon it.
UNSPACED = r"\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}"
_WORD = rf"""(?xV1)
    [{UNSPACED}]\p{{M}}*
  | (?:[\p{{L}}\p{{M}}\p{{N}}--[{UNSPACED}]]
      | (?<=[\p{{L}}\p{{M}}\p{{N}}])['’\-‐‑](?=[\p{{L}}\p{{M}}\p{{N}}])
      | (?<=\p{{N}})[.,:](?=\p{{N}})
    )+
  | \S\p{{M}}*
"""


def word_spans(segment: str) -> tuple[tuple[int, int], ...]:
    """First character of each word and the one after its last; what lies between words is white space.

    A hyphen or apostrophe inside a word and a point or comma inside a number belong to it; other marks are alone.

    >>> [segment[start:end] for segment in ["Don't pay 3,000!", "我们走 now"] for start, end in word_spans(segment)]
    ["Don't", 'pay', '3,000', '!', '我', '们', '走', 'now']
    """
    return tuple(match.span() for match in _pattern().finditer(segment))


def words_of(segment: str) -> tuple[str, ...]:
    """The words of a segment, as `word_spans` finds them."""
    return tuple(segment[start:end] for start, end in word_spans(segment))


@cache
def _pattern() -> Pattern[str]:
    # Its tables take time to load, and scoring alone does not need them.
    import regex  # noqa: PLC0415

    return regex.compile(_WORD)
