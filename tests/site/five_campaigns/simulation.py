"""Sentences, and systems whose mistakes are known.

A segment has ten words that differ from one another, a name that no other text has, and a full stop. References after
the first have another word in one place of every segment. A system has wrong words, which no reference has, in known
places, and its own name in the place of the reference's. So the number of word errors of a segment is the number of its
mistakes and one, whatever aligns them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field

WORDS = 10
"""Of a segment, without its name and full stop."""
_RIGHT, _WRONG, _OTHER = 61, 40, 20
"""How many words there are: of texts, of mistakes, and of references after the first."""
_SYLLABLES = [consonant + vowel for consonant in "bdfgklmnprstvz" for vowel in "aeiou"]
_ARABIC = "ابتجدرسشعفقكلمنهوي"


@dataclass(frozen=True)
class Part:
    """A document or a talk, and what is known of it."""

    id: str
    segments: int = 3
    attributes: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class System:
    """A system of a team: how many words it gets wrong in a segment, and in every third one more."""

    team: str
    type: str = "primary"
    """What names of files call it."""
    wrong: int = 2
    slips: int = 0
    """The number of segments, from the first, with one mistake more."""
    upper_case: bool = True
    """Whether it writes upper case."""

    @property
    def name(self) -> str:
        """What boards call it."""
        return f"{self.team}_{self.type}"

    def mistakes(self, segment: int) -> int:
        return min(WORDS, self.wrong + (segment % 3 == 0) + (segment < self.slips))


def name_in(*of: str) -> str:
    """A name that stands in one text alone: that of a system on a test set, of a reference, of a source."""
    number = int.from_bytes(hashlib.sha256("|".join(of).encode()).digest()[:4])
    letters = ""
    for _ in range(5):
        number, rest = divmod(number, len(_SYLLABLES))
        letters += _SYLLABLES[rest]
    return letters


def words_of(segment: int, language: str) -> list[str]:
    """What is said in a segment."""
    return [_word((11 * segment + 6 * place) % _RIGHT, language) for place in range(WORDS)]


def reference_words(segment: int, language: str, number: int) -> list[str]:
    """The same in a reference: the first has every word."""
    words = words_of(segment, language)
    if number > 1:
        words[(segment + number) % WORDS] = _word(_RIGHT + _WRONG + number % _OTHER, language)
    return words


def system_words(segment: int, language: str, system: System) -> list[str]:
    """The same by a system, with its mistakes."""
    words = words_of(segment, language)
    for mistake in range(system.mistakes(segment)):
        words[(segment + 3 * mistake) % WORDS] = _word(_RIGHT + (7 * segment + mistake) % _WRONG, language)
    return words


def sentence(words: list[str], name: str) -> str:
    return f"{' '.join([words[0].capitalize(), *words[1:]])} {name} ."


def _word(number: int, language: str) -> str:
    """A word of a language; those of two numbers differ."""
    if language == "zh":
        return chr(0x4E00 + 7 * number) + chr(0x6E00 + 7 * number)
    if language == "ar":
        count = len(_ARABIC)
        return "".join(_ARABIC[each] for each in (number % count, number // count, (number + 5) % count, 3))
    return _SYLLABLES[number % 70] + _SYLLABLES[(3 * number + 1) % 70] + ("n" if number < 70 else "r")
