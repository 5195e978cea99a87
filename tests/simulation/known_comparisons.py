"""What simulated judges answer on average when they compare two outputs: worked out, not simulated.

Of two outputs a judge sees d = Δ + c, the difference of the systems' qualities and of what chance made of the segment
(√2 · chance), and errs by √2 · noise. How hard the segment is and how mild the judge is cancels. Differences of up to
`ALIKE` are ties.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from math import sqrt

import numpy as np
from scipy.stats import norm

from bakeoff.human_eval.analyses.preferences.win_scores import PREFERENCE_SCORES, HeadToHead
from bakeoff.human_eval.protocols.answer_columns import ALIKE
from bakeoff.simulation.evaluations import World
from bakeoff.simulation.truth import evenly_spaced

COUNTED = 10**9
"""Comparisons of each pair in the table of what is expected."""
_NODES, _WEIGHTS = np.polynomial.hermite_e.hermegauss(120)


@dataclass(frozen=True)
class KnownComparisons:
    """The comparisons of a world by `pairwise`, every pair as often as every other."""

    world: World
    majority: bool = False
    """Whether three judges decide."""

    @cached_property
    def answers(self) -> dict[tuple[int, int], np.ndarray]:
        """For every two systems the chances of better, tied and worse, for the first."""
        quality = list(evenly_spaced(self.world.names, spread=self.world.spread).values())
        return {
            (i, j): self._expected(quality[i] - quality[j], _by_three if self.majority else lambda p: p)
            for i, j in combinations(range(len(quality)), 2)
        }

    def scores(self) -> dict[str, np.ndarray]:
        """What each score of comparisons comes to with judgments without end."""
        size = self.world.systems
        wins, ties = np.zeros((size, size), np.int64), np.zeros((size, size), np.int64)
        for (i, j), (better, tied, worse) in self.answers.items():
            wins[i, j], wins[j, i] = round(COUNTED * better), round(COUNTED * worse)
            ties[i, j] = ties[j, i] = round(COUNTED * tied)
        table = HeadToHead(self.world.names, wins, ties)
        return {name: score(table) for name, score in PREFERENCE_SCORES.items()}

    def kappas(self) -> dict[str, float]:
        """The agreement of two judges, or of a judge with an earlier answer.

        Fleiss's is not among them: what is chance to it depends on which of two systems is called the first.
        """
        quality = list(evenly_spaced(self.world.names, spread=self.world.spread).values())
        observed = np.mean(
            [
                self._expected(quality[i] - quality[j], lambda p: (p**2).sum(axis=0, keepdims=True))
                for i, j in combinations(range(len(quality)), 2)
            ]
        )
        shares = np.mean(list(self.answers.values()), axis=0)
        chances = {"fixed": 1 / 3, "ties": shares[1] ** 2 + (1 - shares[1]) ** 2 / 2}
        return {name: float((observed - chance) / (1 - chance)) for name, chance in chances.items()}

    def _expected(self, difference: float, of: Callable[[np.ndarray], np.ndarray]) -> np.ndarray:
        """The mean, over what chance makes of segments, of something of the three chances."""
        seen = difference + sqrt(2) * self.world.chance * _NODES
        noise = sqrt(2) * self.world.noise
        better, worse = norm.cdf((seen - ALIKE) / noise), norm.cdf((-seen - ALIKE) / noise)
        return np.asarray(of(np.array([better, 1 - better - worse, worse])) @ _WEIGHTS / _WEIGHTS.sum())


def _by_three(chances: np.ndarray) -> np.ndarray:
    """Two or three of three judges; without a majority it is a tie."""
    better, _, worse = (p**2 * (3 - 2 * p) for p in chances)
    return np.array([better, 1 - better - worse, worse])
