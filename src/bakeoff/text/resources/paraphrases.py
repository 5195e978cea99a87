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
from bakeoff.text.resources.cache import Arrays, load_arrays, store_arrays
from bakeoff.text.resources.paraphrase_file import read_paraphrases

VARIABLE = "BAKEOFF_METEOR_PARAPHRASES"
REMEDY = f"pip install --no-deps pycocoevalcap==1.2, or point {VARIABLE} to METEOR's file paraphrase-en.gz"
_PACKAGE = "pycocoevalcap"
_PLACE_IN_PACKAGE = Path("meteor", "data", "paraphrase-en.gz")


@dataclass(frozen=True, eq=False)
class PhraseMatches:
    """Phrases made only of given words, and which of them are paraphrases of which.

    Phrase p consists of the words `words[word_starts[p]:word_starts[p + 1]]` (numbers of the given words); its
    paraphrases are the phrases `partners[partner_starts[p]:partner_starts[p + 1]]`, in ascending order, each once,
    whichever side of the table they stand on; p itself is not among them. Each phrase has at least one.
    """

    word_starts: NDArray[np.int64]
    words: NDArray[np.int32]
    partner_starts: NDArray[np.int64]
    partners: NDArray[np.int32]

    def __len__(self) -> int:
        return len(self.word_starts) - 1


@dataclass(frozen=True, eq=False)
class ParaphraseTable:
    """All pairs of a table; it lies in the cache and is mapped into memory where it is used."""

    path: Path
    digest: str
    """Hexadecimal digits of the SHA-256 of the file."""
    arrays: Arrays
    language: str = "en"

    @property
    def signature(self) -> str:
        """As it stands in the signature of a score."""
        return f"paraphrases:{self.language}-{self.digest[:8]}"

    @property
    def pairs(self) -> int:
        """The number of pairs in the file."""
        return int(self.arrays["right"].size)

    def matches(self, words: Sequence[str]) -> PhraseMatches:
        """All pairs whose two sides consist only of the given words (each given once), for use in both directions."""
        given = np.full(len(self._numbers), -1, np.int32)
        for number, word in enumerate(words):
            own = self._numbers.get(word)
            if own is not None:
                given[own] = number
        left, right = self._pairs_within(given >= 0)
        return self._phrase_matches(left, right, given)

    def paraphrases_of(self, phrase: str) -> tuple[str, ...]:
        """What may stand for a phrase, sorted; nothing where the table does not hold it."""
        own = [self._numbers.get(word) for word in phrase.split()]
        ends = self.arrays["phrase_ends"]
        candidates = np.flatnonzero(np.diff(ends, prepend=0) == len(own))
        for position, word in enumerate(own):
            first = ends[candidates] - len(own)
            candidates = candidates[self.arrays["phrase_words"][first + position] == (-1 if word is None else word)]
        found = {int(other) for number in candidates for other in self._partners(int(number)) if other != number}
        return tuple(sorted(self._phrase(number) for number in found))

    def _pairs_within(self, allowed: NDArray[np.bool_]) -> tuple[NDArray[np.intp], NDArray[np.int32]]:
        ends = self.arrays["phrase_ends"]
        if not ends.size:
            return np.empty(0, np.intp), np.empty(0, np.int32)
        starts = np.concatenate([[0], ends[:-1]])
        whole = np.logical_and.reduceat(allowed[self.arrays["phrase_words"]], starts)
        pair_ends = self.arrays["pair_ends"]
        kept = np.flatnonzero(np.repeat(whole, np.diff(pair_ends, prepend=0)) & whole[self.arrays["right"]])
        return np.searchsorted(pair_ends, kept, side="right"), self.arrays["right"][kept]

    def _phrase_matches(
        self, left: NDArray[np.intp], right: NDArray[np.int32], given: NDArray[np.int32]
    ) -> PhraseMatches:
        different = left != right
        sides = np.concatenate([left[different], right[different]])
        phrases, numbers = np.unique(sides, return_inverse=True)
        first, second = np.split(numbers, 2)
        keys = np.unique(np.concatenate([first * phrases.size + second, second * phrases.size + first]))
        ends = self.arrays["phrase_ends"]
        lengths = np.diff(ends, prepend=0)[phrases]
        word_starts = np.concatenate([[0], np.cumsum(lengths)])
        # Places of all words of the phrases: those of a phrase follow one another.
        places = np.arange(word_starts[-1]) + np.repeat(ends[phrases] - lengths - word_starts[:-1], lengths)
        return PhraseMatches(
            word_starts=word_starts,
            words=given[self.arrays["phrase_words"][places]],
            partner_starts=np.searchsorted(keys, np.arange(phrases.size + 1) * phrases.size),
            partners=(keys % max(1, phrases.size)).astype(np.int32),
        )

    def _partners(self, number: int) -> list[int]:
        ends, right = self.arrays["pair_ends"], self.arrays["right"]
        behind: list[int] = right[ends[number - 1] if number else 0 : ends[number]].tolist()
        before: list[int] = np.searchsorted(ends, np.flatnonzero(right == number), side="right").tolist()
        return behind + before

    def _phrase(self, number: int) -> str:
        ends = self.arrays["phrase_ends"]
        words = self.arrays["phrase_words"][ends[number - 1] if number else 0 : ends[number]]
        return " ".join(self._words[word] for word in words)

    @cached_property
    def _words(self) -> list[str]:
        return self.arrays["words"].tobytes().decode().split("\n")

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return dict(zip(self._words, range(len(self._words)), strict=True))


def find_paraphrases(path: str | os.PathLike[str] | None = None) -> ParaphraseTable:
    """METEOR's English table from a file, from the one that BAKEOFF_METEOR_PARAPHRASES names, or from pycocoevalcap.

    The first time it is read, which takes a while; afterwards it comes from the cache.
    """
    file = locate_paraphrases(path)
    digest = file_digest(file)
    name = f"paraphrases-1-{digest[:32]}.arrays"
    arrays = load_arrays(name)
    if arrays is None:
        arrays = read_paraphrases(file)
        store_arrays(name, arrays)
    return ParaphraseTable(file, digest, arrays)


def locate_paraphrases(path: str | os.PathLike[str] | None = None) -> Path:
    """The file with METEOR's English table; an error says how to get it."""
    given = path or os.environ.get(VARIABLE)
    if given:
        if not Path(given).is_file():
            raise ResourceError(f"{given}: there is no such paraphrase table: {REMEDY}.")
        return Path(given)
    for folder in _package_folders():
        if (folder / _PLACE_IN_PACKAGE).is_file():
            return folder / _PLACE_IN_PACKAGE
    raise ResourceError(f"METEOR's English paraphrase table is not installed: {REMEDY}.")


def _package_folders() -> list[Path]:
    # The package is only looked for, never imported: it brings programs of its own.
    from importlib.util import find_spec  # noqa: PLC0415

    spec = find_spec(_PACKAGE)
    return [Path(folder) for folder in (spec.submodule_search_locations or [])] if spec else []


def file_digest(file: Path) -> str:
    """Hexadecimal digits of the SHA-256 of a file."""
    try:
        with file.open("rb") as content:
            return hashlib.file_digest(content, "sha256").hexdigest()
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise ResourceError(f"{file}: the paraphrase table cannot be read ({reason}): {REMEDY}.") from None
