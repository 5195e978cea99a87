"""The exceptions that a user of Bakeoff may meet. Each message is one sentence that says what to do."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

SHOWN_MISTAKES = 50
"""How many mistakes a message names."""
_LONGEST_FOUND = 4000
"""A cell, a line or a list of columns can be as long as the file."""


def nearest(name: str, known: Iterable[str]) -> str:
    """A question after the known name that was probably meant, whatever its case; nothing where none is close.

    >>> nearest("cae+punc", ["raw", "case+punc"]), nearest("BLEU", ["bleu", "ter"]), nearest("x", ["raw"])
    ('Did you mean case+punc?', 'Did you mean bleu?', '')
    """
    from difflib import get_close_matches  # noqa: PLC0415 - only mistakes need it

    folded = {each.casefold(): each for each in known}
    close = get_close_matches(name.casefold(), folded, n=1)
    return f"Did you mean {folded[close[0]]}?" if close else ""


class BakeoffError(Exception):
    """Something cannot be done, mostly because what the user gave is wrong; the command line prints it and exits 2."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where in the input something is: file, line (from 1) and, where they are known, document and segment."""

    file: str | None = None
    line: int | None = None
    document: str | None = None
    segment: str | None = None

    def __str__(self) -> str:
        parts = [self.file] if self.file else []
        if self.line is not None:
            parts.append(f"line {self.line}")
        if self.document:
            parts.append(f"document {self.document}")
        if self.segment:
            parts.append(f"segment {self.segment}")
        return ", ".join(parts)


class InputError(BakeoffError):
    """A file or text is wrong: where, what was found, what was expected, how to fix it.

    >>> print(InputError(found="3", expected="4 columns", place=Place("a.tsv", 214), remedy="Write a tab as a blank."))
    a.tsv, line 214: expected 4 columns, found 3. Write a tab as a blank.
    """

    def __init__(self, *, found: str, expected: str, place: Place | None = None, remedy: str = "") -> None:
        self.found = found if len(found) <= _LONGEST_FOUND else f"{found[:_LONGEST_FOUND]}…"
        self.expected = expected
        self.place = place or Place()
        self.remedy = remedy
        super().__init__(self.found, expected, self.place, remedy)

    def __str__(self) -> str:
        where = str(self.place)
        sentence = f"expected {self.expected}, found {self.found}."
        return (f"{where}: " if where else "") + sentence + (f" {self.remedy}" if self.remedy else "")


class FormatError(InputError):
    """A file does not follow its format."""


class MistakesError(BakeoffError):
    """Several things in the input are wrong at once: `mistakes` holds them all, the message names the first fifty.

    >>> print(MistakesError([FormatError(found="6", expected="a rank from 1 to 5", place=Place("a.csv", 3))]))
    a.csv, line 3: expected a rank from 1 to 5, found 6.
    """

    def __init__(self, mistakes: Sequence[InputError]) -> None:
        self.mistakes = tuple(mistakes)
        super().__init__(self.mistakes)

    def __str__(self) -> str:
        more = len(self.mistakes) - SHOWN_MISTAKES
        rest = [f"… and {more:,} more."] if more > 0 else []
        return "\n".join([*map(str, self.mistakes[:SHOWN_MISTAKES]), *rest])


class AlignmentError(InputError):
    """Texts that should have the same segments do not: some are missing, extra, duplicate or out of order."""


class ExpressionError(BakeoffError):
    """A metric expression, a specification or another name given by the user is not known or not well formed."""


class LanguageError(ExpressionError):
    """A metric does not exist for the language of the texts; `option` is one that makes it exist nevertheless."""

    def __init__(self, sentence: str, *, option: str) -> None:
        self.option = option
        super().__init__(sentence)


class TransientError(BakeoffError):
    """Nothing is wrong with the input: the same can work later, so jobs are tried again."""


class ResourceError(BakeoffError):
    """A language resource is not installed or cannot be used; the message says how to get it."""


class PluginError(InputError):
    """A plug-in program could not be started, said something else than it should, fell silent or broke down."""
