"""Judges with the failings of real ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from bakeoff.errors import InputError


@dataclass(frozen=True, slots=True, kw_only=True)
class SimulatedJudge:
    """Someone who sees the quality of outputs, more or less. All is in standard deviations of quality."""

    name: str
    bias: float = 0.0
    """How much better they find everything."""
    noise: float = 0.5
    """How much they differ from themselves."""
    drift: float = 0.0
    """How much stricter (negative) or milder they become over a hundred screens."""
    laziness: float = 0.0
    """On which share of screens they answer as they are used to, without reading."""
    fraud: bool = False
    """Whether they answer at random, and fast."""
    seconds: float = 30.0
    """The median time for a screen."""
    excluded: frozenset[str] = frozenset()
    """Systems that they must not see: those of their own team."""

    def perceived(
        self, qualities: Sequence[float], position: int, rng: np.random.Generator
    ) -> tuple[list[float], float]:
        """What outputs look like to them, and the seconds that it takes."""
        haste = 0.1 if self.fraud else 1.0
        if self.fraud:
            seen = rng.normal(0, 1, len(qualities))
        elif rng.random() < self.laziness:
            seen, haste = np.full(len(qualities), self.bias), 0.2
        else:
            shift = self.bias + self.drift * position / 100
            seen = np.asarray(qualities) + shift + rng.normal(0, self.noise, len(qualities))
        return seen.tolist(), round(float(haste * self.seconds * rng.lognormal(0, 0.5)), 1)


def make_judges(
    count: int,
    *,
    bias: float = 0.3,
    noise: float = 0.5,
    drift: float = 0.0,
    laziness: float = 0.0,
    frauds: int = 0,
    rng: np.random.Generator,
) -> tuple[SimulatedJudge, ...]:
    """Judges whose bias is drawn with a standard deviation of `bias`; the last `frauds` of them answer at random."""
    if not 0 <= frauds <= count or count < 1:
        raise InputError(expected="a judge or more, and no more frauds than judges", found=f"{count} and {frauds}")
    digits = len(str(count))
    return tuple(
        SimulatedJudge(
            name=f"judge{number:0{digits}}",
            bias=float(rng.normal(0, bias)),
            noise=noise,
            drift=drift,
            laziness=laziness,
            fraud=number > count - frauds,
        )
        for number in range(1, count + 1)
    )
