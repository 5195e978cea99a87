"""METEOR's paraphrase table: pairs of phrases that may stand for each other."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from bakeoff.errors import ResourceError
from bakeoff.native import Tokens
from bakeoff.text.resources.cache import Arrays, load_arrays, store_arrays
from bakeoff.text.resources.paraphrase_file import read_paraphrases
from bakeoff.text.resources.phrase_trie import PhraseTrie

VARIABLE = "BAKEOFF_METEOR_PARAPHRASES"
# METEOR 1.5 has tables for these; its Czech is `cz`.
LANGUAGES = {"cs": "cz", "de": "de", "en": "en", "es": "es", "fr": "fr", "ru": "ru"}
_PACKAGE = "pycocoevalcap"
_FOLDER_IN_PACKAGE = Path("meteor", "data")


@dataclass(frozen=True, eq=False)
class PhraseMatches:
    """Phrases and which of them are paraphrases of which.

    Phrase p consists of the words `words[word_starts[p]:word_starts[p + 1]]` (numbers of given words); the phrases
    that the table gives for it are `partners[partner_starts[p]:partner_starts[p + 1]]`, in the order of the table. A
    pair that the table holds in both directions occurs twice: METEOR counts it so.
    """

    word_starts: NDArray[np.int64]
    words: NDArray[np.int32]
    partner_starts: NDArray[np.int64]
    partners: NDArray[np.int32]

    def __len__(self) -> int:
        return len(self.word_starts) - 1


@dataclass(frozen=True, eq=False)
class ParaphraseTable:
    """All pairs of a table; it is stored in the cache and mapped into memory where it is used."""

    path: Path
    digest: str
    """Hexadecimal digits of the SHA-256 of the file."""
    arrays: Arrays
    language: str = "en"

    @property
    def signature(self) -> str:
        """As it is in the signature of a score."""
        return f"paraphrases:{self.language}-{self.digest[:8]}"

    @property
    def pairs(self) -> int:
        """The number of pairs in the file."""
        return int(self.arrays["right"].size)

    def phrases_in(self, words: Sequence[str], text: Tokens) -> NDArray[np.int64]:
        """The table's phrases that occur in a text, by their numbers in the table; `words` are those of its ids."""
        own = np.array([self._numbers.get(word, -1) for word in words], np.int64)
        lengths = text.lengths()[:, 0]
        return self._trie.phrases_in(own[text.ids()], np.repeat(np.cumsum(lengths), lengths))

    def matches(self, words: Sequence[str], phrases: NDArray[np.int64]) -> PhraseMatches:
        """All pairs whose two sides are among the given phrases.

        `phrases` are numbers as `phrases_in` gives them, sorted and each once, so for two texts
        `numpy.union1d(table.phrases_in(words, first), table.phrases_in(words, second))`.
        """
        left, right = self._pairs_among(phrases)
        kept, sides = np.unique(np.concatenate([left, right]), return_inverse=True)
        first, second = np.split(sides, 2)
        lengths, own = self._trie.words_of(phrases[kept])
        given = np.full(len(self._numbers), -1, np.int32)
        for number, word in enumerate(words):
            if word in self._numbers:
                given[self._numbers[word]] = number
        return PhraseMatches(
            word_starts=np.concatenate([[0], np.cumsum(lengths)]),
            words=given[own],
            partner_starts=np.searchsorted(first, np.arange(kept.size + 1)),
            partners=second.astype(np.int32),
        )

    def paraphrases_of(self, phrase: str) -> tuple[str, ...]:
        """What may stand for a phrase, sorted; nothing where the table does not hold it."""
        own = np.array([self._numbers.get(word, -1) for word in phrase.split()], np.int64)
        phrases = self._trie.phrases_in(own, np.full(own.size, own.size))
        numbers = [number for number in phrases.tolist() if self._trie.words_of(np.array([number]))[0] == own.size]
        return tuple(sorted({self._phrase(other) for number in numbers for other in self._partners(number)}))

    def _pairs_among(self, phrases: NDArray[np.int64]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """Both sides of the pairs whose sides are among the phrases, as places in `phrases`, by the left side."""
        ends = self.arrays["pair_ends"]
        starts = np.where(phrases > 0, ends[phrases - 1], 0)
        counts = ends[phrases] - starts
        left = np.repeat(np.arange(phrases.size), counts)
        # Pairs of a phrase follow one another in the table.
        offsets = np.arange(left.size) - np.repeat(np.cumsum(counts) - counts, counts)
        right = self.arrays["right"][starts[left] + offsets]
        places = np.minimum(np.searchsorted(phrases, right), max(0, phrases.size - 1))
        kept = np.flatnonzero(phrases[places] == right)
        return left[kept], places[kept]

    def _partners(self, number: int) -> list[int]:
        ends, right = self.arrays["pair_ends"], self.arrays["right"]
        behind: list[int] = right[ends[number - 1] if number else 0 : ends[number]].tolist()
        before: list[int] = np.searchsorted(ends, np.flatnonzero(right == number), side="right").tolist()
        return behind + before

    def _phrase(self, number: int) -> str:
        _, words = self._trie.words_of(np.array([number]))
        return " ".join(self._words[word] for word in words.tolist())

    @cached_property
    def _trie(self) -> PhraseTrie:
        arrays = self.arrays
        return PhraseTrie(len(self._words), arrays["keys"], arrays["level_ends"], arrays["phrase_nodes"])

    @cached_property
    def _words(self) -> list[str]:
        return self.arrays["words"].tobytes().decode().split("\n")

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return dict(zip(self._words, range(len(self._words)), strict=True))


def find_paraphrases(path: str | os.PathLike[str] | None = None, *, language: str = "en") -> ParaphraseTable:
    """METEOR's table of a language from a file or folder, by default the one that BAKEOFF_METEOR_PARAPHRASES names.

    Without either, the English table is taken from an installed pycocoevalcap. The first time a table is read, which
    takes a while; afterwards it comes from the cache.
    """
    file = locate_paraphrases(path, language=language)
    digest = file_digest(file)
    name = f"paraphrases-2-{digest[:32]}.arrays"
    arrays = load_arrays(name)
    if arrays is None:
        arrays = read_paraphrases(file)
        store_arrays(name, arrays)
    return ParaphraseTable(file, digest, arrays, language)


def locate_paraphrases(path: str | os.PathLike[str] | None = None, *, language: str = "en") -> Path:
    """The file with METEOR's table of a language; an error says how to get it.

    A file under a name that METEOR does not use counts as English.
    """
    if language not in LANGUAGES:
        raise ResourceError(
            f"METEOR has no paraphrases for the language {language!r}, only for {', '.join(LANGUAGES)}."
        )
    given = path or os.environ.get(VARIABLE)
    file = Path(given) if given else _file_of_package(language)
    if file is None:
        raise ResourceError(f"METEOR's table of paraphrases for {language} is not installed: {remedy(language)}.")
    if file.is_dir():
        file = file / _file_name(language)
    if not file.is_file():
        raise ResourceError(f"{file}: there is no such table of paraphrases: {remedy(language)}.")
    held = next((code for code in LANGUAGES if file.name == _file_name(code)), "en")
    if held != language:
        raise ResourceError(f"{file} holds paraphrases for {held}, not for {language}: {remedy(language)}.")
    return file


def remedy(language: str) -> str:
    """How to get the table of a language."""
    pointing = f"point {VARIABLE} to METEOR's file {_file_name(language)} or its folder"
    return f"pip install --no-deps {_PACKAGE}==1.2, or {pointing}" if language == "en" else pointing


def _file_name(language: str) -> str:
    return f"paraphrase-{LANGUAGES[language]}.gz"


def _file_of_package(language: str) -> Path | None:
    # The package is only looked for, never imported: it brings programs of its own.
    from importlib.util import find_spec  # noqa: PLC0415

    spec = find_spec(_PACKAGE)
    folders = [Path(folder) for folder in (spec.submodule_search_locations or ())] if spec else []
    files = [folder / _FOLDER_IN_PACKAGE / _file_name(language) for folder in folders]
    return next((file for file in files if file.is_file()), None)


def file_digest(file: Path) -> str:
    """Hexadecimal digits of the SHA-256 of a file."""
    try:
        with file.open("rb") as content:
            return hashlib.file_digest(content, "sha256").hexdigest()
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise ResourceError(f"{file}: the table of paraphrases cannot be read ({reason}).") from None
