"""Tournaments of players with made-up results."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from itertools import combinations

from bakeoff.data.matches import MatchResult
from bakeoff.tournaments import Plan, Results, collect_results


def names(count: int) -> tuple[str, ...]:
    return tuple(f"P{number}" for number in range(1, count + 1))


def by_strength(players: Iterable[str]) -> list[MatchResult]:
    """Results of all pairs: the better seed wins."""
    return [MatchResult(a=a, b=b, a_wins=60, b_wins=40, segments=100) for a, b in combinations(players, 2)]


def at_random(players: Iterable[str], seed: int, *, tied: float = 0.0) -> list[MatchResult]:
    """Results of all pairs by lot, some of them tied."""
    drawn = random.Random(seed)
    found = []
    for a, b in combinations(players, 2):
        a_wins = drawn.randint(0, 100)
        b_wins = a_wins if drawn.random() < tied and a_wins <= 50 else drawn.randint(0, 100 - a_wins)
        pair = (a, b) if drawn.random() < 0.5 else (b, a)
        found.append(MatchResult(a=pair[0], b=pair[1], a_wins=a_wins, b_wins=b_wins, segments=100))
    return found


def replayed(play: Callable[[Results], Plan], results: list[MatchResult], seed: int) -> tuple[Plan, list[MatchResult]]:
    """The tournament judged pair by pair, each time one that the plan asks for, and what was judged."""
    drawn = random.Random(seed)
    known = collect_results(results)
    judged: list[MatchResult] = []
    while pairs := (plan := play(collect_results(judged))).next_pairs():
        judged.append(known.of(*drawn.choice(pairs)))
    return plan, judged
