"""Synonyms by WordNet 3.0, looked up as METEOR 1.5 does."""

from __future__ import annotations

import hashlib
import os
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from bakeoff.errors import ResourceError
from bakeoff.text.resources.cache import Arrays, load_arrays, store_arrays
from bakeoff.text.resources.wordnet_files import EXCEPTION_FILES, INDEX_FILES, VERSION, check_version, read_wordnet

VARIABLE = "BAKEOFF_WORDNET"
REMEDY = f"apt install wordnet-base, or point {VARIABLE} to its folder"
_USUAL_FOLDERS = (Path("/usr/share/wordnet"), Path("/usr/local/share/wordnet"), Path("/usr/local/WordNet-3.0/dict"))

# Endings and what stands for them in the base form, in the order in which METEOR tries them. Rules of morphy(7WN) that
# would only give the same base again (`ses` to `s` after `es` to nothing) are left out.
_SUFFIX_RULES = (
    ("s", ""),
    ("men", "man"),
    ("ies", "y"),
    ("es", ""),
    ("ed", "e"),
    ("ed", ""),
    ("ing", "e"),
    ("ing", ""),
    ("er", ""),
    ("er", "e"),
    ("est", ""),
    ("est", "e"),
)


@dataclass(frozen=True, eq=False)
class WordNet:
    """Words and their synsets. Two different words that share a synset are synonyms."""

    path: Path
    version: str
    digest: str
    """Hexadecimal digits of the SHA-256 of all words, synsets and irregular forms, whatever files they came from."""
    arrays: Arrays

    @property
    def signature(self) -> str:
        """As it stands in the signature of a score."""
        return f"wordnet:{self.version}-{self.digest[:8]}"

    def synsets(self, word: str) -> tuple[int, ...]:
        """The synsets of a word in lower case, sorted: its own and those of its base forms.

        Base forms are those that WordNet lists for an irregular form; for another word the first that a suffix rule
        gives and WordNet has.
        """
        found = {synset for form in (word, *self._bases(word)) for synset in self._own_synsets(form)}
        return tuple(sorted(found))

    def synset_table(self, words: Sequence[str]) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
        """The synsets of many words: where each word's synsets begin (and the last one's end), and the synsets."""
        found = [self.synsets(word) for word in words]
        starts = np.zeros(len(words) + 1, np.int64)
        np.cumsum([len(each) for each in found], out=starts[1:])
        return starts, np.array([synset for each in found for synset in each], np.int32)

    def _own_synsets(self, word: str) -> list[int]:
        number = bisect_left(self._words, word)
        if not self._has(word, number):
            return []
        ends = self.arrays["synset_ends"]
        found: list[int] = self.arrays["synsets"][ends[number - 1] if number else 0 : ends[number]].tolist()
        return found

    def _bases(self, word: str) -> Sequence[str]:
        if word in self._irregular:
            return self._irregular[word].split(" ")
        if len(word) < 3 or word.endswith("ss"):
            return ()
        candidates = (word.removesuffix(end) + other for end, other in _SUFFIX_RULES if word.endswith(end))
        return next(((base,) for base in candidates if self._has(base, bisect_left(self._words, base))), ())

    def _has(self, word: str, number: int) -> bool:
        return number < len(self._words) and self._words[number] == word

    # Searched by halving: a dictionary of all words would take longer to make than the lookups of a whole test set.
    @cached_property
    def _words(self) -> list[str]:
        return _split(self.arrays["words"])

    @cached_property
    def _irregular(self) -> dict[str, str]:
        return dict(zip(_split(self.arrays["forms"]), _split(self.arrays["bases"]), strict=True))


def find_wordnet(path: str | os.PathLike[str] | None = None) -> WordNet:
    """WordNet 3.0 from a folder, from the one that BAKEOFF_WORDNET names, or from where it is usually installed."""
    folder = locate_wordnet(path)
    source = _source_digest(folder)
    name = f"wordnet-1-{source[:32]}.arrays"
    arrays = load_arrays(name)
    if arrays is None:
        arrays = read_wordnet(folder)
        arrays["digest"] = np.frombuffer(_digest(arrays), np.uint8)
        store_arrays(name, arrays)
    return WordNet(folder, VERSION, arrays["digest"].tobytes().hex(), arrays)


def locate_wordnet(path: str | os.PathLike[str] | None = None) -> Path:
    """The folder with WordNet's files; an error says how to get them."""
    given = path or os.environ.get(VARIABLE)
    folders = [Path(given)] if given else _USUAL_FOLDERS
    for folder in folders:
        if (folder / INDEX_FILES[0]).is_file():
            return folder
    if given:
        raise ResourceError(f"{given} holds no WordNet (there is no file {INDEX_FILES[0]}): {REMEDY}.")
    raise ResourceError(f"WordNet {VERSION} is not installed: {REMEDY}.")


def _source_digest(folder: Path) -> str:
    digest = hashlib.sha256()
    for name in (*INDEX_FILES, *EXCEPTION_FILES):
        try:
            content = (folder / name).read_bytes()
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            raise ResourceError(f"{folder / name}: WordNet cannot be read ({reason}): {REMEDY}.") from None
        if name in INDEX_FILES:
            check_version(content[:4000].decode("latin-1"), folder / name)
        digest.update(f"{name} {len(content)}\n".encode() + content)
    return digest.hexdigest()


def _digest(arrays: Arrays) -> bytes:
    digest = hashlib.sha256()
    for name in sorted(arrays):
        array = arrays[name]
        digest.update(f"{name} {array.size}\n".encode() + array.astype(array.dtype.newbyteorder("<")).tobytes())
    return digest.digest()


def _split(joined: NDArray[np.uint8]) -> list[str]:
    return joined.tobytes().decode().split("\n") if joined.size else []
