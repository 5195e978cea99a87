"""Running ratings of systems, by which the most informative comparison is chosen."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from random import Random


class Ratings:
    """A mean and an uncertainty for each system, moved by every comparison (Bradley–Terry's model, one Newton step).

    Which systems are compared next is a choice of where most is to be learnt: the least certain system, with opponents
    near it, since a comparison with one far above or below would tell nothing new.
    """

    def __init__(self, systems: Iterable[str]) -> None:
        self._mean = dict.fromkeys(systems, 0.0)
        self._precision = dict.fromkeys(self._mean, 1.0)  # of the prior: all systems are alike

    def mean(self, system: str) -> float:
        return self._mean[system]

    def deviation(self, system: str) -> float:
        """How uncertain the mean is: a standard deviation."""
        return 1 / math.sqrt(self._precision[system])

    def compared(self, first: str, second: str, outcome: int) -> None:
        """Takes in that the first was better (1), equal (0) or worse (−1)."""
        expected = 1 / (1 + math.exp(self._mean[second] - self._mean[first]))
        surprise = (outcome + 1) / 2 - expected
        information = expected * (1 - expected)
        for system, sign in ((first, 1), (second, -1)):
            self._precision[system] += information
            self._mean[system] += sign * surprise / self._precision[system]

    def choose(self, systems: Sequence[str], count: int, rng: Random) -> list[str]:
        """So many of the systems: the least certain one, the others at random, the nearer the likelier."""
        pivot = max(systems, key=lambda system: (self.deviation(system), rng.random()))
        left = [system for system in systems if system != pivot]
        chosen = [pivot]
        while left and len(chosen) < count:
            nearness = [math.exp(-abs(self._mean[system] - self._mean[pivot])) for system in left]
            drawn = rng.choices(range(len(left)), nearness)[0]
            chosen.append(left.pop(drawn))
        return chosen
