"""Parses in brackets, as the Penn Treebank writes them: a line for each sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from bakeoff.data.parse_trees import ParseTree, Phrase
from bakeoff.errors import FormatError, InputError, MistakesError, Place
from bakeoff.formats.sources import MAX_BYTES, open_source

_TOKEN = re.compile(r"[()]|[^\s()]+")
_NO_WORD = "-NONE-"
"""The tag of traces, which are not in the text."""
_EMPTY = ("", "()", "(())", "null")
"""What parsers write where they found no parse."""


def read_parses(path: str | Path, *, max_bytes: int = MAX_BYTES) -> tuple[ParseTree | None, ...]:
    """The parse of each line (`-`: standard input), gzipped or not; None where a line has none.

    `(S (NP (DT The) (NN cat)) (VP (VBD sat)))`; an outermost bracket without a label is allowed. Traces are left out.
    """
    trees: list[ParseTree | None] = []
    mistakes: list[InputError] = []
    with open_source(path, max_bytes=max_bytes) as source:
        for number, line in enumerate(source.lines(), start=1):
            try:
                trees.append(parse_brackets(line, place=Place(source.name, number)))
            except FormatError as mistake:
                mistakes.append(mistake)
    if mistakes:
        raise MistakesError(mistakes)
    return tuple(trees)


def parse_brackets(text: str, *, place: Place | None = None) -> ParseTree | None:
    """One parse; None where the text is empty or says that there is none.

    >>> tree = parse_brackets("( (NP (DT the) (NN cat)) )")
    >>> tree.words, [phrase.label for phrase in tree.phrases]
    (('the', 'cat'), ['NP'])
    """
    if "".join(text.split()) in _EMPTY:
        return None
    reader = _Reader(text, place or Place())
    reader.read()
    return ParseTree(tuple(reader.words), tuple(reader.phrases))


class _Reader:
    """Reads brackets without recursion: a parse may be nested as deep as its line is long."""

    def __init__(self, text: str, place: Place) -> None:
        self._tokens: Iterator[str] = iter(_TOKEN.findall(text))
        self._place = place
        self.words: list[str] = []
        self.phrases: list[Phrase] = []

    def read(self) -> None:
        open_: list[tuple[str, int, int]] = []  # label, first word, place among the phrases
        slots: list[Phrase | None] = []
        closed = False
        before = ""
        for token in self._tokens:
            if closed:
                raise self._mistake(f"{token!r} after it", "Write one parse a line.")
            if token == "(":
                open_.append(("", len(self.words), -1))
            elif token == ")":
                if not open_:
                    raise self._mistake("a closing bracket too many")
                label, start, slot = open_.pop()
                if slot >= 0 and start < len(self.words):
                    slots[slot] = Phrase(label, start, len(self.words))
                closed = not open_
            elif not open_:
                raise self._mistake(f"{token!r} outside of brackets")
            elif before == "(":
                slots.append(None)
                open_[-1] = (token, len(self.words), len(slots) - 1)
            else:
                self._word(token, open_, slots)
            before = token
        if open_:
            raise self._mistake(f"{len(open_)} brackets that are not closed")
        self.phrases = [phrase for phrase in slots if phrase is not None]

    def _word(self, word: str, open_: list[tuple[str, int, int]], slots: list[Phrase | None]) -> None:
        tag, start, slot = open_[-1]
        if slot != len(slots) - 1 or start < len(self.words):
            raise self._mistake(f"the word {word!r} next to others in {tag!r}", "Give each word a tag of its own.")
        open_[-1] = (tag, start, -1)  # a tag is no phrase
        if tag != _NO_WORD:
            self.words.append(word)

    def _mistake(self, found: str, remedy: str = "") -> FormatError:
        return FormatError(
            place=self._place,
            expected="a parse in brackets, such as (S (NP (DT The) (NN cat)) (VP (VBD sat)))",
            found=found,
            remedy=remedy or "Write an empty line where a sentence has no parse.",
        )
