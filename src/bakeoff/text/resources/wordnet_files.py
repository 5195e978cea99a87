"""Reads the files of WordNet's database: `index.*` (words and their synsets) and `*.exc` (irregular forms).

Their format is described in WordNet's manual pages wndb(5WN) and morphy(7WN).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from bakeoff.errors import FormatError, Place, ResourceError
from bakeoff.text.resources.cache import Arrays

PARTS_OF_SPEECH = ("noun", "verb", "adj", "adv")
INDEX_FILES = tuple(f"index.{part}" for part in PARTS_OF_SPEECH)
EXCEPTION_FILES = tuple(f"{part}.exc" for part in PARTS_OF_SPEECH)
VERSION = "3.0"

# A synset is known by the place of its entry in Princeton's file. Debian's package corrects an entry for verbs and one
# for adjectives, which moves the entries behind them: first and last place that moved, and by how many bytes.
_MOVED_BY_DEBIAN = {"verb": (613036, 2422681, 18), "adj": (1681478, 99999999, 1)}


def read_wordnet(folder: Path) -> Arrays:
    """Words with their synsets and irregular forms with their bases, each sorted, as arrays."""
    synsets: dict[str, set[int]] = {}
    for part in PARTS_OF_SPEECH:
        for word, places in _read_index(folder / f"index.{part}", part):
            synsets.setdefault(word, set()).update(places)
    bases: dict[str, set[str]] = {}
    for name in EXCEPTION_FILES:
        for form, its_bases in _read_exceptions(folder / name):
            bases.setdefault(form, set()).update(its_bases)
    words = sorted(synsets)
    forms = sorted(bases)
    ids = [sorted(synsets[word]) for word in words]
    return {
        "words": _joined(words),
        "synset_ends": np.cumsum([len(each) for each in ids], dtype=np.int32),
        "synsets": np.array([place for each in ids for place in each], dtype=np.int32),
        "forms": _joined(forms),
        "bases": _joined([" ".join(sorted(bases[form])) for form in forms]),
    }


def _joined(words: list[str]) -> np.ndarray[tuple[int], np.dtype[np.uint8]]:
    return np.frombuffer("\n".join(words).encode(), np.uint8)


def _read_index(path: Path, part: str) -> list[tuple[str, list[int]]]:
    rows = [_index_row(line, Place(str(path), number)) for number, line in _lines(path)]
    moved = _MOVED_BY_DEBIAN.get(part)
    if moved is None or not any(moved[0] in places for _, places in rows):
        return rows
    first, last, by = moved
    return [(word, [place - by if first <= place <= last else place for place in places]) for word, places in rows]


def _index_row(line: str, place: Place) -> tuple[str, list[int]]:
    # word, part of speech, number of synsets, number of pointers, the pointers, two more numbers, the synsets
    fields = line.split()
    try:
        synsets = int(fields[2])
        pointers = int(fields[3])
        places = [int(field) for field in fields[6 + pointers :]]
    except (IndexError, ValueError):
        raise _damaged(place, expected="a word, its part of speech and numbers", line=line) from None
    if not synsets or len(places) != synsets:
        raise _damaged(place, expected=f"the places of {synsets} synsets", line=line)
    return fields[0], places


def _read_exceptions(path: Path) -> Iterator[tuple[str, list[str]]]:
    for number, line in _lines(path):
        form, *bases = line.split()
        if not bases:
            raise _damaged(Place(str(path), number), expected="an irregular form and its bases", line=line)
        yield form, bases


def _damaged(place: Place, *, expected: str, line: str) -> FormatError:
    return FormatError(
        place=place, expected=expected, found=repr(line[:60]), remedy="Install WordNet 3.0 again: the file is damaged."
    )


def _lines(path: Path) -> Iterator[tuple[int, str]]:
    """The lines of a file with their numbers, without those of the licence, which start with two blanks."""
    try:
        content = path.read_text("ascii")
    except UnicodeDecodeError as error:
        raise FormatError(
            place=Place(str(path)),
            expected="ASCII, as in all files of WordNet",
            found=f"byte {error.object[error.start]:#04x} at position {error.start}",
            remedy="Install WordNet 3.0 again: the file is damaged.",
        ) from None
    for number, line in enumerate(content.splitlines(), start=1):
        if line and not line.startswith("  "):
            yield number, line


def check_version(head: str, path: Path) -> None:
    """Raises an error where the licence at the start of a file names another version of WordNet, or none."""
    version = re.search(r"WordNet (\d+(?:\.\d+)+) Copyright", head)
    if version is None or version[1] != VERSION:
        said = f"WordNet {version[1]}" if version else "a file that does not say which version of WordNet it is"
        raise ResourceError(
            f"{path}: expected WordNet {VERSION}, found {said}; "
            "METEOR's synonyms are those of 3.0 (apt install wordnet-base)."
        )
