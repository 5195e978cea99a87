"""Pairs of token sequences on which shift search, beam and band have work to do."""

from __future__ import annotations

import random

from hypothesis import strategies as st

Pair = tuple[list[int], list[int]]


@st.composite
def pairs(draw: st.DrawFn, *, longest: int) -> Pair:
    """A reference over a small vocabulary and either an unrelated hypothesis or one made from it by moves and edits."""
    rng = random.Random(draw(st.integers(0, 2**32)))
    words = draw(st.sampled_from([1, 2, 3, 5, 10, 30, 2 * longest]))
    reference = [rng.randrange(words) for _ in range(draw(st.integers(0, longest)))]
    if draw(st.booleans()):
        return [rng.randrange(words) for _ in range(draw(st.integers(0, longest)))], reference
    moves = draw(st.integers(0, 6))
    return disturbed(
        reference, rng, moves=moves, edits=draw(st.integers(0, max(1, longest // 4))), words=words
    ), reference


def disturbed(reference: list[int], rng: random.Random, *, moves: int, edits: int, words: int) -> list[int]:
    hypothesis = list(reference)
    for _ in range(moves):
        start, length = rng.randint(0, len(hypothesis)), rng.randint(1, 13)
        span = hypothesis[start : start + length]
        del hypothesis[start : start + length]
        at = rng.randint(0, len(hypothesis))
        hypothesis[at:at] = span
    for _ in range(edits):
        at, kind = rng.randint(0, len(hypothesis)), rng.randrange(3)
        hypothesis[at : at + (kind != 0)] = [rng.randrange(words)] if kind != 1 else []
    return hypothesis


def long_pair(seed: int, *, length: int, words: int, drift: int) -> Pair:
    """`drift` unknown words stand before the hypothesis and as many reference words are missing at its end, so that the
    cheapest path runs far from the diagonal.
    """
    rng = random.Random(seed)
    reference = [rng.randrange(words) for _ in range(length)]
    kept = reference[: length - drift]
    hypothesis = disturbed(kept, rng, moves=4, edits=length // 12, words=words)
    return [words + rng.randrange(words) for _ in range(drift)] + hypothesis, reference
