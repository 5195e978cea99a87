"""Texts as one stream of words that can be cut again without a letter changed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Literal

from bakeoff.text.words import UNSPACED

if TYPE_CHECKING:
    from regex import Pattern

WordUnit = Literal["white-space", "ascii-white-space", "character"]
"""What parts words: any white space; ASCII white space only; white space, and every character of a script that puts no
blanks between words is a word."""

# Marks and letters of East Asian text that Unicode counts to no script of their own: 、。「」ー and full-width forms.
_ALONE = rf"{UNSPACED}\u3001-\u30FF\u31F0-\u31FF\uFF01-\uFFEF"

Splitter = Callable[[str], Iterator[tuple[str, bool]]]
"""Words of a line, each with whether white space is before it."""


@dataclass(frozen=True, slots=True)
class WordStream:
    """Words in order. `blanks[i]` says whether a blank is between word i and the one before."""

    words: tuple[str, ...]
    blanks: tuple[bool, ...]

    def __len__(self) -> int:
        return len(self.words)

    def text(self, begin: int, end: int) -> str:
        """The words from one position up to another, as they are in the text."""
        pairs = zip(self.words[begin:end], self.blanks[begin:end], strict=True)
        return "".join(" " + word if blank else word for word, blank in pairs).removeprefix(" ")


def word_stream(lines: Sequence[str], *, unit: WordUnit = "white-space") -> WordStream:
    """The words of all lines, one after the other. Between two lines is a blank, except between two characters of
    scripts that have none.

    >>> stream = word_stream(["我们走 now,", "走", "吧。"], unit="character")
    >>> stream.words, stream.text(0, 5), stream.text(3, 7)
    (('我', '们', '走', 'now,', '走', '吧', '。'), '我们走 now, 走', 'now, 走吧。')
    """
    split = _SPLITTERS[unit]
    words: list[str] = []
    blanks: list[bool] = []
    for line in lines:
        start = len(words)
        for word, blank in split(line):
            words.append(word)
            blanks.append(blank)
        if start < len(words):
            joined = start > 0 and unit == "character" and _stand_alone(words[start - 1], words[start])
            blanks[start] = not joined
    return WordStream(tuple(words), tuple(blanks))


def _at_white_space(line: str) -> Iterator[tuple[str, bool]]:
    return ((word, True) for word in line.split())


def _at_ascii_white_space(line: str) -> Iterator[tuple[str, bool]]:
    return ((word, True) for word in re.split(r"[ \t\n\v\f\r]+", line) if word)


def _characters(line: str) -> Iterator[tuple[str, bool]]:
    end = 0
    for match in _pattern().finditer(line):
        yield match.group(), match.start() > end
        end = match.end()


def _stand_alone(*words: str) -> bool:
    matches = map(_pattern().match, words)
    return all(match is not None and match.lastgroup == "alone" for match in matches)


@cache
def _pattern() -> Pattern[str]:
    # Its tables take time to load, and texts with blanks between words do not need them.
    import regex  # noqa: PLC0415

    return regex.compile(rf"(?V1)(?P<alone>[{_ALONE}]\p{{M}}*)|[^\s{_ALONE}]+")


_SPLITTERS: dict[WordUnit, Splitter] = {
    "white-space": _at_white_space,
    "ascii-white-space": _at_ascii_white_space,
    "character": _characters,
}
