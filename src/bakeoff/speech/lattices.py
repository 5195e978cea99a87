"""How good the hypotheses in word lattices and confusion networks are, and how many there are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from bakeoff.data.recognition.hypotheses import Lattices
from bakeoff.errors import InputError
from bakeoff.native import Tokens, best_paths, oracle_paths, word_error_statistics
from bakeoff.speech.error_totals import ErrorTotals, totals_of
from bakeoff.text import Workspace


@dataclass(frozen=True, slots=True)
class LatticeOracle:
    """Errors of the best path by score (None without scores) and of the path with the fewest errors; size of lattices.

    Arrays and texts have a value for each utterance.
    """

    first: ErrorTotals | None
    oracle: ErrorTotals
    nodes: int
    arcs: int
    word_arcs: int
    """Arcs that have a word."""
    first_errors: NDArray[np.int64] | None = field(repr=False)
    oracle_errors: NDArray[np.int64] = field(repr=False)
    first_texts: tuple[str, ...] | None = field(repr=False)
    oracle_texts: tuple[str, ...] = field(repr=False)

    @property
    def density(self) -> float | None:
        """Arcs with words per reference word, all lattices together; None without reference words."""
        return self.word_arcs / self.oracle.words if self.oracle.words else None


def lattice_oracle(
    lattices: Lattices, references: Sequence[Sequence[str]], *, ignore_case: bool = False, threads: int = 1
) -> LatticeOracle:
    """1-best and oracle error rates of word lattices, and their density; `references[r][i]` belongs to lattice i.

    Definition: of all paths through a lattice the oracle is the one whose words have the fewest substitutions,
    deletions and insertions (each costs 1) against the reference, of several references the one with the fewest, the
    first of equals; with `ignore_case` words are compared in lower case. It is found by dynamic programming over arcs
    in topological order and reference words. Its kinds of errors are those of the metric `wer`. 1-best is the path with
    the highest sum of scores. Errors are summed over utterances and divided by the sum of reference words. Density is
    the number of arcs with words, of all lattices, per reference word. Range and direction: rates are 0 or more, lower
    is better, and the oracle is never above 1-best in errors. Edge cases: a lattice without arcs is an empty
    hypothesis; lattices without scores have no 1-best.
    Source: density: Ortmanns, Ney and Aubert, Computer Speech and Language 11 (1997), section 5.

    >>> lattices = Lattices(
    ...     ids=None, starts=np.array([0, 3]), first_lines=np.array([1], np.int32), lines=np.ones(3, np.int32),
    ...     nodes=np.array([3]), sources=np.array([0, 0, 1], np.int32), targets=np.array([1, 1, 2], np.int32),
    ...     words=["a", "an", "house"], scores=np.array([-2.0, -1.0, 0.0]),
    ... )
    >>> found = lattice_oracle(lattices, [["a house"]])
    >>> found.first.wer, found.oracle.wer, found.oracle_texts, found.density
    (50.0, 0.0, ('a house',), 1.5)
    """
    _check(lattices, references)
    space = Workspace(tokenizer="plain", threads=threads)

    def tokens_of(texts: Sequence[str]) -> Tokens:
        return space.text([text.lower() for text in texts] if ignore_case else texts).tokens()

    compared = [tokens_of(reference) for reference in references]
    paths = oracle_paths(
        nodes=lattices.nodes,
        arc_starts=lattices.starts,
        sources=lattices.sources,
        targets=lattices.targets,
        words=tokens_of(lattices.words),
        references=compared,
        threads=threads,
    )
    oracle_texts = _texts(lattices.words, paths)
    oracle_rows = word_error_statistics(tokens_of(oracle_texts), compared, threads=threads)
    first_texts = _best_texts(lattices, threads)
    first_rows = None
    if first_texts is not None:
        first_rows = word_error_statistics(tokens_of(first_texts), compared, threads=threads)
    return LatticeOracle(
        first=None if first_rows is None else totals_of(first_rows),
        oracle=totals_of(oracle_rows),
        nodes=int(lattices.nodes.sum()),
        arcs=len(lattices),
        word_arcs=sum(1 for word in lattices.words if word),
        first_errors=None if first_rows is None else _errors(first_rows),
        oracle_errors=_errors(oracle_rows),
        first_texts=first_texts,
        oracle_texts=oracle_texts,
    )


def _errors(rows: NDArray[np.float64]) -> NDArray[np.int64]:
    errors: NDArray[np.int64] = rows[:, :3].sum(axis=1).astype(np.int64)
    return errors


def _best_texts(lattices: Lattices, threads: int) -> tuple[str, ...] | None:
    if np.isnan(lattices.scores).any():
        return None
    paths = best_paths(
        nodes=lattices.nodes,
        arc_starts=lattices.starts,
        sources=lattices.sources,
        targets=lattices.targets,
        scores=lattices.scores,
        threads=threads,
    )
    return _texts(lattices.words, paths)


def _texts(words: Sequence[str], paths: tuple[NDArray[np.int64], NDArray[np.int64]]) -> tuple[str, ...]:
    """The words along each path, with blanks between them."""
    arcs, starts = (column[:, 0].tolist() for column in paths)
    along = [words[arc] for arc in arcs]
    return tuple(" ".join(filter(None, along[begin:end])) for begin, end in pairwise(starts))


def _check(lattices: Lattices, references: Sequence[Sequence[str]]) -> None:
    if not references:
        raise InputError(expected="at least one reference", found="none")
    for number, reference in enumerate(references, start=1):
        if len(reference) != lattices.utterances:
            expected = f"{lattices.utterances} utterances in reference {number}"
            raise InputError(expected=expected, found=str(len(reference)))
