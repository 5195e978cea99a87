"""
Kernels: tokenisation, n-grams, edit distances. Every call releases the GIL.
"""

from collections.abc import Sequence
from typing import Annotated

import numpy
from numpy.typing import NDArray


class Vocabulary:
    """
    Gives equal tokens equal ids; ids count up from 0 in order of first sight.
    """

    def __init__(self) -> None: ...

    def __len__(self) -> int: ...

class Tokens:
    """The token ids of a text, segment by segment."""

    def __len__(self) -> int: ...

    def __getitem__(self, segment: int) -> list[int]: ...

    def ids(self) -> Annotated[NDArray[numpy.uint32], dict(shape=(None,), writable=False)]:
        """All token ids, segment after segment; a view."""

    def lengths(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None, None), order='C')]:
        """Tokens in each segment, as a column."""

def tokenizer_names() -> list[str]:
    """The names of all native tokenisers, sorted."""

def tokenize_lines(segments: Sequence[str], tokenizer: str, *, threads: int = 1) -> list[str]:
    """Each segment as a line of tokens separated by single blanks."""

def tokenize(segments: Sequence[str], tokenizer: str, vocabulary: Vocabulary, *, threads: int = 1) -> Tokens:
    """Each segment tokenised and interned in the vocabulary."""

def edit_operations(hypothesis: Sequence[str], reference: Sequence[str]) -> str:
    """
    The alignment of two sequences of words from left to right: = match, S substitution, D deletion, I insertion.
    """

def edit_distances(hypothesis: Tokens, reference: Tokens, *, threads: int = 1) -> Annotated[NDArray[numpy.int64], dict(shape=(None, None), order='C')]:
    """
    Fewest substitutions, deletions and insertions in each segment, as a column.
    """

def word_error_statistics(hypothesis: Tokens, references: Sequence[Tokens], *, threads: int = 1) -> Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C')]:
    """
    For each segment substitutions, deletions, insertions and words of the reference with the fewest errors, then the mean length of all references.
    """

def bag_error_statistics(hypothesis: Tokens, references: Sequence[Tokens], *, threads: int = 1) -> Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C')]:
    """
    For each segment matches, hypothesis words, words of the reference with the fewest errors and surplus words, then the mean length of all references.
    """
