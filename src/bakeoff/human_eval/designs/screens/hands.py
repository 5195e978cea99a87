"""Hands: what one judge gets where systems change from segment to segment, by random Latin squares.

I16 (6.1) gave every translator as many outputs of every system, at random. Here a pool of N systems has N hands. For
every N consecutive segments a random Latin square is drawn, whose rows are the hands and whose columns are the
segments: in it a hand has every system once, and a segment has every system in one of the hands.
"""

from __future__ import annotations

from random import Random

from bakeoff.human_eval.designs.design import Design

_TRIES = 200
"""Squares that are drawn before one may start with the system that the last one ended with."""


def hands_of(design: Design, number: int) -> tuple[tuple[str, ...], ...]:
    """For each hand of a pool the system of every segment.

    Two neighbours are of different systems wherever there are two systems or more. If the number of segments is no
    multiple of the number of systems, the last square is used in part: then a hand has some systems once more than
    others.
    """
    pool = design.pools[number]
    rng = Random(f"{design.seed}:hands:{number}")
    width, count = len(pool.systems), len(pool.segments)
    hands: list[list[int]] = [[] for _ in range(width)]
    while len(hands[0]) < count:
        square = latin_square(width, rng)
        for _ in range(_TRIES):
            if not any(hand and hand[-1] == row[0] for hand, row in zip(hands, square, strict=True)) or width == 1:
                break
            square = latin_square(width, rng)
        for hand, row in zip(hands, square, strict=True):
            hand.extend(row)
    return tuple(tuple(pool.systems[system] for system in row[:count]) for row in hands)


def latin_square(size: int, rng: Random) -> list[list[int]]:
    """A random square in which every row and every column has each number from 0 once.

    It is the cyclic square with its rows, columns and numbers in random order.

    >>> square = latin_square(4, Random(1))
    >>> all(sorted(line) == [0, 1, 2, 3] for line in [*square, *zip(*square)])
    True
    """
    rows, columns, numbers = (rng.sample(range(size), size) for _ in range(3))
    return [[numbers[(row + column) % size] for column in columns] for row in rows]
