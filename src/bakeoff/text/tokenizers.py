"""Tokenisers by name: the native ones and the ones that other distributions add.

A distribution adds one through the entry-point group `bakeoff.tokenizers`: a callable that takes a segment and gives
its tokens as one string, separated by blanks. Such tokenisers run in Python, one segment after the other.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import TYPE_CHECKING

from bakeoff import native
from bakeoff.errors import BakeoffError, ExpressionError
from bakeoff.native import Tokens, Vocabulary

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

Tokenizer = Callable[[str], str]

_GROUP = "bakeoff.tokenizers"
_NATIVE = frozenset(native.tokenizer_names())


def tokenizer_names() -> tuple[str, ...]:
    """The names of all tokenisers, sorted."""
    return tuple(sorted(_NATIVE.union(entry.name for entry in _entries())))


def check_tokenizer(name: str) -> None:
    """Raises an error that lists all tokenisers if there is none of that name."""
    if name not in _NATIVE:
        _plug_in(name)


def tokenize_lines(segments: Sequence[str], tokenizer: str, *, threads: int = 1) -> list[str]:
    """Each segment as its tokens separated by single blanks.

    >>> tokenize_lines(["It's 3,000 km."], "13a")
    ["It's 3,000 km ."]
    """
    if tokenizer in _NATIVE:
        return native.tokenize_lines(segments, tokenizer, threads=threads)
    return native.tokenize_lines(_run_plug_in(tokenizer, segments), "blank", threads=threads)


def tokenize(segments: Sequence[str], tokenizer: str, vocabulary: Vocabulary, *, threads: int = 1) -> Tokens:
    """Each segment as the ids of its tokens in the vocabulary."""
    if tokenizer in _NATIVE:
        return native.tokenize(segments, tokenizer, vocabulary, threads=threads)
    return native.tokenize(_run_plug_in(tokenizer, segments), "blank", vocabulary, threads=threads)


# Entry points are looked up only where a name is not native: loading the module that reads them takes longer than
# tokenising a small text.
def _entries() -> Sequence[EntryPoint]:
    from importlib.metadata import entry_points  # noqa: PLC0415

    return [entry for entry in entry_points(group=_GROUP) if entry.name not in _NATIVE]


@cache
def _plug_in(name: str) -> Tokenizer:
    for entry in _entries():
        if entry.name == name:
            loaded: Tokenizer = entry.load()
            return loaded
    raise ExpressionError(f"there is no tokeniser {name!r}; the tokenisers are: {', '.join(tokenizer_names())}.")


def _run_plug_in(name: str, segments: Sequence[str]) -> list[str]:
    tokenizer = _plug_in(name)
    lines = [tokenizer(segment) for segment in segments]
    for line in lines:
        if not isinstance(line, str):
            raise BakeoffError(
                f"the tokeniser {name!r} gave {type(line).__name__} for a segment; "
                "it must give one string of tokens separated by blanks."
            )
    return lines
