"""Judgments for tests, made up or drawn."""

from collections.abc import Mapping, Sequence
from itertools import count
from typing import Any

import numpy as np
import numpy.typing as npt

from bakeoff.data.judgments import Judgment
from bakeoff.human_eval.protocols.contract import Compared
from bakeoff.human_eval.protocols.observations import Preferences
from bakeoff.human_eval.protocols.registry import find_protocol

_NUMBERS = count(1)


def ranking(judge: str, segment: str, ranks: Mapping[str, int | None], **values: Any) -> Judgment:
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


def pairwise(
    judge: str, segment: str, systems: str | Sequence[str] | npt.NDArray[np.str_], answer: str | np.str_, **values: Any
) -> Judgment:
    return Judgment(
        id=str(next(_NUMBERS)),
        protocol="pairwise",
        judge=judge,
        segment=segment,
        systems=tuple(systems),
        answer=answer,
        **values,
    )


def preferences_of(*judgments: Judgment, of: Compared = "outputs") -> Preferences:
    return find_protocol(judgments[0].protocol).preferences(judgments, of=of)


def drawn_rankings(
    rng: np.random.Generator,
    *,
    screens: int = 200,
    systems: int = 5,
    shown: int = 4,
    judges: int = 3,
    segments: int = 20,
    noise: float = 1.0,
) -> list[Judgment]:
    """Rankings by noisy judges of systems that are the better the lower their number."""
    found = []
    for _ in range(screens):
        chosen = rng.permutation(systems)[:shown]
        quality = np.round(chosen + rng.normal(0, noise, shown))
        ranks = {f"s{s}": int(np.sum(quality < q)) + 1 for s, q in zip(chosen, quality, strict=True)}
        judge, segment = f"j{rng.integers(judges)}", str(rng.integers(segments))
        found.append(ranking(judge, segment, ranks))
    return found
