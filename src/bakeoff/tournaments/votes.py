"""From votes to the result of a match.

Source: I12, section 5: three judges compare two outputs of each segment; the label of more than half of them counts,
and where there is none the segment is a tie. Significance is by paired approximate randomisation over the segments with
10,000 trials.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from bakeoff.data.matches import MatchResult
from bakeoff.errors import InputError
from bakeoff.statistics import paired_randomization

TRIALS = 10_000
SEED = 12345


def results_from_votes(
    systems: Sequence[str],
    *,
    item: ArrayLike,
    first: ArrayLike,
    second: ArrayLike,
    outcome: ArrayLike,
    trials: int = TRIALS,
    seed: int = SEED,
) -> tuple[MatchResult, ...]:
    """The result of each pair of systems that was compared, in the order of the systems.

    Row i is one vote: `item[i]` the number of the segment, `first[i]` and `second[i]` the systems that were shown, as
    numbers into `systems`, `outcome[i]` 1 where the first was better, −1 where the second was, 0 for a tie.

    >>> votes = {"item": [0, 0, 0, 1, 1, 1], "first": [0] * 6, "second": [1] * 6, "outcome": [1, 1, -1, 1, -1, 0]}
    >>> result, = results_from_votes(["A", "B"], **votes)
    >>> result.a_wins, result.b_wins, result.segments, result.a_judgments, result.b_judgments
    (1, 0, 2, 3, 2)
    """
    items, firsts, seconds, outcomes = (np.asarray(column, dtype=np.int64) for column in (item, first, second, outcome))
    if not len(items) == len(firsts) == len(seconds) == len(outcomes):
        raise InputError(expected="as many items as systems and outcomes", found="other numbers")
    if len(items) == 0:
        return ()
    if (firsts == seconds).any():
        raise InputError(expected="two systems in each vote", found=f"{systems[firsts[firsts == seconds][0]]} twice")
    low, high = np.minimum(firsts, seconds), np.maximum(firsts, seconds)
    votes = np.where(firsts == low, outcomes, -outcomes)
    pairs, pair = np.unique(low * len(systems) + high, return_inverse=True)
    _, numbers = np.unique(items, return_inverse=True)
    segments, segment = np.unique(pair * (numbers.max() + 1) + numbers, return_inverse=True)
    segment_pair = segments // (numbers.max() + 1)
    labels = _majority(votes, segment, len(segments))
    counted = {
        label: np.bincount(segment_pair, weights=labels == label, minlength=len(pairs)).astype(int) for label in (1, -1)
    }
    single = {label: np.bincount(pair, weights=votes == label, minlength=len(pairs)).astype(int) for label in (1, -1)}
    sizes = np.bincount(segment_pair, minlength=len(pairs))
    return tuple(
        MatchResult(
            a=systems[code // len(systems)],
            b=systems[code % len(systems)],
            a_wins=int(counted[1][at]),
            b_wins=int(counted[-1][at]),
            segments=int(sizes[at]),
            a_judgments=int(single[1][at]),
            b_judgments=int(single[-1][at]),
            p=match_p_value(int(counted[1][at]), int(counted[-1][at]), trials=trials, seed=seed),
        )
        for at, code in enumerate(pairs.tolist())
    )


def match_p_value(a_wins: int, b_wins: int, *, trials: int = TRIALS, seed: int = SEED) -> float:
    """How probable it is that one side is ahead by so much where both are equally good.

    Segments that are ties change nothing by being swapped, so the number of segments won on each side is all that
    counts; so the p-value depends neither on the order of segments nor on other matches.

    >>> match_p_value(167, 95) < 0.01, match_p_value(149, 167) > 0.1, match_p_value(0, 0)
    (True, True, 1.0)
    """
    decided = a_wins + b_wins
    if decided == 0:
        return 1.0
    won = np.arange(decided) < max(a_wins, b_wins)
    rng = np.random.default_rng(seed)
    return paired_randomization(won, ~won, rng=rng, trials=trials).p


def _majority(votes: NDArray[np.int64], segment: NDArray[np.intp], count: int) -> NDArray[np.int64]:
    """The label that more than half of the votes on each segment have, else 0."""
    total = np.bincount(segment, minlength=count)
    for_a = np.bincount(segment, weights=votes == 1, minlength=count)
    for_b = np.bincount(segment, weights=votes == -1, minlength=count)
    return np.where(2 * for_a > total, 1, np.where(2 * for_b > total, -1, 0))
