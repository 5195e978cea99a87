"""Round robin: everyone meets everyone.

Source: I12, section 5.2.1 and appendix B.4: n(n − 1)/2 pairs; systems are ranked by the matches that they won and by
how often they were judged better than the others.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from bakeoff.statistics import share_better, share_not_worse
from bakeoff.tournaments.plan import Match, Plan, Standing, check_players, play_match, ranges_of_points
from bakeoff.tournaments.reuse import Results
from bakeoff.tournaments.ties import TieRule


def play_round_robin(
    players: Sequence[str], results: Results, *, ties: TieRule = "judgments", seeded: bool = True
) -> Plan:
    """All matches, in rounds in which nobody plays twice.

    The ranking is by points (1 for a match won, ½ for a draw), then by `> others` where the shares of segments won are
    known, else by the segments won, then by seed. Where players are not `seeded`, no match is won by a seed.
    """
    check_players(players)
    matches = tuple(
        play_match(players, results, pair, name=f"round {number}", ties=ties, seeded=seeded)
        for number, pairs in enumerate(round_robin_rounds(players), start=1)
        for pair in pairs
    )
    points = points_of(players, matches)
    left = {player: sum(m.result is None for m in matches if player in (m.a, m.b)) for player in players}
    shares = _shares(players, matches)
    standings = {
        player: Standing(
            points=points[player],
            played=len(players) - 1 - left[player],
            better=None if shares is None else shares[0][number],
            not_worse=None if shares is None else shares[1][number],
        )
        for number, player in enumerate(players)
    }
    ranges = ranges_of_points(points, left)
    if not any(left.values()):
        won = _segments_won(players, matches) if shares is None else dict(zip(players, shares[0], strict=True))
        order = sorted(players, key=lambda player: (-points[player], -won[player], players.index(player)))
        ranges = {player: (place, place) for place, player in enumerate(order, start=1)}
    return Plan(
        kind="round-robin",
        players=tuple(players),
        seeded=seeded,
        matches=matches,
        ranges=ranges,
        standings=standings,
    )


def round_robin_rounds(players: Sequence[str]) -> list[list[tuple[str, str]]]:
    """Rounds of pairs by the circle method: the first stays, the others move on by one place; None has no opponent.

    >>> round_robin_rounds("ABCD")
    [[('A', 'D'), ('B', 'C')], [('A', 'C'), ('D', 'B')], [('A', 'B'), ('C', 'D')]]
    """
    circle: list[str | None] = [*players, *([None] if len(players) % 2 else [])]
    rounds = []
    for _ in range(len(circle) - 1):
        facing = zip(circle[: len(circle) // 2], reversed(circle), strict=False)
        rounds.append([(a, b) for a, b in facing if a is not None and b is not None])
        circle = [circle[0], circle[-1], *circle[1:-1]]
    return rounds


def points_of(players: Sequence[str], matches: Sequence[Match]) -> dict[str, float]:
    """1 for each match won, ½ for each draw."""
    points = dict.fromkeys(players, 0.0)
    for match in matches:
        if match.winner is not None:
            points[match.winner] += 1
        elif match.result is not None:
            points[match.a] += 0.5
            points[match.b] += 0.5
    return points


def _shares(players: Sequence[str], matches: Sequence[Match]) -> tuple[list[float], list[float]] | None:
    """`> others` and `≥ others`; None where some share is not known."""
    wins = np.zeros((len(players), len(players)))
    for match in matches:
        for player, other in ((match.a, match.b), (match.b, match.a)):
            share = None if match.result is None else match.result.share(player)
            if share is None:
                return None
            wins[players.index(player), players.index(other)] = share
    return share_better(wins).tolist(), share_not_worse(wins).tolist()


def _segments_won(players: Sequence[str], matches: Sequence[Match]) -> dict[str, float]:
    """Segments that each player won in all its matches; 0 for all where some figure is missing or has another unit."""
    won = dict.fromkeys(players, 0.0)
    for match in matches:
        for player in (match.a, match.b):
            wins = None if match.result is None or match.result.percent else match.result.wins(player)
            if wins is None:
                return dict.fromkeys(players, 0.0)
            won[player] += wins
    return won
