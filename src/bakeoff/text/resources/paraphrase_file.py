"""Reads METEOR's paraphrase tables: gzipped text, three lines for each pair (probability, phrase, phrase)."""

from __future__ import annotations

import gzip
import zlib
from array import array
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NoReturn

import numpy as np
from numpy.typing import NDArray

from bakeoff.errors import FormatError, Place
from bakeoff.text.resources.cache import Arrays
from bakeoff.text.resources.phrase_trie import PhraseTrie, build_trie

_PIECE = 1 << 24


def read_paraphrases(file: Path) -> Arrays:
    """The words, the trie of the phrases made of them and, for each phrase, those that are after it in the table.

    Probabilities are checked and left out: METEOR takes every pair alike.
    """
    phrases: dict[str, int] = {}
    left, right = array("i"), array("i")
    for first_line, lines in _triples(file):
        _check(lines, file, first_line)
        left.extend([phrases.setdefault(phrase, len(phrases)) for phrase in lines[1::3]])
        right.extend([phrases.setdefault(phrase, len(phrases)) for phrase in lines[2::3]])
    words, trie, numbers = _take_trie(phrases)
    lefts, rights = (numbers[np.frombuffer(side, np.int32)] for side in (left, right))
    return {
        "words": words,
        "keys": trie.keys,
        "level_ends": trie.level_ends,
        "phrase_nodes": trie.phrase_nodes,
        "right": rights[np.argsort(lefts, kind="stable")].astype(np.int32),
        "pair_ends": np.cumsum(np.bincount(lefts, minlength=numbers.size)).astype(np.int32),
    }


def _take_trie(phrases: dict[str, int]) -> tuple[NDArray[np.uint8], PhraseTrie, NDArray[np.int64]]:
    """All words, the trie of the phrases, and the number of each phrase in it; `phrases` is emptied."""
    numbers: dict[str, int] = {}
    words, ends = array("q"), array("q")
    for phrase in phrases:
        words.extend([numbers.setdefault(word, len(numbers)) for word in phrase.split(" ")])
        ends.append(len(words))
    # Millions of strings, no longer needed while the trie is sorted.
    phrases.clear()
    joined = np.frombuffer("\n".join(numbers).encode(), np.uint8)
    return joined, *build_trie(np.frombuffer(words, np.int64), np.frombuffer(ends, np.int64), len(numbers))


def _triples(file: Path) -> Iterator[tuple[int, list[str]]]:
    """The lines of the file in pieces of complete pairs, each piece with the number of its first line."""
    number = 1
    rest: list[str] = []
    for piece in _pieces(file):
        rest += _decoded(piece, file, number + len(rest))
        complete = len(rest) // 3 * 3
        yield number, rest[:complete]
        number += complete
        del rest[:complete]
    if rest or number == 1:
        _refuse(file, number + len(rest), expected="three lines for each pair", found="the end of the file")


def _pieces(file: Path) -> Iterator[bytes]:
    """The content of the file in pieces of complete lines, without the last line break of each."""
    tail = b""
    with gzip.open(file) as content:
        try:
            while read := content.read(_PIECE):
                piece, line_break, tail = (tail + read).rpartition(b"\n")
                if line_break:
                    yield piece
        except (OSError, EOFError, zlib.error) as error:
            _refuse(file, None, expected="a gzipped file", found=f"damage ({error})")
    if tail:
        yield tail


def _decoded(piece: bytes, file: Path, first_line: int) -> list[str]:
    if b"\r" in piece:
        line = first_line + piece.count(b"\n", 0, piece.index(b"\r"))
        _refuse(file, line, expected="lines that end with a line feed", found="a carriage return")
    try:
        return piece.decode().split("\n")
    except UnicodeDecodeError as error:
        line = first_line + piece.count(b"\n", 0, error.start)
        _refuse(file, line, expected="UTF-8", found=f"byte {piece[error.start]:#04x}")


def _check(lines: Sequence[str], file: Path, first_line: int) -> None:
    """Raises an error where a line that should be a probability is none, or a phrase is empty."""
    try:
        for _ in map(float, lines[0::3]):
            pass
    except ValueError:
        index = next(index for index in range(0, len(lines), 3) if not _is_number(lines[index]))
        _refuse(file, first_line + index, expected="a probability", found=repr(lines[index][:60]))
    if "" in lines:
        _refuse(file, first_line + lines.index(""), expected="a phrase", found="an empty line")


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def _refuse(file: Path, line: int | None, *, expected: str, found: str) -> NoReturn:
    raise FormatError(
        place=Place(str(file), line),
        expected=expected,
        found=found,
        remedy="Take METEOR's table as it was published: gzipped, three lines for each pair of phrases.",
    )
