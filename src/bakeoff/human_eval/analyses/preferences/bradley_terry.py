"""The model of Bradley and Terry: systems have strengths, and the odds of a win are their quotient."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from bakeoff.errors import InputError
from bakeoff.human_eval.protocols.observations import Floats
from bakeoff.statistics.inputs import one_of

if TYPE_CHECKING:
    from bakeoff.human_eval.analyses.preferences.win_scores import HeadToHead

Ties = Literal["half", "left-out"]

_STEPS = 200
_LONGEST_STEP = 2.0
_CLOSE = 1e-10
_REMEDY = "Give a prior (--prior 1), or leave out systems that always win or lose."


@dataclass(frozen=True, slots=True, eq=False)
class BradleyTerry:
    """Strengths of systems."""

    systems: tuple[str, ...]
    strengths: Floats
    """Logarithms, their mean being 0; higher is better."""

    @property
    def chances(self) -> Floats:
        """The chance that the system of the row beats that of the column."""
        return np.asarray(1 / (1 + np.exp(self.strengths[None, :] - self.strengths[:, None])))


def bradley_terry(table: HeadToHead, *, ties: Ties = "half", prior: float = 0.0) -> BradleyTerry:
    """The strengths under which the comparisons are most probable: P(i beats j) = e^sᵢ / (e^sᵢ + e^sⱼ).

    A tie counts as half a win for both, or is left out. They exist only where systems cannot be divided into two groups
    where one never lost to the other: otherwise InputError, unless a `prior` gives every system some wins and as
    many losses against an average one. By Newton's method.

    Source: R. A. Bradley and M. E. Terry 1952, Rank analysis of incomplete block designs; existence: L. R. Ford 1957.

    >>> from bakeoff.human_eval.analyses.preferences.win_scores import HeadToHead
    >>> table = HeadToHead(("a", "b"), np.array([[0, 30], [10, 0]]), np.zeros((2, 2), dtype=np.int64))
    >>> bradley_terry(table).chances[0, 1].round(6).item()
    0.75
    """
    one_of(ties, get_args(Ties), "ties")
    if not prior >= 0:
        raise InputError(expected="a prior of 0 or more", found=str(prior))
    wins = np.asarray(table.wins + (table.ties / 2 if ties == "half" else 0), dtype=np.float64)
    np.fill_diagonal(wins, 0)
    if not prior:
        _check_connected(wins > 0, table.systems)
    return BradleyTerry(table.systems, _fitted(wins, prior))


def _fitted(wins: Floats, prior: float) -> Floats:
    size = len(wins)
    met = wins + wins.T
    strengths = np.zeros(size)
    for _ in range(_STEPS):
        chances = 1 / (1 + np.exp(strengths[None, :] - strengths[:, None]))
        average = 1 / (1 + np.exp(-strengths))
        slope = wins.sum(axis=1) - (met * chances).sum(axis=1) + prior * (1 - 2 * average)
        bend = met * chances * chances.T
        laplacian = np.diag(bend.sum(axis=1) + 2 * prior * average * (1 - average)) - bend
        # Without a prior, strengths are known up to a constant: their mean is held as firmly as wins hold the rest,
        # or rounding moves it when there are very many. The average opponent has 0.
        step = np.linalg.solve(laplacian if prior else laplacian + laplacian.trace() / size**2, slope)
        step *= min(1.0, _LONGEST_STEP / max(float(np.abs(step).max()), _CLOSE))
        strengths = strengths + step
        if np.abs(step).max() < _CLOSE:
            return np.asarray(strengths - strengths.mean())
    raise InputError(expected="strengths that can be found", found=f"none after {_STEPS} steps", remedy=_REMEDY)


def _check_connected(beats: NDArray[np.bool_], systems: tuple[str, ...]) -> None:
    reached = beats | np.eye(len(beats), dtype=bool)
    for _ in range(max(len(beats) - 1, 1).bit_length()):
        reached = (reached.astype(np.float64) @ reached) > 0
    if not reached.all():
        winner, loser = np.argwhere(~reached)[0].tolist()
        raise InputError(
            expected="of any two groups of systems each to have won against the other",
            found=f"no chain of wins from {systems[winner]} to {systems[loser]}",
            remedy=_REMEDY,
        )
