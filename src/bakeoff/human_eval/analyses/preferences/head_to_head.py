"""How often each system was judged better than each other one."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bakeoff.human_eval.protocols.observations import BETTER, TIED, WORSE, Floats, Preferences

Counts = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class HeadToHead:
    """Comparisons of systems, counted."""

    systems: tuple[str, ...]
    wins: Counts
    """`wins[i, j]`: how often system i was better than system j."""
    ties: Counts
    """`ties[i, j]`: how often neither was; the same for j, i."""

    @property
    def judgments(self) -> Counts:
        """Comparisons of each pair."""
        total: Counts = self.wins + self.wins.T + self.ties
        return total

    @property
    def shares(self) -> Floats:
        """Shares of the comparisons of a pair that the system of the row won; NaN where a pair was never compared."""
        with np.errstate(invalid="ignore"):
            return np.asarray(self.wins / self.judgments)


def head_to_head(preferences: Preferences) -> HeadToHead:
    """Wins and ties of every pair of systems. Gold and attention items do not count."""
    counted = preferences.take(preferences.ordinary)
    return table_of(preferences.systems, np.bincount(cells_of(counted), minlength=2 * len(preferences.systems) ** 2))


def cells_of(preferences: Preferences) -> NDArray[np.int32]:
    """For each comparison the cell that it counts in: of S × S wins by winner and loser, then of S × S ties."""
    size = len(preferences.systems)
    first, second = preferences.first, preferences.second
    cells = np.select(
        [preferences.outcome == BETTER, preferences.outcome == WORSE, preferences.outcome == TIED],
        [first * size + second, second * size + first, (size + first) * size + second],
    )
    return cells.astype(np.int32)


def table_of(systems: tuple[str, ...], counts: Counts) -> HeadToHead:
    """The table from how often each of the cells was met."""
    size = len(systems)
    wins, ties = counts.reshape(2, size, size)
    return HeadToHead(systems, wins, ties + ties.T)
