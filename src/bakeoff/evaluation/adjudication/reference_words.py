"""Where the words of a reference are in its text, numbered as alignments number them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from bakeoff.speech import lower_ascii


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a text: its first character, the one after its last, and whether it is one of several alternatives."""

    start: int
    end: int
    is_alternative: bool


def reference_words(text: str) -> list[Word]:
    """The words of a text with alternatives `{ a / b }`, all branches counted through.

    >>> [(text[w.start:w.end], w.is_alternative) for text in ["a {b / c d} e/f"] for w in reference_words(text)]
    [('a', False), ('b', True), ('c', True), ('d', True), ('e/f', False)]
    """
    words: list[Word] = []
    depth = at = 0
    while at < len(text):
        character = text[at]
        marks = "/}" if depth else ""
        if character in " \t" or character == "{" or character in marks:
            depth += (character == "{") - (character == "}")
            at += 1
            continue
        start = at
        while at < len(text) and text[at] not in " \t" + marks:
            at += 1
        words.append(Word(start, at, depth > 0))
    return words


def same_words(text: str, respelled: str) -> dict[int, int]:
    """For each word of a text after respelling that was not changed, its number in the text before."""
    before, after = ([lower_ascii(each[w.start : w.end]) for w in reference_words(each)] for each in (text, respelled))
    blocks: Sequence[tuple[int, int, int]] = [(0, 0, len(before))]
    if before != after:
        blocks = SequenceMatcher(None, before, after, autojunk=False).get_matching_blocks()
    return {there + step: here + step for here, there, size in blocks for step in range(size)}
