"""How good outputs really are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from bakeoff.errors import InputError

DAMAGE = 2.0
"""How much worse a damaged output is, in standard deviations."""


@dataclass(frozen=True, eq=False)
class Truth:
    """The quality of every output: what the system is worth, how hard the segment is, and what nobody could foresee.

    Qualities are in standard deviations: 0 is an ordinary output, 1 a good one, −1 a bad one.
    """

    quality: Mapping[str, float]
    """Of each system, the mean over all segments that there could be."""
    difficulty: NDArray[np.float64]
    """Of each segment; it makes all outputs of the segment worse alike."""
    chance: NDArray[np.float64]
    """What a system makes of a segment beyond that: systems × segments."""

    @cached_property
    def outputs(self) -> Mapping[str, NDArray[np.float64]]:
        """The quality of every output, by system and segment."""
        return {
            system: worth - self.difficulty + self.chance[number]
            for number, (system, worth) in enumerate(self.quality.items())
        }

    @property
    def ranking(self) -> tuple[str, ...]:
        """The systems, best first."""
        return tuple(sorted(self.quality, key=lambda system: -self.quality[system]))


def make_truth(
    quality: Mapping[str, float],
    segments: int,
    *,
    difficulty: float = 0.5,
    chance: float = 0.5,
    rng: np.random.Generator,
) -> Truth:
    """Draws segments and outputs; `difficulty` and `chance` are standard deviations."""
    if not quality or segments < 1:
        raise InputError(expected="a system and a segment or more", found=f"{len(quality)} and {segments}")
    if difficulty < 0 or chance < 0:
        raise InputError(expected="standard deviations of 0 or more", found=f"{difficulty:g} and {chance:g}")
    return Truth(dict(quality), rng.normal(0, difficulty, segments), rng.normal(0, chance, (len(quality), segments)))


def evenly_spaced(names: Sequence[str], *, spread: float) -> dict[str, float]:
    """Systems at even distances, the first being the best; `spread` lies between the first and the last.

    >>> evenly_spaced(["a", "b", "c"], spread=1.0)
    {'a': 0.5, 'b': 0.0, 'c': -0.5}
    """
    if len(names) == 1:
        return {names[0]: 0.0}
    return {name: spread * (0.5 - place / (len(names) - 1)) for place, name in enumerate(names)}
