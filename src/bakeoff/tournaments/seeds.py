"""Seeds: who meets whom first, so that the best meet late.

Source: I12, section 5.1: the players are seeded by BLEU, and the first round is P1–P8, P5–P4, P3–P6, P7–P2.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

MOST_PLAYERS = 32


def by_score(scores: Mapping[str, float], *, best: Literal["highest", "lowest"] = "highest") -> tuple[str, ...]:
    """The systems from the best seed on; equal scores in the order in which they come.

    >>> by_score({"A": 27.3, "B": 28.9, "C": 27.3})
    ('B', 'A', 'C')
    """
    sign = -1 if best == "highest" else 1
    return tuple(sorted(scores, key=lambda system: sign * scores[system]))


def bracket_size(players: int) -> int:
    """The places of the first round: the next power of two. What is over are byes.

    >>> [bracket_size(players) for players in (2, 3, 5, 8, 9)]
    [2, 4, 8, 8, 16]
    """
    return 1 << (players - 1).bit_length()


def seed_order(size: int) -> tuple[int, ...]:
    """Seeds, counted from 1, in the order of the first round: neighbours meet, then the winners of neighbours.

    Seed s meets seed `size` + 1 − s. So seed 1 and seed 2 can meet in the last round alone, and where places are
    missing the best seeds have the byes.

    >>> seed_order(8)
    (1, 8, 5, 4, 3, 6, 7, 2)
    """
    order: tuple[int, ...] = (1,)
    while len(order) < size:
        sum_of_pair = 2 * len(order) + 1
        pairs = [(seed, sum_of_pair - seed) for seed in order]
        # The better seed is above in the upper half of a pair of matches and below in the lower one.
        order = tuple(seed for place, pair in enumerate(pairs) for seed in (pair if place % 2 == 0 else pair[::-1]))
    return order
