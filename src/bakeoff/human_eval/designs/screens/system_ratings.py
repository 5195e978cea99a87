"""Running ratings of systems, by which the most informative comparison is chosen."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Sequence
from itertools import permutations
from random import Random

from bakeoff.human_eval.designs.pools import Pool
from bakeoff.human_eval.designs.screens.answer_comparisons import compared_systems
from bakeoff.human_eval.designs.screens.events import Comparison
from bakeoff.human_eval.protocols.observations import Observations


class Ratings:
    """A mean and an uncertainty for each system, moved by every comparison (Bradley–Terry's model, one Newton step).

    Which systems are compared next is a choice of where most is to be learnt: the least certain system, with opponents
    near it, since a comparison with one far above or below would show nothing new.
    """

    def __init__(self, systems: Iterable[str]) -> None:
        self._mean = dict.fromkeys(systems, 0.0)
        self._precision = dict.fromkeys(self._mean, 1.0)  # of the prior: all systems are alike

    def state(self) -> list[list[float]]:
        """Means and precisions, in the order of systems."""
        return [list(self._mean.values()), list(self._precision.values())]

    def take_over(self, means: Iterable[float], precisions: Iterable[float]) -> None:
        """Takes what `state` gave."""
        self._mean = dict(zip(self._mean, means, strict=True))
        self._precision = dict(zip(self._precision, precisions, strict=True))

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
        """A number of systems: the least certain one, and others at random, the nearer the likelier."""
        pivot = max(systems, key=lambda system: (self.deviation(system), rng.random()))
        left = [system for system in systems if system != pivot]
        chosen = [pivot]
        while left and len(chosen) < count:
            nearness = [math.exp(-abs(self._mean[system] - self._mean[pivot])) for system in left]
            drawn = rng.choices(range(len(left)), nearness)[0]
            chosen.append(left.pop(drawn))
        return chosen


class PoolRatings:
    """Ratings in every language pair and test set: a system is rated by what it was compared with there."""

    def __init__(self, pools: Sequence[Pool]) -> None:
        systems: dict[tuple[str, str], set[str]] = {}
        self._matches: dict[tuple[str, str], dict[str, dict[str, int]]] = {}
        """For each system its opponents with the pools of those pairs."""
        self._places = [(pool.language_pair, pool.test_set) for pool in pools]
        for number, pool in enumerate(pools):
            systems.setdefault(self._places[number], set()).update(pool.systems)
            matches = self._matches.setdefault(self._places[number], {})
            for one, two in permutations(pool.systems) if len(pool.systems) == 2 else ():
                matches.setdefault(one, {})[two] = number
        self._ratings = {place: Ratings(sorted(names)) for place, names in systems.items()}
        self._systems = {place: frozenset(names) for place, names in systems.items()}

    def state(self) -> list[list[list[float]]]:
        """The ratings of every language pair and test set."""
        return [each.state() for each in self._ratings.values()]

    def take_over(self, state: Sequence[Sequence[Sequence[float]]]) -> None:
        """Takes what `state` gave."""
        for ratings, stored in zip(self._ratings.values(), state, strict=True):
            ratings.take_over(*stored)

    def of(self, pool: int) -> Ratings:
        """The ratings of the systems of a pool."""
        return self._ratings[self._places[pool]]

    def match(self, pool: int, hidden: Callable[[int], Collection[str]], rng: Random) -> int | None:
        """Where pairs of systems have pools of their own, that of an informative pair; None where it has none."""
        matches = self._matches[self._places[pool]]
        systems = [system for system, own in matches.items() if system not in hidden(next(iter(own.values())))]
        if len(systems) < 2:
            return None
        first, second = self._ratings[self._places[pool]].choose(systems, 2, rng)
        return matches[first].get(second)

    def learn(self, observations: Observations, *, higher_is_better: bool = True) -> None:
        """Takes in what judges answered, comparisons or grades, in that order; controls but repeats do not count."""
        for item, comparison in compared_systems(observations, higher_is_better=higher_is_better):
            self._compared(item[:2], comparison)

    def learn_comparison(self, pool: int, comparison: Comparison) -> None:
        """Takes in one comparison in a pool."""
        self._compared(self._places[pool], comparison)

    def _compared(self, place: tuple[str, str], comparison: Comparison) -> None:
        first, second, outcome = comparison
        known = self._systems.get(place, ())
        if first in known and second in known:
            self._ratings[place].compared(first, second, outcome)
