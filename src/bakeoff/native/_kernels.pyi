"""
Kernels: tokenisation, n-grams, edit distances. Every call releases the GIL.
"""

from collections.abc import Sequence
from typing import Annotated, Literal

import numpy
import numpy.typing
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

    def lengths(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None, None), order='C')]:
        """Tokens in each segment, as a column."""

def tokenizer_names() -> list[str]:
    """The names of all native tokenisers, sorted."""

def tokenize_lines(segments: Sequence[str], tokenizer: str, *, threads: int = 1) -> list[str]:
    """Each segment as a line of tokens separated by single blanks."""

def tokenize(segments: Sequence[str], tokenizer: str, vocabulary: Vocabulary, *, threads: int = 1) -> Tokens:
    """Each segment tokenised and interned in the vocabulary."""

def ter_statistics(hypothesis: Tokens, references: Sequence[Tokens], *, rules: Literal['tercom', 'sacrebleu'], threads: int = 1) -> numpy.typing.NDArray[numpy.float64]:
    """
    For each segment edits, mean reference words, shifts, insertions, deletions, substitutions (of the best reference).
    """
