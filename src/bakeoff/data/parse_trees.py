"""Parses of sentences: which words belong together, and as what."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Phrase:
    """Words of a parse from the first to the one before the last, counted from 0, under one label."""

    label: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class ParseTree:
    """A parse as the words of its sentence and the phrases that they form, each phrase before those inside of it."""

    words: tuple[str, ...]
    phrases: tuple[Phrase, ...]

    def distinct_phrases(self) -> Iterator[Phrase]:
        """Each span of words once, under the label of its outermost phrase."""
        seen: set[tuple[int, int]] = set()
        for phrase in self.phrases:
            if (phrase.start, phrase.end) not in seen:
                seen.add((phrase.start, phrase.end))
                yield phrase
