"""Evaluation sets: which segments of a test set are judged."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import numpy as np

from bakeoff.errors import InputError


def sample_segments(
    lengths: Sequence[int],
    *,
    size: int | None = None,
    by_length: bool = False,
    min_words: int = 0,
    max_words: int | None = None,
    rng: np.random.Generator,
) -> tuple[int, ...]:
    """Numbers of `size` segments drawn at random, in their order; without a size, all that are long enough.

    `lengths` are words of each segment. With `by_length` the sample has the lengths of all: segments are put in
    the order of their length, cut into as many strata as segments are wanted, and one is drawn from each (I12, 5).

    >>> sample_segments([3, 9, 20, 1, 8, 21], size=3, by_length=True, min_words=2, rng=np.random.default_rng(1))
    (1, 4, 5)
    """
    kept = np.asarray(
        [n for n, length in enumerate(lengths) if min_words <= length <= (max_words or length)], dtype=np.intp
    )
    if size is None or size == len(kept):
        return tuple(kept.tolist())
    if size > len(kept):
        raise InputError(
            expected=f"{size:,} segments to draw",
            found=f"{len(kept):,} of {len(lengths):,} that are long enough and not too long",
            remedy="Ask for fewer, or for shorter ones.",
        )
    if not by_length:
        return tuple(sorted(rng.choice(kept, size=size, replace=False).tolist()))
    # Equals are shuffled, or the first documents would be drawn more often from among them.
    shuffled = rng.permutation(kept)
    ordered = shuffled[np.argsort(np.asarray(lengths)[shuffled], kind="stable")]
    bounds = np.linspace(0, len(ordered), size + 1)
    drawn = [ordered[min(int(rng.uniform(low, high)), len(ordered) - 1)] for low, high in itertools.pairwise(bounds)]
    return tuple(sorted(_distinct(drawn, ordered)))


def _distinct(drawn: Sequence[int], ordered: np.ndarray) -> list[int]:
    """Neighbouring strata share a segment where bounds fall between two; the next free one is taken then."""
    place = {int(segment): at for at, segment in enumerate(ordered.tolist())}
    taken: set[int] = set()
    for segment in map(int, drawn):
        at = place[segment]
        free = next(
            here
            for step in range(len(ordered))
            for here in (at + step, at - step)
            if 0 <= here < len(ordered) and int(ordered[here]) not in taken
        )
        taken.add(int(ordered[free]))
    return list(taken)


def first_parts(documents: Sequence[str], share: float) -> tuple[int, ...]:
    """The first share of each document, at least a segment of each; `documents` names that of every segment (I16, 6).

    >>> first_parts(["a", "a", "a", "a", "b", "b"], 0.5)
    (0, 1, 4)
    """
    if not 0 < share <= 1:
        raise InputError(expected="a share above 0 and up to 1", found=f"{share:g}")
    members: dict[str, list[int]] = {}
    for number, document in enumerate(documents):
        members.setdefault(document, []).append(number)
    return tuple(n for own in members.values() for n in own[: max(1, round(share * len(own)))])


def sample_documents(documents: Sequence[str], count: int, *, rng: np.random.Generator) -> frozenset[str]:
    """Some documents drawn at random; `documents` names that of every segment.

    >>> sorted(sample_documents(["a", "a", "b", "c"], 2, rng=np.random.default_rng(1)))
    ['a', 'b']
    """
    every = list(dict.fromkeys(documents))
    if count > len(every):
        raise InputError(
            expected=f"{count:,} documents to draw",
            found=f"{len(every):,}",
            remedy="Ask for fewer, or for documents of more subsets and genres.",
        )
    return frozenset(every[number] for number in rng.choice(len(every), size=count, replace=False).tolist())
