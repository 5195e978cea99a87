"""Search in titles, headings and texts of the documentation."""

from __future__ import annotations

import re
from dataclasses import dataclass

from bakeoff_site.core.caches import ComputedCache
from bakeoff_site.documentation.conversions.passages import Passage, passages_of
from bakeoff_site.documentation.selectors.pages import Entry, changed_at, file_of, menu

MOST_FOUND = 20
_MOST_WORDS = 8
_BEFORE, _AFTER = 60, 160
"""How many characters of a text are shown around the first word that was found."""
_IN_TITLE, _IN_HEADING = 8, 4
"""How much more a word counts there than in the text."""
_PASSAGES: ComputedCache[tuple[Passage, ...]] = ComputedCache(most=256)


@dataclass(frozen=True)
class Part:
    """Of an excerpt."""

    text: str
    is_found: bool


@dataclass(frozen=True)
class Found:
    """A page, and the passage of it that fits best."""

    entry: Entry
    section_title: str
    passage: Passage
    excerpt: tuple[Part, ...]

    @property
    def address(self) -> str:
        return self.entry.address + (f"#{self.passage.anchor}" if self.passage.anchor else "")


@dataclass(frozen=True)
class Introduction:
    """A page and its first sentence."""

    entry: Entry
    sentence: str


def find_pages(searched: str) -> list[Found]:
    """Pages with a passage in which all words occur, or words that start with them; the best first."""
    words = [re.compile(rf"(?<!\w){re.escape(word)}", re.IGNORECASE) for word in searched.split()[:_MOST_WORDS]]
    found = []
    for section in menu():
        for entry in section.entries:
            ranks = [(_rank(words, entry, passage), passage) for passage in _passages(entry)]
            rank, passage = max(ranks, key=lambda each: each[0])
            if rank:
                found.append((rank, Found(entry, section.title, passage, _excerpt(passage.text, words))))
    found.sort(key=lambda each: -each[0])
    return [each for _, each in found[:MOST_FOUND]]


def introduction_of(entry: Entry) -> Introduction:
    return Introduction(entry, _passages(entry)[0].text.partition(". ")[0].rstrip(".") + ".")


def _passages(entry: Entry) -> tuple[Passage, ...]:
    file = file_of(entry.path)
    return _PASSAGES.get((file, changed_at(file)), lambda: passages_of(file.read_text(encoding="utf-8")))


def _rank(words: list[re.Pattern[str]], entry: Entry, passage: Passage) -> int:
    """How well a passage fits; 0 if it lacks a word."""
    places = ((_IN_TITLE, entry.title), (_IN_HEADING, passage.heading), (1, passage.text))
    ranks = [sum(rank for rank, text in places if word.search(text)) for word in words]
    return sum(ranks) if all(ranks) else 0


def _excerpt(text: str, words: list[re.Pattern[str]]) -> tuple[Part, ...]:
    pattern = re.compile(f"({'|'.join(word.pattern for word in words)})", re.IGNORECASE)
    first = pattern.search(text)
    middle = first.start() if first else 0
    start = text.rfind(" ", 0, max(middle - _BEFORE, 0)) + 1
    end = text.find(" ", middle + _AFTER)
    shown = ("… " if start else "") + text[start : end if end > 0 else None] + (" …" if end > 0 else "")
    return tuple(Part(part, number % 2 == 1) for number, part in enumerate(pattern.split(shown)) if part)
