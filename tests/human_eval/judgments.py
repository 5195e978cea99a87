"""Judgments for tests, made up or drawn."""

from itertools import count

import numpy as np

from bakeoff.data.judgments import Judgment
from bakeoff.human_eval.protocols.registry import find_protocol

_NUMBERS = count(1)


def ranking(judge, segment, ranks, **values):
    """A ranking of systems by their ranks: `ranking("ann", "1", {"a": 1, "b": 2})`."""
    return Judgment(
        id=str(next(_NUMBERS)),
        protocol="ranking",
        judge=judge,
        segment=segment,
        systems=tuple(ranks),
        answer=list(ranks.values()),
        **values,
    )


def pairwise(judge, segment, systems, answer, **values):
    return Judgment(
        id=str(next(_NUMBERS)),
        protocol="pairwise",
        judge=judge,
        segment=segment,
        systems=tuple(systems),
        answer=answer,
        **values,
    )


def preferences_of(*judgments, of="outputs"):
    return find_protocol(judgments[0].protocol).preferences(judgments, of=of)


def drawn_rankings(rng, *, screens=200, systems=5, shown=4, judges=3, segments=20, noise=1.0):
    """Rankings by noisy judges of systems that are the better the lower their number."""
    found = []
    for _ in range(screens):
        chosen = rng.permutation(systems)[:shown]
        quality = np.round(chosen + rng.normal(0, noise, shown))
        ranks = {f"s{s}": int(np.sum(quality < q)) + 1 for s, q in zip(chosen, quality, strict=True)}
        judge, segment = f"j{rng.integers(judges)}", str(rng.integers(segments))
        found.append(ranking(judge, segment, ranks))
    return found
