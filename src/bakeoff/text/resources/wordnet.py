"""Synonyms by WordNet 3.0, looked up as METEOR 1.5 does."""

from __future__ import annotations

import hashlib
import os
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from bakeoff.errors import ResourceError
from bakeoff.text.resources.cache import Arrays, load_arrays, store_arrays
from bakeoff.text.resources.wordnet_files import EXCEPTION_FILES, INDEX_FILES, VERSION, check_version, read_wordnet

VARIABLE = "BAKEOFF_WORDNET"
REMEDY = f"apt install wordnet-base, or point {VARIABLE} to its folder"
_FILES = (*INDEX_FILES, *EXCEPTION_FILES)
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
_LAST_LETTERS = frozenset(ending[-1] for ending, _ in _SUFFIX_RULES)


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
        """As it is in the signature of a score."""
        return f"wordnet:{self.version}-{self.digest[:8]}"

    def synsets(self, word: str) -> tuple[int, ...]:
        """The synsets of a word in lower case, sorted: its own and those of its base forms.

        Base forms are those that WordNet lists for an irregular form; for another word the first that a suffix rule
        gives and WordNet has.
        """
        _, synsets = self.synset_table([word])
        return tuple(sorted(set(synsets.tolist())))

    def synset_table(self, words: Sequence[str]) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
        """The synsets of many words: where each word's synsets start (and the last one's end), and the synsets.

        They are present by form of the word; one that two forms share occurs twice.
        """
        known = self._looked_up
        for word in words:
            if word not in known:
                known[word] = self._numbers(word)
        numbers = [known[word] for word in words]
        entry_ends = np.cumsum([0, *map(len, numbers)])
        entries = np.fromiter(chain.from_iterable(numbers), np.int64, count=entry_ends[-1])
        ends = self.arrays["synset_ends"]
        first = np.where(entries > 0, ends[entries - 1], 0)
        counts = ends[entries] - first
        synset_ends = np.concatenate([[0], np.cumsum(counts)])
        # Places of all synsets: those of an entry follow one another.
        places = np.arange(synset_ends[-1]) + np.repeat(first - synset_ends[:-1], counts)
        return synset_ends[entry_ends], self.arrays["synsets"][places]

    def _numbers(self, word: str) -> list[int]:
        """The numbers of the words that a word stands for: itself and its bases, where WordNet has them."""
        own = self._number(word)
        if word in self._irregular:
            candidates = [own, *map(self._number, self._irregular[word].split(" "))]
        elif word[-1:] in _LAST_LETTERS and len(word) > 2 and not word.endswith("ss"):
            bases = (word[: -len(end)] + other for end, other in _SUFFIX_RULES if word.endswith(end))
            candidates = [own, next((number for base in bases if (number := self._number(base)) is not None), None)]
        else:
            candidates = [own]
        return [number for number in candidates if number is not None]

    def _number(self, word: str) -> int | None:
        words = self._words
        number = bisect_left(words, word)
        return number if number < len(words) and words[number] == word else None

    # Searched by halving: a dictionary of all words would take longer to make than the lookups of a complete test set.
    @cached_property
    def _words(self) -> list[str]:
        return _split(self.arrays["words"])

    @cached_property
    def _looked_up(self) -> dict[str, list[int]]:
        return {}

    @cached_property
    def _irregular(self) -> dict[str, str]:
        return dict(zip(_split(self.arrays["forms"]), _split(self.arrays["bases"]), strict=True))


def find_wordnet(path: str | os.PathLike[str] | None = None) -> WordNet:
    """WordNet 3.0 from a folder, from the one that BAKEOFF_WORDNET names, or from where it is usually installed."""
    folder = locate_wordnet(path)
    return _open(folder, tuple(_state(folder / name) for name in _FILES))


# What a process has looked up stays available for its next score; files that have changed since are read again.
@lru_cache(maxsize=1)
def _open(folder: Path, states: tuple[tuple[int, ...], ...]) -> WordNet:
    del states
    name = f"wordnet-1-{_source_digest(folder)[:32]}.arrays"
    arrays = load_arrays(name)
    if arrays is None:
        arrays = read_wordnet(folder)
        arrays["digest"] = np.frombuffer(_digest(arrays), np.uint8)
        store_arrays(name, arrays)
    return WordNet(folder, VERSION, arrays["digest"].tobytes().hex(), arrays)


def _state(file: Path) -> tuple[int, ...]:
    """What changes when a file does, so that it need not be read to know."""
    try:
        status = file.stat()
    except OSError as error:
        raise _unreadable(file, error) from None
    return (status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns)


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
    for name in _FILES:
        try:
            content = (folder / name).read_bytes()
        except OSError as error:
            raise _unreadable(folder / name, error) from None
        if name in INDEX_FILES:
            check_version(content[:4000].decode("latin-1"), folder / name)
        digest.update(f"{name} {len(content)}\n".encode() + content)
    return digest.hexdigest()


def _unreadable(file: Path, error: OSError) -> ResourceError:
    reason = (error.strerror or str(error)).lower()
    return ResourceError(f"{file}: WordNet cannot be read ({reason}): {REMEDY}.")


def _digest(arrays: Arrays) -> bytes:
    digest = hashlib.sha256()
    for name in sorted(arrays):
        array = arrays[name]
        digest.update(f"{name} {array.size}\n".encode() + array.astype(array.dtype.newbyteorder("<")).tobytes())
    return digest.digest()


def _split(joined: NDArray[np.uint8]) -> list[str]:
    return joined.tobytes().decode().split("\n") if joined.size else []
