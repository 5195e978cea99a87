"""How good the candidates of n-best lists are: the first of each list, and the best of each list."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike, NDArray

from bakeoff.errors import InputError
from bakeoff.native import Tokens, candidate_errors, word_error_statistics
from bakeoff.speech.error_totals import ErrorTotals, totals_of
from bakeoff.text import Workspace


@dataclass(frozen=True, slots=True)
class NBestOracle:
    """Errors of the first candidates and of the best ones. `ranks` and `errors` have a value for each utterance."""

    first: ErrorTotals
    oracle: ErrorTotals
    mean_rank: float | None
    """Mean of the ranks; None where no list has a candidate."""
    sizes: NDArray[np.int64] = field(repr=False)
    """Candidates of each list that were looked at."""
    ranks: NDArray[np.int64] = field(repr=False)
    """Rank of the best candidate, counted from 1; 0 where the list is empty."""
    first_errors: NDArray[np.int64] = field(repr=False)
    oracle_errors: NDArray[np.int64] = field(repr=False)
    oracle_texts: tuple[str, ...] = field(repr=False)

    @property
    def candidates(self) -> int:
        return int(self.sizes.sum())


def nbest_oracle(
    candidates: Sequence[str],
    starts: ArrayLike,
    references: Sequence[Sequence[str]],
    *,
    depth: int | None = None,
    ignore_case: bool = False,
    threads: int = 1,
) -> NBestOracle:
    """1-best and oracle error rates of n-best lists and the mean rank of the best candidate.

    List i holds the candidates from `starts[i]` up to `starts[i + 1]`, the best first; `references[r][i]` is what it
    is against. With `depth`, only the first `depth` candidates of each list count.

    Definition: the best candidate of a list is the one with the fewest substitutions, deletions and insertions, the
    first of equals; its place in the list, from 1, is the rank. With several references a candidate counts against the
    one with the fewest errors, the first of equals. Words are separated by white space; with
    `ignore_case` they are compared in lower case. Oracle errors are summed over all
    utterances and divided by the sum of reference words. Range and direction: rates are 0 or more, lower is better; the
    oracle is never above 1-best in errors, and never worse with more candidates. Edge cases: an empty list counts as an
    empty hypothesis (its reference words are deletions) and has no rank.
    Source: Eck and Hori, IWSLT 2005, table 6.

    >>> found = nbest_oracle(["a x c", "a b c", "d"], [0, 2, 3], [["a b c", "d e"]])
    >>> found.first.wer, found.oracle.wer, found.oracle.ser, found.mean_rank
    (40.0, 20.0, 50.0, 1.5)
    """
    bounds = _checked_starts(starts, len(candidates), references)
    rows, bounds = _within(bounds, depth)
    texts = list(candidates) if len(rows) == len(candidates) else [candidates[row] for row in rows]
    space = Workspace(tokenizer="plain", threads=threads)

    def tokens_of(column: Sequence[str]) -> Tokens:
        return space.text([text.lower() for text in column] if ignore_case else column).tokens()

    compared = [tokens_of(reference) for reference in references]
    errors = candidate_errors(tokens_of(texts), bounds, compared, threads=threads)[:, 0]
    sizes = np.diff(bounds)
    places = _places_of_best(errors, bounds)
    firsts = tuple(texts[start] if size else "" for start, size in zip(bounds, sizes, strict=False))
    bests = tuple(
        texts[start + place] if size else "" for start, size, place in zip(bounds, sizes, places, strict=False)
    )
    first_rows = word_error_statistics(tokens_of(firsts), compared, threads=threads)
    oracle_rows = word_error_statistics(tokens_of(bests), compared, threads=threads)
    ranks = np.where(sizes > 0, places + 1, 0)
    return NBestOracle(
        first=totals_of(first_rows),
        oracle=totals_of(oracle_rows),
        mean_rank=float(ranks[ranks > 0].mean()) if (ranks > 0).any() else None,
        sizes=sizes,
        ranks=ranks,
        first_errors=first_rows[:, :3].sum(axis=1).astype(np.int64),
        oracle_errors=oracle_rows[:, :3].sum(axis=1).astype(np.int64),
        oracle_texts=bests,
    )


def _checked_starts(starts: ArrayLike, candidates: int, references: Sequence[Sequence[str]]) -> NDArray[np.int64]:
    bounds = np.ascontiguousarray(starts, dtype=np.int64)
    if bounds.ndim != 1 or not len(bounds) or bounds[0] != 0 or bounds[-1] != candidates or (np.diff(bounds) < 0).any():
        raise InputError(expected=f"starts of lists that rise from 0 to {candidates}", found="others")
    if not references:
        raise InputError(expected="at least one reference", found="none")
    for number, reference in enumerate(references, start=1):
        if len(reference) != len(bounds) - 1:
            raise InputError(expected=f"{len(bounds) - 1} utterances in reference {number}", found=str(len(reference)))
    return bounds


def _within(bounds: NDArray[np.int64], depth: int | None) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The rows of the first candidates of each list, and their starts."""
    if depth is not None and depth < 1:
        raise InputError(expected="a depth of 1 or more", found=str(depth))
    sizes = np.diff(bounds) if depth is None else np.minimum(np.diff(bounds), depth)
    starts = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
    return np.repeat(bounds[:-1] - starts[:-1], sizes) + np.arange(starts[-1]), starts


def _places_of_best(errors: NDArray[np.int64], bounds: NDArray[np.int64]) -> NDArray[np.int64]:
    """Where in each list, from 0, the first candidate with the fewest errors is; 0 in an empty list."""
    places = np.zeros(len(bounds) - 1, np.int64)
    filled = np.flatnonzero(np.diff(bounds))
    if len(filled):
        fewest = np.minimum.reduceat(errors, bounds[filled])
        sizes = np.diff(bounds)[filled]
        is_best = errors == np.repeat(fewest, sizes)
        within = np.arange(len(errors)) - np.repeat(bounds[filled], sizes)
        places[filled] = np.minimum.reduceat(np.where(is_best, within, len(errors)), bounds[filled])
    return places
