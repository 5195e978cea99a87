"""Which words of two outputs differ, and which of them a reference has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from bakeoff.alignment.edit_operations import edit_operations
from bakeoff.text import word_spans

Normalise = Callable[[Sequence[str]], list[str]]
"""Strings to strings, one by one: the text steps of a specification."""


@dataclass(frozen=True, slots=True)
class Piece:
    """Neighbouring words of an output that fare alike. Joined, the pieces of an output are its text to the letter."""

    text: str
    differs: bool
    """Whether the other output lacks these words at this place."""
    in_reference: bool | None
    """Whether a reference has each of these words, as often as the output up to here; None where the specification
    removes them, so that they do not count."""


def word_differences(
    first: str, second: str, references: Sequence[str], *, normalise: Normalise = list
) -> tuple[tuple[Piece, ...], tuple[Piece, ...]]:
    """Both outputs in pieces. Words are compared after `normalise`, shown as they are; white space between two pieces
    belongs to the one that does not differ.

    >>> for piece in word_differences("the cat sat down", "a cat sat", ["the cat sat"])[0]:
    ...     print(piece)
    Piece(text='the', differs=True, in_reference=True)
    Piece(text=' cat sat ', differs=False, in_reference=True)
    Piece(text='down', differs=True, in_reference=False)
    """
    one, other = _Words(first, normalise), _Words(second, normalise)
    steps = [step for step in edit_operations(one.keys, other.keys) if step.kind != "match"]
    counts = [Counter(_Words(reference, normalise).keys) for reference in references]
    return (
        one.pieces({step.hypothesis for step in steps}, counts),
        other.pieces({step.reference for step in steps}, counts),
    )


_Fate = tuple[bool, bool | None]
"""`differs` and `in_reference` of a word."""


class _Words:
    """The words of a text. A specification may leave of a word one key to compare it by, several or none."""

    def __init__(self, text: str, normalise: Normalise) -> None:
        self._text = text
        self._spans = word_spans(text)
        self._keys = [key.split() for key in normalise([text[start:end] for start, end in self._spans])]
        self.keys = [key for keys in self._keys for key in keys]

    def pieces(self, differing: set[int | None], references: Sequence[Counter[str]]) -> tuple[Piece, ...]:
        fates = list(self._fates(differing, references))
        if not fates:
            return (Piece(self._text, differs=False, in_reference=None),) if self._text else ()
        parts = self._parts(fates)
        return tuple(
            Piece("".join(text for _, text in group), differs=fate[0], in_reference=fate[1])
            for fate, group in groupby(parts, key=lambda part: part[0])
        )

    def _fates(self, differing: set[int | None], references: Sequence[Counter[str]]) -> Iterator[_Fate]:
        seen: Counter[str] = Counter()
        position = 0
        for keys in self._keys:
            places = range(position, position + len(keys))
            position += len(keys)
            seen.update(keys)
            known = any(all(seen[key] <= counts[key] for key in keys) for counts in references)
            yield any(place in differing for place in places), known if keys else None

    def _parts(self, fates: Sequence[_Fate]) -> Iterator[tuple[_Fate, str]]:
        """The text in words and gaps, each gap under the fate of a neighbour."""
        end = 0
        before = fates[0]
        for (start, after_end), fate in zip(self._spans, fates, strict=True):
            gap_fate = fate if before[0] and not fate[0] else before
            yield gap_fate, self._text[end:start]
            yield fate, self._text[start:after_end]
            before, end = fate, after_end
        yield before, self._text[end:]
