"""Stretches of a reference's words turned into edits of its text that can be found there without a word number."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bakeoff.evaluation.adjudication.reference_words import Word, reference_words, same_words
from bakeoff.evaluation.adjudication.versions import occurrences
from bakeoff.speech import upper_ascii


@dataclass(frozen=True, slots=True, order=True)
class Stretch:
    """Words `first` up to `last` of a reference (if equal: none, before word `first`) and what was heard instead."""

    first: int
    last: int
    heard: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TextEdit:
    """One replacement in a text. `old` occurs once, so it may include words around the ones that change."""

    old: str
    new: str
    reference: str
    """The words that change; of several stretches with … between them."""
    heard: str
    stretches: tuple[Stretch, ...]


def edits_of(text: str, scored: str, stretches: Sequence[Stretch]) -> tuple[list[TextEdit], list[Stretch]]:
    """Edits of a text for stretches of its words as scored, given in order with a word between them.

    Stretches whose surroundings would overlap share an edit. Then comes what cannot be edited: stretches in or next to
    alternatives, and what rules of spelling changed.

    >>> edits_of("the cat the mat", "the cat the mat", [Stretch(2, 3, ("a",))])[0][0].old
    'cat the'
    """
    words = reference_words(text)
    fitting = _Fitting(text, scored, words)
    open_: list[_Draft] = []
    unfit: list[Stretch] = []
    for stretch in stretches:
        placed = fitting.placed(stretch)
        if placed is None:
            unfit.append(stretch)
            continue
        draft = _Draft(text, words, [placed], [stretch])
        if open_ and draft.low < open_[-1].high:
            open_[-1].absorb(draft)
        else:
            open_.append(draft)
    return [draft.edit() for draft in open_], unfit


class _Fitting:
    """Which words of the text were scored."""

    def __init__(self, text: str, scored: str, words: Sequence[Word]) -> None:
        self._words = words
        self._places = same_words(text, scored)
        self._count = len(words) if text == scored else len(reference_words(scored))

    def placed(self, stretch: Stretch) -> Stretch | None:
        """The stretch in words of the text; None where it cannot be determined or alternatives are about."""
        before = self._places.get(stretch.first - 1) if stretch.first else -1
        after = self._places.get(stretch.last) if stretch.last < self._count else len(self._words)
        if before is None or after is None or after - before - 1 != stretch.last - stretch.first:
            return None
        inner = range(before + 1, after)
        if any(self._places.get(stretch.first + step) != place for step, place in enumerate(inner)):
            return None
        near = inner or [place for place in (before, after) if 0 <= place < len(self._words)]
        if any(self._words[place].is_alternative for place in near):
            return None
        return Stretch(before + 1, after, stretch.heard)


class _Draft:
    """An edit of words `low` up to `high`, widened until the text has them once."""

    def __init__(self, text: str, words: Sequence[Word], placed: list[Stretch], stretches: list[Stretch]) -> None:
        self._text, self._words, self._placed, self._stretches = text, words, placed, stretches
        self.low, self.high = placed[0].first, placed[0].last
        if self.low == self.high:
            self.low, self.high = (self.low - 1, self.high) if self.low else (self.low, min(1, len(words)))
        while len(occurrences(text, text[slice(*self._span)])) != 1:
            is_left = self.high == len(words) or (self.low > 0 and (self.high - self.low) % 2 == 1)
            self.low, self.high = (self.low - 1, self.high) if is_left else (self.low, self.high + 1)

    def absorb(self, other: _Draft) -> None:
        self.low, self.high = min(self.low, other.low), max(self.high, other.high)
        self._placed += other._placed
        self._stretches += other._stretches

    @property
    def _span(self) -> tuple[int, int]:
        """From which character to which; at the ends of the text with whatever is present next to words."""
        start = self._words[self.low].start if self.low else 0
        return start, self._words[self.high - 1].end if self.high < len(self._words) else len(self._text)

    def edit(self) -> TextEdit:
        start, end = self._span
        new, at, shown = "", start, []
        for one, (begin, stop, words) in zip(self._placed, self._changes(), strict=True):
            new += self._text[at:begin] + words
            at = stop
            shown.append(_text_of(self._text, self._words[one.first : one.last]))
        heard = [_cased(self._text, one.heard) for one in self._placed]
        return TextEdit(
            old=self._text[start:end],
            new=new + self._text[at:end],
            reference=" … ".join(shown),
            heard=" … ".join(heard),
            stretches=tuple(self._stretches),
        )

    def _changes(self) -> Iterator[tuple[int, int, str]]:
        """The characters to replace, with the blanks next to them: from which to which."""
        for one in self._placed:
            heard = _cased(self._text, one.heard)
            if one.first < one.last:
                begin, stop = self._words[one.first].start, self._words[one.last - 1].end
                if not heard and one.last < self.high:
                    stop = len(self._text) - len(self._text[stop:].lstrip(" \t"))
                elif not heard and one.first > self.low:
                    begin = len(self._text[:begin].rstrip(" \t"))
                yield begin, stop, heard
            elif one.first:
                at = self._words[one.first - 1].end
                yield at, at, f" {heard}"
            else:
                yield 0, 0, f"{heard} " if self._words else heard


def _text_of(text: str, words: Sequence[Word]) -> str:
    return text[words[0].start : words[-1].end] if words else ""


def _cased(text: str, heard: Sequence[str]) -> str:
    """What was heard, in capitals where the reference has nothing else."""
    return upper_ascii(" ".join(heard)) if text.isupper() else " ".join(heard)
