"""Snowball stemmers of the languages for which METEOR 1.5 has one, as PyStemmer 2.2 has them.

PyStemmer 2.2 stems English as METEOR 1.5 does; later versions stem some words differently. For languages in which the
two differ, see `bakeoff.metrics.meteor.stems`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache

from bakeoff.errors import ExpressionError

_CODES = {
    "da": "danish",
    "de": "german",
    "en": "english",
    "es": "spanish",
    "fi": "finnish",
    "fr": "french",
    "hu": "hungarian",
    "it": "italian",
    "nl": "dutch",
    "no": "norwegian",
    "pt": "portuguese",
    "ro": "romanian",
    "ru": "russian",
    "sv": "swedish",
    "tr": "turkish",
}
_NAMES = {name: code for code, name in _CODES.items()}


@dataclass(frozen=True, slots=True)
class Stemmer:
    """The stemmer of one language."""

    language: str
    """Its code, such as `en`."""
    version: str
    """Of the distribution PyStemmer."""
    _stem: Callable[[Sequence[str]], list[str]] = field(repr=False, compare=False)
    name: str = "snowball"

    @property
    def signature(self) -> str:
        """As it is in the signature of a score."""
        return f"stemmer:{self.name}-{self.language}-{self.version}"

    def stem(self, words: Sequence[str]) -> list[str]:
        """The stem of each word; words are expected in lower case.

        >>> find_stemmer("en").stem(["relations", "relating", "related"])
        ['relat', 'relat', 'relat']
        """
        return self._stem(words)


def stemmer_languages() -> dict[str, str]:
    """The languages that have a stemmer: code and English name."""
    return dict(_CODES)


def find_stemmer(language: str) -> Stemmer:
    """The stemmer of a language, given by its code (`en`, `en-GB`) or its English name.

    >>> find_stemmer("German").language
    'de'
    """
    return _load(_code(language))


def _code(language: str) -> str:
    name = language.strip().lower()
    primary = name.replace("_", "-").partition("-")[0]
    code = _NAMES.get(name, primary)
    if code not in _CODES:
        known = ", ".join(f"{code} ({name})" for code, name in _CODES.items())
        raise ExpressionError(f"there is no stemmer for the language {language!r}; the languages are: {known}.")
    return code


@cache
def _load(code: str) -> Stemmer:
    # Loaded only where words are stemmed.
    from importlib.metadata import version  # noqa: PLC0415

    import Stemmer as snowball  # noqa: N813, PLC0415

    return Stemmer(code, version("PyStemmer"), snowball.Stemmer(_CODES[code]).stemWords)
