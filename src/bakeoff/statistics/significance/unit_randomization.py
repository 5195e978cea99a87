"""Approximate randomisation by units, such as documents, that are exchanged in one piece."""

from __future__ import annotations

from dataclasses import dataclass
from math import lgamma, log

import numpy as np
from numpy.typing import NDArray

from bakeoff.statistics.inputs import Floats, positive
from bakeoff.statistics.results import Alternative

_PORTION = 4_000_000
"""Numbers that are held at a time."""


@dataclass(frozen=True, slots=True)
class Randomized:
    """The p-value, and the mean of the first system less that of the second."""

    p: float
    difference: float


def randomize_units(
    sums: Floats,
    counts: Floats,
    *,
    rng: np.random.Generator,
    trials: int = 10_000,
    alternative: Alternative = "two-sided",
) -> Randomized:
    """Approximate randomisation of the difference of two means, by units that stay in one piece.

    `sums` and `counts` are 2 × units; the mean of a system is the sum of its sums by that of its counts. In each trial
    the units that both systems have are swapped or not by a fair coin. Units that only one has are dealt out again,
    as many to each system as it had. If the systems do not differ and units were assigned to judges by chance, every
    trial is as probable as what was found: p = (1 + #{|d*| ≥ |d|}) / (1 + trials) keeps its level exactly, however
    grades of one unit depend on each other.

    Source: E. W. Noreen 1989, Computer intensive methods for testing hypotheses; M. H. Gail et al. 1996, On design
    considerations and randomization-based inference for community intervention trials.
    """
    positive(trials, "trials")
    both = (counts > 0).all(axis=0)
    single = (counts > 0).any(axis=0) & ~both
    totals = np.array([sums.sum(), counts.sum()])
    columns = np.array([sums, counts])
    # What the first system has where every coin says that the second's part is its own.
    start = columns[:, 1, both].sum(axis=1)
    gains = columns[:, 0, both] - columns[:, 1, both]
    alone = columns[:, :, single].sum(axis=1)
    own = int((counts[0, single] > 0).sum())
    difference = _difference(columns[:, 0].sum(axis=1)[:, None], totals)[0]
    slack = 1e-12 * float(np.abs(sums).sum() / counts.sum())
    extreme = 0
    portion = max(1, _PORTION // max(1, counts.shape[1]))
    for begin in range(0, trials, portion):
        size = min(portion, trials - begin)
        first = (
            start[:, None] + gains @ _coins(rng, gains.shape[1], size) + alone @ _dealt(rng, alone.shape[1], own, size)
        )
        extreme += _extreme(_difference(first, totals), difference, slack, alternative)
    return Randomized(p=(1 + extreme) / (1 + trials), difference=float(difference))


def least_p(both: int, first: int, second: int, *, trials: int | None = None, two_sided: bool = True) -> float:
    """The smallest p-value that randomisation can have, by the number of units of both systems and of only one of them.

    >>> least_p(5, 0, 0)
    0.0625
    """
    ways = both * log(2) + lgamma(first + second + 1) - lgamma(first + 1) - lgamma(second + 1)
    exact = min(1.0, float(np.exp(log(1 + two_sided) - ways)))
    return exact if trials is None else max(exact, 1 / (1 + trials))


def _coins(rng: np.random.Generator, units: int, trials: int) -> Floats:
    return rng.integers(0, 2, size=(units, trials), dtype=np.int8).astype(np.float64)


def _dealt(rng: np.random.Generator, units: int, own: int, trials: int) -> Floats:
    """For each trial which units the first system gets: `own` of them."""
    chosen: NDArray[np.bool_] = np.arange(units) < own
    return rng.permuted(np.broadcast_to(chosen, (trials, units)), axis=1).T.astype(np.float64)


def _difference(first: Floats, totals: Floats) -> Floats:
    second = totals[:, None] - first
    difference: Floats = first[0] / first[1] - second[0] / second[1]
    return difference


def _extreme(drawn: Floats, difference: float, slack: float, alternative: Alternative) -> int:
    # Rounding must not decide whether a difference is as large as the one that was found.
    if alternative == "greater":
        return int((drawn >= difference - slack).sum())
    if alternative == "less":
        return int((drawn <= difference + slack).sum())
    return int((np.abs(drawn) >= abs(difference) - slack).sum())
